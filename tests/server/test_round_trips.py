"""One round trip per decision: what a move's answer can include, and waiting until one is asked."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace

import pytest

from moothall.events.accounts.players import FIRST
from moothall.server.app import create_app
from moothall.server.bootstrap import Services
from tests.support.api import Answer, Api, Table
from tests.support.live import PATIENCE_S, until


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as made:
        yield made


def test_a_move_can_be_answered_with_what_comes_next(api: Api) -> None:
    table = api.table()
    table.write(1, 2)
    ada = table.people[0]
    answer = ada.post(f"{table.path}/moves?include=moves,state", {"move": {"type": "add"}})
    assert answer.json["status"] == "active"
    assert answer.json["moves"] == ada.get(f"{table.path}/moves").json
    assert answer.json["state"] == ada.get(table.path).json["state"]
    assert answer.headers["ETag"] == f'"{table.seq}"'


@pytest.mark.parametrize(("include", "keys"), [("moves", {"moves"}), ("state", {"state"}), ("", set())])
def test_only_what_was_asked_for_is_included(api: Api, include: str, keys: set[str]) -> None:
    table = api.table()
    answer = table.people[0].post(f"{table.path}/moves?include={include}", {"move": {"type": "wave"}}).json
    assert set(answer) == {"seq", "status", "events", "awaiting"} | keys


def test_whoever_is_not_asked_again_has_no_moves(api: Api) -> None:
    table = api.table()
    answer = (
        table.people[0].post(f"{table.path}/moves?include=moves,state", {"move": {"type": "write", "number": 3}}).json
    )
    assert answer["moves"] is None
    assert answer["state"] == table.see(0)["state"]


def test_several_moves_are_answered_once(api: Api) -> None:
    table = api.table()
    table.write(1, 2)
    batch = {"moves": [{"type": "add"}, {"type": "add"}]}
    answer = table.people[0].post(f"{table.path}/moves?include=moves", batch).json
    assert answer["moves"] == table.people[0].get(f"{table.path}/moves").json
    assert answer["moves"]["seq"] == 6


def test_the_same_key_gets_the_same_answer_whatever_happened_since(api: Api) -> None:
    table = api.table()
    path, key = f"{table.path}/moves?include=moves,state", {"Idempotency-Key": "once"}
    first = table.people[0].post(path, {"move": {"type": "wave"}}, headers=key)
    table.write(1, 2)
    again = table.people[0].post(path, {"move": {"type": "wave"}}, headers=key)
    assert again.bytes == first.bytes
    assert again.headers["Idempotency-Replayed"] == "true"


def test_who_resigns_is_asked_no_more_and_sees_what_all_see(api: Api) -> None:
    table = api.table()
    answer = table.people[0].post(f"{table.path}/resign?include=moves,state").json
    assert (answer["status"], answer["moves"]) == ("active", None)
    assert answer["state"] == table.see(None)["state"]


def test_undo_pause_and_resume_include_as_much(api: Api) -> None:
    table = api.table()
    ada, ben = table.people
    table.play(0, "write", number=3)
    undone = ada.post(f"{table.path}/undo?include=moves,state").json
    assert undone["moves"] == ada.get(f"{table.path}/moves").json
    assert undone["state"] == table.see(0)["state"]
    ada.post(f"{table.path}/pause?include=moves")
    paused = ben.post(f"{table.path}/pause?include=moves").json
    assert paused["moves"] is None
    ada.post(f"{table.path}/resume")
    resumed = ben.post(f"{table.path}/resume?include=moves").json
    assert resumed["moves"] == ben.get(f"{table.path}/moves").json


def test_who_takes_the_last_seat_is_told_the_first_moves(api: Api) -> None:
    ada, ben = api.player("Ada"), api.player("Ben")
    game = api.game(ada, [{"kind": "human"}] * 2)
    path = f"/v1/games/{game['id']}"
    joined = ben.post(f"{path}/seats?include=moves,state").json
    assert joined.pop("moves") == ben.get(f"{path}/moves").json
    assert joined == ben.get(path).json


def test_who_has_to_wait_for_others_is_told_no_moves(api: Api) -> None:
    game = api.game(api.player("Ada"), [{"kind": "human"}] * 3)
    assert api.player("Ben").post(f"/v1/games/{game['id']}/seats?include=moves").json["moves"] is None


@pytest.mark.parametrize("query", ["include=moves&dry_run=true", "include=state&dry_run=true"])
def test_nothing_is_included_in_a_dry_run(api: Api, query: str) -> None:
    table = api.table()
    problem = table.people[0].post(f"{table.path}/moves?{query}", {"move": {"type": "wave"}}, 422).json
    assert list(problem["errors"]) == ["include"]


@pytest.mark.parametrize(
    ("path", "query", "field"),
    [
        ("moves", "include=score", "include[0]"),
        ("moves", "include=moves,score", "include[1]"),
        ("undo", "include=all", "include[0]"),
        ("resign", "including=moves", "including"),
        ("seats", "include=events", "include[0]"),
    ],
)
def test_what_cannot_be_included_is_refused_by_its_name(api: Api, path: str, query: str, field: str) -> None:
    table = api.table()
    body = {"move": {"type": "wave"}} if path == "moves" else {}
    problem = table.people[0].post(f"{table.path}/{path}?{query}", body, 422).json
    assert (list(problem["errors"]), table.seq) == ([field], 2)


def waiting(api: Api, pool: ThreadPoolExecutor, table: Table, seat: int, status: int = 200) -> Future[Answer]:
    """Somebody who waits for a decision."""
    asked = pool.submit(table.people[seat].get, f"{table.path}/moves?wait=60", status)
    until(lambda: api.parts.hub.followers == 1, "the wait")
    return asked


def test_whoever_is_asked_need_not_wait(api: Api) -> None:
    table = api.table()
    ada = table.people[0]
    assert ada.get(f"{table.path}/moves?wait=60").json == ada.get(f"{table.path}/moves").json


def test_a_wait_ends_when_the_caller_is_asked_and_not_before(api: Api, pool: ThreadPoolExecutor) -> None:
    table = api.table()
    table.write(1, 2)
    asked = waiting(api, pool, table, 1)
    for kind in ("wave", "add", "wave"):
        table.play(0, kind)
    assert not asked.done()
    table.play(0, "done")
    answer = asked.result(PATIENCE_S)
    assert answer.json["decision"] == {"seat": 1, "id": 8, "kind": "turn", "deadline": None}
    assert answer.json == table.people[1].get(f"{table.path}/moves").json


def test_a_wait_ends_with_the_game(api: Api, pool: ThreadPoolExecutor) -> None:
    table = api.table(options={"rounds": 1})
    table.write(1, 2)
    table.play(0, "done")
    asked = waiting(api, pool, table, 0)
    table.play(1, "done")
    table.step()
    answer = asked.result(PATIENCE_S).json
    assert (answer["seq"], answer["decision"], answer["moves"]) == (7, None, [])


def test_when_the_time_is_up_the_answer_is_as_without_a_wait(api: Api) -> None:
    table = api.table()
    table.write(1, 2)
    ben = table.people[1]
    waited = ben.get(f"{table.path}/moves?wait=0.01").json
    assert waited == ben.get(f"{table.path}/moves").json
    assert (waited["decision"], waited["moves"]) == (None, [])


def test_a_wait_ends_with_its_token(api: Api, pool: ThreadPoolExecutor) -> None:
    """Taken back by another process: this one is not told to forget."""
    table, players = api.table(), api.parts.players
    table.play(0, "write", number=1)
    ada = table.people[0]
    token = players.token(ada.id, FIRST)
    assert token is not None
    asked = waiting(api, pool, table, 0, 401)
    players.drop_token(ada.id, token)
    asked.result(PATIENCE_S)


def test_whoever_leaves_while_waiting_has_no_moves(api: Api, pool: ThreadPoolExecutor) -> None:
    ada, ben = api.player("Ada"), api.player("Ben")
    game = api.game(ada, [{"kind": "human"}] * 3, private=True)
    ben.post(f"/v1/games/{game['id']}/seats")
    table = Table(api, game["id"], [ada, ben])
    asked = waiting(api, pool, table, 1, 404)
    ben.delete(f"{table.path}/seats/me")
    asked.result(PATIENCE_S)


def test_only_seats_can_wait(api: Api) -> None:
    table = api.table()
    api.player("Eve").get(f"{table.path}/moves?wait=60", 403)
    api.spectator.get(f"{table.path}/moves?wait=60", 401)
    api.player("Eve").get("/v1/games/nosuchgame/moves?wait=60", 404)


@pytest.mark.parametrize("wait", ["-1", "61", "long"])
def test_a_wait_has_its_bounds(api: Api, wait: str) -> None:
    table = api.table()
    problem = table.people[0].get(f"{table.path}/moves?wait={wait}", 422).json
    assert list(problem["errors"]) == ["wait"]


def test_a_wait_takes_a_place_like_any_stream(parts: Services) -> None:
    api = Api(create_app(parts=replace(parts, config=replace(parts.config, streams_per_account=1))))
    table = api.table()
    table.play(0, "write", number=1)
    with ThreadPoolExecutor(1) as pool:
        asked = waiting(api, pool, table, 0)
        problem = table.people[0].get(f"{table.path}/moves?wait=1", 429).json
        assert (problem["type"], problem["limit"]) == ("/problems/too-many-open", "streams")
        table.play(1, "write", number=1)
        assert asked.result(PATIENCE_S).json["decision"]["kind"] == "turn"
