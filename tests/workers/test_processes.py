"""Simulations: the same seed gives the same games, and nobody profits from a place."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from moothall.domain.titles import TITLES
from moothall.workers.simulate import simulate, turned, wilson
from tests.support.tally import TALLY

TIMES = ("processes", "seconds", "games_per_s", "decisions_per_s")


def without_times(report: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in report.items() if key not in TIMES}


def test_the_number_of_processes_changes_nothing() -> None:
    title, bots = TITLES["medieval-realms"], ["mcts:1", "greedy", "random"]
    alone = simulate(title, bots, 2, 9)
    together = simulate(title, bots, 2, 9, processes=2)
    assert without_times(alone) == without_times(together)
    assert together["processes"] == 2


def test_another_seed_gives_other_games() -> None:
    first, second = (without_times(simulate(TALLY, ["random"] * 2, 20, seed)) for seed in (1, 2))
    assert first["scores"] != second["scores"]


def test_every_bot_sits_everywhere_equally_often() -> None:
    names = ["mcts", "greedy", "random"]
    seats = Counter((bot, seat) for index in range(6) for seat, bot in enumerate(turned(names, index)))
    assert set(seats.values()) == {2}
    assert len(seats) == 9


def test_each_game_is_announced() -> None:
    done: list[None] = []
    simulate(TALLY, ["random", "greedy"], 7, 1, each=lambda: done.append(None))
    assert len(done) == 7


def test_the_report_counts_seats_bots_and_factions() -> None:
    report = simulate(TITLES["gates-of-mara"], ["greedy", "random", "random"], 3, 2)
    for shares in report["shares"].values():
        assert sum(each["wins"] for each in shares.values()) == pytest.approx(3)
        for each in shares.values():
            assert each["low"] <= each["rate"] <= each["high"]
            assert each["fair"] == pytest.approx(1 / 3, abs=1e-3)
    assert {name: each["seats"] for name, each in report["shares"]["by_bot"].items()} == {"greedy": 3, "random": 6}
    assert report["scores"]["min"] <= report["scores"]["p10"] <= report["scores"]["p90"] <= report["scores"]["max"]
    assert not report["broken"]


@pytest.mark.parametrize(
    ("wins", "of", "low", "high"), [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (190, 200, 0.9104, 0.9726)]
)
def test_wilsons_interval(wins: float, of: int, low: float, high: float) -> None:
    assert list(wilson(wins, of)) == pytest.approx([low, high], abs=5e-4)
