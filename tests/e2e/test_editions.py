"""A game keeps the edition it began with: through an upgrade of the server, and while two builds serve side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from moothall.server.config import Config
from moothall.server.embedded import EmbeddedRedis
from moothall.server.supervisor import free_port
from tests.support.live import Person, running, until, web_process

MODULE = "tests.support.with_pebbles"


@pytest.fixture
def config(redis_server: EmbeddedRedis, redis: Any, tmp_path: Path) -> Config:
    return Config(redis=redis_server.url, data=tmp_path, web_workers=1)


@contextmanager
def build(config: Config, editions: str, monkeypatch: pytest.MonkeyPatch, workers: bool = True) -> Iterator[str]:
    """A web server of the build that knows these editions, with a worker and a dispatcher of its own; its address."""
    config = replace(config, port=free_port("127.0.0.1"))
    with monkeypatch.context() as patch:
        patch.setenv("PEBBLES_EDITIONS", editions)
        with web_process(config, MODULE):
            if not workers:
                yield f"http://{config.host}:{config.port}"
                return
            with running([MODULE, "worker"], config), running([MODULE, "dispatcher"], config):
                yield f"http://{config.host}:{config.port}"


def new_game(person: Person, **more: Any) -> Any:
    seats = [{"kind": "human"}, {"kind": "ai", "level": "greedy"}]
    return person.post("/v1/games", {"title": "pebbles", "seats": seats, **more})


def play_on(person: Person, game_id: str, moves: int = 99) -> Any:
    """One pebble at a time, as often as that or to the end; returns the game."""
    while True:
        game = person.client.get(f"/v1/games/{game_id}").json()
        if game["status"] != "active":
            return game
        if game["awaiting"]["decisions"][0]["seat"] != 0:
            headers = {"If-None-Match": f'"{game["seq"]}"'}
            person.client.get(f"/v1/games/{game_id}?wait=10", headers=headers)
            continue
        if not moves:
            return game
        moves -= 1
        person.play(game_id, "take", n=1)


Arrive = Callable[..., Person]
"""`arrive(address)` is somebody new there, `arrive(address, person)` the same account at another address."""


@pytest.fixture
def arrive() -> Iterator[Arrive]:
    with ExitStack() as stack:

        def person(address: str, known: Person | None = None) -> Person:
            one = stack.enter_context(Person(address, token=known is None))
            if known is not None:
                one.client.headers["Authorization"] = known.client.headers["Authorization"]
            return one

        yield person


def verdicts(person: Person, game_id: str) -> list[Any]:
    return [each["ok"] for each in person.client.get(f"/v1/games/{game_id}/audit").json()["verdicts"].values()]


def last_taker(person: Person, game_id: str) -> int:
    events = person.client.get(f"/v1/games/{game_id}/events").json()["events"]
    return next(int(event["seat"]) for event in reversed(events) if event["seat"] is not None)


def test_a_game_in_play_goes_on_by_its_own_edition_after_an_upgrade(
    config: Config, monkeypatch: pytest.MonkeyPatch, arrive: Arrive
) -> None:
    with build(config, "1", monkeypatch) as address:
        ada = arrive(address)
        game = new_game(ada)
        assert (game["edition"], game["state"]["pebbles"]) == (1, 10)
        play_on(ada, game["id"], 1)  # whoever began, pebbles are left
    with build(config, "1,2", monkeypatch) as address:
        ada = arrive(address, ada)
        assert ada.client.get("/v1/titles/pebbles").json()["edition"] == 2
        refused = ada.play(game["id"], "take", 422, n=4)
        assert (refused["rule"], "1 to" in refused["detail"]) == ("PB-1.2", True)
        ended = play_on(ada, game["id"])
        assert (ended["edition"], ended["status"]) == (1, "finished")
        assert ended["result"]["ranking"][0] == [last_taker(ada, game["id"])], "in edition 1 the last pebble wins"
        assert verdicts(ada, game["id"]) == [True] * 4

        fresh = new_game(ada)
        assert (fresh["edition"], fresh["state"]["pebbles"]) == (2, 14)
        ended = play_on(ada, fresh["id"])
        assert ended["result"]["ranking"][-1] == [last_taker(ada, fresh["id"])], "in edition 2 it loses"
        assert verdicts(ada, fresh["id"]) == [True] * 4
        assert new_game(ada, edition=1)["edition"] == 1, "an older edition can be asked for"


def test_each_edition_is_served_with_its_own_rules_and_components(
    config: Config, monkeypatch: pytest.MonkeyPatch, arrive: Arrive
) -> None:
    with build(config, "1,2", monkeypatch, workers=False) as address:
        ada = arrive(address)
        pages = [ada.client.get(f"/v1/titles/pebbles/content?edition={n}").json() for n in (1, 2)]
        assert [page["tables"]["heaps"][0]["most"] for page in pages] == [3, 4]
        rules = [ada.client.get(f"/v1/titles/pebbles/rules/PB-1.3?edition={n}").json()["text"] for n in (1, 2)]
        assert rules == ["Whoever takes the last pebble wins.", "Whoever takes the last pebble loses."]
        assert [len(ada.client.get(f"/v1/titles/pebbles/rules?edition={n}").json()["rules"]) for n in (1, 2)] == [3, 4]
        assert ada.client.get("/v1/titles/pebbles?edition=3").status_code == 404
        assert list(
            ada.post("/v1/games", {"title": "pebbles", "seats": [{"kind": "human"}] * 2, "edition": 7}, 422)["errors"]
        ) == ["edition"]


def test_two_builds_on_one_redis_do_not_spoil_each_others_games(
    config: Config, monkeypatch: pytest.MonkeyPatch, arrive: Arrive
) -> None:
    with build(config, "1", monkeypatch) as old, build(config, "1,2", monkeypatch) as new:
        ada, eva = arrive(old), arrive(new)
        both = [ada, arrive(new, ada)]
        shared = new_game(ada)["id"]
        for turn in range(4):  # a game of the old edition, by turns through both
            play_on(both[turn % 2], shared, 1)
        ended = play_on(ada, shared)
        assert ended["status"] == "finished"
        assert verdicts(ada, shared) == verdicts(arrive(new, ada), shared) == [True] * 4

        newer = new_game(eva)["id"]
        there = arrive(old, eva)
        for answer in (
            there.client.get(f"/v1/games/{newer}"),
            there.client.post(f"/v1/games/{newer}/moves", json={"move": {"type": "take", "n": 1}}),
        ):
            assert (answer.status_code, answer.json()["type"]) == (503, "/problems/newer-game")
            assert int(answer.headers["Retry-After"]) > 0
        ended = play_on(eva, newer)  # its AI's jobs may have been taken by the old worker first
        assert (ended["status"], ended["edition"]) == ("finished", 2)
        assert verdicts(eva, newer) == [True] * 4
        until(lambda: eva.client.get("/v1/games?title=pebbles").json()["games"], "the listing")
