"""Clocks and pauses over HTTP."""

from __future__ import annotations

import pytest

from moothall.events.games.commands import Commands
from moothall.events.games.writer import Writer
from moothall.server.app import create_app
from moothall.server.bootstrap import Services
from tests.support.api import Api, Body

CLOCKS = [
    ({"per_move_s": 60}, {"per_move_s": 60, "bank_s": None, "increment_s": 0, "on_timeout": "ai"}),
    (
        {"bank_s": 600, "increment_s": 5, "on_timeout": "forfeit"},
        {"per_move_s": None, "bank_s": 600, "increment_s": 5, "on_timeout": "forfeit"},
    ),
]


@pytest.mark.parametrize(("sent", "shown"), CLOCKS)
def test_a_game_shows_its_clock_and_its_deadlines(api: Api, sent: Body, shown: Body) -> None:
    table = api.table(clock=sent)
    game = table.see()
    seconds = sent.get("per_move_s") or sent["bank_s"]
    started = api.parts.games.read(api.parts.titles["tally"], api.parts.store.tail(table.id)[-1]).at
    assert game["clock"] == shown
    assert game["awaiting"]["deadline"] == started + 1_000 * seconds
    assert [decision["deadline"] for decision in game["awaiting"]["decisions"]] == [started + 1_000 * seconds] * 2
    assert [seat["time_left_ms"] for seat in game["seats"]] == [1_000 * seconds] * 2
    assert game["seats"][0]["forfeited"] is False


def test_a_game_without_a_clock_says_so(api: Api) -> None:
    game = api.table(clock=None).see()
    assert (game["clock"], game["awaiting"]["deadline"]) == (None, None)


def test_a_late_move_is_refused_by_rule_and_a_seat_that_ran_out_is_told(parts: Services) -> None:
    now = [1_000_000]
    commands = Commands(Writer(parts.games, clock=lambda: now[0]))
    object.__setattr__(parts, "commands", commands)
    api = Api(create_app(parts=parts))
    table = api.table(clock={"per_move_s": 5, "on_timeout": "forfeit"})
    now[0] += 4_999
    table.play(0, "write", number=1)
    now[0] += 1
    problem = table.play(1, "write", 422, number=1).json
    assert (problem["type"], problem["rule"]) == ("/problems/illegal-move", "TB-9.3")
    commands.expire(table.id)
    game = table.see()
    assert (game["status"], game["result"]["ranking"]) == ("finished", [[0], [1]])
    assert [seat["forfeited"] for seat in game["seats"]] == [False, True]
    assert "Seat 1 has run out of time and forfeits" in str(table.api.spectator.get(f"{table.path}/events").json)
    table.play(1, "wave", 403)


def test_a_pause_is_agreed_on_and_ended(api: Api) -> None:
    table = api.table(clock={"bank_s": 60})
    ann, ben = table.people
    assert ann.post(f"{table.path}/pause").json["awaiting"]["deadline"] is not None
    assert (table.see()["paused"], table.see()["agreed"]) == (False, [0])
    assert ben.post(f"{table.path}/pause", {}).json["awaiting"] == {"decisions": [], "step": None, "deadline": None}
    assert (table.see()["paused"], table.see()["agreed"]) == (True, [])
    assert table.play(0, "write", 422, number=1).json["rule"] == "TB-7.2"
    assert ann.post(f"{table.path}/pause", status=422).json["rule"] == "TB-10.1"
    ben.post(f"{table.path}/resume")
    assert table.see()["agreed"] == [1]
    assert ann.post(f"{table.path}/resume").json["awaiting"]["deadline"] is not None
    assert ann.post(f"{table.path}/resume", status=422).json["rule"] == "TB-10.2"
    table.play(0, "write", number=1)


def test_a_pause_is_for_those_at_the_table(api: Api) -> None:
    table = api.table()
    for what in ("pause", "resume"):
        api.player("Cat").post(f"{table.path}/{what}", status=403)
        api.spectator.post(f"{table.path}/{what}", status=401)


def test_asking_is_safe_to_retry(api: Api) -> None:
    table = api.table()
    headers = {"Idempotency-Key": "once"}
    first = table.people[0].post(f"{table.path}/pause", headers=headers)
    again = table.people[0].post(f"{table.path}/pause", headers=headers)
    assert again.bytes == first.bytes
    assert again.headers["Idempotency-Replayed"] == "true"
    table.people[0].post(f"{table.path}/pause", status=412, headers={"If-Match": '"1"'})


def test_the_organiser_adds_time(api: Api) -> None:
    organiser = api.organiser()
    game = api.game(organiser, [{"kind": "human"}] * 2, organiser=True, clock={"bank_s": 60})
    for name in ("Ann", "Ben"):
        api.player(name).post(f"/v1/games/{game['id']}/seats")
    before = organiser.get(f"/v1/games/{game['id']}").json["awaiting"]["decisions"]
    ruling = {"type": "add_time", "seat": 1, "seconds": 30, "reason": "a fire drill"}
    after = organiser.post(f"/v1/games/{game['id']}/rulings", ruling).json["awaiting"]["decisions"]
    assert [new["deadline"] - old["deadline"] for new, old in zip(after, before, strict=True)] == [0, 30_000]
    for bad, field in ((0, "seconds"), ("x", "seconds")):
        body = {**ruling, "seconds": bad}
        assert list(organiser.post(f"/v1/games/{game['id']}/rulings", body, 422).json["errors"]) == [field]
