"""The client of programs, at a real server and at one that has its moods."""

from __future__ import annotations

import json
import secrets
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, get_type_hints

import pytest
from marshmallow import Schema

from moothall.events.event_store.store import Store
from moothall.events.projections.inbox import Inbox
from moothall.events.redis_client.connection import connect
from moothall.server.client import Client, Refused, answers
from moothall.server.client.errors import NoMoothall
from moothall.server.client.transport import MOST_IDLE, Transport
from moothall.server.embedded import EmbeddedRedis
from moothall.server.schemas.answers.events import EventAnswer
from moothall.server.schemas.answers.games import GameAnswer, GameBrief
from moothall.server.schemas.answers.moves import (
    LegalMove,
    MovesAnswer,
    PlayedAnswer,
    PositionAnswer,
    PreviewAnswer,
    PreviewsAnswer,
)
from moothall.server.schemas.answers.notices import AskedAnswer, GapAnswer, NoticeAnswer
from moothall.server.schemas.answers.players import PlayerAnswer, Registered
from moothall.server.schemas.answers.tables import AwaitingAnswer, DecisionAnswer, ResultAnswer, SeatAnswer, YouAnswer
from tests.server.test_cli_play_client import OK, Answer, moody


@pytest.fixture
def ada(address: str) -> Iterator[Client]:
    with registered(address, "Ada") as client:
        yield client


@pytest.fixture
def ben(address: str) -> Iterator[Client]:
    with registered(address, "Ben") as client:
        yield client


def registered(address: str, name: str) -> Client:
    client = Client(address)
    client.register(f"{name} {secrets.token_hex(8)}")  # names are unique, and tests share a server
    return client


def table(first: Client, *others: Client, **settings: Any) -> str:
    game = first.create("tally", ["human"] * (len(others) + 1), **settings)
    for other in others:
        other.join(game["id"])
    return game["id"]


def test_a_game_from_beginning_to_end(ada: Client, ben: Client) -> None:
    assert ada.me()["kind"] == "bot"
    assert [title["slug"] for title in ada.titles()][-1] == "tally"
    assert ada.title("tally")["levels"] == ["random", "greedy", "mcts"]
    game = table(ada, ben, options={"rounds": 1}, tags=["of the client"])
    assert [each["id"] for each in ada.games(tag="of the client", mine=True)] == [game]
    moves = ada.moves(game)
    assert moves["decision"] is not None
    tried = ada.preview(game, [each["move"] for each in moves["moves"][:2]] + [{"type": "done"}])
    assert [each["legal"] for each in tried["previews"]] == [True, True, False]
    dry = ada.play(game, {"type": "write", "number": 2}, dry_run=True)
    assert dry["events"]
    done = ada.play(game, {"type": "write", "number": 3}, decision=moves["decision"]["id"], if_match=moves["seq"])
    assert done["events"][0]["seat"] == 0
    assert ada.undo(game)["events"][0]["undone"] == [done["seq"]]
    ada.play(game, {"type": "write", "number": 3}, include=["moves", "state"])
    answer = ben.play(game, {"type": "write", "number": 4}, include=["moves", "state"])
    assert answer["state"] is not None
    assert answer["moves"] is None, "it is not asked"
    assert ada.game(game)["seq"] == answer["seq"]
    assert ada.news(game, answer["seq"]) is None
    seen = ada.news(game, answer["seq"] - 1)
    assert seen is not None
    assert seen["seq"] == answer["seq"]
    assert ada.game(game, at=2)["seq"] == 2
    assert ben.resign(game)["events"][0]["text"] == ["Seat 1 resigns; an AI (greedy) plays on"]


def test_a_game_that_does_not_begin(ada: Client, ben: Client) -> None:
    game = ada.create("tally", ["human", {"kind": "human"}])["id"]
    ben.join(game, seat=1)
    other = ada.create("tally", ["human", "human", "human"])["id"]
    ben.join(other, entropy="luck of mine")
    assert ben.leave(other)["seats"][1]["player"] is None
    assert ada.abort(other)["status"] == "aborted"


