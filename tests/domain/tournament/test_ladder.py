"""TN-5.10: whoever is free is paired."""

from __future__ import annotations

from collections import Counter
from typing import Any

from moothall.domain.tournament.moves import EnterAi, FinishTournament, PairRound, SetPairings
from tests.support.scenes import rule
from tests.support.tournaments import ORGANISER, Cup


def ladder(entrants: int, **settings: Any) -> Cup:
    return Cup(format="ladder", **settings).started(entrants)


@rule("TN-5.10", "TN-4.1")
def test_a_wave_follows_when_free_ones_can_meet_others() -> None:
    cup = ladder(6)
    assert len(cup.round(1).tables) == 3
    cup.ends("g1-1", 2, 1).run()
    assert cup.tournament.round(2) is None, "the two would only meet each other again"
    cup.ends("g1-2", 2, 1).run()
    assert cup.round(1).status == "active", "two waves at once"
    for table in cup.round(2).tables:
        assert all(set(table.seats) != set(other.seats) for other in cup.round(1).tables)


@rule("TN-5.10")
def test_those_with_few_tables_come_first() -> None:
    cup = ladder(4, late_entry=9).ends("g1-1", 2, 1).ends("g1-2", 2, 1).ask(ORGANISER, EnterAi("random", "New")).run()
    assert "e5" in cup.table(2, 1).seats


@rule("TN-5.10")
def test_two_alone_meet_again_and_again_until_the_organiser_ends_it() -> None:
    cup = ladder(2)
    for _ in range(5):
        cup.play_round()
    assert len(cup.tournament.rounds) == 6
    assert "again: nobody else was free" in cup.explained(6)
    cup.ask(ORGANISER, FinishTournament("that will do"))
    assert cup.tournament.status == "active"
    cup.refused(ORGANISER, FinishTournament("twice"), "TN-11.2")
    cup.play_round()
    assert (cup.tournament.status, len(cup.tournament.rounds)) == ("finished", 6)


@rule("TN-5.10", "TN-1.3")
def test_everybody_plays_so_many_tables() -> None:
    cup = ladder(5, rounds=3)
    while cup.tournament.status == "active":
        cup.play_round()
    games = Counter(entrant for each in cup.tournament.rounds for table in each.tables for entrant in table.seats)
    assert max(games.values()) == 3
    assert sum(games.values()) >= 14, "at most one is left without a partner"


@rule("TN-5.10")
def test_smaller_tables_only_when_nobody_plays() -> None:
    cup = ladder(6, table_size=4)
    assert sorted(len(table.seats) for table in cup.round(1).tables) == [3, 3]
    cup.ends("g1-1", 3, 2, 1).run()
    assert len(cup.tournament.rounds) == 1
    cup.ends("g1-2", 3, 2, 1).run()
    assert sorted(len(table.seats) for table in cup.round(2).tables) == [3, 3]


@rule("TN-4.7", "TN-4.8")
def test_the_organiser_pairs_whom_there_are() -> None:
    cup = Cup(format="ladder", next_round="manual").started(5)
    cup.ask(ORGANISER, SetPairings(1, (("e1", "e2"),))).ask(ORGANISER, SetPairings(2, (("e3", "e4"),)))
    cup.refused(ORGANISER, SetPairings(3, (("e1", "e5"),)), "TN-4.8")
    cup.refused(ORGANISER, PairRound(), "TN-4.7")
    cup.ends("g1-1", 2, 1).run().ask(ORGANISER, PairRound())
    assert "e5" in cup.table(3, 1).seats
