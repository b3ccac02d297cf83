"""`moothall serve` on a primary that Sentinels watch over, its queue too; the primary is lost and the game goes on."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from redis.exceptions import ConnectionError as RedisConnectionError

from moothall.domain.titles import TITLES
from moothall.events import keys
from moothall.events.errors import UnknownGame
from moothall.events.event_store.store import Store
from moothall.events.games.repository import Games
from moothall.events.redis_client.connection import connect
from tests.e2e.conftest import Hall
from tests.e2e.people import Player
from tests.e2e.test_serve import chain_is_whole
from tests.support.live import moothall, until
from tests.support.watched import Watched


@pytest.fixture
def watched_hall(watched: Watched, tmp_path: Path) -> Iterator[Hall]:
    """With Sentinels there is no need for a second Redis."""
    watched.primary.redis.flushall()
    few = ("--workers", "1", "--web-workers", "1")
    settings = {
        "MOOTHALL_REPLICAS": "1",
        "MOOTHALL_WEBHOOK_WORKERS": "0",
        "MOOTHALL_LIMIT_REGISTER": "100 per day",  # so small a limit is counted one by one
    }
    running = Hall(tmp_path, "--redis", watched.url, *few, **settings)
    try:
        yield running
        running.stop()
    finally:
        running.abandon()


def test_a_game_outlives_its_primary(watched_hall: Hall, watched: Watched) -> None:
    with watched_hall.client() as client:
        ada = Player(client, "Ada")
        game = ada.create("manaforge", ["human", "random"])
        ada.play_or_wait(game)
        seq, move = next_move(ada, game)
        watched.fail_over()
        key = {"Idempotency-Key": "through-the-failover"}
        made = posted(ada, game, move, key)
        again = posted(ada, game, move, key)
        assert (made.content, again.headers["Idempotency-Replayed"]) == (again.content, "true")
        later = ada.create("manaforge", ["random", "random"])  # by workers whose queue has moved too
        until(lambda: ada.look(later)["seq"] > 10, "the AI seats' moves")
        with connect(watched.url) as redis:
            assert chain_is_whole(Store(redis), game) > seq
            assert chain_is_whole(Store(redis), later) > 10
        until(lambda: client.get("/readyz").status_code == 200, "readiness")
    assert moothall("rebuild", "--redis", watched.url).stdout == "2 games listed\n"
    assert moothall("jobs", "--redis", watched.url).returncode == 0


def test_grants_limits_and_metrics_move_with_the_primary(watched_hall: Hall, watched: Watched) -> None:
    with watched_hall.client() as client:
        ada = Player(client, "Ada")
        granted = moothall("grant", ada.id, "--scope", "organise", "--redis", watched.url)
        assert granted.stdout == f"{ada.name} ({ada.id}): read, play, organise\n", granted.stderr
        until(lambda: scopes(ada) == ["read", "play", "organise"], "the grant")
        assert registrations(watched) == 1
        assert "moothall_jobs_waiting{" in client.get("/metrics").text
        watched.share_everything()
        watched.fail_over()
        until(lambda: client.get("/readyz").status_code == 200, "readiness")
        assert registrations(watched) == 1

        def counts_there() -> bool:
            """For a few seconds after a loss each process counts for itself."""
            client.post("/v1/players", json={"name": f"Ben {secrets.token_hex(6)}"})
            return registrations(watched) > 1

        until(counts_there, "a registration that is counted")
        until(lambda: "moothall_jobs_waiting{" in client.get("/metrics").text, "the queue's figures")
        assert moothall("grant", ada.id, "--scope", "organise", "--withdraw", "--redis", watched.url).returncode == 0
        until(lambda: scopes(ada) == ["read", "play"], "the withdrawal")


def scopes(person: Player) -> Any:
    return person.client.get("/v1/me", headers=person.headers).json()["scopes"]


def registrations(watched: Watched) -> int:
    """How many are counted on the primary."""
    redis = watched.primary.redis
    return sum(int(redis.get(key)) for key in redis.keys(f"{keys.LIMITS}*register*"))


def test_a_server_that_became_a_replica_is_not_believed(watched: Watched) -> None:
    """Its connections are left open, and it is empty while it is being filled."""
    with connect(watched.url) as redis:
        games = Games(Store(redis), TITLES)
        with pytest.raises(UnknownGame):
            games.get("nobodys")
        watched.fail_over()
        watched.settle()
        pool = redis.connection_pool
        pool.proxy.get_master_address = lambda: ("127.0.0.1", watched.replica.port)  # as a Sentinel may still say
        pool.disconnect()
        with pytest.raises(RedisConnectionError):
            games.get("nobodys")


def posted(person: Player, game: str, move: object, key: dict[str, str]) -> Any:
    """The answer to a move when there is one: until enough replicas follow the new primary it is 503."""
    answers: list[Any] = []

    def is_made() -> bool:
        answers.append(person.post(game, move, **key))
        return bool(answers[-1].status_code == 201)

    until(is_made, "the move")
    return answers[-1]


def next_move(person: Player, game: str) -> tuple[int, object]:
    """What this player may do now, once it is their turn."""
    while (offered := person.moves(game))["decision"] is None:
        person.wait_past(game, offered["seq"])
    return offered["seq"], offered["moves"][0]["move"]