def test_a_refusal_says_what_is_wrong(ada: Client, ben: Client) -> None:
    game = table(ada, ben)
    with pytest.raises(Refused) as illegal:
        ada.play(game, {"type": "write", "number": 9})
    assert (illegal.value.status, illegal.value.kind) == (422, "illegal-move")
    assert illegal.value.rule is not None
    assert illegal.value.detail == str(illegal.value)
    with pytest.raises(Refused) as bad:
        ada.create("tally", ["genius"])
    assert bad.value.fields == {"seats[0].level": ["Must be one of: random, greedy, mcts."]}
    with pytest.raises(Refused) as late:
        ada.play(game, {"type": "write", "number": 1}, if_match=1)
    assert late.value.moved_on
    assert late.value.seq == ada.game(game)["seq"]
    with pytest.raises(Refused) as early:
        ada.record(game) and ada.audit(game)
    assert early.value.kind == "not-over"
    with pytest.raises(Refused) as nobody:
        Client(ada.base, "mh_nobody").me()
    assert nobody.value.status == 401


def test_connections_are_kept_and_few(ada: Client, ben: Client) -> None:
    game = table(ada, ben)
    for _ in range(5):
        ada.game(game)
    assert len(ada.transport._idle) == 1
    kept = ada.transport._idle[0]
    ada.moves(game)
    assert ada.transport._idle == [kept]
    threads = [threading.Thread(target=ada.game, args=(game,)) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert 1 <= len(ada.transport._idle) <= MOST_IDLE


def test_a_connection_that_was_closed_meanwhile_is_made_anew_at_once(ada: Client, ben: Client) -> None:
    game = table(ada, ben)
    pauses: list[float] = []
    ada.sleep = pauses.append
    ada.transport._idle[0].sock.shutdown(socket.SHUT_RDWR)
    ada.play(game, {"type": "write", "number": 1})
    ada.transport._idle[0].sock.shutdown(socket.SHUT_RDWR)
    assert ada.game(game)["seq"] > 2
    assert pauses == []


def test_events_are_followed_to_the_end_and_taken_up_where_they_broke_off(ada: Client, ben: Client) -> None:
    game = table(ada, ben)
    ada.sleep = lambda seconds: None
    stream = ada.events(game)
    begun = [event["seq"] for event in islice(stream, 2)]
    cut()
    ben.play(game, {"type": "write", "number": 1})
    assert [*begun, next(stream)["seq"]] == [1, 2, 3]
    later = ada.events(game, after=2)
    assert next(later)["seq"] == 3
    ada.play(game, {"type": "write", "number": 1})
    assert next(later)["seq"] == next(stream)["seq"] == 4
    stream.close()
    later.close()


_streams: list[socket.socket] = []


def cut() -> None:
    """All streams break off."""
    for each in _streams:
        each.shutdown(socket.SHUT_RDWR)
        each.close()
    _streams.clear()


@pytest.fixture(autouse=True)
def watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The connections that streams have are known to `cut`."""
    really = Transport.open
    _streams.clear()

    def open_and_note(self: Transport, request: Any) -> Any:
        line, response = really(self, request)
        if line.sock is not None:
            _streams.append(line.sock.dup())
        return line, response

    monkeypatch.setattr(Transport, "open", open_and_note)
    yield
    for each in _streams:
        each.close()


def test_an_inbox_tells_of_turns_and_goes_on(ada: Client, ben: Client, redis_server: EmbeddedRedis) -> None:
    game = table(ada, ben)
    ada.sleep = lambda seconds: None
    stream = ada.inbox()
    first = next(stream)
    assert (first["type"], first["game"], first["id"]) == ("my_turn", game, None)
    cut()
    with connect(redis_server.url) as redis:
        Inbox(Store(redis)).tell([game])  # as the dispatcher does
    # Whether all the turns that it begins with were told nobody knows: these may come again, but nothing is left out.
    told = next(notice for notice in stream if notice["type"] != "my_turn")
    assert (told["type"], told["id"]) == ("game_started", 1)
    stream.close()
    after = ada.inbox(after=1)
    turn = next(after)
    assert (turn["type"], turn["id"], turn["decision"]["kind"]) == ("my_turn", 2, first["decision"]["kind"])
    after.close()


@contextmanager
def streaming(*answers_: bytes | None) -> Iterator[tuple[str, list[dict[str, str]]]]:
    """A server that streams what it is told to, then hangs up."""
    listener = socket.create_server(("127.0.0.1", 0))
    asked: list[dict[str, str]] = []

    def serve() -> None:
        for body in answers_:
            line, _ = listener.accept()
            with line, line.makefile("rb") as incoming:
                incoming.readline()
                headers = {}
                while (text := incoming.readline().decode().strip()) != "":
                    name, _, value = text.partition(": ")
                    headers[name.lower()] = value
                asked.append(headers)
                if body is None:
                    line.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")
                else:
                    line.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n" + body)

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}", asked
    finally:
        thread.join()
        listener.close()


def frame(event: str, data: Any, number: int | None = None) -> bytes:
    return (b"id: %d\n" % number if number is not None else b"") + b"event: %s\ndata: %s\n\n" % (
        event.encode(),
        json.dumps(data).encode(),
    )


def test_what_a_stream_is_asked_with_when_it_is_taken_up() -> None:
    first = b"retry: 1000\n\n" + frame("event", {"seq": 1}, 1) + b": keep-alive\n\n" + frame("event", {"seq": 2}, 2)
    with streaming(first + b"id: 3\nevent: ev", frame("event", {"seq": 3}, 3), None) as (url, asked):
        client = Client(url, "t0ken", sleep=lambda seconds: None)
        assert [event["seq"] for event in client.events("g")] == [1, 2, 3]
    assert [headers.get("last-event-id") for headers in asked] == ["0", "2", "3"]
    assert {headers["authorization"] for headers in asked} == {"Bearer t0ken"}


def test_an_inbox_that_breaks_off_while_it_begins_begins_anew() -> None:
    hello, turn = frame("hello", {"type": "hello"}, 7), frame("my_turn", {"type": "my_turn", "id": None})
    later = frame("my_turn", {"type": "my_turn", "id": 8}, 8)
    with streaming(hello + turn, hello + turn + b": keep-alive\n\n", later, frame("end", {})) as (url, asked):
        told = [notice.get("id") for notice in Client(url, sleep=lambda seconds: None).inbox()]
    assert told == [None, None, 8]
    assert [headers.get("last-event-id") for headers in asked] == [None, None, "7", "8"]


def test_what_may_not_be_done_twice_is_sent_once() -> None:
    pauses: list[float] = []
    with moody(OK, None) as server:
        client = Client(server.url, sleep=pauses.append)
        client.me()
        with pytest.raises(OSError, match=r"127\.0\.0\.1"):
            client.register("Ada")
    assert [asked[0] for asked in server.asked] == ["GET", "POST"]
    busy = (503, {"detail": "away"}, {"Retry-After": "1"})
    with moody(OK, busy) as server:
        client = Client(server.url, sleep=pauses.append)
        client.me()
        with pytest.raises(OSError, match="away"):
            client.register("Ada")
    assert pauses == []


def test_who_asks_too_often_waits_as_long_as_it_is_told() -> None:
    pauses: list[float] = []
    with moody(OK, (429, {"detail": "slowly"}, {"Retry-After": "17"}), (201, {"token": "t"}, {})) as server:
        client = Client(server.url, sleep=pauses.append)
        client.me()
        client.register("Ada")
    assert pauses == [17.0]
    assert client.token == "t"


def test_an_answer_without_end_or_from_elsewhere_is_refused() -> None:
    with moody((200, b"x" * 100, {})) as server, pytest.raises(NoMoothall, match="larger than 50 bytes"):
        Client(server.url, largest=50).me()
    moved: Answer = (301, b"", {"Location": "https://elsewhere.example/"})
    with moody(moved) as server, pytest.raises(Refused, match=r"301 .*use https://elsewhere\.example/"):
        Client(server.url).me()


@pytest.mark.parametrize(
    ("told", "schema"),
    [
        (answers.Player, PlayerAnswer),
        (answers.Registered, Registered),
        (answers.Seat, SeatAnswer),
        (answers.Decision, DecisionAnswer),
        (answers.Awaiting, AwaitingAnswer),
        (answers.Result, ResultAnswer),
        (answers.LegalMove, LegalMove),
        (answers.Moves, MovesAnswer),
        (answers.Imagined, PositionAnswer),
        (answers.You, YouAnswer),
        (answers.Game, GameAnswer),
        (answers.GameBrief, GameBrief),
        (answers.Event, EventAnswer),
        (answers.Played, PlayedAnswer),
        (answers.Preview, PreviewAnswer),
        (answers.Previews, PreviewsAnswer),
        (answers.Asked, AskedAnswer),
    ],
    ids=lambda each: each.__name__,
)
def test_the_types_of_answers_are_those_of_the_documentation(told: Any, schema: type[Schema]) -> None:
    fields = schema().fields
    assert set(told.__required_keys__) == {name for name, field in fields.items() if field.required}
    assert set(get_type_hints(told)) <= set(fields)


def test_notices_have_the_documented_members() -> None:
    gap = {*GapAnswer().fields, "type"}
    assert set(get_type_hints(answers.Notice)) == {*NoticeAnswer().fields, *gap}
