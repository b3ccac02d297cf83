"""A game's events: by page, as lines, and live over a real connection."""

from __future__ import annotations

import json
from typing import Any

import pytest

from moothall.server.config import Config
from moothall.server.embedded import EmbeddedRedis
from moothall.server.supervisor import free_port
from tests.support.api import Api
from tests.support.live import PATIENCE_S, Frame, Person, table, web_process

LINES = {"Accept": "application/x-ndjson"}
LIVE = {"Accept": "text/event-stream"}


def test_a_page_tells_where_the_next_begins(api: Api) -> None:
    game = api.table()
    game.write(1, 2)
    first = api.spectator.get(f"{game.path}/events?limit=3").json
    assert ([event["seq"] for event in first["events"]], first["next"], first["seq"]) == ([1, 2, 3], 3, 4)
    second = api.spectator.get(f"{game.path}/events?limit=3&after=3").json
    assert ([event["seq"] for event in second["events"]], second["next"]) == ([4], None)
    assert api.spectator.get(f"{game.path}/events?after=4").json["events"] == []
    assert api.spectator.get(f"{game.path}/events?after=999").json["events"] == []


@pytest.mark.parametrize(
    "query", ["after=-1", "after=x", "after=99999999999999999999", "limit=0", "limit=501", "since=3"]
)
def test_a_bad_page_is_refused_by_its_name(api: Api, query: str) -> None:
    game = api.table()
    assert list(api.spectator.get(f"{game.path}/events?{query}", 422).json["errors"]) == [query.partition("=")[0]]


def test_an_event_tells_who_did_what_and_what_came_of_it(api: Api) -> None:
    game = api.table()
    game.write(3, 4)
    event = api.spectator.get(f"{game.path}/events?after=3").json["events"][0]
    assert (event["seat"], event["move"], event["step"], event["level"]) == (1, None, None, None)
    hidden, revealed = event["changes"]
    assert hidden == {"type": "hidden", "seat": 1, "what": "written"}
    assert (revealed["type"], revealed["numbers"]) == ("revealed", [3, 4])
    assert event["text"] == ["Player 1 does something in secret", "Revealed"]


def test_when_the_game_is_over_everything_is_told(api: Api) -> None:
    game = api.table(options={"rounds": 1})
    game.play_round(3, 4)
    events = api.spectator.get(f"{game.path}/events").json["events"]
    assert events[2]["move"] == {"type": "write", "number": 3}
    assert events[-1]["step"] == "score_round"
    assert events[-1]["changes"][-1]["type"] == "game_finished"


def test_all_events_as_lines(api: Api) -> None:
    game = api.table()
    game.write(1, 2)
    answer = game.people[0].get(f"{game.path}/events?limit=1", headers=LINES)
    assert answer.mimetype == "application/x-ndjson"
    lines = [json.loads(line) for line in answer.bytes.splitlines()]
    assert lines == game.people[0].get(f"{game.path}/events").json["events"]
    after = game.people[0].get(f"{game.path}/events?after=3", headers=LINES)
    assert [json.loads(line)["seq"] for line in after.bytes.splitlines()] == [4]


@pytest.mark.parametrize("accept", ["*/*", "application/json", "text/html,application/json", "image/png"])
def test_json_is_what_everybody_else_gets(api: Api, accept: str) -> None:
    game = api.table()
    assert api.spectator.get(f"{game.path}/events", headers={"Accept": accept}).mimetype == "application/json"


@pytest.mark.parametrize("last", ["x", "-1", "1.5", "", "9" * 16, "٣"])
def test_a_bad_last_event_id_is_refused(api: Api, last: str) -> None:
    game = api.table()
    headers = {**LIVE, "Last-Event-ID": last.encode().decode("latin-1")}
    assert list(api.spectator.get(f"{game.path}/events", 400, headers).json["errors"]) == ["Last-Event-ID"]


@pytest.mark.parametrize("headers", [LINES, LIVE])
def test_a_private_game_is_not_followed_by_strangers(api: Api, headers: dict[str, str]) -> None:
    game = api.table(private=True)
    api.spectator.get(f"{game.path}/events", 404, headers)
    api.player().get(f"{game.path}/events", 404, headers)


def test_a_live_stream_begins_with_what_there_is_and_goes_on_with_what_comes(address: str) -> None:
    with Person(address) as ada, Person(address) as bob, Person(address, token=False) as spectator:
        game = table(ada, bob)
        with spectator.follow(game) as stream:
            assert next(stream) == Frame(retry="1000")
            assert [next(stream).id for _ in range(2)] == ["1", "2"]
            ada.play(game, "wave")
            frame = _next_event(stream)
    assert (frame.id, frame.event) == ("3", "event")
    assert json.loads(frame.data)["changes"] == [{"type": "waved", "seat": 0}]


