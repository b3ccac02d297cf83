"""What the API shows of a tournament."""

from __future__ import annotations

import json

import pytest

from moothall.domain.core.codec import to_answer
from moothall.domain.core.evolve import reducer
from moothall.domain.tournament.changes import TOURNAMENT_CHANGES, TournamentChange
from moothall.domain.tournament.evolve import evolve
from moothall.domain.tournament.moves import CorrectResult, DropEntrant, FinishTournament, PauseTournament, TakePoints
from moothall.domain.tournament.views import event_view, round_view, standings_rows, standings_view, tournament_view
from tests.support.tournaments import NOON, ORGANISER, SECRET, Cup


def test_a_tournament_before_during_and_after() -> None:
    cup = Cup(table_size=4, rounds=2, starts_at=NOON + 1_000)
    view = tournament_view("t1", cup.tournament)
    assert (view["id"], view["status"], view["round"], view["rounds"]) == ("t1", "open", 0, 2)
    assert (view["awaiting"], view["due"], view["secret"]) == ("start", NOON + 1_000, None)
    cup.started(5)
    view = tournament_view("t1", cup.tournament)
    assert (view["awaiting"], view["round"], view["tables"]["playing"]) == ("tables", 1, 2)
    assert view["entrants"][0] == {
        "entrant": "e1",
        "name": "AI 1",
        "kind": "ai",
        "player": None,
        "level": "random",
        "entered_in": 0,
        "checked_in": False,
        "dropped": False,
        "lot": cup.tournament.entrants[0].lot,
    }
    cup.ask(ORGANISER, PauseTournament("tea")).play_round()
    assert tournament_view("t1", cup.tournament)["awaiting"] == "resume"
    assert SECRET.hex() not in to_answer(tournament_view("t1", cup.tournament)).decode()
    cup.ask(ORGANISER, FinishTournament("enough"))
    view = tournament_view("t1", cup.tournament)
    assert (view["awaiting"], view["secret"], view["rounds"]) == (None, SECRET.hex(), 1)
    json.loads(to_answer(view))


def test_a_round_with_a_result_and_a_correction() -> None:
    cup = Cup(table_size=3).started(3).ends("g1-1", 4, 4, 1).run()
    (table,) = round_view(cup.tournament, 1)["tables"]
    assert table["result"] == {
        "ranking": [[0, 1], [2]],
        "scores": [4, 4, 1],
        "forfeited": [],
        "seq": 9,
        "head": "ab",
    }
    assert (table["points"], table["correction"]) == ([1.5, 1.5, 0], None)
    cup.ask(ORGANISER, CorrectResult(1, 1, ((2,), (0,), (1,)), "misread"))
    (table,) = round_view(cup.tournament, 1)["tables"]
    assert table["points"] == [1, 0, 2]
    assert table["correction"] == {"seq": cup.tournament.seq, "ranking": [[2], [0], [1]], "reason": "misread"}
    with pytest.raises(KeyError):
        round_view(cup.tournament, 9)


def test_standings_now_and_then() -> None:
    cup = Cup(rounds=2, tie_breaks=("opponents", "lot")).started(4).play_round()
    cup.ask(ORGANISER, DropEntrant("e1", "ill")).ask(ORGANISER, TakePoints("e2", 1, "late"))
    view = standings_view(cup.tournament, 1)
    assert (view["round"], view["tie_breaks"], view["final"]) == (1, ["opponents", "lot"], False)
    assert [row["rank"] for row in view["standings"]] == [1, 2, 3, 4]
    assert {row["entrant"] for row in standings_rows(cup.tournament, None) if row["dropped"]} == {"e1"}
    assert [ruling["type"] for ruling in tournament_view("t", cup.tournament)["rulings"]] == ["points"]


def test_every_event_has_a_line_of_english_for_every_change() -> None:
    cup = Cup(rounds=1).started(2).play_round()
    said = [line for event in cup.events for line in event_view(event, cup.tournament)["text"]]
    assert said[0] == "Olga creates the tournament Cup"
    assert any(line.startswith("Table 1 of round 1 is over: 1. AI ") for line in said)
    assert said[-1].startswith("The tournament is over: first is AI ")
    for event in cup.events:
        view = event_view(event, cup.tournament)
        assert len(view["text"]) == len(view["changes"])
        json.loads(to_answer(view))


def test_the_reducer_knows_every_change() -> None:
    assert set(evolve.cases) == set(TOURNAMENT_CHANGES)
    with pytest.raises(TypeError, match="nothing applies"):
        reducer(TournamentChange)
