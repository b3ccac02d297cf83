"""TN-5.7 to TN-5.9: the best of every table go on."""

from __future__ import annotations

from typing import Any

import pytest

from moothall.domain.titles import TITLES
from moothall.domain.tournament.moves import CorrectResult, DropEntrant, SetPairings
from moothall.domain.tournament.pairing import rounds_planned
from moothall.domain.tournament.pairing.field import Sizes
from moothall.domain.tournament.pairing.knockout import plan_of
from tests.support.scenes import rule
from tests.support.tournaments import ORGANISER, Cup

FIVES = TITLES["medieval-realms"]


def cup_of(entrants: int, size: int = 2, **settings: Any) -> Cup:
    return Cup(FIVES, format="knockout", table_size=size, **settings).started(entrants)


def played(cup: Cup, strength: list[str]) -> Cup:
    while cup.tournament.status == "active":
        cup.play_round(strength)
    return cup


@rule("TN-5.7", "TN-5.9")
@pytest.mark.parametrize(("size", "advance"), [(2, 1), (3, 1), (3, 2), (4, 1), (4, 2), (4, 3), (5, 2), (5, 4)])
@pytest.mark.parametrize("uneven", ["tables", "byes"])
@pytest.mark.parametrize("entrants", [2, 3, 6, 11, 16, 23])
def test_the_strongest_wins_and_it_takes_as_many_rounds_as_it_said(
    size: int, advance: int, uneven: str, entrants: int
) -> None:
    cup = cup_of(entrants, size, advance=advance, uneven=uneven)
    planned = rounds_planned(cup.tournament)
    strength = [f"e{each}" for each in range(1, entrants + 1)]
    played(cup, strength)
    assert cup.order()[0] == "e1"
    assert len(cup.tournament.rounds) == planned
    last = cup.tournament.rounds[-1]
    assert (len(last.tables), last.byes) == (1, ())
    assert cup.order()[: len(last.tables[0].seats)] == sorted(last.tables[0].seats, key=strength.index)


@rule("TN-5.7")
def test_the_best_two_of_every_table_go_on() -> None:
    cup = cup_of(8, 4, advance=2).ends("g1-1", 1, 4, 2, 3).ends("g1-2", 9, 8, 7, 6).run()
    one, two = cup.table(1, 1).seats, cup.table(1, 2).seats
    assert sorted(cup.table(2, 1).seats) == sorted([one[1], one[3], two[0], two[1]])
    assert "went on" in cup.explained(2)


@rule("TN-5.7")
def test_equals_at_the_cut_are_separated_by_lot_in_the_end() -> None:
    cup = cup_of(4).ends("g1-1", 5, 5).ends("g1-2", 5, 3).run()
    lots = {each.id: each.lot for each in cup.tournament.entrants}
    assert min(cup.table(1, 1).seats, key=lots.__getitem__) in cup.table(2, 1).seats


@rule("TN-5.7")
def test_equals_at_the_cut_are_separated_by_tie_breaks_before_the_lot() -> None:
    cup = cup_of(4, tie_breaks=("score_share",))
    cup.ends("g1-1", 1, 9, ranking=((0, 1),)).ends("g1-2", 5, 3).run()
    assert cup.table(1, 1).seats[1] in cup.table(2, 1).seats


@rule("TN-5.7")
def test_of_a_table_without_a_result_somebody_goes_on_all_the_same() -> None:
    cup = cup_of(4).sees("g1-1", "annulled").ends("g1-2", 5, 3).run()
    assert len(cup.table(2, 1).seats) == 2
    assert set(cup.table(2, 1).seats) & set(cup.table(1, 1).seats)


@rule("TN-5.7")
def test_who_drops_out_leaves_the_place_empty() -> None:
    cup = cup_of(8).ask(ORGANISER, DropEntrant("e1", "ill"))
    played(cup, [f"e{each}" for each in range(1, 9)])
    loser = next(table for table in cup.round(1).tables if "e1" in table.seats)
    other = next(each for each in loser.seats if each != "e1")
    assert all(each.at(other) is None for each in cup.tournament.rounds[1:])
    assert cup.order()[0] == "e2" or other == "e2"


@rule("TN-5.8")
@pytest.mark.parametrize(
    ("entrants", "size", "advance", "uneven", "made"),
    [
        (6, 2, 1, "tables", Sizes((2, 2), 2)),
        (7, 2, 1, "tables", Sizes((2, 2, 2), 1)),
        (8, 2, 1, "tables", Sizes((2, 2, 2, 2), 0)),
        (13, 4, 1, "tables", Sizes((4, 3, 3, 3), 0)),
        (10, 4, 2, "byes", Sizes((4,), 6)),
        (16, 4, 2, "byes", Sizes((4, 4, 4, 4), 0)),
        (4, 3, 2, "tables", Sizes((3,), 1)),
        (4, 4, 2, "byes", Sizes((4,), 0)),
        (3, 4, 2, "byes", Sizes((3,), 0)),
    ],
)
def test_tables_and_byes(entrants: int, size: int, advance: int, uneven: str, made: Sizes) -> None:
    settings = Cup(FIVES, format="knockout", table_size=size, advance=advance, uneven=uneven).tournament.settings
    assert plan_of(settings, entrants, FIVES.players) == made


@rule("TN-5.8", "TN-4.4")
def test_the_best_seeds_sit_out_and_meet_late() -> None:
    cup = cup_of(6)
    by_lot = [each.id for each in sorted(cup.tournament.entrants, key=lambda each: each.lot)]
    assert cup.round(1).byes == tuple(by_lot[:2])
    assert "Seeding: by lot." in cup.explained(1)
    cup.play_round(by_lot)
    assert all(len(set(table.seats) & set(by_lot[:2])) == 1 for table in cup.round(2).tables)


@rule("TN-5.8")
def test_own_pairings_hold_those_who_are_still_in() -> None:
    cup = cup_of(4, next_round="manual")
    cup.ask(ORGANISER, SetPairings(1, (("e1", "e2"), ("e3", "e4")))).play_round()
    cup.refused(ORGANISER, SetPairings(2, (("e1", "e2"),)), "TN-4.8")
    cup.ask(ORGANISER, SetPairings(2, (("e3", "e1"),))).play_round()
    assert cup.order()[0] == "e3"


@rule("TN-5.9", "TN-8.2")
def test_a_correction_changes_the_final_but_nobody_comes_back_in() -> None:
    cup = cup_of(4).play_round()
    before = cup.table(2, 1).seats
    cup.ask(ORGANISER, CorrectResult(1, 1, ((1,), (0,)), "misread"))
    assert cup.table(2, 1).seats == before
    cup.play_round()
    champion = cup.order()[0]
    other = next(entrant for entrant in before if entrant != champion)
    seat = before.index(other)
    cup.ask(ORGANISER, CorrectResult(2, 1, ((seat,), (1 - seat,)), "misread too"))
    assert cup.order()[:2] == [other, champion]
