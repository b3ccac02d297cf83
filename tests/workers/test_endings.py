"""What a simulation tells of a title that can be won in several ways."""

from __future__ import annotations

from moothall.domain.titles import TITLES
from moothall.workers.simulate import simulate


def test_it_counts_by_what_games_were_won() -> None:
    made = simulate(TITLES["winds-of-numa-sera"], ["random"] * 4, 12, 1, {"round_limit": 24})
    endings = made["endings"]
    assert sum(endings.values()) >= 12, "every game was won by something"
    assert set(endings) <= {"champion", "conqueror", "legend", "master", "renown", "survivor"}
    assert len(endings) > 1
    by_faction = made["endings_by_faction"]
    assert set(by_faction) <= {"numa_sera", "meran", "siaa_dee", "dena_vale"}
    for ending, times in endings.items():
        assert sum(each.get(ending, 0) for each in by_faction.values()) == times, "every game has one winner"
    for faction, each in by_faction.items():
        assert sum(each.values()) >= made["wins"]["by_faction"][faction]


def test_a_title_with_one_way_to_win_has_nothing_to_tell() -> None:
    made = simulate(TITLES["manaforge"], ["random"] * 2, 1, 1)
    assert made["endings"] == made["endings_by_faction"] == {}
