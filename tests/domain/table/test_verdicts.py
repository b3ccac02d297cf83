"""TB-7.6, TB-7.7: the organiser takes points, and decides a game that is not played to its end."""

from __future__ import annotations

from typing import Any

import pytest

from moothall.domain.core.draw import FastDraw
from moothall.domain.core.title import AnyTitle
from moothall.domain.core.words import NOBODY, Reader
from moothall.domain.table.changes import GameAdjudicated, GameFinished, PenaltyGiven
from moothall.domain.table.ending import PENALTY, ranking, sheets
from moothall.domain.table.fold import undoable
from moothall.domain.table.moves import Adjudicate, PauseGame, Penalty, RestoreGame, Undo
from moothall.domain.table.views import describe, game_view
from moothall.domain.titles import TITLES
from moothall.events.audit.game import audit
from tests.domain.table.test_rulings import finished, on_the_table, refused
from tests.laws.walk import SECRET, Game
from tests.support.records import ORGANISER, TRUSTED, record, rewritten
from tests.support.scenes import rule
from tests.support.tally import TALLY, Add, Done


def played_out(*penalties: Penalty) -> Game:
    """Seat 0 has a point more than seat 1 by adding, before what is taken."""
    game = on_the_table(rounds=1)
    game.play(0, Add())
    for ruling in penalties:
        game.rule(ruling)
    for seat in (0, 1):
        game.play(seat, Done())
    game.step()
    return game


@rule("TB-7.6")
def test_a_penalty_is_a_fact_that_says_who_and_why() -> None:
    game = on_the_table()
    event = game.rule(Penalty(0, 2, "talked"))
    assert (event.move, event.changes) == (Penalty(0, 2, "talked"), (PenaltyGiven(0, 2, "org", "talked"),))
    texts = [describe(TALLY, change, Reader(you=0)) for change in (*event.changes, PenaltyGiven(1, -1, "org", "hit"))]
    assert texts == [
        "The organiser takes 2 points from your score: talked",
        "The organiser adds 1 point to seat 1's score: hit",
    ]


@rule("TB-7.6")
def test_scores_sheets_and_ranking_follow_a_penalty() -> None:
    before: Any = played_out().log.table.result
    after: Any = played_out(Penalty(0, 1, "late"), Penalty(0, 99, "rude"), Penalty(1, -3, "was hit")).log.table.result
    assert after.scores == (before.scores[0] - 100, before.scores[1] + 3)
    assert [sheet.total for sheet in after.sheets] == list(after.scores)
    assert [sheet.categories[PENALTY] for sheet in after.sheets] == [-100, 3]
    assert all(sum(sheet.categories.values()) == sheet.total for sheet in after.sheets)
    assert after.ranking == ((1,), (0,))


@rule("TB-7.6")
def test_what_is_equal_after_a_penalty_stays_as_the_title_has_it() -> None:
    before: Any = played_out().log.table.result
    first, second = (group[0] for group in before.ranking)
    lead = before.scores[first] - before.scores[second]
    level: Any = played_out(Penalty(first, lead, "late")).log.table.result
    assert level.scores[first] == level.scores[second]
    assert level.ranking == before.ranking
    behind: Any = played_out(Penalty(first, lead + 1, "late")).log.table.result
    assert behind.ranking == tuple(reversed(before.ranking))


@rule("TB-7.6")
def test_scores_show_penalties_at_once() -> None:
    game = on_the_table()
    game.rule(Penalty(1, 7, "late"))
    seats = game_view(TALLY, "g1", game.log.seq, game.log.table, None)["seats"]
    assert [(seat["score"], seat["penalty"]) for seat in seats] == [(0, 0), (-7, 7)]


@rule("TB-7.6")
def test_no_undo_and_no_restoration_takes_a_penalty_back() -> None:
    game = on_the_table()
    game.play(0, Add())
    game.rule(Penalty(0, 2, "talked"))
    assert undoable(game.log, 0) == (6,), "a penalty bars nobody's undo"
    game.play(0, Undo())
    assert game.log.table.penalties == (2, 0)
    game.rule(RestoreGame(4, "misled"))
    assert game.log.table.penalties == (2, 0)


@rule("TB-7.6")
@pytest.mark.parametrize(
    ("ruling", "text"),
    [
        (Penalty(2, 1, "x"), "no seat 2"),
        (Penalty(-1, 1, "x"), "no seat -1"),
        (Penalty(0, 0, "x"), "1 to 1000000"),
        (Penalty(0, 1_000_001, "x"), "1 to 1000000"),
        (Penalty(0, -1_000_001, "x"), "1 to 1000000"),
    ],
)
def test_a_penalty_names_a_seat_and_points(ruling: Penalty, text: str) -> None:
    assert text in refused(on_the_table(), ruling, "TB-7.6")
    assert "finished" in refused(finished(), Penalty(0, 1, "late"), "TB-7.1")


