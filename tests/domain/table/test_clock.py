"""Clocks: whose time runs, what it earns, and what happens at its end. All times in milliseconds."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from moothall.domain.core.codec import to_json
from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.words import NOBODY
from moothall.domain.table import decide
from moothall.domain.table.changes import GameFinished, SeatReplaced, TimeAdded, TimeExpired
from moothall.domain.table.decide import Person
from moothall.domain.table.event import event_type
from moothall.domain.table.fold import EMPTY, apply
from moothall.domain.table.moves import AddTime, PauseGame, ReplaceSeat, Resign, RestoreGame, ResumeGame, Undo
from moothall.domain.table.next_event import next_event
from moothall.domain.table.redecide import again
from moothall.domain.table.state import SUBSTITUTE, Clock, Seat
from moothall.domain.table.views import describe, game_view
from tests.laws.walk import Game
from tests.support.scenes import rule
from tests.support.tally import TALLY, Add, Done, Wave, Write

MINUTE = Clock(per_move_s=60)
BANK = Clock(bank_s=100, increment_s=5)
START = 1_000


class Timed(Game):
    """A game with a clock, whose events are written at the moment a test sets."""

    def __init__(self, clock: Clock | None, seats: str = "hh", rounds: int = 2, organised: bool = False) -> None:
        self.now = START
        self.title, self.secret, self.log, self.events = TALLY, bytes(32), EMPTY, []
        self._decoder = msgspec.json.Decoder(event_type(TALLY))
        places = [Seat("human") if kind == "h" else Seat("ai", level="random") for kind in seats]
        people = [Person(f"p{index}", f"Player {index}") for index in range(seats.count("h"))]
        creator = Person("org", "Organiser") if organised else people[0]
        options = {"rounds": rounds}
        made = decide.create(TALLY, creator, places, options, self.secret, 0, clock=clock, organise=organised)
        self.append(made)
        for person in people if organised else people[1:]:
            self.append(decide.join(TALLY, self.log.table, person, None, "", self.secret))

    def append(self, outcome: Any) -> Any:
        event, log = next_event(self.title, self.log, outcome, self.now, self.secret)
        assert apply(self.title, self.log, self.decode(to_json(event))).table == log.table
        decided = again(self.title, self.log, event, self.secret, self.table_at)
        assert decided.changes == event.changes, "an audit decides otherwise"
        self.log = log
        self.events.append(to_json(event))
        return event

    def at(self, ms: int) -> Timed:
        """So long after the start."""
        self.now = START + ms
        return self

    def expire(self) -> Any:
        return self.append(decide.expire(self.title, self.log.table, self.now, self.secret))

    def left(self, seat: int) -> int:
        """What the seat has left now."""
        time = self.log.table.times[seat]
        return int(time.left if time.deadline is None else time.deadline - self.now)

    def running(self) -> list[int]:
        return [seat for seat, time in enumerate(self.log.table.times) if time.since is not None]

    def at_turns(self) -> Timed:
        """Everybody has written at once; seat 0 is on turn."""
        for seat in range(len(self.log.table.seats)):
            level = self.log.table.seats[seat].level
            self.append(decide.play(TALLY, self.log, seat, Write(seat + 1), self.secret, level))
        return self


@rule("TB-9.1")
@pytest.mark.parametrize(
    "clock",
    [
        Clock(),
        Clock(per_move_s=60, bank_s=60),
        Clock(per_move_s=60, increment_s=1),
        Clock(per_move_s=0),
        Clock(bank_s=-1),
        Clock(bank_s=30 * 86_400 + 1),
        Clock(bank_s=60, increment_s=-1),
        Clock(bank_s=60, increment_s=86_401),
    ],
)
def test_a_clock_that_makes_no_sense_is_refused(clock: Clock) -> None:
    with pytest.raises(IllegalMove) as refused:
        Timed(clock)
    assert refused.value.rule == "TB-9.1"


def test_a_game_without_a_clock_has_no_times_and_no_deadline() -> None:
    table = Timed(None).log.table
    assert (table.times, table.deadline, [d.deadline for d in table.decisions]) == ((), None, [None, None])
    assert game_view(TALLY, "g", 1, table, 0)["seats"][0]["time_left_ms"] is None


@rule("TB-9.2")
def test_time_runs_for_people_who_owe_a_decision_and_for_nobody_else() -> None:
    game = Timed(BANK, "hha")
    assert game.running() == [0, 1]
    game.at(10_000).play(1, Write(2))
    assert game.running() == [0]
    assert [d.deadline for d in game.log.table.decisions] == [START + 100_000, None]
    assert (game.at(30_000).left(0), game.left(1), game.left(2)) == (70_000, 95_000, 100_000)


@rule("TB-9.2")
def test_a_time_per_move_is_full_for_every_decision() -> None:
    game = Timed(MINUTE).at_turns()
    game.at(50_000).play(0, Add())
    assert game.left(0) == 60_000
    game.at(100_000).play(0, Done())
    assert (game.running(), game.left(1)) == ([1], 60_000)
    assert game.log.table.deadline == START + 160_000


@rule("TB-9.2")
def test_a_bank_keeps_what_was_saved_and_grows_with_every_answer() -> None:
    game = Timed(BANK).at_turns()
    assert game.left(0) == 105_000
    game.at(20_000).play(0, Add())
    game.at(30_000).play(0, Done())
    assert game.at(90_000).left(0) == 105_000 - 30_000 + 10_000
    assert game.left(1) == 105_000 - 60_000


@rule("TB-9.2")
def test_what_costs_no_decision_earns_nothing() -> None:
    game = Timed(BANK)
    for _ in range(5):
        game.at(1_000).play(0, Wave())
    assert game.left(0) == 99_000


@rule("TB-9.3")
def test_before_the_deadline_a_move_is_in_time_and_from_then_on_the_seat_is_out() -> None:
    game = Timed(MINUTE)
    with pytest.raises(IllegalMove, match="nobody's time is up"):
        game.at(59_999).expire()
    for move in (Write(1), Resign(), Undo(), Wave()):
        before = game.log
        with pytest.raises(IllegalMove) as refused:
            game.at(60_000).play(0, move)
        assert refused.value.rule in ("TB-9.3", "TB-4.1")
        assert game.log == before
    game.at(59_999).play(0, Write(1))
    assert game.at(60_000).expire().changes == (TimeExpired(1, SUBSTITUTE),)


@rule("TB-9.3")
def test_a_move_of_another_seat_does_not_save_who_is_late() -> None:
    game = Timed(BANK, "hhh")
    game.at(99_999).play(1, Write(1))
    game.at(100_000)
    with pytest.raises(IllegalMove):
        game.play(0, Write(1))
    assert [change.seat for change in game.expire().changes] == [0, 2]


@rule("TB-9.4")
def test_an_ai_takes_the_seat_for_good() -> None:
    game = Timed(MINUTE).at_turns()
    event = game.at(60_000).expire()
    seat = game.log.table.seats[0]
    assert (seat.kind, seat.level, seat.player, seat.resigned) == ("ai", SUBSTITUTE, None, "p0")
    assert game.log.table.forfeited == ()
    assert (game.running(), game.log.table.deadline, game.log.table.due) == ([], None, True)
    assert describe(TALLY, event.changes[0], NOBODY) == "Seat 0 has run out of time; an AI (greedy) plays on"


@rule("TB-9.5")
def test_who_forfeits_is_ranked_last_however_the_ai_plays() -> None:
    game = Timed(Clock("forfeit", per_move_s=60), "hhh", rounds=1)
    game.play(0, Write(1))
    game.play(2, Write(2))
    assert game.at(60_000).expire().changes == (TimeExpired(1, SUBSTITUTE, True),)
    assert game.log.table.status == "active"
    game.append(decide.play(TALLY, game.log, 1, Write(5), game.secret, "random"))
    for seat in range(3):
        level = game.log.table.seats[seat].level
        game.append(decide.play(TALLY, game.log, seat, Done(), game.secret, level))
    game.step()
    result = game.log.table.result
    assert result.scores[1] == max(result.scores)
    assert result.ranking == ((2,), (0,), (1,))


@rule("TB-9.5")
@pytest.mark.parametrize("seats", ["hh", "ah"])
def test_the_last_seat_in_the_running_wins_at_once(seats: str) -> None:
    game = Timed(Clock("forfeit", bank_s=30), seats).at_turns()
    if seats == "ah":
        game.append(decide.play(TALLY, game.log, 0, Done(), game.secret, "random"))
    loser = game.log.table.decisions[0].seat
    event = game.at(30_000).expire()
    assert isinstance(event.changes[-1], GameFinished)
    assert game.log.table.status == "finished"
    assert game.log.table.result.ranking == ((1 - loser,), (loser,))


@rule("TB-9.5")
def test_if_all_run_out_together_nobody_wins() -> None:
    game = Timed(Clock("forfeit", bank_s=30))
    event = game.at(30_000).expire()
    assert game.log.table.result.ranking == ((0, 1),)
    assert describe(TALLY, event.changes[-1], NOBODY) == "The game is over: everybody has forfeited, and nobody wins"


@rule("TB-9.6")
@pytest.mark.parametrize("clock", [MINUTE, BANK])
def test_undoing_and_doing_again_gains_no_time(clock: Clock) -> None:
    game = Timed(clock).at_turns()
    game.at(10_000).play(0, Add())
    left = game.left(0)
    for second in range(11, 20):
        game.at(second * 1_000).play(0, Undo())
        game.play(0, Add())
    assert game.left(0) == left - 9_000
    game.play(0, Add())
    assert game.left(0) == (60_000 if clock is MINUTE else left - 9_000 + 5_000)


@rule("TB-9.6")
def test_taking_back_the_end_of_a_turn_gives_no_new_time_per_move() -> None:
    game = Timed(MINUTE).at_turns()
    game.at(59_000).play(0, Done())
    game.at(80_000).play(0, Undo())
    assert (game.running(), game.left(0)) == ([0], 1_000)


@rule("TB-9.6")
def test_a_secret_answer_taken_back_costs_the_time_it_took() -> None:
    game = Timed(BANK)
    game.at(10_000).play(0, Write(1))
    game.at(40_000).play(0, Undo())
    game.at(50_000).play(0, Write(2))
    assert game.left(0) == 100_000 - 10_000 + 5_000 - 10_000


@rule("TB-9.7")
def test_the_organiser_adds_time_even_after_the_deadline() -> None:
    game = Timed(MINUTE, organised=True)
    change = game.at(70_000).rule(AddTime(0, 30, "the line was down")).changes[0]
    assert isinstance(change, TimeAdded)
    assert describe(TALLY, change, NOBODY) == "The organiser gives seat 0 30 s more: the line was down"
    game.at(89_999).play(0, Write(1))
    assert [c.seat for c in game.expire().changes] == [1]


@rule("TB-9.7")
@pytest.mark.parametrize("ruling", [AddTime(2, 30, "x"), AddTime(0, 0, "x"), AddTime(-1, 5, "x")])
def test_time_that_cannot_be_added_is_refused(ruling: AddTime) -> None:
    with pytest.raises(IllegalMove) as refused:
        Timed(MINUTE, organised=True).rule(ruling)
    assert refused.value.rule == "TB-9.7"
    with pytest.raises(IllegalMove, match="has no clock"):
        Timed(None, organised=True).rule(AddTime(0, 30, "x"))


@rule("TB-9.7")
def test_whoever_is_put_in_a_seat_has_the_full_time_and_is_in_the_running() -> None:
    game = Timed(Clock("forfeit", bank_s=50), "hhh", organised=True)
    game.at(10_000).play(0, Write(1))
    game.at(20_000).play(2, Write(1))
    game.at(50_000).expire()
    assert game.log.table.forfeited == (1,)
    event = game.at(60_000).rule(ReplaceSeat(1, "a substitute came", player="dan"), Person("dan", "Dan"))
    assert isinstance(event.changes[0], SeatReplaced)
    assert (game.running(), game.left(1), game.log.table.forfeited) == ([1], 50_000, ())


@rule("TB-9.7")
def test_restoring_a_game_gives_no_time_back() -> None:
    game = Timed(BANK, organised=True).at_turns()
    at = game.log.seq
    game.at(40_000).play(0, Add())
    game.rule(RestoreGame(at, "a misclick"))
    assert game.left(0) == 105_000 - 40_000 + 5_000


@rule("TB-7.2")
@pytest.mark.parametrize("clock", [MINUTE, BANK])
def test_time_stands_in_a_pause(clock: Clock) -> None:
    game = Timed(clock, organised=True).at_turns()
    left = game.at(15_000).left(0)
    game.rule(PauseGame("lunch"))
    assert (game.running(), game.log.table.deadline) == ([], None)
    game.at(900_000).rule(ResumeGame("back"))
    assert (game.running(), game.left(0)) == ([0], left)


def test_a_clock_that_goes_back_gives_no_time() -> None:
    game = Timed(BANK)
    game.at(10_000).play(0, Wave())
    game.at(4_000).play(0, Wave())
    assert game.at(10_000).left(0) == 90_000


def test_views_show_the_clock_and_every_seats_time() -> None:
    game = Timed(Clock("forfeit", bank_s=60, increment_s=3))
    game.at(10_000).play(0, Write(1))
    view = game_view(TALLY, "g", game.log.seq, game.log.table, None)
    assert view["clock"] == {"on_timeout": "forfeit", "per_move_s": None, "bank_s": 60, "increment_s": 3}
    assert [seat["time_left_ms"] for seat in view["seats"]] == [53_000, 50_000]
    assert [seat["forfeited"] for seat in view["seats"]] == [False, False]
    assert view["awaiting"]["deadline"] == START + 60_000
    assert [d["deadline"] for d in view["awaiting"]["decisions"]] == [START + 60_000]
