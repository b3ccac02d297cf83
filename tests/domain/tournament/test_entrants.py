"""TN-2, TN-3: who takes part, and how it starts."""

from __future__ import annotations

import pytest

from moothall.domain.core.errors import NotYourTurn
from moothall.domain.tournament import changes as c, moves as m
from moothall.domain.tournament.context import Account
from moothall.domain.tournament.steps import due
from tests.support.scenes import rule
from tests.support.tournaments import NOON, ORGANISER, Cup, person

ADA, BEN, CAT = person("Ada"), person("Ben"), person("Cat")
BOT = Account("b1", "Deep", "bot")


@rule("TN-2.1")
def test_accounts_enter_by_themselves_once() -> None:
    cup = Cup().ask(ADA, m.Enter())
    assert cup.last == (c.EntrantEntered("e1", "Ada", "human", player="ada"),)
    cup.refused(ADA, m.Enter(), "TN-2.1")
    cup.refused(BEN, m.Drop(), "TN-2.1")


@rule("TN-2.1")
def test_the_organiser_enters_others() -> None:
    cup = Cup().ask(ORGANISER, m.EnterPlayer("b1"), named=BOT)
    assert cup.last == (c.EntrantEntered("e1", "Deep", "bot", player="b1"),)
    cup.refused(ORGANISER, m.EnterPlayer("b1"), "TN-2.1", named=BOT)
    cup.refused(ORGANISER, m.EnterPlayer("nobody"), "TN-2.1")


@rule("TN-2.2")
def test_only_kinds_that_may_enter() -> None:
    cup = Cup(kinds=("human",))
    cup.refused(BOT, m.Enter(), "TN-2.2")
    cup.refused(ORGANISER, m.EnterPlayer("b1"), "TN-2.2", named=BOT)
    cup.refused(ORGANISER, m.EnterAi("random", "House"), "TN-2.2")
    assert cup.ask(ADA, m.Enter()).tournament.active


@rule("TN-2.3")
def test_the_organiser_does_not_play() -> None:
    cup = Cup()
    cup.refused(ORGANISER, m.Enter(), "TN-2.3")
    cup.refused(ORGANISER, m.EnterPlayer("org"), "TN-2.3", named=ORGANISER)
    cup.refused(ORGANISER, m.Invite("org"), "TN-2.3", named=ORGANISER)


@rule("TN-2.4")
def test_invited_players_only() -> None:
    cup = Cup(invited_only=True)
    assert isinstance(cup.refused(ADA, m.Enter(), "TN-2.4"), NotYourTurn)
    cup.ask(ORGANISER, m.Invite("ada"), named=ADA)
    assert cup.last == (c.PlayerInvited("ada"),)
    cup.refused(ORGANISER, m.Invite("ada"), "TN-2.4", named=ADA)
    cup.refused(ORGANISER, m.Invite("nobody"), "TN-2.4")
    cup.ask(ADA, m.Enter()).ask(ORGANISER, m.EnterPlayer("ben"), named=BEN)
    assert [each.name for each in cup.tournament.active] == ["Ada", "Ben"]


@rule("TN-2.5")
def test_a_full_tournament_takes_nobody_until_somebody_drops_out() -> None:
    cup = Cup(most_entrants=2).ask(ADA, m.Enter()).ask(BEN, m.Enter())
    cup.refused(CAT, m.Enter(), "TN-2.5")
    cup.ask(ADA, m.Drop()).ask(CAT, m.Enter())
    cup.refused(ADA, m.Enter(), "TN-2.5")


@rule("TN-2.6")
def test_an_ai_has_a_level_and_a_name_of_its_own() -> None:
    cup = Cup().ask(ORGANISER, m.EnterAi("greedy", "House"))
    assert cup.last == (c.EntrantEntered("e1", "House", "ai", level="greedy"),)
    cup.refused(ORGANISER, m.EnterAi("genius", "Other"), "TN-2.6")
    for name in ("", " ", "x" * 41, "a\tb", "HOUSE"):
        cup.refused(ORGANISER, m.EnterAi("greedy", name), "TN-2.6")


@rule("TN-2.7")
def test_whoever_drops_out_is_paired_no_more_and_keeps_the_results() -> None:
    cup = Cup().ask(ADA, m.Enter()).entered(3).started().play_round(["e1"])
    before = cup.points()["e1"]
    cup.ask(ADA, m.Drop())
    assert cup.last == (c.EntrantDropped("e1"),)
    cup.refused(ADA, m.Drop(), "TN-2.7")
    cup.play_round()
    assert "e1" not in [entrant for table in cup.round(3).tables for entrant in table.seats]
    assert cup.points()["e1"] >= before == 1


@rule("TN-2.7")
def test_the_organiser_drops_somebody_with_a_reason() -> None:
    cup = Cup().started(4).ask(ORGANISER, m.DropEntrant("e2", "left the hall"))
    assert cup.last == (c.EntrantDropped("e2", "org", "left the hall"),)
    cup.refused(ORGANISER, m.DropEntrant("e2", "again"), "TN-2.7")
    cup.refused(ORGANISER, m.DropEntrant("e9", "who?"), "TN-2.7")


@rule("TN-2.8")
def test_nobody_enters_after_the_start_unless_it_is_allowed() -> None:
    cup = Cup().started(2)
    cup.refused(ADA, m.Enter(), "TN-2.8")
    cup.refused(ORGANISER, m.EnterAi("random", "Late"), "TN-2.8")


@rule("TN-2.8")
def test_late_entrants_have_the_next_lots_and_no_points() -> None:
    cup = Cup(late_entry=2).started(4).ask(ADA, m.Enter()).ask(BEN, m.Enter())
    assert [cup.tournament.entrants[place].lot for place in (4, 5)] == [5, 6]
    assert cup.tournament.entrants[4].entered_in == 1
    cup.play_round()
    assert len(cup.round(2).tables) == 3
    cup.refused(CAT, m.Enter(), "TN-2.8")
    assert "e5" not in cup.order(through=1)
    assert "e5" in cup.order(through=2)


