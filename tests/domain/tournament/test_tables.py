"""TN-9, TN-10: what has to be done at tables, who does not come, deadlines, common deals."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from moothall.domain.tournament.changes import EntrantDropped, RoundPaired, SeatsMissed, TableAnnulled, TableEnded
from moothall.domain.tournament.context import deal_secret
from moothall.domain.tournament.moves import CorrectResult, Enter
from moothall.domain.tournament.steps import AbortTable, EndTable, OpenTable, StartWithout, TellSecret, due
from moothall.domain.tournament.views import round_view
from tests.support.scenes import rule
from tests.support.tournaments import NOON, ORGANISER, SECRET, Cup, person

ADA, BEN, CAT, DAN = map(person, ("Ada", "Ben", "Cat", "Dan"))


def four(**settings: Any) -> Cup:
    """Four people at one table."""
    cup = Cup(table_size=4, join_s=60, **settings)
    for each in (ADA, BEN, CAT, DAN):
        cup.ask(each, Enter())
    return cup.started()


@rule("TN-9.1")
def test_a_table_is_opened_and_its_seats_are_kept_for_a_time() -> None:
    cup = four()
    assert cup.acts() == (OpenTable(1, 1),)
    cup.sees("g1-1", "open", free=(0, 2))
    assert cup.acts() == ()
    assert due(cup.tournament, cup.seen) == NOON + 60_000
    cup.now = NOON + 60_000
    assert cup.acts() == (StartWithout("g1-1", (0, 2)),)
    assert due(cup.tournament, cup.seen, after=cup.now) is None


@rule("TN-9.1")
def test_the_time_runs_from_when_the_table_was_open() -> None:
    cup = four().sees("g1-1", "open", free=(0,), created_at=NOON + 10_000)
    cup.now = NOON + 60_000
    assert cup.acts() == ()
    assert due(cup.tournament, cup.seen, after=cup.now) == NOON + 70_000


@rule("TN-9.1", "TN-9.2")
def test_a_table_that_nobody_comes_to_is_aborted_and_nobody_goes_on() -> None:
    cup = four().sees("g1-1", "open", free=(0, 1, 2, 3))
    cup.now = NOON + 60_000
    assert cup.acts() == (AbortTable("g1-1"),)
    cup.sees("g1-1", "aborted", free=(0, 1, 2, 3), seq=3, head="ff").run()
    assert SeatsMissed(1, 1, (0, 1, 2, 3)) in cup.changes
    assert TableAnnulled(1, 1, 3, "ff") in cup.changes
    assert cup.tournament.status == "finished"


@rule("TN-9.1")
def test_a_table_that_is_aborted_before_its_time_makes_nobody_a_no_show() -> None:
    cup = four().sees("g1-1", "aborted", free=(0, 1, 2, 3), seq=3, head="ff").run()
    assert not any(each.dropped for each in cup.tournament.entrants)
    assert len(cup.tournament.rounds) == 2


@rule("TN-9.2", "TN-6.4")
def test_who_did_not_come_is_noted_and_drops_out() -> None:
    cup = four().sees("g1-1", "active", absent=(2,)).run()
    missing = cup.table(1, 1).seats[2]
    assert cup.last == (SeatsMissed(1, 1, (2,)), EntrantDropped(missing, None, "did not come to table 1"))
    cup.ends("g1-1", 3, 2, 9, 1, ranking=((0,), (1,), (3,), (2,)), absent=(2,), forfeited=(2,)).run()
    assert cup.points()[missing] == 0
    assert missing not in cup.table(2, 1).seats
    account = next(each for each in (ADA, BEN, CAT, DAN) if cup.tournament.entrant_of(each.id).id == missing)  # type: ignore[union-attr]
    cup.ask(account, Enter())
    assert not cup.tournament.entrant(missing).dropped  # type: ignore[union-attr]


@rule("TN-9.2")
def test_or_stays_in_if_the_settings_say_so() -> None:
    cup = four(drop_no_shows=False).sees("g1-1", "active", absent=(2,)).run()
    assert cup.last == (SeatsMissed(1, 1, (2,)),)
    assert len(cup.tournament.active) == 4


@rule("TN-9.3")
@pytest.mark.parametrize("how", ["adjudicate", "annul", "wait"])
def test_the_deadline_of_a_round(how: str) -> None:
    cup = four(round_s=600, on_deadline=how).sees("g1-1", "active")
    assert cup.round(1).deadline == NOON + 600_000
    assert due(cup.tournament, cup.seen) == (None if how == "wait" else NOON + 600_000)
    cup.now = NOON + 599_999
    assert cup.acts() == ()
    cup.now += 1
    assert cup.acts() == (() if how == "wait" else (EndTable("g1-1", how),))  # type: ignore[arg-type]


@rule("TN-9.4")
def test_a_game_that_is_annulled_later_counts_no_longer() -> None:
    cup = Cup().started(4).play_round()
    assert sum(cup.points().values()) == 2
    ended = next(change for change in cup.changes if isinstance(change, TableEnded) and change.table == 1)
    cup.sees("g1-1", "annulled", seq=12, head="ee", ranking=ended.ranking, scores=ended.scores).run()
    assert cup.last == (TableAnnulled(1, 1, 12, "ee"),)
    assert sum(cup.points().values()) == 1
    assert len(cup.tournament.rounds) == 2, "the pairings stay"


@rule("TN-10.1")
def test_all_tables_of_a_round_share_a_secret_that_is_committed_to() -> None:
    cup = Cup(duplicate=True).started(4)
    paired = next(change for change in cup.last if isinstance(change, RoundPaired))
    assert paired.commitment == hashlib.sha256(deal_secret(SECRET, 1)).hexdigest()
    assert deal_secret(SECRET, 1) != deal_secret(SECRET, 2)
    assert Cup().started(4).round(1).commitment == ""


@rule("TN-10.2")
def test_the_deal_is_told_when_the_last_table_is_over() -> None:
    cup = Cup(duplicate=True).started(4).ends("g1-1", 5, 3).run()
    assert cup.acts() == (OpenTable(1, 2),)
    assert cup.round(1).secret == ""
    assert deal_secret(SECRET, 1).hex() not in str(round_view(cup.tournament, 1))
    assert round_view(cup.tournament, 1)["comparison"] is None
    cup.sees("g1-2", "annulled").run()
    assert cup.round(1).secret == deal_secret(SECRET, 1).hex()
    told = [act for act in cup.acts() if isinstance(act, TellSecret)]
    assert told == [TellSecret("g1-1", cup.round(1).secret), TellSecret("g1-2", cup.round(1).secret)]
    cup.ends("g1-1", 5, 3, told=True).sees("g1-2", "annulled", told=True)
    assert not [act for act in cup.acts() if isinstance(act, TellSecret)]


@rule("TN-10.3")
def test_results_are_compared_seat_by_seat() -> None:
    cup = Cup(duplicate=True).started(4).ends("g1-1", 5, 3).ends("g1-2", 7, 3).run()
    lines = round_view(cup.tournament, 1)["comparison"]
    assert [(line["seat"], line["table"], line["score"], line["outscored"]) for line in lines] == [
        (0, 2, 7, 1),
        (0, 1, 5, 0),
        (1, 1, 3, 0.5),
        (1, 2, 3, 0.5),
    ]
    cup.ask(ORGANISER, CorrectResult(1, 2, None, "peeked"))
    assert len(round_view(cup.tournament, 1)["comparison"]) == 2
