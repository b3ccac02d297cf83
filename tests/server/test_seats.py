"""Join, leave, abort, resign, in whatever order."""

from __future__ import annotations

from typing import Any

import pytest

from moothall.domain.table.state import SUBSTITUTE
from tests.support.api import Api, Body
from tests.support.house import asked_for

THREE: list[Body] = [{"kind": "human"}] * 3


def open_game(api: Api) -> tuple[Any, str]:
    ada = api.player("Ada")
    return ada, f"/v1/games/{api.game(ada, THREE)['id']}"


def test_the_first_free_seat_is_taken_unless_one_is_named(api: Api) -> None:
    _, path = open_game(api)
    assert api.player().post(f"{path}/seats", {"seat": 2}).json["you"] == {"seat": 2}
    assert api.player().post(f"{path}/seats").json["you"] == {"seat": 1}


def test_the_last_seat_starts_the_game(api: Api) -> None:
    _, path = open_game(api)
    assert api.player().post(f"{path}/seats", {}).json["status"] == "open"
    game = api.player().post(f"{path}/seats", {"entropy": "roll well"}).json
    assert (game["status"], game["round"]) == ("active", 1)


@pytest.mark.parametrize("seat", [0, 3, -1])
def test_a_seat_that_is_not_free_cannot_be_taken(api: Api, seat: int) -> None:
    _, path = open_game(api)
    assert api.player().post(f"{path}/seats", {"seat": seat}, 422).json["rule"] == "TB-1.3"


@pytest.mark.parametrize("seat", ["1", True, 1.5, [1]])
def test_a_seat_is_a_number(api: Api, seat: Any) -> None:
    _, path = open_game(api)
    assert list(api.player().post(f"{path}/seats", {"seat": seat}, 422).json["errors"]) == ["seat"]


def test_nobody_sits_twice(api: Api) -> None:
    ada, path = open_game(api)
    assert ada.post(f"{path}/seats", status=422).json["rule"] == "TB-1.3"


def test_who_leaves_may_come_back(api: Api) -> None:
    _, path = open_game(api)
    bob = api.player("Bob")
    bob.post(f"{path}/seats")
    game = bob.delete(f"{path}/seats/me").json
    assert (game["status"], game["you"], game["seats"][1]["player"]) == ("open", None, None)
    assert bob.post(f"{path}/seats").json["you"] == {"seat": 1}


def test_a_game_that_everybody_left_is_aborted(api: Api) -> None:
    ada, path = open_game(api)
    assert ada.delete(f"{path}/seats/me").json["status"] == "aborted"
    assert api.player().post(f"{path}/seats", status=422).json["rule"] == "TB-1.5"


def test_a_game_goes_on_without_its_creator(api: Api) -> None:
    ada, path = open_game(api)
    api.player().post(f"{path}/seats")
    assert ada.delete(f"{path}/seats/me").json["status"] == "open"
    api.player().post(f"{path}/seats")
    assert api.player().post(f"{path}/seats").json["status"] == "active"


def test_strangers_cannot_leave(api: Api) -> None:
    _, path = open_game(api)
    api.player().delete(f"{path}/seats/me", 403)


def test_only_the_creator_aborts(api: Api) -> None:
    ada, path = open_game(api)
    bob = api.player()
    bob.post(f"{path}/seats")
    assert bob.post(f"{path}/abort", status=403).json["rule"] == "TB-1.4"
    assert ada.post(f"{path}/abort").json["status"] == "aborted"
    assert ada.post(f"{path}/abort", status=422).json["rule"] == "TB-1.5"
    assert bob.delete(f"{path}/seats/me", 422).json["rule"] == "TB-1.5"


def test_a_started_game_is_neither_joined_left_nor_aborted(api: Api) -> None:
    table = api.table()
    ada = table.people[0]
    assert ada.post(f"{table.path}/abort", status=422).json["rule"] == "TB-1.5"
    assert ada.delete(f"{table.path}/seats/me", 422).json["rule"] == "TB-1.5"
    assert api.player().post(f"{table.path}/seats", status=422).json["rule"] == "TB-1.5"
    assert table.seq == 2


def test_an_open_game_cannot_be_played_or_resigned(api: Api) -> None:
    ada, path = open_game(api)
    assert ada.post(f"{path}/resign", status=422).json["rule"] == "TB-2.1"
    assert ada.post(f"{path}/moves", {"move": {"type": "wave"}}, 422).json["rule"] == "TB-2.1"
    assert ada.post(f"{path}/undo", status=422).json["rule"] == "TB-2.1"


def test_an_ai_takes_over_from_who_resigns(api: Api) -> None:
    table = api.table()
    answer = table.people[0].post(f"{table.path}/resign")
    assert answer.json["events"][0]["changes"] == [{"type": "seat_resigned", "seat": 0, "level": SUBSTITUTE}]
    seat = table.see()["seats"][0]
    assert (seat["kind"], seat["level"], seat["player"], seat["resigned"]) == ("ai", SUBSTITUTE, None, True)
    assert asked_for(api.parts.store.redis) == [(table.id, 3, "ai")]


def test_who_resigned_is_a_spectator_for_good(api: Api) -> None:
    table = api.table(private=True)
    ada = table.people[0]
    table.play(0, "write", number=3)
    ada.post(f"{table.path}/resign")
    game = ada.get(table.path).json
    assert (game["you"], game["state"]["written"]) == (None, [True, False])
    ada.post(f"{table.path}/resign", status=403)
    ada.post(f"{table.path}/moves", {"move": {"type": "wave"}}, 403)
    ada.post(f"{table.path}/seats", status=422)
    assert ada.get("/v1/me/games").json["games"] == []


def test_nobody_resigns_from_a_finished_game(api: Api) -> None:
    table = api.table(options={"rounds": 1})
    table.play_round(1, 2)
    assert table.people[0].post(f"{table.path}/resign", status=422).json["rule"] == "TB-2.1"


@pytest.mark.parametrize("path", ["seats", "abort", "resign"])
def test_spectators_need_a_token_first(api: Api, path: str) -> None:
    table = api.table()
    api.spectator.post(f"{table.path}/{path}", status=401)


@pytest.mark.parametrize("path", ["abort", "resign"])
def test_a_body_where_none_is_expected_must_be_empty(api: Api, path: str) -> None:
    table = api.table()
    assert list(table.people[0].post(f"{table.path}/{path}", {"why": "tea"}, 422).json["errors"]) == ["why"]
