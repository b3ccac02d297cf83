"""TB-12: which games are rated, who is rated for them, and by what place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from moothall.domain.core.draw import FastDraw
from moothall.domain.core.errors import IllegalMove
from moothall.domain.table import changes as c, decide
from moothall.domain.table.admission import rated_by_default
from moothall.domain.table.decide import Person, parent
from moothall.domain.table.ending import standing
from moothall.domain.table.evolve import AnyTable, evolve
from moothall.domain.table.moves import Resign
from moothall.domain.table.state import Seat
from moothall.domain.table.views import game_view
from moothall.events.audit.game import audit
from tests.domain.table.test_seats import AI, HUMAN, SECRET, after, created
from tests.laws.walk import Game
from tests.support.records import ORGANISER, TRUSTED, record, rewritten
from tests.support.scenes import rule
from tests.support.tally import TALLY

GREEDY = Seat("ai", level="greedy")
PEOPLE = [Person(name, name.title()) for name in ("ann", "ben", "cat", "dan")]


def started(*seats: Seat, organised: bool = False) -> AnyTable:
    """A rated game whose seats are all taken, in order."""
    creator = ORGANISER if organised else PEOPLE[0]
    table = after(decide.create(TALLY, creator, seats, {}, SECRET, 1_000, rated=True, organise=organised))
    people = PEOPLE if organised else PEOPLE[1:]
    for person in people[: sum(not seat.taken for seat in table.seats)]:
        for change in decide.join(TALLY, table, person, None, "", SECRET).changes:
            table = evolve(TALLY, table, change)
    assert table.status == "active"
    return table


def then(table: AnyTable, *changes: Any) -> AnyTable:
    for change in changes:
        table = evolve(TALLY, table, change)
    return table


def ended(*ranking: tuple[int, ...]) -> c.GameFinished:
    return c.GameFinished(ranking, (0,) * sum(map(len, ranking)), (), "")


def placed(table: AnyTable) -> list[tuple[str, int]]:
    return [(each.player, each.place) for each in standing(table)]


class TestWhichGames:
    @rule("TB-12.1")
    def test_it_is_a_fact_of_the_first_event_and_holds_to_the_last(self) -> None:
        outcome = created([HUMAN] * 2, rated=True)
        assert isinstance(outcome.changes[0], c.GameCreated)
        assert outcome.changes[0].rated
        table = started(HUMAN, HUMAN)
        assert table.rated
        assert game_view(TALLY, "g1", 2, table, None)["rated"] is True
        assert not after(created([HUMAN] * 2)).rated, "what says nothing, as every log of before, is not"

    @rule("TB-12.1")
    @pytest.mark.parametrize("seats", [[HUMAN, AI], [HUMAN, AI, GREEDY], [AI, GREEDY]])
    def test_it_has_seats_for_two_persons(self, seats: Sequence[Seat]) -> None:
        with pytest.raises(IllegalMove, match=r"TB-12\.1: a rated game has seats for at least two persons"):
            created(seats, rated=True)
        assert created([HUMAN, HUMAN, AI], rated=True)

    @rule("TB-12.1")
    def test_an_organiser_may_rate_games_of_any_two_players(self) -> None:
        for seats in ([HUMAN, AI], [AI, GREEDY], [AI, AI, GREEDY]):
            assert created(seats, rated=True, organise=True)
        with pytest.raises(IllegalMove, match=r"TB-12\.1: a rated game has at least two different players"):
            created([AI, AI], rated=True, organise=True)

    @rule("TB-12.1")
    def test_private_games_and_forks_are_not_rated(self) -> None:
        with pytest.raises(IllegalMove, match=r"TB-12\.1: a private game is not rated"):
            created([HUMAN] * 2, rated=True, private=True)
        game = Game(TALLY, 2, {})
        left = parent(TALLY, "g1", 2, game.log.table, bytes(32), None, SECRET)
        with pytest.raises(IllegalMove, match=r"TB-12\.1: a fork is not rated"):
            created([HUMAN] * 2, rated=True, parent=left)

    @rule("TB-12.1")
    def test_where_nobody_says_public_games_of_two_persons_are_rated(self) -> None:
        assert rated_by_default([HUMAN, HUMAN], private=False)
        assert rated_by_default([AI, HUMAN, HUMAN], private=False)
        assert not rated_by_default([HUMAN, HUMAN], private=True)
        assert not rated_by_default([HUMAN, AI, GREEDY], private=False)

    @rule("TB-12.1")
    def test_a_record_tells_it_and_is_judged_with_it(self) -> None:
        game = Game(TALLY, 2, {"rounds": 1}, rated=True)
        game.run(FastDraw(1))
        report = audit(record(game), {"tally": TALLY}, trusted=TRUSTED)
        assert report.ok, report
        assert b'"rated":true' in game.events[0]

    @rule("TB-12.1")
    def test_a_record_that_rates_what_cannot_be_is_found(self) -> None:
        game = Game(TALLY, 2, {"rounds": 1}, rated=True)
        game.run(FastDraw(1))

        def hidden(seq: int, event: Any) -> Any:
            if seq == 1:
                event["changes"][0]["private"] = True
            return event

        report = audit(rewritten(record(game), hidden), {"tally": TALLY}, trusted=TRUSTED)
        assert (report.rules.ok, report.rules.seq) == (False, 1)
        assert "TB-12.1" in str(report.rules.why)


class TestWhoIsRated:
    @rule("TB-12.2", "TB-12.3")
    def test_everybody_by_the_place_of_the_seat_with_ties(self) -> None:
        table = then(started(HUMAN, HUMAN, HUMAN, HUMAN), ended((2,), (0, 3), (1,)))
        assert placed(table) == [("ann", 2), ("ben", 4), ("cat", 1), ("dan", 2)]

    @rule("TB-12.2")
    def test_levels_of_the_ais_too_as_often_as_they_have_seats(self) -> None:
        table = then(started(HUMAN, GREEDY, HUMAN, GREEDY), ended((1,), (0, 2, 3)))
        assert placed(table) == [("ann", 2), ("ai:greedy", 1), ("ben", 2), ("ai:greedy", 2)]

    @rule("TB-12.3")
    @pytest.mark.parametrize(
        "leaving",
        [
            c.SeatResigned(0, "greedy"),
            c.TimeExpired(0, "greedy"),
            c.TimeExpired(0, "greedy", True),
            c.SeatReplaced(0, "org", "late", level="greedy"),
            c.SeatReplaced(0, "org", "late", player="eve", name="Eve"),
        ],
        ids=["resigned", "time up", "forfeited", "replaced by an AI", "replaced by a player"],
    )
    def test_who_left_is_last_whatever_the_seat_came_to(self, leaving: Any) -> None:
        table = then(started(HUMAN, HUMAN, HUMAN), leaving, ended((0,), (2,), (1,)))
        assert placed(table) == [("ann", 3), ("ben", 2), ("cat", 1)]

    @rule("TB-12.3")
    def test_those_who_left_share_the_last_place_behind_who_came_last(self) -> None:
        table = started(HUMAN, HUMAN, HUMAN, HUMAN)
        table = then(table, c.SeatResigned(1, "greedy"), c.SeatResigned(0, "greedy"), ended((0,), (1,), (2,), (3,)))
        assert placed(table) == [("ann", 3), ("ben", 3), ("cat", 1), ("dan", 2)]
        two = then(started(HUMAN, HUMAN), c.SeatResigned(0, "greedy"), ended((0,), (1,)))
        assert placed(two) == [("ann", 2), ("ben", 1)]

    @rule("TB-12.3")
    def test_when_everybody_has_left_nobody_is_ahead(self) -> None:
        table = then(started(HUMAN, HUMAN), c.SeatResigned(0, "random"), c.SeatResigned(1, "random"), ended((0,), (1,)))
        assert placed(table) == [("ann", 1), ("ben", 1)]

    @rule("TB-12.2", "TB-12.3")
    def test_who_was_given_the_seat_back_is_rated_by_it(self) -> None:
        back = c.SeatReplaced(0, "org", "the line was cut", player="ann", name="Ann")
        away = (c.TimeExpired(0, "greedy"), c.SeatReplaced(0, "org", "meanwhile", player="eve", name="Eve"))
        table = then(started(HUMAN, HUMAN), *away, back, ended((0,), (1,)))
        assert placed(table) == [("ann", 1), ("ben", 2)]

    @rule("TB-12.3", "TB-7.7")
    def test_the_ranking_that_the_organiser_gives_holds_for_who_left(self) -> None:
        ranking = ((0,), (1, 2))
        table = then(started(HUMAN, HUMAN, HUMAN), c.TimeExpired(0, "greedy"))
        table = then(table, c.GameAdjudicated(ranking, "org", "it was won"), ended(*ranking))
        assert placed(table) == [("ann", 1), ("ben", 2), ("cat", 2)]

    @rule("TB-12.2")
    def test_an_ai_that_was_replaced_is_not_rated(self) -> None:
        eve = c.SeatReplaced(2, "org", "more fun", player="eve", name="Eve")
        table = then(started(HUMAN, HUMAN, GREEDY), eve, ended((2,), (0,), (1,)))
        assert placed(table) == [("ann", 1), ("ben", 2)]
        later = then(started(HUMAN, HUMAN, GREEDY), eve, c.SeatResigned(2, "greedy"), ended((2,), (0,), (1,)))
        assert placed(later) == [("ann", 1), ("ben", 2)], "the AI that plays on for Eve is another one"

    @rule("TB-12.2")
    def test_with_one_player_left_to_rate_nobody_is(self) -> None:
        eve = c.SeatReplaced(1, "org", "more fun", player="eve", name="Eve")
        table = then(started(HUMAN, GREEDY, organised=True), eve, ended((1,), (0,)))
        assert placed(table) == []


class TestWhatCounts:
    @rule("TB-12.4")
    def test_a_game_that_goes_on_or_is_annulled_rates_nobody(self) -> None:
        table = started(HUMAN, HUMAN)
        assert placed(table) == []
        over = then(table, ended((0,), (1,)))
        assert placed(over) == [("ann", 1), ("ben", 2)]
        assert placed(then(over, c.GameAnnulled("org", "collusion", ""))) == []
        assert placed(then(table, c.GameAnnulled("org", "the lights went out", ""))) == []

    @rule("TB-12.4")
    def test_a_game_that_is_not_rated_rates_nobody(self) -> None:
        table = after(created([HUMAN, HUMAN]))
        table = then(table, c.SeatTaken(1, "ben", "Ben"), ended((0,), (1,)))
        assert placed(table) == []

    @rule("TB-12.3")
    def test_in_a_whole_game_too(self) -> None:
        game = Game(TALLY, 3, {"rounds": 1}, rated=True)
        game.play(0, Resign())
        game.run(FastDraw(7))
        places = {each.player: each.place for each in standing(game.log.table)}
        assert places["p0"] == 3
        assert set(places) == {"p0", "p1", "p2"}
        assert max(places["p1"], places["p2"]) <= 2
