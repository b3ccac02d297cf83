"""What concerns me: by page, and live over a real connection."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from moothall.events import keys
from moothall.events.event_store.store import Store
from moothall.events.projections.inbox import Inbox
from tests.support.api import Api
from tests.support.live import Frame, Person, table

PATH = "/v1/me/events"
LINES = {"Accept": "application/x-ndjson"}


@pytest.fixture
def inbox(redis: Any) -> Inbox:
    """The inboxes behind the running server: a test tells what the dispatcher would."""
    return Inbox(Store(redis))


class TestPage:
    def test_it_holds_what_was_told(self, api: Api) -> None:
        game = api.table()
        ada, bob = game.people
        assert ada.get(PATH).json == {"events": [], "newest": 0, "next": None, "gap": None}
        api.parts.inbox.tell([game.id])
        game.write(1, 2)
        api.parts.inbox.tell([game.id])
        answer = ada.get(PATH).json
        assert [(event["id"], event["type"]) for event in answer["events"]] == [
            (1, "game_started"),
            (2, "my_turn"),
            (3, "my_turn"),
        ]
        assert answer["events"][-1]["decision"] == {"id": 4, "kind": "turn"}
        assert answer["events"][-1]["deadline"] is None
        assert (answer["newest"], answer["next"]) == (3, None)
        assert [event["seat"] for event in bob.get(PATH).json["events"]] == [1, 1]

    def test_it_is_paged(self, api: Api) -> None:
        game = api.table()
        api.parts.inbox.tell([game.id])
        first = game.people[0].get(f"{PATH}?limit=1").json
        assert ([event["id"] for event in first["events"]], first["next"]) == ([1], 1)
        second = game.people[0].get(f"{PATH}?after=1").json
        assert ([event["id"] for event in second["events"]], second["next"]) == ([2], None)

    def test_what_is_no_longer_kept_is_admitted(self, api: Api) -> None:
        game = api.table()
        api.parts.inbox.tell([game.id])
        api.parts.store.redis.xtrim(keys.inbox(game.people[0].id), maxlen=1, approximate=False)
        assert game.people[0].get(PATH).json["gap"] == {"after": 0, "next": 2}
        assert game.people[0].get(f"{PATH}?after=1").json["gap"] is None
        assert game.people[0].get(f"{PATH}?after=7").json["gap"] == {"after": 7, "next": 3}

    def test_strangers_have_none(self, api: Api) -> None:
        api.spectator.get(PATH, 401)
        api.spectator.get(PATH, 401, LINES)

    @pytest.mark.parametrize("query", ["after=-1", "after=x", "limit=0", "limit=501", "since=3"])
    def test_a_bad_page_is_refused_by_its_name(self, api: Api, query: str) -> None:
        assert list(api.player().get(f"{PATH}?{query}", 422).json["errors"]) == [query.partition("=")[0]]

    @pytest.mark.parametrize("accept", ["text/event-stream", "application/x-ndjson"])
    def test_a_bad_last_event_id_is_refused(self, api: Api, accept: str) -> None:
        answer = api.player().get(PATH, 400, {"Accept": accept, "Last-Event-ID": "x"})
        assert list(answer.json["errors"]) == ["Last-Event-ID"]


class TestLive:
    def test_turns_starts_and_ends_are_told_as_they_happen(self, address: str, inbox: Inbox) -> None:
        with Person(address) as ada, Person(address) as bob, ada.listen(PATH) as stream:
            assert told(stream) == {"type": "hello", "id": 0}
            game = table(ada, bob, options={"rounds": 1})
            inbox.tell([game])
            started, turn = told(stream), told(stream)
            assert (started["type"], started["game"], started["id"]) == ("game_started", game, 1)
            assert (turn["type"], turn["decision"], turn["seat"]) == ("my_turn", {"id": 2, "kind": "write"}, 0)

    def test_it_begins_with_the_turns_that_wait_and_tells_them_once(self, address: str, inbox: Inbox) -> None:
        with Person(address) as ada, Person(address) as bob:
            games = [table(ada, bob) for _ in range(3)]
            inbox.tell(games[:2])
            with ada.listen(PATH) as stream:
                assert told(stream) == {"type": "hello", "id": 4}
                waiting = [told(stream) for _ in games]
                assert {(turn["type"], turn["id"], turn["game"]) for turn in waiting} == {
                    ("my_turn", None, game) for game in games
                }
                inbox.tell(games)  # the turn in the third is told only now, and known already
                assert (told(stream)["type"], inbox_size(ada)) == ("game_started", 6)
                for person in (ada, bob):
                    person.play(games[0], "write", number=1)
                inbox.tell(games)
                turn = told(stream)
                assert (turn["id"], turn["game"], turn["decision"]["id"]) == (7, games[0], 4)

    def test_it_resumes_without_a_gap(self, address: str, inbox: Inbox) -> None:
        with Person(address) as ada, Person(address) as bob:
            inbox.tell([table(ada, bob)])
            with ada.listen(PATH, **{"Last-Event-ID": "1"}) as stream:
                assert [told(stream)["id"] for _ in range(2)] == [1, 2]
            for _ in range(3):  # while nobody listens
                inbox.tell([table(ada, bob)])
            with ada.listen(PATH, **{"Last-Event-ID": "2"}) as stream:
                assert [told(stream)["id"] for _ in range(7)] == [2, 3, 4, 5, 6, 7, 8]
            with ada.listen(f"{PATH}?after=7") as stream:
                assert [told(stream)["id"] for _ in range(2)] == [7, 8]

    def test_a_gap_is_told(self, address: str, inbox: Inbox, redis: Any) -> None:
        with Person(address) as ada, Person(address) as bob:
            for _ in range(4):
                inbox.tell([table(ada, bob)])
            player = ada.client.get("/v1/me").json()["id"]
            redis.xtrim(keys.inbox(player), maxlen=3, approximate=False)
            with ada.listen(PATH, **{"Last-Event-ID": "2"}) as stream:
                assert told(stream)["type"] == "hello"
                gap = next_event(stream)
                assert (gap.event, gap.id, json.loads(gap.data)["next"]) == ("gap", "5", 6)
                assert [told(stream)["id"] for _ in range(3)] == [6, 7, 8]
            redis.delete(keys.inbox(player), keys.told(player))  # what a Redis that was lost leaves
            with ada.listen(PATH, **{"Last-Event-ID": "8"}) as stream:
                assert told(stream)["type"] == "hello"
                assert told(stream) == {"type": "gap", "after": 8, "next": 1}
                inbox.tell([table(ada, bob)])
                assert told(stream)["id"] == 1

    def test_lines_say_the_same_and_empty_ones_that_the_stream_lives(self, address: str, inbox: Inbox) -> None:
        with Person(address) as ada, Person(address) as bob:
            inbox.tell([table(ada, bob)])
            page = ada.client.get(PATH).json()["events"]
            with ada.client.stream("GET", f"{PATH}?after=0", headers=LINES) as answer:
                assert answer.headers["Content-Type"] == "application/x-ndjson"
                lines = answer.iter_lines()
                assert json.loads(next(lines)) == {"type": "hello", "id": 0}
                assert [json.loads(next(lines)) for _ in page] == page
                assert [next(lines), next(lines)] == ["", ""]

    def test_a_silent_stream_says_that_it_lives(self, address: str) -> None:
        with Person(address) as ada, ada.listen(PATH) as stream:
            assert told(stream)["type"] == "hello"
            assert [next(stream).comment for _ in range(2)] == ["keep-alive"] * 2

    def test_an_account_may_have_many_streams(self, address: str, inbox: Inbox) -> None:
        with Person(address) as ada, Person(address) as bob, ExitStack() as stack:
            streams = [stack.enter_context(ada.listen(PATH)) for _ in range(8)]
            assert [told(stream)["type"] for stream in streams] == ["hello"] * 8
            inbox.tell([table(ada, bob)])
            assert [[told(stream)["id"] for _ in range(2)] for stream in streams] == [[1, 2]] * 8

    def test_everybody_hears_of_the_own_games_only(self, address: str, inbox: Inbox) -> None:
        with Person(address) as ada, Person(address) as bob, Person(address) as eve, eve.listen(PATH) as stream:
            assert told(stream)["type"] == "hello"
            inbox.tell([table(ada, bob)])
            inbox.tell([mine := table(eve, ada)])
            assert told(stream)["game"] == mine


def inbox_size(person: Person) -> int:
    return int(person.client.get(PATH).json()["newest"])


def next_event(stream: Iterator[Frame]) -> Frame:
    """The next frame that is an event, keep-alives passed over."""
    return next(frame for frame in stream if frame.event)


def told(stream: Iterator[Frame]) -> Any:
    """What it says."""
    frame = next_event(stream)
    data = json.loads(frame.data)
    assert frame.event == data["type"]
    return data
