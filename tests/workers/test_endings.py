"""What a simulation tells of a title that can be won in several ways."""

from __future__ import annotations

from domain.titles import TITLES
from workers.simulate import simulate


def test_it_counts_by_what_games_were_won() -> None:
    endings = simulate(TITLES["winds-of-numa-sera"], ["random"] * 4, 12, 1)["endings"]
    assert sum(endings.values()) >= 12, "every game was won by something"
    assert set(endings) <= {"champion", "conqueror", "legend", "master", "renown", "survivor"}
    assert len(endings) > 1


def test_a_title_with_one_way_to_win_has_nothing_to_tell() -> None:
    assert simulate(TITLES["manaforge"], ["random"] * 2, 1, 1)["endings"] == {}