def test_a_frame_holds_exactly_what_a_page_holds(address: str) -> None:
    with Person(address) as ada, Person(address) as bob:
        game = table(ada, bob)
        ada.play(game, "write", number=4)
        page = ada.client.get(f"/v1/games/{game}/events").json()["events"]
        with ada.follow(game) as stream:
            seen = [json.loads(_next_event(stream).data) for _ in page]
    assert seen == page


def test_a_stream_resumes_after_the_last_event_one_has(address: str) -> None:
    with Person(address) as ada, Person(address) as bob:
        game = table(ada, bob)
        ada.play(game, "wave")
        with ada.follow(game, **{"Last-Event-ID": "2"}) as stream:
            assert _next_event(stream).id == "3"
        with ada.follow(game, "?after=1") as stream:
            assert _next_event(stream).id == "2"
        with ada.follow(game, "?after=1", **{"Last-Event-ID": "2"}) as stream:
            assert _next_event(stream).id == "3"


def test_a_silent_stream_says_that_it_lives(address: str) -> None:
    with Person(address) as ada, Person(address) as bob:
        game = table(ada, bob)
        with ada.follow(game, "?after=2") as stream:
            next(stream)
            assert [next(stream).comment for _ in range(3)] == ["keep-alive"] * 3
            bob.play(game, "wave")
            assert _next_event(stream).id == "3"


def test_a_stream_ends_with_the_game_and_is_not_to_be_asked_again(address: str) -> None:
    with Person(address) as ada, Person(address) as bob:
        path = ada.post("/v1/games", {"title": "tally", "seats": [{"kind": "human"}] * 2})["id"]
        with bob.follow(path) as stream:
            assert _next_event(stream).id == "1"
            ada.post(f"/v1/games/{path}/abort")
            assert _next_event(stream).id == "2"
            assert list(stream) == [Frame(event="end", data="{}")]
        headers = {**LIVE, "Last-Event-ID": "2"}
        again = bob.client.get(f"/v1/games/{path}/events", headers=headers)
        assert (again.status_code, again.content) == (204, b"")
        with bob.follow(path, **{"Last-Event-ID": "1"}) as stream:
            assert [frame.event for frame in stream] == ["", "event", "end"]


def test_followers_see_with_their_own_eyes(address: str) -> None:
    with Person(address) as ada, Person(address) as bob, Person(address, token=False) as spectator:
        game = table(ada, bob)
        after = "?after=2"
        with ada.follow(game, after) as hers, bob.follow(game, after) as his, spectator.follow(game, after) as theirs:
            ada.play(game, "write", number=4)
            seen = [json.loads(_next_event(stream).data) for stream in (hers, his, theirs)]
    written = {"type": "written", "seat": 0, "number": 4}
    hidden = {"type": "hidden", "seat": 0, "what": "written"}
    assert [event["changes"] for event in seen] == [[written], [hidden], [hidden]]
    assert [event["move"] for event in seen] == [{"type": "write", "number": 4}, None, None]


def test_many_followers_of_one_game_all_get_every_event(address: str) -> None:
    with Person(address) as ada, Person(address) as bob:
        game = table(ada, bob)
        readers = [Person(address, token=False) for _ in range(10)]
        streams: list[Any] = [reader.follow(game, "?after=2") for reader in readers]
        opened = [stream.__enter__() for stream in streams]
        for _ in range(20):
            ada.play(game, "wave")
        seen = [[_next_event(each).id for _ in range(20)] for each in opened]
        for stream, reader in zip(streams, readers, strict=True):
            stream.__exit__(None, None, None)
            reader.client.close()
    assert seen == [[str(seq) for seq in range(3, 23)]] * 10


def test_a_server_that_stops_ends_its_streams_in_order(redis_server: EmbeddedRedis) -> None:
    """What is cut short would be an error to its reader; this one just ends, to be taken up after the last event."""
    config = Config(redis=redis_server.url, port=free_port("127.0.0.1"), web_workers=1)
    with web_process(config) as process:
        with Person(f"http://{config.host}:{config.port}") as ada:
            game = ada.post("/v1/games", {"title": "tally", "seats": [{"kind": "human"}] * 2})["id"]
            with ada.follow(game) as stream:
                assert _next_event(stream).id == "1"
                process.terminate()
                assert list(stream) == []
        assert process.wait(PATIENCE_S) == 0


def _next_event(stream: Any) -> Frame:
    """The next frame that is an event, keep-alives passed over."""
    frame: Frame = next(frame for frame in stream if frame.event)
    return frame
