"""TN-8, TN-11: rulings and the end."""

from __future__ import annotations

import pytest

from moothall.domain.tournament import changes as c, moves as m
from moothall.domain.tournament.context import Account
from moothall.domain.tournament.state import Tournament
from moothall.domain.tournament.steps import AbortTable, EndTable, OpenTable, ReplaceSeat
from tests.support.scenes import rule
from tests.support.tournaments import ORGANISER, SECRET, Cup, person

ADA, BEN = person("Ada"), person("Ben")
SWAP = m.CorrectResult(1, 1, ((1,), (0,)), "misread")


def pairings(tournament: Tournament) -> list[tuple[str, ...]]:
    return [table.seats for each in tournament.rounds for table in each.tables]


@rule("TN-8.1")
@pytest.mark.parametrize("reason", ["", "   ", "x" * 501])
def test_a_ruling_has_a_reason(reason: str) -> None:
    Cup().started(2).refused(ORGANISER, m.PauseTournament(reason), "TN-8.1")


@rule("TN-8.2", "TN-8.3")
def test_a_correction_changes_standings_and_no_pairing() -> None:
    cup = Cup().started(4).play_round().play_round()
    before, points = pairings(cup.tournament), cup.points()
    first, second = cup.table(1, 1).seats
    cup.ask(ORGANISER, SWAP)
    assert cup.last == (c.ResultCorrected(1, 1, ((1,), (0,)), "org", "misread"),)
    assert pairings(cup.tournament) == before
    assert cup.points()[first] == points[first] - 1
    assert cup.points()[second] == points[second] + 1


@rule("TN-8.3")
def test_the_latest_word_holds_and_a_table_can_count_for_nothing() -> None:
    cup = Cup().started(2).play_round().ask(ORGANISER, SWAP).ask(ORGANISER, m.CorrectResult(1, 1, None, "both cheated"))
    assert set(cup.points().values()) == {0}
    cup.ask(ORGANISER, m.CorrectResult(1, 1, ((1, 0),), "a draw after all"))
    assert cup.last[0].ranking == ((0, 1),)


@rule("TN-8.3")
def test_a_correction_ranks_all_seats_of_a_table_that_is_over() -> None:
    cup = Cup().started(4)
    cup.refused(ORGANISER, SWAP, "TN-8.3")
    cup.play_round()
    cup.refused(ORGANISER, m.CorrectResult(1, 3, None, "which?"), "TN-8.3")
    cup.refused(ORGANISER, m.CorrectResult(0, 1, None, "which?"), "TN-8.3")
    for ranking in (((0,),), ((0,), (0,)), ((0,), (1,), (2,)), ((0, 1), ())):
        cup.refused(ORGANISER, m.CorrectResult(1, 1, ranking, "odd"), "TN-8.3")


@rule("TN-8.4")
def test_points_are_taken_and_given() -> None:
    cup = Cup().entered(2)
    cup.refused(ORGANISER, m.TakePoints("e1", 1, "early"), "TN-8.4")
    cup.started().ask(ORGANISER, m.TakePoints("e1", 2, "insult")).ask(ORGANISER, m.TakePoints("e2", -3, "fair play"))
    assert cup.last == (c.PointsTaken("e2", -3, "org", "fair play"),)
    assert cup.points() == {"e2": 3, "e1": -2}
    cup.refused(ORGANISER, m.TakePoints("e1", 0, "nothing"), "TN-8.4")
    cup.refused(ORGANISER, m.TakePoints("e1", 1_000_001, "much"), "TN-8.4")
    for nobody in ("e7", "e0", "x1", "e", "", "e01", "e" + "9" * 5_000):
        cup.refused(ORGANISER, m.TakePoints(nobody, 1, "who"), "TN-8.4")


