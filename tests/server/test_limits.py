"""Limits: who asks too often is told so, and nobody is kept from playing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from moothall.server.app import create_app
from moothall.server.bootstrap import Services, wire
from moothall.server.config import Config
from moothall.server.embedded import EmbeddedRedis
from moothall.server.limits import READ_TIMES
from tests.support.api import Answer, Api, Caller
from tests.support.cups import Cup
from tests.support.tally import TALLY

Make = Callable[..., Api]

GAME = {"title": "tally", "seats": [{"kind": "human"}, {"kind": "human"}]}


@pytest.fixture
def limited(parts: Services) -> Iterator[Make]:
    """An app with limits of its own."""
    made: list[Services] = []

    def make(**limits: Any) -> Api:
        made.append(wire(replace(parts.config, **limits), {"tally": TALLY}))
        return Api(create_app(parts=made[-1]))

    yield make
    for each in made:
        each.store.redis.close()
        each.jobs.connection.close()


def is_limited(answer: Answer, name: str) -> None:
    assert (answer.json["type"], answer.json["limit"]) == ("/problems/rate-limited", name)
    assert 1 <= int(answer.headers["Retry-After"]) <= 3600
    assert answer.json["retry_after"] == int(answer.headers["Retry-After"])


def test_reading_is_limited_by_account(limited: Make) -> None:
    api = limited(limit_read="5 per hour")
    ada, ben = api.player("Ada"), api.player("Ben")
    for left in (4, 3, 2, 1, 0):
        headers = ada.get("/v1/me").headers
        assert headers["RateLimit-Policy"] == '"read";q=5;w=3600'
        assert headers["RateLimit"].startswith(f'"read";r={left};t=')
    is_limited(ada.get("/v1/me", 429), "read")
    ben.get("/v1/me")
    api.spectator.get("/v1/games")


def test_reading_without_a_token_is_limited_by_address(limited: Make) -> None:
    api = limited(limit_read="2 per hour", proxies=1)  # the test's client is behind no proxy, but may say that it is
    for address in ("192.0.2.1", "192.0.2.2"):
        headers = {"X-Forwarded-For": address}
        for _ in range(2):
            api.spectator.get("/v1/games", headers=headers)
        is_limited(api.spectator.get("/v1/titles", 429, headers=headers), "read")


def test_an_address_that_nobody_vouches_for_is_not_believed(limited: Make) -> None:
    api = limited(limit_read="1 per hour")
    api.spectator.get("/v1/games", headers={"X-Forwarded-For": "192.0.2.1"})
    is_limited(api.spectator.get("/v1/games", 429, headers={"X-Forwarded-For": "192.0.2.2"}), "read")


def test_the_tokens_of_an_account_are_counted_together(limited: Make) -> None:
    api = limited(limit_create="3 per hour")
    ada = api.player()
    made = [ada.post("/v1/me/tokens", {"name": "bot", "scopes": ["read", "play"]}).json["token"] for _ in range(2)]
    first, second = (Caller(api.app, token) for token in made)
    first.post("/v1/games", GAME)
    for caller in (first, second, ada):
        is_limited(caller.post("/v1/games", GAME, 429), "create")


def test_the_accounts_of_an_address_are_counted_together(limited: Make) -> None:
    api = limited(limit_create="2 per hour", limit_read="1 per hour", limit_address=2, proxies=1)
    here, there = {"X-Forwarded-For": "2001:db8::1"}, {"X-Forwarded-For": "2001:db8:0:1::1"}
    people = [api.player(f"Player {number}") for number in range(4)]
    for person in people[:2]:
        for _ in range(2):
            person.post("/v1/games", GAME, 201, here)
    is_limited(people[2].post("/v1/games", GAME, 429, {"X-Forwarded-For": "2001:db8::2"}), "create")
    people[3].post("/v1/games", GAME, 201, there)
    readers = [api.player(f"Reader {number}") for number in range(2 * READ_TIMES + 1)]
    for person in readers[:-1]:
        person.get("/v1/me", 200, here)
    is_limited(readers[-1].get("/v1/me", 429, here), "read")
    api.spectator.get("/v1/games", 200, here)  # whoever shows no token is counted alone


def test_refusals_of_the_accounts_of_an_address_are_counted_together(limited: Make) -> None:
    api = limited(limit_refused="1 per hour", limit_address=2)
    people = [api.player(f"Player {number}") for number in range(3)]
    for person in people[:2]:
        person.post("/v1/games", {}, 422)
    is_limited(people[2].post("/v1/games", {}, 429), "refused")


def test_all_processes_count_together(limited: Make) -> None:
    one, other = limited(limit_read="3 per hour"), limited(limit_read="3 per hour")
    ada = one.player()
    for app in (one, other, one):
        Caller(app.app, ada.token).get("/v1/me")
    for app in (one, other):
        is_limited(Caller(app.app, ada.token).get("/v1/me", 429), "read")


def left(answer: Answer) -> int:
    """What is said to be left."""
    return int(answer.headers["RateLimit"].partition("r=")[2].partition(";")[0])


def test_what_is_left_is_the_same_in_all_processes(limited: Make) -> None:
    apps = [limited(limit_read="6000 per hour") for _ in range(3)]
    ada = apps[0].player()
    callers = [Caller(app.app, ada.token) for app in apps]
    told = [left(callers[turn % 3].get("/v1/me")) for turn in range(12)]
    assert told == list(range(5999, 5987, -1))


def test_when_it_starts_anew_is_the_same_in_all_processes(limited: Make) -> None:
    apps = [limited(limit_read="6000 per hour") for _ in range(2)]
    ada = apps[0].player()
    ends = {Caller(app.app, ada.token).get("/v1/me").headers["RateLimit"].partition("t=")[2] for app in apps}
    assert ends <= {"3600", "3599"}


def test_large_limits_still_hold(limited: Make) -> None:
    api = limited(limit_read="400 per hour")
    client = api.app.test_client()
    statuses = [client.get("/v1/titles").status_code for _ in range(410)]
    assert statuses == [200] * 400 + [429] * 10


def test_registering_and_creating_are_limited_apart(limited: Make) -> None:
    api = limited(limit_register="2 per hour", limit_create="1 per hour")
    ada, ben = api.player("Ada"), api.player("Ben")
    is_limited(api.spectator.post("/v1/players", {"name": "Cleo"}, 429), "register")
    ada.post("/v1/games", GAME)
    is_limited(ada.post("/v1/games", GAME, 429), "create")
    is_limited(ada.post("/v1/me/tokens", {"name": "bot", "scopes": ["read"]}, 429), "create")
    ben.post("/v1/games", GAME)


def test_refused_moves_are_limited_and_legal_ones_are_not(limited: Make) -> None:
    table = limited(limit_refused="3 per hour", limit_read="1 per hour", limit_create="1 per hour").table()
    ada = table.people[0]
    for _ in range(3):
        table.play(0, "write", 422, number=6)
    is_limited(table.play(0, "write", 429, number=6), "refused")
    for _ in range(30):
        assert "RateLimit" not in table.play(0, "wave").headers
    table.play(0, "write", number=3)
    table.play(1, "write", 422, number=6)  # the other seat has done nothing wrong so far
    table.play(1, "write", number=3)
    ada.post(f"{table.path}/undo", None, 429)


def test_a_lost_race_is_nobodys_fault(limited: Make) -> None:
    table = limited(limit_refused="1 per hour").table()
    for _ in range(5):
        table.people[0].post(f"{table.path}/moves", {"move": {"type": "wave"}}, 412, {"If-Match": '"1"'})


def test_guessing_tokens_has_an_end(limited: Make) -> None:
    api = limited(limit_refused="3 per hour")
    for _ in range(3):
        api.spectator.get("/v1/games", 401, {"Authorization": "Bearer guess"})
    is_limited(api.spectator.get("/v1/games", 429, {"Authorization": "Bearer guess"}), "refused")
    api.spectator.get("/v1/games")


def test_a_dry_run_is_reading(limited: Make) -> None:
    table = limited(limit_read="2 per hour").table()
    table.play(0, "write", number=1)  # whoever is asked is not counted
    ada, body = table.people[0], {"move": {"type": "wave"}}
    ada.post(f"{table.path}/moves?dry_run=true", body, 200)
    ada.post(f"{table.path}/moves/preview", {"candidates": [body]}, 200)
    is_limited(ada.post(f"{table.path}/moves?dry_run=true", body, 429), "read")
    is_limited(ada.post(f"{table.path}/moves/preview", {"candidates": [body]}, 429), "read")
    ada.post(f"{table.path}/moves", body)


def test_what_belongs_to_the_own_decision_is_never_limited(limited: Make) -> None:
    table = limited(limit_read="1 per hour", limit_refused="1 per hour", limit_address=1).table()
    ada, ben = table.people
    table.play(1, "write", number=2)
    move, wrong = {"move": {"type": "write", "number": 3}}, {"move": {"type": "write", "number": 9}}
    for _ in range(2 * READ_TIMES):
        for answer in (
            ada.get(table.path),
            ada.get(f"{table.path}?wait=0"),
            ada.get(f"{table.path}/moves"),
            ada.get(f"{table.path}/moves?limit=1"),
            ada.get(f"{table.path}/position"),
            ada.post(f"{table.path}/moves/preview", {"candidates": [move, wrong]}, 200),
            ada.post(f"{table.path}/moves?dry_run=true", move, 200),
            ada.post(f"{table.path}/moves?dry_run=true", wrong, 422),
        ):
            assert "RateLimit" not in answer.headers
    ben.get(table.path)  # who is not asked reads as anywhere, and of that nothing was used up
    is_limited(ben.get(f"{table.path}/moves", 429), "read")
    table.play(0, "write", number=3)


@pytest.mark.parametrize("path", ["", "/moves"])
def test_a_process_that_has_missed_a_turn_refuses_nobody(limited: Make, path: str) -> None:
    """The move that made it Ada's turn went through another process."""
    one, other = limited(limit_read="1 per hour"), limited(limit_read="1 per hour")
    table = one.table()
    ada = Caller(other.app, table.people[0].token)
    for seat in (0, 1):
        table.play(seat, "write", number=1)
    table.play(0, "done")
    ada.get(f"{table.path}/moves")
    is_limited(ada.get(table.path + path, 429), "read")
    table.play(1, "done")
    table.step()
    ada.get(table.path + path)


