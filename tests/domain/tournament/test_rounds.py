"""TN-4: tables of which size, byes, seats, own pairings."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from moothall.domain.titles import TITLES
from moothall.domain.tournament.changes import RoundClosed
from moothall.domain.tournament.moves import DropEntrant, PairRound, PauseTournament, ResumeTournament, SetPairings
from moothall.domain.tournament.pairing.field import Sizes, sat_so_far, sizes, unevenness
from tests.support.scenes import rule
from tests.support.tournaments import ORGANISER, Cup, person


@rule("TN-4.1")
def test_everybody_sits_at_one_table_or_has_a_bye() -> None:
    cup = Cup(table_size=4, uneven="byes").started(11)
    seated = [entrant for table in cup.round(1).tables for entrant in table.seats]
    assert sorted([*seated, *cup.round(1).byes]) == sorted(each.id for each in cup.tournament.entrants)


@rule("TN-4.2")
@pytest.mark.parametrize(
    ("entrants", "most", "least", "made"),
    [
        (8, 4, 2, Sizes((4, 4), 0)),
        (9, 4, 2, Sizes((3, 3, 3), 0)),
        (10, 4, 2, Sizes((4, 3, 3), 0)),
        (5, 4, 2, Sizes((3, 2), 0)),
        (5, 4, 3, Sizes((4,), 1)),
        (3, 2, 2, Sizes((2,), 1)),
        (7, 5, 4, Sizes((5,), 2)),
        (1, 4, 2, Sizes((), 1)),
    ],
)
def test_smaller_tables_before_byes(entrants: int, most: int, least: int, made: Sizes) -> None:
    assert sizes(entrants, most, least, True) == made


@rule("TN-4.3")
@pytest.mark.parametrize(
    ("entrants", "made"),
    [(8, Sizes((4, 4), 0)), (11, Sizes((4, 4), 3)), (3, Sizes((3,), 0)), (1, Sizes((), 1))],
)
def test_byes_before_smaller_tables_but_never_a_dead_round(entrants: int, made: Sizes) -> None:
    assert sizes(entrants, 4, 2, False) == made


@rule("TN-4.4")
def test_nobody_sits_out_twice_while_others_never_did() -> None:
    cup = Cup(rounds=5).started(5)
    for _ in range(5):
        cup.play_round()
    assert Counter(entrant for each in cup.tournament.rounds for entrant in each.byes) == {
        f"e{number}": 1 for number in range(1, 6)
    }


@rule("TN-4.4")
def test_in_a_swiss_the_lowest_sits_out() -> None:
    cup = Cup(rounds=2).started(5)
    (first,) = cup.round(1).byes
    cup.play_round()
    (second,) = cup.round(2).byes
    losers = {table.seats[1] for table in cup.round(1).tables}
    assert second in losers
    assert second != first


@rule("TN-4.5")
def test_no_other_order_of_a_table_would_be_more_even() -> None:
    cup = Cup(table_size=4, rounds=6).started(8)
    for number in range(1, 7):
        sat = sat_so_far(cup.tournament.rounds[: number - 1])
        for table in cup.round(number).tables:
            assert unevenness(table.seats, sat) == min(unevenness(order, sat) for order in permutations(table.seats))
        cup.play_round()


@rule("TN-4.6")
def test_a_round_is_closed_with_its_last_table() -> None:
    cup = Cup().started(4).ends("g1-1", 3, 1).run()
    assert cup.round(1).status == "active"
    cup.sees("g1-2", "annulled", seq=4, head="cd").run()
    assert RoundClosed(1) in cup.changes


@rule("TN-4.7")
def test_rounds_follow_by_themselves() -> None:
    cup = Cup(rounds=2).started(4).play_round()
    assert len(cup.tournament.rounds) == 2
    cup.play_round()
    assert (cup.tournament.status, len(cup.tournament.rounds)) == ("finished", 2)


@rule("TN-4.7")
def test_or_on_the_organisers_word() -> None:
    cup = Cup(next_round="manual").entered(4)
    cup.refused(ORGANISER, PairRound(), "TN-4.7")
    cup.started().ask(ORGANISER, PairRound())
    cup.refused(ORGANISER, PairRound(), "TN-4.7")
    cup.play_round()
    assert len(cup.tournament.rounds) == 1
    cup.ask(ORGANISER, PairRound()).play_round().ask(ORGANISER, PairRound()).play_round()
    assert cup.tournament.status == "finished"
    cup.refused(ORGANISER, PairRound(), "TN-4.7")


@rule("TN-8.7")
def test_a_pause_holds_the_next_round_and_the_end() -> None:
    cup = Cup(rounds=1).started(2).ask(ORGANISER, PauseTournament("fire alarm")).play_round()
    assert (cup.round(1).status, cup.tournament.status) == ("closed", "active")
    cup.refused(ORGANISER, PauseTournament("twice"), "TN-8.7")
    cup.refused(ORGANISER, PairRound(), "TN-8.7")
    assert cup.ask(ORGANISER, ResumeTournament("false alarm")).run().tournament.status == "finished"
    cup.refused(ORGANISER, ResumeTournament("over"), "TN-8.7")


@rule("TN-8.7")
def test_only_what_is_paused_is_resumed() -> None:
    Cup().refused(ORGANISER, ResumeTournament("why"), "TN-8.7")


@rule("TN-4.8")
def test_own_pairings_are_taken_as_they_are() -> None:
    cup = Cup(next_round="manual").started(5)
    cup.ask(ORGANISER, SetPairings(1, (("e2", "e1"), ("e3", "e5")), ("e4",)))
    assert [table.seats for table in cup.round(1).tables] == [("e2", "e1"), ("e3", "e5")]
    assert (cup.round(1).byes, cup.round(1).by) == (("e4",), "org")


@rule("TN-4.8")
@pytest.mark.parametrize(
    "move",
    [
        SetPairings(2, (("e1", "e2"), ("e3", "e4"))),
        SetPairings(1, (("e1", "e2"), ("e3", "e5"))),
        SetPairings(1, (("e1", "e2"), ("e3", "e9"))),
        SetPairings(1, (("e1", "e2"), ("e2", "e4"), ("e3", "e1"))),
        SetPairings(1, (("e1", "e2"), ("e3", "e4")), ("e1",)),
        SetPairings(1, (("e1", "e2"),)),
        SetPairings(1, (("e1", "e2", "e3"),), ("e4",)),
        SetPairings(1, (("e1",),), ("e2", "e3", "e4")),
        SetPairings(1, (), ("e1", "e2", "e3", "e4")),
    ],
)
def test_own_pairings_name_everybody_once(move: SetPairings) -> None:
    cup = Cup(next_round="manual").started(5).ask(ORGANISER, DropEntrant("e5", "ill"))
    cup.refused(ORGANISER, move, "TN-4.8")


@rule("TN-4.8", "TN-4.9")
def test_own_pairings_say_who_meets_again() -> None:
    cup = Cup(next_round="manual").started(4)
    cup.ask(ORGANISER, SetPairings(1, (("e1", "e2"), ("e3", "e4")))).play_round()
    assert "Nobody meets an opponent of an earlier round" in cup.explained(1)
    cup.ask(ORGANISER, SetPairings(2, (("e2", "e1"), ("e3", "e4"))))
    assert "AI 2 with AI 1 and AI 3 with AI 4" in cup.explained(2)


@rule("TN-4.8", "TN-8.1")
def test_nobody_else_pairs() -> None:
    cup = Cup(next_round="manual").started(2)
    cup.refused(person("Ada"), SetPairings(1, (("e1", "e2"),)), "TN-8.1")


@rule("TN-4.9")
@pytest.mark.parametrize("form", ["swiss", "round_robin", "knockout", "ladder"])
@pytest.mark.parametrize("entrants", [5, 9, 60])
def test_every_round_says_how_it_was_paired(form: str, entrants: int) -> None:
    cup = Cup(TITLES["medieval-realms"], format=form, table_size=3, rounds=None if form == "knockout" else 2)
    cup.started(entrants).play_round()
    for each in cup.tournament.rounds:
        assert len(each.explanation) >= 3
        assert all(paragraph.endswith(".") for paragraph in each.explanation)
        assert "  " not in "".join(each.explanation)
