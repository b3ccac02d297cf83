"""The position that a bot is given over REST: as its seat may imagine it, and no more."""

from __future__ import annotations

from typing import Any

from moothall.domain.core.codec import to_answer
from moothall.domain.table.evolve import read_state
from tests.support.api import Api, Table
from tests.support.tally import TALLY


def told_to(table: Table, seat: int) -> Any:
    return table.people[seat].get(f"{table.path}/position").json


def test_it_looks_to_the_seat_as_the_game_does(api: Api) -> None:
    table = api.table()
    table.people[1].post(f"{table.path}/moves", {"move": {"type": "write", "number": 4}})
    for seat in (0, 1):
        told = told_to(table, seat)
        assert (told["seq"], told["seat"], told["edition"]) == (3, seat, 1)
        state = read_state(TALLY, told["state"])
        assert to_answer(TALLY.view(state, seat)) == to_answer(table.see(seat)["state"])
    assert api.parts.store.length(table.id) == 3, "nothing happened"


def test_what_the_seat_cannot_see_is_dealt_anew_every_time(api: Api) -> None:
    table = api.table()
    table.people[1].post(f"{table.path}/moves", {"move": {"type": "write", "number": 4}})
    imagined = {read_state(TALLY, told_to(table, 0)["state"]).written[1] for _ in range(100)}
    assert imagined == {1, 2, 3, 4, 5}
    assert {read_state(TALLY, told_to(table, 1)["state"]).written[1] for _ in range(20)} == {4}, "the own one is known"


def test_there_is_none_before_the_game_has_begun(api: Api) -> None:
    ada = api.player("Ada")
    game = ada.post("/v1/games", {"title": "tally", "seats": [{"kind": "human"}] * 2}).json
    assert ada.get(f"/v1/games/{game['id']}/position").json["state"] is None


def test_nobody_keeps_it_and_nobody_else_gets_it(api: Api) -> None:
    table = api.table()
    answer = table.people[0].get(f"{table.path}/position")
    assert answer.headers["Cache-Control"] == "no-store"
    assert "ETag" not in answer.headers
    api.player("Sam").get(f"{table.path}/position", 403)
    api.spectator.get(f"{table.path}/position", 401)