@rule("TN-2.9")
def test_who_dropped_out_comes_back_but_not_against_the_organiser() -> None:
    cup = Cup().ask(ADA, m.Enter()).entered(3).started().ask(ADA, m.Drop()).ask(ADA, m.Enter())
    assert cup.last == (c.EntrantReturned("e1"),)
    cup.ask(ORGANISER, m.DropEntrant("e1", "rude"))
    cup.refused(ADA, m.Enter(), "TN-2.9")
    cup.refused(ORGANISER, m.ReturnEntrant("e2", "is there anyway"), "TN-2.9")
    cup.ask(ORGANISER, m.ReturnEntrant("e1", "has apologised"))
    assert not cup.tournament.entrants[0].dropped


@rule("TN-2.9")
def test_nobody_comes_back_into_a_tournament_that_is_over() -> None:
    cup = Cup(rounds=1).ask(ADA, m.Enter()).entered(3).started().ask(ADA, m.Drop()).play_round()
    cup.refused(ADA, m.Enter(), "TN-2.9")
    cup.refused(ORGANISER, m.ReturnEntrant("e1", "too late"), "TN-2.9")
    cup.refused(ADA, m.Drop(), "TN-2.7")
    cup.refused(ORGANISER, m.Invite("ben"), "TN-2.4", named=BEN)
    cup.refused(BEN, m.Enter(), "TN-2.8")


@rule("TN-3.1")
def test_it_starts_with_enough_for_a_table_and_once() -> None:
    cup = Cup().entered(1)
    cup.refused(ORGANISER, m.Start(), "TN-3.1")
    cup.entered(1).ask(ORGANISER, m.Start())
    cup.refused(ORGANISER, m.Start(), "TN-3.1")


@rule("TN-3.2")
def test_only_who_has_checked_in_is_paired() -> None:
    cup = Cup(check_in=True).ask(ADA, m.Enter()).ask(BEN, m.Enter()).entered(1).ask(ADA, m.CheckIn())
    assert cup.last == (c.EntrantCheckedIn("e1"),)
    cup.refused(ADA, m.CheckIn(), "TN-3.2")
    cup.ask(ORGANISER, m.Start())
    assert c.EntrantDropped("e2", None, "did not check in") in cup.changes
    assert sorted(cup.table(1, 1).seats) == ["e1", "e3"]
    cup.refused(BEN, m.CheckIn(), "TN-3.2")


@rule("TN-3.2")
def test_there_is_no_check_in_without_one_nor_for_those_who_left() -> None:
    Cup().ask(ADA, m.Enter()).refused(ADA, m.CheckIn(), "TN-3.2")
    Cup(check_in=True).ask(ADA, m.Enter()).ask(ADA, m.Drop()).refused(ADA, m.CheckIn(), "TN-3.2")


@rule("TN-3.3")
def test_lots_are_drawn_and_the_first_round_is_paired() -> None:
    cup = Cup().started(4)
    started, paired = cup.last
    assert isinstance(started, c.TournamentStarted)
    assert sorted(started.lots) == ["e1", "e2", "e3", "e4"]
    assert [each.lot for each in cup.tournament.entrants] == [started.lots.index(f"e{n}") + 1 for n in (1, 2, 3, 4)]
    assert isinstance(paired, c.RoundPaired)
    assert Cup(secret=bytes(32)).started(4).last != cup.last


@rule("TN-3.3")
def test_an_organiser_who_pairs_the_rounds_pairs_the_first_one_too() -> None:
    cup = Cup(next_round="manual").started(4).run()
    assert not cup.tournament.rounds
    cup.ask(ORGANISER, m.PairRound())
    assert len(cup.round(1).tables) == 2


@rule("TN-3.4")
def test_it_starts_by_itself_at_its_time() -> None:
    cup = Cup(starts_at=NOON + 5_000).entered(2).run()
    assert cup.tournament.status == "open"
    assert due(cup.tournament) == NOON + 5_000
    cup.now = NOON + 5_000
    assert cup.run().tournament.status == "active"


@rule("TN-3.4")
def test_with_too_few_it_is_aborted_at_its_time() -> None:
    cup = Cup(starts_at=NOON + 5_000).entered(1)
    cup.now = NOON + 6_000
    (aborted,) = cup.run().last
    assert isinstance(aborted, c.TournamentAborted)
    assert (aborted.by, cup.tournament.status) == (None, "aborted")


@rule("TN-3.4", "TN-8.7")
def test_a_pause_holds_the_start() -> None:
    cup = Cup(starts_at=NOON + 5_000).entered(2).ask(ORGANISER, m.PauseTournament("late train"))
    cup.now = NOON + 9_000
    assert cup.run().tournament.status == "open"
    assert due(cup.tournament) is None
    cup.refused(ORGANISER, m.Start(), "TN-8.7")
    assert cup.ask(ORGANISER, m.ResumeTournament("all here")).run().tournament.status == "active"


@rule("TN-8.1")
@pytest.mark.parametrize(
    "move",
    [
        m.EnterPlayer("ada"),
        m.EnterAi("random", "X"),
        m.Invite("ada"),
        m.Start(),
        m.PairRound(),
        m.DropEntrant("e1", "r"),
    ],
)
def test_only_the_organiser_does_what_is_the_organisers(move: object) -> None:
    error = Cup().entered(2).refused(ADA, move, "TN-8.1", named=ADA)  # type: ignore[arg-type]
    assert isinstance(error, NotYourTurn)
