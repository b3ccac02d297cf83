"""TN-5.5, TN-5.6: everybody meets everybody."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from moothall.domain.titles import TITLES
from moothall.domain.tournament.moves import DropEntrant, EnterAi, PairRound, SetPairings
from moothall.domain.tournament.pairing.round_robin import circle, plane
from tests.support.scenes import rule
from tests.support.tournaments import ORGANISER, Cup

FIVES = TITLES["medieval-realms"]


def meetings(cup: Cup) -> Counter[frozenset[str]]:
    return Counter(
        frozenset(pair)
        for each in cup.tournament.rounds
        for table in each.tables
        for pair in combinations(table.seats, 2)
    )


def played(cup: Cup) -> Cup:
    while cup.tournament.status == "active":
        cup.play_round()
    return cup


@rule("TN-5.5")
@pytest.mark.parametrize("entrants", range(2, 15))
def test_at_tables_of_two_every_two_meet_once(entrants: int) -> None:
    cup = played(Cup(format="round_robin").started(entrants))
    assert len(cup.tournament.rounds) == entrants - 1 + entrants % 2
    assert set(meetings(cup).values()) == {1}
    assert len(meetings(cup)) == entrants * (entrants - 1) // 2


@rule("TN-5.5", "TN-4.5")
@pytest.mark.parametrize("entrants", range(2, 30))
def test_nobody_has_one_of_two_seats_more_than_once_oftener_than_the_other(entrants: int) -> None:
    ahead = [0] * entrants
    for tables in circle(entrants):
        for table in tables:
            if len(table) == 2:
                ahead[table[0]] += 1
                ahead[table[1]] -= 1
        assert all(-1 <= each <= 1 for each in ahead)


@rule("TN-4.5")
@pytest.mark.parametrize("entrants", [4, 5, 8, 11])
def test_the_scheduled_seats_are_taken(entrants: int) -> None:
    cup = played(Cup(format="round_robin").started(entrants))
    for each in cup.tournament.entrants:
        seats = [
            table.seats.index(each.id)
            for one in cup.tournament.rounds
            for table in one.tables
            if each.id in table.seats
        ]
        assert abs(seats.count(0) - seats.count(1)) <= 1


@rule("TN-5.5")
@pytest.mark.parametrize("size", [3, 4, 5])
def test_a_plane_lets_every_two_meet_once(size: int) -> None:
    met = Counter(pair for tables in plane(size) for table in tables for pair in combinations(sorted(table), 2))
    assert len(met) == size * size * (size * size - 1) // 2
    assert set(met.values()) == {1}
    cup = played(Cup(FIVES, format="round_robin", table_size=size).started(size * size))
    assert len(cup.tournament.rounds) == size + 1
    assert set(meetings(cup).values()) == {1}
    assert "plane" in cup.explained(1)


@rule("TN-5.5")
def test_fixed_rounds_go_through_the_schedule_again() -> None:
    cup = played(Cup(format="round_robin", rounds=6).started(4))
    assert set(meetings(cup).values()) == {2}


@rule("TN-5.5")
@pytest.mark.parametrize(("entrants", "size"), [(6, 3), (8, 4), (10, 3), (12, 4), (7, 5)])
def test_where_no_schedule_is_known_meetings_are_evened_out(entrants: int, size: int) -> None:
    cup = played(Cup(FIVES, format="round_robin", table_size=size).started(entrants))
    met = meetings(cup)
    assert len(met) == entrants * (entrants - 1) // 2, "somebody was never met"
    assert max(met.values()) - min(met.values()) <= 3
    assert "No simple schedule fits" in cup.explained(1)


@rule("TN-5.6")
def test_a_schedule_stays_when_somebody_drops_out() -> None:
    cup = Cup(format="round_robin").started(6).play_round().ask(ORGANISER, DropEntrant("e1", "ill"))
    played(cup)
    met = meetings(cup)
    assert all(met[frozenset(pair)] == 1 for pair in combinations(["e2", "e3", "e4", "e5", "e6"], 2))
    assert "has dropped out" in "".join(cup.explained(each.number) for each in cup.tournament.rounds if each.byes)


@rule("TN-5.6")
def test_somebody_who_comes_late_meets_everybody_too() -> None:
    cup = Cup(format="round_robin", late_entry=3).started(5).play_round().ask(ORGANISER, EnterAi("random", "Late"))
    met = meetings(played(cup))
    assert all(met[frozenset(pair)] >= 1 for pair in combinations([f"e{each}" for each in range(1, 7)], 2))


@rule("TN-5.6")
def test_after_own_pairings_those_come_together_who_have_met_least() -> None:
    cup = Cup(format="round_robin", next_round="manual").started(4)
    cup.ask(ORGANISER, SetPairings(1, (("e1", "e4"), ("e2", "e3")))).play_round()
    cup.ask(ORGANISER, PairRound()).play_round().ask(ORGANISER, PairRound()).play_round()
    assert set(meetings(cup).values()) == {1}
    assert cup.tournament.status == "finished"


@rule("TN-5.6", "TN-4.3")
def test_two_who_are_left_meet_although_the_schedule_has_others_for_them() -> None:
    cup = Cup(format="round_robin", table_size=3).started(9).play_round()
    for entrant in cup.order()[2:]:
        cup.ask(ORGANISER, DropEntrant(entrant, "bus leaves"))
    assert played(cup).tournament.status == "finished"
