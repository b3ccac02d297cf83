"""What an account may have at once: never one too many, whoever races, and never too few."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from moothall.domain.table.decide import Person as Somebody
from moothall.domain.table.state import Seat
from moothall.events import keys
from moothall.events.accounts import quotas
from moothall.events.accounts.quotas import AI_GAMES, COMING_MS, GAMES, Quotas
from moothall.events.errors import QuotaReached
from moothall.server.app import create_app
from moothall.server.bootstrap import Services, wire
from moothall.server.config import Config
from moothall.server.embedded import EmbeddedRedis
from moothall.server.supervisor import free_port
from tests.support.api import Answer, Api, Caller
from tests.support.house import House
from tests.support.live import PATIENCE_S, Person, web_server
from tests.support.tally import TALLY

Make = Callable[..., Api]

PEOPLE = {"title": "tally", "seats": [{"kind": "human"}, {"kind": "human"}]}
ONE_AND_AI = {"title": "tally", "seats": [{"kind": "human"}, {"kind": "ai", "level": "random"}]}
AIS = {"title": "tally", "seats": [{"kind": "ai", "level": "random"}] * 2}


@pytest.fixture
def limited(parts: Services) -> Iterator[Make]:
    """An app with quotas of its own."""
    made: list[Services] = []

    def make(**most: Any) -> Api:
        made.append(wire(replace(parts.config, limit_create="", **most), {"tally": TALLY}))
        return Api(create_app(parts=made[-1]))

    yield make
    for each in made:
        each.store.redis.close()
        each.jobs.connection.close()


def is_full(answer: Answer, limit: str, most: int) -> None:
    assert answer.json["type"] == "/problems/quota-reached"
    assert (answer.json["limit"], answer.json["most"]) == (limit, most)


def test_open_games_are_counted_until_they_are_over(limited: Make) -> None:
    api = limited(most_games=2)
    ada = api.player()
    first, second = (ada.post("/v1/games", PEOPLE).json["id"] for _ in range(2))
    is_full(ada.post("/v1/games", PEOPLE, 409), "open_games", 2)
    api.player("Ben").post("/v1/games", PEOPLE)
    ada.post(f"/v1/games/{second}/abort")
    ada.post("/v1/games", PEOPLE)
    is_full(ada.post("/v1/games", PEOPLE, 409), "open_games", 2)
    api.player("Cleo").post(f"/v1/games/{first}/seats")
    is_full(ada.post("/v1/games", PEOPLE, 409), "open_games", 2)  # an active game is one, too


def test_another_token_does_not_help(limited: Make) -> None:
    ada = limited(most_games=1).player()
    ada.post("/v1/games", PEOPLE)
    other = ada.post("/v1/me/tokens", {"name": "bot", "scopes": ["read", "play"]}).json["token"]
    is_full(Caller(ada.app, other).post("/v1/games", PEOPLE, 409), "open_games", 1)


def test_games_that_were_refused_are_not_counted(limited: Make) -> None:
    ada = limited(most_games=1).player()
    for _ in range(3):
        ada.post("/v1/games", {**PEOPLE, "options": {"rounds": 10_000}}, 422)
    ada.post("/v1/games", PEOPLE)


def test_a_repeated_request_gets_its_answer_though_there_is_no_room(limited: Make) -> None:
    ada, key = limited(most_games=1).player(), {"Idempotency-Key": "once"}
    first = ada.post("/v1/games", PEOPLE, 201, key)
    assert ada.post("/v1/games", PEOPLE, 201, key).json == first.json
    is_full(ada.post("/v1/games", PEOPLE, 409, {"Idempotency-Key": "twice"}), "open_games", 1)


def test_games_without_people_have_a_quota_of_their_own(limited: Make) -> None:
    ada = limited(most_games=3, most_ai_games=1).player()
    ada.post("/v1/games", AIS)
    is_full(ada.post("/v1/games", AIS, 409), "ai_games", 1)
    ada.post("/v1/games", ONE_AND_AI)


def test_a_game_that_all_people_have_left_is_one_without(limited: Make) -> None:
    api = limited(most_ai_games=1)
    ada = api.player()
    game = ada.post("/v1/games", ONE_AND_AI).json["id"]
    ada.post(f"/v1/games/{game}/resign")
    api.parts.projections.project([game])  # as the dispatcher does
    is_full(ada.post("/v1/games", AIS, 409), "ai_games", 1)


def test_a_fork_is_a_game(limited: Make) -> None:
    ada = limited(most_games=1).player()
    game = ada.post("/v1/games", ONE_AND_AI).json["id"]
    is_full(ada.post(f"/v1/games/{game}/fork", {"at": 1}, 409), "open_games", 1)


def test_whoever_organises_is_not_counted(limited: Make) -> None:
    olga = limited(most_games=1, most_ai_games=1).organiser()
    for _ in range(3):
        olga.post("/v1/games", AIS)


def test_tokens_and_webhooks(limited: Make) -> None:
    ada = limited(most_tokens=2, most_webhooks=1, webhook_private=True).player()
    token = ada.post("/v1/me/tokens", {"name": "a", "scopes": ["read"]}).json["id"]
    is_full(ada.post("/v1/me/tokens", {"name": "b", "scopes": ["read"]}, 409), "tokens", 2)
    ada.post(f"/v1/me/tokens/{token}/rotate")
    ada.delete(f"/v1/me/tokens/{token}", 204)
    ada.post("/v1/me/tokens", {"name": "b", "scopes": ["read"]})
    hook = {"url": "http://127.0.0.1:9/"}
    ada.post("/v1/me/webhooks", hook)
    is_full(ada.post("/v1/me/webhooks", hook, 409), "webhooks", 1)


def test_a_token_that_was_refused_is_none(limited: Make) -> None:
    api = limited(most_tokens=1)
    ada = api.player()
    ada.post("/v1/me/tokens", {"name": "b", "scopes": ["read"]}, 409)
    assert len(api.parts.store.redis.keys("mh:token:*")) == 1


class TestSets:
    """The sets of ids hold what the games say."""

    def test_what_never_came_to_be_is_forgotten(self, redis: Any) -> None:
        kept = Quotas(House(redis).store)
        kept.let_in("ann", "lost", {GAMES: 1}, 1_000)
        with pytest.raises(QuotaReached):
            kept.let_in("ann", "next", {GAMES: 1}, 1_000 + COMING_MS)  # it may still be on its way
        kept.let_in("ann", "next", {GAMES: 1}, 1_001 + COMING_MS)
        assert redis.zrange(keys.made_games("ann"), 0, -1) == [b"next"]

    def test_what_nobody_projected_is_noticed(self, redis: Any) -> None:
        house = House(redis)
        kept = Quotas(house.store)
        kept.let_in("ann", "g1", {GAMES: 1}, 0)
        house.create()
        house.commands.abort("g1", Somebody("ann", "Ann"))
        redis.zadd(keys.made_games("ann"), {"g1": 0})  # as if the projection had been lost
        kept.let_in("ann", "g2", {GAMES: 1}, 1)

    def test_letting_in_twice_is_letting_in_once(self, redis: Any) -> None:
        kept = Quotas(House(redis).store)
        for _ in range(3):
            kept.let_in("ann", "g1", {GAMES: 1, AI_GAMES: 1}, 0)
        with pytest.raises(QuotaReached, match="1 ai games"):
            kept.let_in("ann", "g2", {GAMES: 2, AI_GAMES: 1}, 0)
        assert redis.zcard(keys.made_games("ann")) == 1, "all or nothing"

    def test_a_rebuild_brings_them_back(self, redis: Any) -> None:
        house = House(redis)
        house.create("g1")
        house.commands.create("g2", Somebody("ann", "Ann"), TALLY, [Seat("ai", level="random")] * 2, {}, bytes(32))
        redis.delete(keys.made_games("ann"), keys.made_ai_games("ann"))
        house.projections.rebuild(house.games, 5_000)
        assert redis.zrange(keys.made_games("ann"), 0, -1) == [b"g1", b"g2"]
        assert redis.zrange(keys.made_ai_games("ann"), 0, -1) == [b"g2"]

    def test_only_seats_of_people_are_peoples(self) -> None:
        assert quotas.is_ai_only(["ai", "ai"])
        assert not quotas.is_ai_only(["ai", "human"])


def test_nobody_wins_a_race_for_one_more(redis_server: EmbeddedRedis, redis: Any, tmp_path: Path) -> None:
    """Two web processes, forty requests at once for each."""
    config = Config(
        redis=redis_server.url,
        port=free_port("127.0.0.1"),
        data=tmp_path,
        access_log="",
        limit_create="",
        most_games=7,
        most_ai_games=3,
        most_tokens=5,
        most_webhooks=4,
        webhook_private=True,
    )
    with web_server(config) as address, Person(address) as ada, ThreadPoolExecutor(40) as pool:

        def post(path: str, body: Any) -> int:
            answer = httpx.post(
                f"{address}{path}", json=body, headers=ada.client.headers, timeout=PATIENCE_S, trust_env=False
            )
            return answer.status_code

        for path, body, most in (
            ("/v1/games", AIS, 3),
            ("/v1/games", PEOPLE, 4),  # three of the seven are the AIs'
            ("/v1/me/tokens", {"name": "n", "scopes": ["read"]}, 4),  # and one came with the account
            ("/v1/me/webhooks", {"url": "http://127.0.0.1:9/"}, 4),
        ):
            statuses = Counter(pool.map(lambda _, path=path, body=body: post(path, body), range(40)))
            assert statuses == {201: most, 409: 40 - most}, path
