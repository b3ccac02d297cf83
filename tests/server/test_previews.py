"""Previews: of every candidate what a dry run would say, all on one state, nothing stored."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from moothall.server.schemas.bodies.moves import MOST_CANDIDATES, MOST_TRIED
from tests.support.api import Api, Table
from tests.support.house import everything

WAVE = {"type": "wave"}
CANDIDATES: list[Any] = [
    {"move": {"type": "add"}},
    {"move": {"type": "write", "number": 1}},
    {"moves": [{"type": "add"}, {"type": "add"}, {"type": "done"}]},
    {"moves": [{"type": "add"}, {"type": "add"}, {"type": "add"}]},
    {"moves": [WAVE]},
    {"move": {"type": "done"}},
    {"move": {"type": "undo"}},
    {"move": {"type": "resign"}},
]


def preview(table: Table, seat: int, candidates: list[Any], status: int = 200, **more: Any) -> Any:
    body = {"candidates": candidates, **more}
    return table.people[seat].post(f"{table.path}/moves/preview", body, status).json


def without_times(events: list[Any]) -> list[Any]:
    return [{**event, "at": 0} for event in events]


def test_each_is_told_what_a_dry_run_would_tell(api: Api, redis: Any) -> None:
    table = api.table()
    table.write(1, 2)
    before = everything(redis)
    told = preview(table, 0, CANDIDATES)
    assert everything(redis) == before
    assert told["seq"] == 4
    assert len(told["previews"]) == len(CANDIDATES)
    assert [each["legal"] for each in told["previews"]] == [True, False, True, False, True, True, False, True]
    for candidate, each in zip(CANDIDATES, told["previews"], strict=True):
        status = 200 if each["legal"] else 403 if each["rule"] == "TL-1.1" else 422
        dry = table.people[0].post(f"{table.path}/moves?dry_run=true", candidate, status).json
        if each["legal"]:
            assert without_times(each["events"]) == without_times(dry["events"])
            assert each["awaiting"] == dry["awaiting"]
        else:
            place = f"moves[{each['position']}]" if each["position"] is not None else None
            assert (each["rule"], each["detail"]) == (dry["rule"], dry["detail"])
            assert ([place] if place else []) == list(dry.get("errors", {}))


def test_the_scores_afterwards_are_told(api: Api) -> None:
    table = api.table()
    table.write(1, 2)
    before = [seat["score"] for seat in table.see(0)["seats"]]
    (told,) = preview(table, 0, [{"move": {"type": "done"}}])["previews"]
    table.play(0, "done")
    assert told["scores"] == [seat["score"] for seat in table.see(0)["seats"]] == before


def test_what_only_the_deed_may_tell_is_not_told(api: Api) -> None:
    table = api.table()
    table.play(0, "write", number=4)
    (told,) = preview(table, 1, [{"move": {"type": "write", "number": 2}}])["previews"]
    assert told["events"][0]["changes"] == [{"type": "written", "seat": 1, "number": 2}, {"type": "hidden"}]
    assert (told["awaiting"], told["scores"], told["events"][0]["digest"]) == (None, None, None)


def test_nothing_is_tried_after_a_move_that_reveals(api: Api) -> None:
    table = api.table()
    table.play(0, "write", number=4)
    (told,) = preview(table, 1, [{"moves": [{"type": "write", "number": 2}, WAVE]}])["previews"]
    assert (told["legal"], told["rule"], told["position"]) == (False, "TB-2.3", 1)


def test_all_are_tried_on_the_same_state(api: Api) -> None:
    table = api.table()
    table.write(1, 2)
    told = preview(table, 0, [{"move": {"type": "add"}}] * 3)["previews"]
    assert [each["events"][0]["seq"] for each in told] == [5, 5, 5]
    assert all(each["legal"] for each in told)


def test_a_game_that_moved_on_elsewhere_is_tried_as_it_is_now(api: Api) -> None:
    table = api.table()
    table.write(1, 2)
    behind = api.parts.games.get(table.id)
    table.play(0, "done")
    api.parts.games.forget(table.id)
    api.parts.games.keep(behind)
    assert preview(table, 1, [{"move": {"type": "add"}}])["previews"][0]["legal"] is True


def test_a_closed_decision_is_refused(api: Api) -> None:
    table = api.table()
    table.write(1, 2)
    problem = preview(table, 0, [{"move": {"type": "add"}}], 409, decision=2)
    assert (problem["type"], problem["seq"]) == ("/problems/conflict", 4)
    preview(table, 0, [{"move": {"type": "add"}}], decision=4)


@pytest.mark.parametrize(
    ("candidates", "path"),
    [
        ([], "candidates"),
        ({"move": WAVE}, "candidates"),
        ([{"move": WAVE}] * (MOST_CANDIDATES + 1), "candidates"),
        ([{"moves": [WAVE] * 64}] * (MOST_TRIED // 64 + 1), "candidates"),
        ([{"move": WAVE}, WAVE], "candidates[1].type"),
        ([{"move": WAVE}, {}], "candidates[1].move"),
        ([{"move": WAVE, "moves": [WAVE]}], "candidates[0].move"),
        ([{"move": 7}], "candidates[0].move"),
        ([{"moves": []}], "candidates[0].moves"),
        ([{"moves": [WAVE, 7]}], "candidates[0].moves[1]"),
        ([{"move": WAVE}, {"move": {"type": "write"}}], "candidates[1].move.number"),
        ([{"move": WAVE}, {"move": {"type": "fly"}}], "candidates[1].move.type"),
        ([{"moves": [{"type": "write", "number": "3"}]}], "candidates[0].moves[0].number"),
        ([{"moves": [WAVE, {"type": "write", "number": "3"}]}], "candidates[0].moves[1].number"),
    ],
)
def test_what_is_malformed_is_refused_by_its_path(api: Api, candidates: Any, path: str) -> None:
    problem = preview(api.table(), 0, candidates, 422)
    assert path in problem["errors"]


def test_as_many_as_there_may_be_are_told_of(api: Api) -> None:
    told = preview(api.table(), 0, [{"move": WAVE}] * MOST_CANDIDATES)["previews"]
    assert len(told) == MOST_CANDIDATES


def test_it_takes_a_seat_but_no_turn(api: Api) -> None:
    table = api.table()
    table.write(1, 2)
    told = preview(table, 1, [{"move": WAVE}, {"move": {"type": "done"}}])["previews"]
    assert [each["legal"] for each in told] == [True, False]
    body = {"candidates": [{"move": WAVE}]}
    api.player("Eve").post(f"{table.path}/moves/preview", body, 403)
    api.spectator.post(f"{table.path}/moves/preview", body, 401)
    api.player("Eve").post("/v1/games/nosuchgame/moves/preview", body, 404)


def test_out_of_time_is_out_of_time(api: Api) -> None:
    table = api.table(clock={"per_move_s": 1})
    late = replace(api.parts, previews=type(api.parts.previews)(api.parts.games, lambda: 10**14))
    api.app.extensions["moothall"] = late
    (told,) = preview(table, 0, [{"move": {"type": "write", "number": 1}}])["previews"]
    assert (told["legal"], told["rule"]) == (False, "TB-9.3")
