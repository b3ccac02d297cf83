"""TN-5.1 to TN-5.4: Swiss, checked against every pairing there is."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import pytest

from moothall.domain.titles import TITLES
from moothall.domain.tournament.pairing.field import Field, evened, field
from moothall.domain.tournament.pairing.swiss import best_tables, without_repeats
from tests.support.scenes import rule
from tests.support.tournaments import Cup, all_tables

FIVES = TITLES["medieval-realms"]


def judged(field: Field, tables: Sequence[Sequence[int]]) -> tuple[int, int]:
    """Repeated meetings, difference of points."""
    pairs = [pair for table in tables for pair in combinations(table, 2)]
    return (
        sum(field.met[one].get(other, 0) for one, other in pairs),
        sum(abs(field.points[one] - field.points[other]) for one, other in pairs),
    )


def some_field(luck: random.Random, entrants: int, meetings: int) -> Field:
    points = sorted((luck.randrange(6) for _ in range(entrants)), reverse=True)
    met: list[dict[int, int]] = [{} for _ in range(entrants)]
    for _ in range(meetings):
        one, other = luck.sample(range(entrants), 2)
        met[one][other] = met[other][one] = met[one].get(other, 0) + 1
    return Field(tuple(f"e{each}" for each in range(entrants)), tuple(points), tuple(met), 10_000)


@rule("TN-5.1", "TN-5.2")
@pytest.mark.parametrize("sizes", [(2, 2, 2, 2), (3, 3, 3), (4, 4), (3, 3, 2), (4, 3, 2), (5, 4), (2, 2, 2, 2, 2)])
@pytest.mark.parametrize("seed", range(6))
def test_no_pairing_is_better_in_a_small_field(sizes: tuple[int, ...], seed: int) -> None:
    luck = random.Random(seed)
    field = some_field(luck, sum(sizes), luck.randrange(4 * sum(sizes)))
    best = min(judged(field, tables) for tables in all_tables(range(sum(sizes)), sizes))
    assert judged(field, best_tables(field, sizes)) == best


@rule("TN-5.1")
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("sizes", [(2,) * 8, (3,) * 5, (4,) * 4, (4, 4, 4, 3)])
def test_nobody_meets_again_in_a_larger_field_while_it_can_be_avoided(sizes: tuple[int, ...], seed: int) -> None:
    luck = random.Random(seed)
    field = some_field(luck, sum(sizes), luck.randrange(5 * sum(sizes)))
    repeats = field.repeats(best_tables(field, sizes))
    assert (repeats == 0) == _can_be_avoided(field, sizes)


def _can_be_avoided(field: Field, sizes: tuple[int, ...]) -> bool:
    """Table by table, the first who is left with all strangers in turn."""

    def place(left: tuple[int, ...], open_sizes: tuple[int, ...]) -> bool:
        if not left:
            return True
        for size in set(open_sizes):
            others = list(open_sizes)
            others.remove(size)
            for mates in combinations([each for each in left[1:] if not field.met[left[0]].get(each)], size - 1):
                if any(field.met[one].get(other) for one, other in combinations(mates, 2)):
                    continue
                if place(tuple(each for each in left[1:] if each not in mates), tuple(others)):
                    return True
        return False

    return place(tuple(range(len(field.entrants))), sizes)


@rule("TN-5.1")
def test_the_bounded_search_finds_what_there_is() -> None:
    field = some_field(random.Random(3), 12, 20)
    assert without_repeats(field, (3, 3, 3, 3)) is not None
    everybody_met = Field(
        field.entrants, field.points, tuple({e: 1 for e in range(12) if e != o} for o in range(12)), 9
    )
    assert without_repeats(everybody_met, (3, 3, 3, 3)) is None


@rule("TN-5.1")
def test_four_play_three_rounds_without_meeting_twice_and_then_meet_again() -> None:
    cup = Cup(rounds=4).started(4)
    for _ in range(4):
        cup.play_round()
    met = [frozenset(table.seats) for each in cup.tournament.rounds[:3] for table in each.tables]
    assert len(set(met)) == 6
    assert "Nobody meets an opponent of an earlier round" in cup.explained(3)
    assert "No pairing without a repetition exists" in cup.explained(4)


@rule("TN-5.2")
def test_winners_play_winners() -> None:
    cup = Cup(table_size=4, title=FIVES).started(16).play_round()
    winners = {table.seats[0] for table in cup.round(1).tables}
    assert set(cup.table(2, 1).seats) == winners
    assert "Score groups: 3 points:" in cup.explained(2)


@rule("TN-5.3")
def test_the_lot_decides_among_equals_and_the_same_log_pairs_the_same() -> None:
    def first(secret: bytes) -> list[tuple[str, ...]]:
        return [table.seats for table in Cup(secret=secret).started(8).round(1).tables]

    assert first(bytes(32)) == first(bytes(32))
    assert first(bytes(32)) != first(bytes(31) + b"x")


@rule("TN-5.3")
def test_entrants_are_exchanged_if_they_then_sit_more_evenly_and_nothing_else_changes() -> None:
    """At either table both have always had the same seat."""
    sat = {"a": {0: 1}, "b": {0: 1}, "c": {1: 1}, "d": {1: 1}}
    level = field("abcd", {}, {}, 2)
    assert evened(level, [[0, 1], [2, 3]], sat) == [[0, 3], [1, 2]]
    apart = field("abcd", {"a": Fraction(1), "b": Fraction(1)}, {}, 2)
    assert evened(apart, [[0, 1], [2, 3]], sat) == [[0, 1], [2, 3]]
    others = {"a": {"c": 1, "d": 1}, "b": {"c": 1, "d": 1}, "c": {"a": 1, "b": 1}, "d": {"a": 1, "b": 1}}
    met = field("abcd", {}, others, 2)
    assert evened(met, [[0, 1], [2, 3]], sat) == [[0, 1], [2, 3]]


@rule("TN-5.4")
def test_another_sits_out_if_that_avoids_a_repetition() -> None:
    """Of three, the loser who sat out last time cannot: so after two rounds everybody has met or sat out."""
    cup = Cup(rounds=3).started(3)
    for _ in range(3):
        cup.play_round()
    assert sorted(entrant for each in cup.tournament.rounds for entrant in each.byes) == ["e1", "e2", "e3"]
    assert len({frozenset(each.tables[0].seats) for each in cup.tournament.rounds}) == 3
    assert "A bye goes to" in cup.explained(2)
