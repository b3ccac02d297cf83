"""Live streams (server-sent events) that go on where they broke off."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from contextlib import closing
from typing import Any, NamedTuple

from moothall.server.client.calls import Calls, Patience
from moothall.server.client.errors import Away, NoMoothall
from moothall.server.client.transport import Request, away_for

LONGEST_LINE = 16 * 1024 * 1024
"""Bytes of one line of a stream."""

HELLO, END, ALIVE, NOTHING = "hello", "end", "alive", ""
"""Frames that are about the stream itself: how it begins and ends, a sign of life, and what only tells how to come
back."""


class Frame(NamedTuple):
    """One frame: what it tells, and where to go on after it."""

    event: str
    data: Any
    id: str | None


def follow(calls: Calls, path: str, last: str | None = None) -> Iterator[Frame]:
    """The frames of a stream after the one with the id `last`. When it breaks off, it is taken up after the last frame
    that had an id; one that was begun without, from the beginning, as long as it has not got beyond what it begins
    with: that may be told twice, but nothing is left out. Ends with the stream's own end. Raises Refused, and OSError
    when the server is away for too long."""
    patience, place = Patience(calls), last
    while True:
        headers = {"Accept": "text/event-stream"} | ({"Last-Event-ID": last} if last is not None else {})
        try:
            line, response = calls.transport.open(calls.signed(Request("GET", path, headers)))
            with closing(line), response:
                if response.status == 204:
                    return
                for frame in _frames(response):
                    patience.over()
                    place = place if frame.id is None else frame.id
                    if last is not None or frame.event == ALIVE or (frame.id is not None and frame.event != HELLO):
                        last = place
                    if frame.event == END:
                        return
                    if frame.event not in (ALIVE, NOTHING):
                        yield frame
            raise Away("the stream has broken off")
        except Away as away:
            patience.wait(away)


def _frames(response: http.client.HTTPResponse) -> Iterator[Frame]:
    """The frames as they come. Raises Away and NoMoothall."""
    event, data, number = NOTHING, "", None
    while True:
        try:
            text = response.readline(LONGEST_LINE + 1)
        except (http.client.HTTPException, OSError) as error:
            raise away_for(error) from error
        if not text:
            return
        if len(text) > LONGEST_LINE:
            raise NoMoothall(f"a line of the stream is longer than {LONGEST_LINE} bytes")
        name, _, value = text.decode("utf-8", "replace").rstrip("\r\n").partition(":")
        value = value.removeprefix(" ")
        if not text.strip():
            yield Frame(event, _read(data), number)
            event, data, number = NOTHING, "", None
        elif not name:
            event = ALIVE
        elif name == "event":
            event = value
        elif name == "data":
            data += value
        elif name == "id":
            number = value


def _read(data: str) -> Any:
    try:
        return json.loads(data) if data else None
    except (ValueError, RecursionError) as error:
        raise NoMoothall("the stream is none of a Moothall") from error
