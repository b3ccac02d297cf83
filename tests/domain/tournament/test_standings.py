"""TN-6, TN-7: points, tie-breaks, standings."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from moothall.domain.tournament.moves import CorrectResult, SetPairings, TakePoints
from moothall.domain.tournament.standings import Row, standings
from tests.support.scenes import rule
from tests.support.tournaments import ORGANISER, Cup


def arranged(entrants: int = 4, **settings: Any) -> Cup:
    """A tournament whose rounds the test pairs."""
    return Cup(next_round="manual", rounds=9, **settings).started(entrants)


def plays(cup: Cup, *tables: tuple[tuple[str, ...], tuple[int, ...]], byes: tuple[str, ...] = ()) -> Cup:
    """One round: entrants in seat order, and the scores they make."""
    number = len(cup.tournament.rounds) + 1
    cup.ask(ORGANISER, SetPairings(number, tuple(seats for seats, _ in tables), byes))
    for table, (_, scores) in enumerate(tables, 1):
        cup.ends(f"g{number}-{table}", *scores)
    return cup.run()


def row(cup: Cup, entrant: str) -> Row:
    return next(each for each in standings(cup.tournament) if each.entrant == entrant)


def value(cup: Cup, entrant: str) -> Fraction:
    """Its first tie-break."""
    return row(cup, entrant).tie_breaks[0]


@rule("TN-6.1")
def test_places_are_worth_what_the_settings_say() -> None:
    cup = arranged(3, table_size=3, points={"3": (5, 3, 1)})
    plays(cup, (("e1", "e2", "e3"), (10, 30, 20)))
    assert cup.points() == {"e2": 5, "e3": 3, "e1": 1}


@rule("TN-6.2")
def test_who_share_a_place_share_exactly() -> None:
    cup = arranged(4, table_size=4, points={"4": (5, 3, 2, 1)})
    plays(cup, (("e1", "e2", "e3", "e4"), (10, 10, 10, 1)))
    assert cup.points()["e1"] == Fraction(10, 3)
    assert sum(cup.points().values()) == 11


@rule("TN-6.3")
def test_a_bye_is_worth_what_the_settings_say() -> None:
    cup = plays(arranged(3, bye=2), (("e1", "e2"), (1, 0)), byes=("e3",))
    assert cup.points() == {"e3": 2, "e1": 1, "e2": 0}
    assert (row(cup, "e3").byes, row(cup, "e3").played) == (1, 0)


@rule("TN-6.4")
def test_the_games_ranking_counts_and_an_annulled_game_does_not() -> None:
    cup = arranged().ask(ORGANISER, SetPairings(1, (("e1", "e2"), ("e3", "e4"))))
    cup.ends("g1-1", 90, 10, ranking=((1,), (0,)), forfeited=(0,)).sees("g1-2", "annulled").run()
    assert cup.points() == {"e2": 1, "e1": 0, "e3": 0, "e4": 0}
    assert row(cup, "e3").played == 0


@rule("TN-7.1")
def test_points_then_tie_breaks_and_equals_share_a_rank() -> None:
    cup = plays(arranged(tie_breaks=("wins",)), (("e1", "e2"), (1, 0)), (("e3", "e4"), (1, 0)))
    assert cup.ranks() == {"e1": 1, "e3": 1, "e2": 3, "e4": 3}


@rule("TN-7.1")
def test_standings_after_an_earlier_round() -> None:
    cup = plays(arranged(), (("e1", "e2"), (1, 0)), (("e3", "e4"), (1, 0)))
    plays(cup, (("e2", "e1"), (1, 0)), (("e4", "e3"), (1, 0)))
    cup.ask(ORGANISER, TakePoints("e2", 1, "late"))
    assert {each.entrant: each.points for each in standings(cup.tournament, 1)} == {"e1": 1, "e3": 1, "e2": 0, "e4": 0}
    assert cup.points() == {"e1": 1, "e3": 1, "e4": 1, "e2": 0}
    cup.ask(ORGANISER, CorrectResult(1, 1, ((1,), (0,)), "misread"))
    assert {each.entrant for each in standings(cup.tournament, 1) if each.points} == {"e2", "e3"}
    assert all(each.points == 0 for each in standings(cup.tournament, 0))


@rule("TN-7.2")
def test_opponents() -> None:
    cup = arranged(5, tie_breaks=("opponents",), bye=1)
    plays(cup, (("e1", "e2"), (1, 0)), (("e3", "e4"), (1, 0)), byes=("e5",))
    plays(cup, (("e1", "e3"), (1, 0)), (("e2", "e4"), (1, 0)), byes=("e5",))
    assert value(cup, "e1") == Fraction(1 + 1, 2)
    assert value(cup, "e4") == Fraction(1 + 1, 2)
    assert value(cup, "e5") == 0


@rule("TN-7.2")
def test_opponents_at_larger_tables_count_as_one_table() -> None:
    cup = arranged(5, table_size=3, tie_breaks=("opponents",))
    plays(cup, (("e1", "e2", "e3"), (3, 2, 1)), (("e4", "e5"), (1, 0)))
    plays(cup, (("e1", "e4"), (3, 2)), (("e2", "e3", "e5"), (3, 2, 1)))
    assert cup.points() == {"e1": 3, "e2": 3, "e3": 1, "e4": 1, "e5": 0}
    assert value(cup, "e1") == (Fraction(3 + 1, 2) + 1) / 2


@rule("TN-7.3")
def test_head_to_head_counts_only_those_who_are_tied() -> None:
    cup = arranged(4, tie_breaks=("head_to_head",))
    plays(cup, (("e1", "e2"), (0, 1)), (("e3", "e4"), (1, 0)))
    plays(cup, (("e1", "e3"), (1, 0)), (("e2", "e4"), (0, 1)))
    assert set(cup.points().values()) == {1}
    plays(cup, (("e1", "e4"), (1, 0)), (("e2", "e3"), (1, 0)))
    assert cup.order()[:2] == ["e2", "e1"]
    assert [value(cup, entrant) for entrant in ("e2", "e1")] == [1, -1]


@rule("TN-7.4")
def test_score_share() -> None:
    cup = plays(arranged(tie_breaks=("score_share",)), (("e1", "e2"), (30, 10)), (("e3", "e4"), (5, -5)))
    assert [value(cup, entrant) for entrant in ("e1", "e2", "e3", "e4")] == [Fraction(3, 4), Fraction(1, 4), 1, 0]
    assert cup.order() == ["e3", "e1", "e2", "e4"]


@rule("TN-7.4")
def test_score_share_where_nobody_has_anything_or_no_game_was_played() -> None:
    cup = arranged(tie_breaks=("score_share",)).ask(ORGANISER, SetPairings(1, (("e1", "e2"), ("e3", "e4"))))
    cup.ends("g1-1", 0, 0).sees("g1-2", "aborted").run()
    cup.ask(ORGANISER, CorrectResult(1, 2, ((0,), (1,)), "agreed"))
    assert [value(cup, entrant) for entrant in ("e1", "e3")] == [Fraction(1, 2), 0]
    assert cup.points()["e3"] == 1


@rule("TN-7.5")
def test_wins() -> None:
    cup = arranged(tie_breaks=("wins",), table_size=4, points={"4": (3, 3, 0, 0)})
    plays(cup, (("e1", "e2", "e3", "e4"), (9, 8, 7, 7)))
    assert cup.order()[:2] == ["e1", "e2"]
    assert [row(cup, entrant).wins for entrant in ("e1", "e2")] == [1, 0]


@rule("TN-7.6", "TN-10.3")
def test_same_seat() -> None:
    cup = arranged(6, duplicate=True, tie_breaks=("same_seat",))
    plays(cup, (("e1", "e2"), (50, 10)), (("e3", "e4"), (40, 30)), (("e5", "e6"), (40, 20)))
    expected = {"e1": 1, "e3": Fraction(1, 4), "e5": Fraction(1, 4), "e4": 1, "e6": Fraction(1, 2), "e2": 0}
    assert {entrant: value(cup, entrant) for entrant in expected} == expected


@rule("TN-7.6")
def test_same_seat_compares_tables_of_one_size_and_nobody_with_nobody() -> None:
    cup = arranged(5, duplicate=True, table_size=3, tie_breaks=("same_seat",))
    plays(cup, (("e1", "e2", "e3"), (50, 10, 5)), (("e4", "e5"), (99, 98)))
    assert {value(cup, f"e{each}") for each in range(1, 6)} == {0}


@rule("TN-7.7")
def test_lot() -> None:
    cup = Cup(tie_breaks=("lot",)).started(6)
    assert cup.order() == [each.id for each in sorted(cup.tournament.entrants, key=lambda each: each.lot)]
    assert value(cup, cup.order()[2]) == -3
