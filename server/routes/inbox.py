"""What concerns me, in whatever game: by page, or live."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec
from flask import Response, request

from moothall.domain.core.codec import to_answer
from moothall.domain.core.data import Json
from moothall.events.projections.inbox import MY_TURN, Notice, my_turn
from moothall.server import streams
from moothall.server.apidocs.examples import Example
from moothall.server.apidocs.headers import LAST_EVENT_ID
from moothall.server.auth import Standing, caller, standing
from moothall.server.blueprint import LISTENER, Blueprint
from moothall.server.bootstrap import Services
from moothall.server.requests import next_link, services
from moothall.server.schemas.answers.notices import InboxAnswer
from moothall.server.schemas.bodies.notices import InboxQuery

inbox = Blueprint("inbox", __name__, url_prefix="/v1/me/events", description="What concerns me")

PAGE = 200
"""Games looked through at once for open turns."""


@inbox.route(
    "",
    methods=["GET"],
    needs=LISTENER,
    headers=(LAST_EVENT_ID,),
    gives=("Link",),
    also=streams.SCHEMAS,
    example=Example(query={"after": 0, "limit": 50}),
)
@inbox.arguments(InboxQuery, location="query")
@inbox.response(200, InboxAnswer)
def my_events(query: dict[str, Any]) -> Response:
    """Your turns, and games of yours that start and finish: a page of JSON, or live as `text/event-stream` or
    `application/x-ndjson`. A live stream begins with the turns that wait for you; with `Last-Event-ID` (or `after`) it
    goes on after that notice instead, and says so (`gap`) if older ones are no longer kept. It ends with its token."""
    me, wanted, last = caller().id, streams.wanted(), streams.last_event_id()
    after = query["after"] if last is None or wanted == streams.JSON else last
    if wanted in FORMS:
        return streams.live(_stream(services(), me, after, FORMS[wanted], standing()), wanted)
    page, following = _page(services(), me, after or 0, query["limit"])
    headers = [*streams.HEADERS.items(), *next_link(request.path, request.args, after=following)]
    return Response(page, 200, headers, mimetype=wanted)


class Told(NamedTuple):
    """A part of a live stream: a notice, or a word about the stream itself; `number` is where to go on after it."""

    event: str
    data: bytes
    number: int | None = None


class Form(NamedTuple):
    """How a stream is written."""

    begin: bytes
    keep_alive: bytes
    write: Callable[[Told], bytes]


FORMS = {
    streams.SSE: Form(
        streams.HELLO, streams.KEEP_ALIVE, lambda told: streams.frame(told.event, told.data, told.number)
    ),
    streams.LINES: Form(b"", b"\n", lambda told: told.data + b"\n"),
}


class _About(msgspec.Struct):
    """As much of a notice as the stream needs."""

    type: str
    game: str | None = None
    decision: dict[str, Any] | None = None


_read = msgspec.json.Decoder(_About).decode


def _page(parts: Services, player: str, after: int, limit: int) -> tuple[bytes, int | None]:
    """A page of notices, and what the next one comes after."""
    newest = parts.inbox.newest(player)
    kept = parts.inbox.tail(player, after, limit)
    last = kept[-1].seq if kept else after
    missed = _gap(after, kept[0].seq if kept else newest + 1)
    following = last if last < newest else None
    head = {"newest": newest, "next": following, "gap": missed}
    # The notices are JSON already.
    return b'{"events":[%s],%s' % (b",".join(notice.data for notice in kept), to_answer(head)[1:]), following


def _stream(parts: Services, player: str, after: int | None, form: Form, opened: Standing) -> Iterator[bytes]:
    """Made while the answer is sent, when the request and its context are gone. Ends when the token is no longer
    good."""
    newest = parts.inbox.newest(player)
    begun: set[tuple[str, int]] = set()
    place = newest if after is None else after
    yield form.begin + form.write(Told("hello", to_answer({"type": "hello", "id": place}), place))
    if after is None:
        # The end of the inbox is known before the games are looked at: a turn is in one of the two, or in both.
        after = newest
        for turn in _open_turns(parts, player):
            begun.add((turn["game"], turn["decision"]["id"]))
            yield form.write(Told(MY_TURN, to_answer({"id": None, **turn})))
    elif after > newest:
        yield form.write(_told_gap(after, newest + 1))
        after = newest
    for batch in parts.hub.tail_of(parts.inbox, player, after, parts.config.keep_alive_s, opened.holds):
        piece = b"".join(form.write(told) for told in _told(batch, after, begun))
        after = batch[-1].seq if batch else after
        if piece or not batch:
            yield piece or form.keep_alive


def _told(batch: list[Notice], after: int, begun: set[tuple[str, int]]) -> Iterator[Told]:
    """The notices of a batch, with a word wherever some are missing; a turn that the stream began with is not told a
    second time."""
    for notice in batch:
        if notice.seq != after + 1:
            yield _told_gap(after, notice.seq)
        after = notice.seq
        about = _read(notice.data)
        turn = (about.game, about.decision["id"] if about.decision else 0)
        if about.type == MY_TURN and turn in begun:
            begun.remove(turn)
        else:
            yield Told(about.type, notice.data, notice.seq)


def _open_turns(parts: Services, player: str) -> Iterator[Json]:
    """The turns that wait for this player now."""
    cursor: str | None = None
    while True:
        page = parts.projections.games_of(player, status="active", cursor=cursor, limit=PAGE)
        yield from (turn for meta in page.games if (turn := my_turn(meta, player)) is not None)
        cursor = page.cursor
        if cursor is None:
            return


def _gap(after: int, following: int) -> Json | None:
    """What is missing between the last notice somebody has and the one that follows; an inbox that was lost and
    begun anew has lower numbers."""
    return None if following == after + 1 else {"after": after, "next": following}


def _told_gap(after: int, following: int) -> Told:
    return Told("gap", to_answer({"type": "gap", "after": after, "next": following}), following - 1)