def test_looking_back_belongs_to_no_decision(limited: Make) -> None:
    table = limited(limit_read="1 per hour").table()
    ada = table.people[0]
    ada.get(f"{table.path}?at=1")
    is_limited(ada.get(f"{table.path}?at=1", 429), "read")
    is_limited(ada.get(f"{table.path}?as=1", 429), "read")
    ada.get(table.path)


def test_whoever_asks_too_often_learns_nothing_of_what_games_there_are(limited: Make) -> None:
    api = limited(limit_read="1 per hour")
    table, eve = api.table(private=True), api.player("Eve")
    eve.get("/v1/me")
    for game_id in (table.id, "nosuchgame"):
        is_limited(eve.get(f"/v1/games/{game_id}", 429), "read")


def test_without_limits_nothing_is_counted(limited: Make) -> None:
    api = limited(limit_read="", limit_create="", limit_register="", limit_refused="")
    assert "RateLimit" not in api.player().get("/v1/me").headers
    assert api.parts.store.redis.keys("mh:limit*") == []


def test_what_is_no_limit_is_refused_at_the_start(limited: Make) -> None:
    with pytest.raises(ValueError, match="many"):
        limited(limit_read="many")


def test_while_redis_is_away_each_process_counts_for_itself(tmp_path: Path) -> None:
    redis = EmbeddedRedis(tmp_path / "redis")
    redis.start()
    parts = wire(Config(redis=redis.url, limit_read="3 per hour"), {"tally": TALLY})
    api = Api(create_app(parts=parts))
    api.spectator.get("/v1/titles")
    redis.stop()
    for _ in range(3):
        api.spectator.get("/v1/titles")
    is_limited(api.spectator.get("/v1/titles", 429), "read")
    parts.store.redis.close()
    parts.jobs.connection.close()


def test_entering_a_tournament_counts_and_entering_others_does_not(limited: Make) -> None:
    api = limited(limit_create="2 per hour")
    cup, ada = Cup(api, people=0), api.player("Eva")
    for _ in range(2):
        ada.post(f"{cup.path}/entries")
        ada.delete(f"{cup.path}/entries/me")
    is_limited(ada.post(f"{cup.path}/entries", {}, 429), "create")
    for number in range(3):
        cup.olga.post(f"{cup.path}/entries", {"ai": {"level": "random", "name": f"House bot {number}"}})
