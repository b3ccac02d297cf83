"""Whole games on the engine alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from moothall.domain.core.draw import Draw
from moothall.domain.core.errors import BadOptions
from moothall.domain.core.title import AnyTitle
from moothall.domain.titles import TITLES
from moothall.workers.bots import levels
from moothall.workers.bots.planner import Budget
from moothall.workers.simulate import play, simulate
from tests.support.tally import TALLY, State, Write

TIMES = ("seconds", "games_per_s", "decisions_per_s")


def report(seed: int = 1, levels: tuple[str, ...] = ("random", "random"), games: int = 6) -> dict[str, Any]:
    made = simulate(TALLY, levels, games, seed)
    return {name: value for name, value in made.items() if name not in TIMES}


def test_the_same_seed_gives_the_same_report() -> None:
    assert report(seed=3) == report(seed=3)
    assert report(seed=3) != report(seed=4)


def test_what_a_report_tells() -> None:
    made = simulate(TALLY, ["random"] * 3, 4, seed=9)
    assert (made["title"], made["players"], made["games"], made["seed"]) == ("tally", 3, 4, 9)
    assert made["bots"] == ["random"] * 3
    assert sum(made["wins"]["by_seat"].values()) == pytest.approx(4, abs=0.05)
    assert made["wins"]["by_bot"] == {"random": 4}
    assert made["rounds"] == {"min": 4, "p10": 4, "median": 4, "mean": 4, "p90": 4, "p99": 4, "max": 4}
    assert made["scores"]["min"] <= made["scores"]["median"] <= made["winning_scores"]["max"] == made["scores"]["max"]
    assert made["decisions"]["min"] >= 3 * (3 + 3)
    assert made["broken"] == []
    assert all(made[name] > 0 for name in TIMES)


def test_bots_move_one_seat_on_with_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def writes(number: int) -> levels.Bot:
        def bot(title: AnyTitle, state: State, seat: int, draw: Draw, budget: Budget) -> tuple[Any, ...]:
            return (Write(number) if state.face is None else list(title.legal_moves(state, seat))[-1],)

        return bot

    monkeypatch.setitem(levels.BOTS, "bold", writes(5))
    monkeypatch.setitem(levels.BOTS, "meek", writes(1))
    wins = report(levels=("bold", "meek"), games=4)["wins"]
    assert wins["by_bot"] == {"bold": 4, "meek": 0}
    assert wins["by_seat"] == {"0": 2, "1": 2}


def test_each_game_is_told_of() -> None:
    told: list[None] = []
    simulate(TALLY, ["random"] * 2, 3, seed=1, each=lambda: told.append(None))
    assert len(told) == 3


def test_options_reach_the_game() -> None:
    assert simulate(TALLY, ["random"] * 2, 1, 1, {"rounds": 1})["rounds"]["max"] == 2
    with pytest.raises(BadOptions):
        simulate(TALLY, ["random"] * 2, 1, 1, {"rounds": 0})


def test_a_broken_law_is_reported() -> None:
    title: AnyTitle = replace(TALLY, check=lambda state: ["a die is missing"])
    assert simulate(title, ["random"] * 2, 2, 1)["broken"] == ["a die is missing"] * 2


def test_factions_are_counted_where_there_are_any() -> None:
    title: AnyTitle = replace(TALLY, factions=lambda state: (("red",), ("blue",)))
    factions = simulate(title, ["random"] * 2, 6, 1)["wins"]["by_faction"]
    assert sum(factions.values()) == pytest.approx(6)
    assert set(factions) <= {"red", "blue"}


def test_a_game_ends_with_its_ranking_and_scores() -> None:
    game = play(TALLY, ["random"] * 4, {}, seed=5)
    best = game.ranking[0][0]
    assert game.scores[best] == max(game.scores)
    assert sorted(seat for rank in game.ranking for seat in rank) == [0, 1, 2, 3]


@pytest.mark.parametrize("slug", ["gates-of-mara", "manaforge"])
def test_another_process_plays_the_same_games(slug: str) -> None:
    """Where turns are long and many plans come to the same, nothing may hang on what differs between processes."""
    here, there = (simulate(TITLES[slug], ["greedy"] * 2, 2, seed=9, processes=number) for number in (1, 2))
    for made in (here, there):
        for name in (*TIMES, "processes"):
            del made[name]
    assert here == there
