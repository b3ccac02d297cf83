"""A request sent again under its key has no second effect."""

from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from moothall.events.event_store.store import ALPHABET
from moothall.server.config import Config
from moothall.server.embedded import EmbeddedRedis
from moothall.server.supervisor import free_port
from tests.support.api import Api, Body
from tests.support.live import Person, web_server

KEY = {"Idempotency-Key": "once"}
GAME: Body = {"title": "tally", "seats": [{"kind": "human"}, {"kind": "human"}]}


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", "/moves", {"move": {"type": "write", "number": 2}}, 201),
        ("POST", "/moves", {"moves": [{"type": "wave"}, {"type": "wave"}]}, 201),
        ("POST", "/undo", None, 201),
        ("POST", "/undo", {"to": 2}, 201),
        ("POST", "/resign", None, 201),
    ],
)
def test_a_repeated_request_gets_the_first_answer_again(
    api: Api, method: str, path: str, body: Any, status: int
) -> None:
    table = api.table()
    if path == "/undo":
        table.play(0, "write", number=1)
    first = table.people[0].send(method, table.path + path, body, status, KEY)
    seq = table.seq
    table.play(1, "wave")
    again = table.people[0].send(method, table.path + path, body, status, KEY)
    assert again.bytes == first.bytes
    assert again.headers["ETag"] == first.headers["ETag"] == f'"{seq}"'
    assert ("Idempotency-Replayed" in first.headers, again.headers["Idempotency-Replayed"]) == (False, "true")
    assert table.seq == seq + 1


def test_a_game_is_created_once(api: Api) -> None:
    ada = api.player()
    first, again = (ada.post("/v1/games", GAME, headers=KEY) for _ in range(2))
    assert first.bytes == again.bytes
    assert first.headers["Location"] == again.headers["Location"]
    assert len(api.spectator.get("/v1/games").json["games"]) == 1


def test_nobody_finds_a_private_game_by_its_creator_and_key(api: Api) -> None:
    ada, eve = api.player("Ada"), api.player("Eve")
    game = ada.post("/v1/games", {**GAME, "private": True}, headers=KEY).json["id"]
    number = int.from_bytes(hashlib.sha256(f"{ada.id}\nonce".encode()).digest()[:16], "big")
    guessed = "".join(ALPHABET[(number >> shift) & 31] for shift in range(125, -1, -5))
    assert guessed != game
    eve.post(f"/v1/games/{guessed}/seats", status=404)


def test_a_fork_under_a_key_is_made_once_and_not_to_be_guessed_either(api: Api) -> None:
    table = api.table()
    table.play_round(1, 2)
    ada = table.people[0]
    first, again = (ada.post(f"{table.path}/fork", {"at": table.seq}, headers=KEY) for _ in range(2))
    assert first.bytes == again.bytes
    assert first.json["id"] == api.parts.ids.fresh(ada.id, "once")


def test_a_game_is_created_once_by_several_processes_at_once(redis_server: EmbeddedRedis, tmp_path: Path) -> None:
    """Real web processes that share nothing but the Redis, and have yet to agree on the secret."""
    with ExitStack() as stack:
        ports = [free_port("127.0.0.1") for _ in range(2)]
        addresses = [
            stack.enter_context(web_server(Config(redis=redis_server.url, port=port, web_workers=1, data=tmp_path)))
            for port in ports
        ]
        ada = stack.enter_context(Person(addresses[0]))
        headers = {**ada.client.headers, **KEY}
        with ThreadPoolExecutor(8) as pool:
            asked = [
                pool.submit(httpx.post, f"{addresses[n % 2]}/v1/games", json=GAME, headers=headers) for n in range(8)
            ]
        answers = [each.result() for each in asked]
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1


def test_a_key_belongs_to_its_player(api: Api) -> None:
    made = [api.player().post("/v1/games", GAME, headers=KEY).json["id"] for _ in range(2)]
    assert made[0] != made[1]


def test_joining_leaving_and_aborting_happen_once(api: Api) -> None:
    ada, bob = api.player(), api.player()
    path = f"/v1/games/{api.game(ada, [{'kind': 'human'}] * 3)['id']}"
    for _ in range(2):
        assert bob.post(f"{path}/seats", {"seat": 2}, headers=KEY).json["seq"] == 2
    for _ in range(2):
        assert bob.delete(f"{path}/seats/me", headers={"Idempotency-Key": "off"}).json["seq"] == 3
    for _ in range(2):
        assert ada.post(f"{path}/abort", headers=KEY).json["seq"] == 4


def test_a_key_stands_for_one_request_only(api: Api) -> None:
    table = api.table()
    path = f"{table.path}/moves"
    table.people[0].post(path, {"move": {"type": "write", "number": 2}}, 201, KEY)
    for body in ({"move": {"type": "write", "number": 3}}, {"move": {"type": "wave"}}):
        assert table.people[0].post(path, body, 422, KEY).json["type"] == "/problems/idempotency-key-reused"
    assert table.people[0].post(f"{table.path}/undo", None, 422, KEY).json["type"].endswith("key-reused")
    assert table.seq == 3


def test_creating_another_game_under_the_same_key_is_refused(api: Api) -> None:
    ada = api.player()
    ada.post("/v1/games", GAME, headers=KEY)
    ada.post("/v1/games", {**GAME, "private": True}, 422, KEY)


def test_the_same_key_in_another_game_is_another_request(api: Api) -> None:
    """Whatever shards the games are on: with so many games two of them share one."""
    ada, bob = api.player(), api.player()
    for _ in range(17):
        path = f"/v1/games/{api.game(ada, GAME['seats'])['id']}"
        assert bob.post(f"{path}/seats", headers=KEY).json["status"] == "active"


def test_a_refused_request_may_be_put_right_under_its_key(api: Api) -> None:
    table = api.table()
    path = f"{table.path}/moves"
    table.people[0].post(path, {"move": {"type": "write", "number": 9}}, 422, KEY)
    table.people[0].post(path, {"move": {"type": "write", "number": 5}}, 201, KEY)


@pytest.mark.parametrize("key", ["", "a b", "x" * 129, "ü"])
def test_a_malformed_key_is_refused(api: Api, key: str) -> None:
    table = api.table()
    headers = {"Idempotency-Key": key}
    problem = table.people[0].post(f"{table.path}/moves", {"move": {"type": "wave"}}, 400, headers).json
    assert (list(problem["errors"]), table.seq) == (["Idempotency-Key"], 2)