@rule("TB-7.6")
def test_in_numa_sera_a_victory_and_an_elimination_come_before_points() -> None:
    """Whoever won by a condition is first with any penalty; whoever won by Renown is so by points alone."""
    title = TITLES["winds-of-numa-sera"]
    reasons = set()
    for seed, options in ((1, {}), (73, {}), (1, {"round_limit": 12})):
        game = Game(title, 2, options, seed.to_bytes(32, "big"), organiser=ORGANISER)
        luck = FastDraw(seed)
        game.run(luck, most=20)
        for seat in (0, 1):
            game.rule(Penalty(seat, 1_000 * (seat + 1), "late"))
        game.run(luck)
        table: Any = game.log.table
        reason = table.game.phase.reasons
        reasons.add(reason)
        winner = ((0,), (1,)) if reason == ("renown",) else tuple(title.ranking(table.game))
        assert table.result.ranking == winner
    assert ("renown",) in reasons
    assert len(reasons) > 1


@rule("TB-7.7")
def test_an_adjudicated_game_is_finished_with_the_ranking_given() -> None:
    game = on_the_table()
    game.rule(Penalty(0, 3, "late"))
    event = game.rule(Adjudicate(((1,), (0,)), "the hall closes"))
    table: Any = game.log.table
    told = sheets(TALLY, table, table.game)
    assert event.changes == (
        GameAdjudicated(((1,), (0,)), "org", "the hall closes"),
        GameFinished(((1,), (0,)), (-3, 0), told, SECRET.hex()),
    )
    assert (table.status, table.result.ranking, table.decisions) == ("finished", ((1,), (0,)), ())
    assert game_view(TALLY, "g1", game.log.seq, table, None)["adjudicated"] is True
    lines = [describe(TALLY, change, NOBODY) for change in event.changes]
    assert lines == [
        "The organiser ends the game and decides its ranking: the hall closes",
        "The game is over: seat 1 wins",
    ]


@rule("TB-7.7")
def test_a_paused_game_can_be_adjudicated_and_equals_share_a_place() -> None:
    game = on_the_table()
    game.rule(PauseGame("dinner"))
    game.rule(Adjudicate(((1, 0),), "nobody came back"))
    assert (game.log.table.status, game.log.table.paused) == ("finished", False)
    assert game.log.table.result.ranking == ((0, 1),)


@rule("TB-7.7")
@pytest.mark.parametrize("ranking", [(), ((0,),), ((0,), (0, 1)), ((0,), (2,)), ((0,), (), (1,)), ((0, 1, -1),)])
def test_a_ranking_holds_every_seat_once(ranking: Any) -> None:
    assert "seats 0 to 1 once" in refused(on_the_table(), Adjudicate(ranking, "x"), "TB-7.7")


@rule("TB-7.7")
def test_only_a_game_that_is_played_is_adjudicated() -> None:
    assert "finished" in refused(finished(), Adjudicate(((0,), (1,)), "x"), "TB-7.1")


@rule("TB-7.6", "TB-7.7")
@pytest.mark.parametrize("title", TITLES.values(), ids=list(TITLES))
def test_a_record_with_verdicts_says_ok_four_times(title: AnyTitle) -> None:
    seats = title.players[-1]
    backwards = tuple((seat,) for seat in reversed(range(seats)))
    for ends in (True, False):
        game, luck = Game(title, seats, organiser=ORGANISER), FastDraw(11)
        game.run(luck, most=30)
        game.rule(Penalty(0, 5, "late"))
        game.rule(Penalty(1, -2, "was hit"))
        game.run(luck, most=60 if ends else None)
        if game.log.table.status == "active":
            game.rule(Adjudicate(backwards, "the hall closes"))
        report = audit(record(game), TITLES, trusted=TRUSTED)
        assert all(verdict.ok for verdict in report.verdicts.values()), report


@rule("TB-7.6")
def test_a_forged_penalty_is_found() -> None:
    data = record(played_out(Penalty(0, 2, "late")))

    def more(seq: int, event: Any) -> Any:
        for change in event["changes"]:
            if change["type"] == "penalty_given":
                change["points"] = 3
        return event

    report = audit(rewritten(data, more), {"tally": TALLY}, trusted=TRUSTED)
    assert (report.chain.ok, report.rules.ok, report.replay.ok) == (False, False, False)


@rule("TB-7.7")
def test_another_result_than_the_one_given_is_found() -> None:
    game = on_the_table()
    game.rule(Adjudicate(((1,), (0,)), "the hall closes"))

    def turned(seq: int, event: Any) -> Any:
        for change in event["changes"]:
            if change["type"] == "game_finished":
                change["ranking"] = [[0], [1]]
        return event

    report = audit(rewritten(record(game), turned), {"tally": TALLY}, trusted=TRUSTED)
    assert (report.rules.ok, report.replay.ok) == (False, False)
    assert ranking(TALLY, game.log.table, game.log.table.game) == ((1,), (0,))