@rule("TN-8.5")
def test_rulings_are_withdrawn_once() -> None:
    cup = Cup().started(2).play_round()
    points = cup.points()
    corrected = cup.ask(ORGANISER, SWAP).tournament.seq
    taken = cup.ask(ORGANISER, m.TakePoints("e1", 5, "insult")).tournament.seq
    cup.ask(ORGANISER, m.WithdrawRuling(corrected, "read right")).ask(ORGANISER, m.WithdrawRuling(taken, "sorry"))
    assert cup.last == (c.RulingWithdrawn(taken, "org", "sorry"),)
    assert cup.points() == points
    cup.refused(ORGANISER, m.WithdrawRuling(taken, "again"), "TN-8.5")
    cup.refused(ORGANISER, m.WithdrawRuling(1, "the creation?"), "TN-8.5")


@rule("TN-8.6")
def test_a_substitute_goes_on_with_the_results_and_takes_the_seat() -> None:
    cup = Cup().ask(ADA, m.Enter()).entered(1).started()
    seat = cup.table(1, 1).seats.index("e1")
    cup.ask(ORGANISER, m.Substitute("e1", "ill", player="ben"), named=BEN)
    assert cup.last == (c.EntrantSubstituted("e1", "Ben", "human", "org", "ill", player="ben"),)
    people = ["ada" if place == seat else None for place in (0, 1)]
    cup.sees("g1-1", "active", people=tuple(people), ai=(1 - seat,))
    assert cup.acts() == (ReplaceSeat("g1-1", seat, player="ben"),)
    cup.sees("g1-1", "active", people=tuple("ben" if each else None for each in people), ai=(0, 1))
    assert cup.acts() == (), "Ben sat there and has resigned: nobody is put there again"


@rule("TN-8.6")
def test_an_ai_takes_over_and_whoever_had_dropped_out_is_paired_again() -> None:
    cup = Cup().ask(ADA, m.Enter()).entered(1).started().ask(ORGANISER, m.DropEntrant("e1", "gone"))
    seat = cup.table(1, 1).seats.index("e1")
    cup.ask(ORGANISER, m.Substitute("e1", "gone", level="greedy", name="Stand-in"))
    assert not cup.tournament.entrants[0].dropped
    cup.sees("g1-1", "active", people=("ada", "ada"), ai=(1 - seat,))
    assert cup.acts() == (ReplaceSeat("g1-1", seat, level="greedy"),)
    cup.sees("g1-1", "active", people=("ada", "ada"), ai=(0, 1))
    assert cup.acts() == ()


@rule("TN-8.6", "TN-2.3")
def test_who_can_be_a_substitute() -> None:
    cup = Cup(kinds=("human",)).ask(ADA, m.Enter()).ask(BEN, m.Enter()).ask(ORGANISER, m.Start())
    cup.refused(ORGANISER, m.Substitute("e1", "r", player="ben"), "TN-8.6", named=BEN)
    cup.refused(ORGANISER, m.Substitute("e1", "r"), "TN-8.6")
    cup.refused(ORGANISER, m.Substitute("e1", "r", player="cat", level="greedy"), "TN-8.6")
    cup.refused(ORGANISER, m.Substitute("e1", "r", player="cat"), "TN-8.6")
    cup.refused(ORGANISER, m.Substitute("e9", "r", player="cat"), "TN-8.6", named=person("Cat"))
    cup.refused(ORGANISER, m.Substitute("e1", "r", player="org"), "TN-2.3", named=ORGANISER)
    cup.refused(ORGANISER, m.Substitute("e1", "r", level="greedy", name="X"), "TN-2.2")
    cup.refused(ORGANISER, m.Substitute("e1", "r", player="b"), "TN-2.2", named=Account("b", "B", "bot"))
    cup.play_round().play_round().play_round()
    cup.refused(ORGANISER, m.Substitute("e1", "r", player="cat"), "TN-8.6", named=person("Cat"))


@rule("TN-8.6", "TN-9.2")
def test_a_substitute_is_no_no_show_at_the_table_it_comes_to() -> None:
    cup = Cup().ask(ADA, m.Enter()).entered(1).started()
    seat = cup.table(1, 1).seats.index("e1")
    cup.ask(ORGANISER, m.Substitute("e1", "ill", player="ben"), named=BEN)
    cup.sees("g1-1", "active", absent=(seat,), people=("ada", "ada"), ai=(0, 1)).run()
    assert not cup.tournament.entrants[0].dropped
    assert cup.table(1, 1).absent == ()


@rule("TN-11.1", "TN-3.3")
def test_after_the_last_round_it_is_finished_and_the_secret_is_told() -> None:
    cup = Cup(rounds=1).started(4).play_round()
    (done,) = cup.last
    assert isinstance(done, c.TournamentFinished)
    assert done.secret == SECRET.hex() == cup.tournament.secret
    assert [each.entrant for each in done.standings] == cup.order()
    assert done.standings[0].points == "1"


@rule("TN-11.1")
def test_one_who_is_left_alone_has_nothing_to_wait_for() -> None:
    cup = Cup(rounds=5).started(3)
    for entrant in ("e1", "e2"):
        cup.ask(ORGANISER, m.DropEntrant(entrant, "gone"))
    cup.play_round()
    assert (cup.tournament.status, len(cup.tournament.rounds)) == ("finished", 1)


@rule("TN-11.2")
def test_the_organiser_ends_it_at_once_or_after_the_tables() -> None:
    cup = Cup(next_round="manual").started(2).ask(ORGANISER, m.FinishTournament("no time"))
    assert isinstance(cup.last[0], c.TournamentFinished)
    cup = Cup().started(2).ask(ORGANISER, m.FinishTournament("no time"))
    assert cup.last == (c.LastRoundCalled("org", "no time"),)
    assert cup.play_round().tournament.status == "finished"
    cup.refused(ORGANISER, m.FinishTournament("again"), "TN-11.2")
    Cup().refused(ORGANISER, m.FinishTournament("not begun"), "TN-11.2")


@rule("TN-11.3")
def test_an_aborted_tournament_has_no_result_and_its_tables_are_cleared() -> None:
    cup = Cup(duplicate=True).started(6).ends("g1-1", 2, 1).sees("g1-2", "active").sees("g1-3", "open").run()
    cup.ask(ORGANISER, m.AbortTournament("flood"))
    assert cup.last == (c.TournamentAborted("org", "flood", SECRET.hex()),)
    tell, *rest = cup.acts()
    assert rest == [EndTable("g1-2", "annul"), AbortTable("g1-3")]
    assert (tell.game, len(tell.secret)) == ("g1-1", 64)  # type: ignore[union-attr]
    assert cup.run().tournament.status == "aborted"
    for move in (SWAP, m.TakePoints("e1", 1, "r"), m.WithdrawRuling(1, "r"), m.AbortTournament("again")):
        cup.refused(ORGANISER, move, "TN-11.3")


@rule("TN-11.3")
def test_tables_that_were_never_opened_stay_so() -> None:
    cup = Cup().started(4)
    assert cup.acts() == (OpenTable(1, 1), OpenTable(1, 2))
    assert cup.ask(ORGANISER, m.AbortTournament("flood")).acts() == ()


@rule("TN-11.4")
def test_a_finished_tournament_can_still_be_corrected() -> None:
    cup = Cup(rounds=1).started(2).play_round()
    first, second = cup.order()
    cup.ask(ORGANISER, SWAP)
    correction, revised = cup.last
    assert isinstance(revised, c.StandingsRevised)
    assert [each.entrant for each in revised.standings] == [second, first]
    cup.ask(ORGANISER, m.WithdrawRuling(cup.tournament.seq, "wrong after all"))
    assert [each.entrant for each in cup.last[1].standings] == [first, second]
    cup.ask(ORGANISER, m.TakePoints(first, 7, "found out later"))
    assert cup.order() == [second, first]
    assert correction.reason == "misread"
