"""TB-1: who sits where, before and until the start."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace as changed

from moothall.domain.core.data import Data
from moothall.domain.core.errors import BadOptions, IllegalMove, NotYourTurn
from moothall.domain.core.title import AnyTitle
from moothall.domain.table import decide
from moothall.domain.table.changes import GameAborted, GameStarted, SeatLeft, SeatTaken
from moothall.domain.table.evolve import AnyTable
from moothall.domain.table.fold import EMPTY, Log
from moothall.domain.table.next_event import next_event
from moothall.domain.table.state import Seat
from tests.support.scenes import rule
from tests.support.table import ANN, BEN, CAT, started
from tests.support.tally import TALLY

HUMAN = Seat("human")
AI = Seat("ai", level="random")
SECRET = bytes(32)


class Listed(Data, frozen=True):
    rounds: int = 3
    extras: tuple[str, ...] = ()


def created(seats: Sequence[Seat], title: AnyTitle = TALLY, **more: Any) -> decide.Outcome:
    return decide.create(title, ANN, seats, more.pop("options", {}), SECRET, 1_000, **more)


def after(*outcomes: decide.Outcome, log: Log = EMPTY) -> AnyTable:
    for outcome in outcomes:
        _, log = next_event(TALLY, log, outcome, 1_000, SECRET)
    table: AnyTable = log.table
    return table


def opened(seats: int = 3) -> AnyTable:
    """A game that Ann created and that waits for others."""
    return after(created([HUMAN] * seats))


@rule("TB-1.1")
@pytest.mark.parametrize("seats", [0, 1, 5])
def test_a_title_says_how_many_may_play(seats: int) -> None:
    with pytest.raises(IllegalMove, match=f"Tally takes 2 to 4 seats, not {seats}") as refused:
        created([HUMAN] * seats)
    assert refused.value.rule == "TB-1.1"


@rule("TB-1.1")
@pytest.mark.parametrize(
    "seat",
    [Seat("ai"), Seat("ai", level="genius"), Seat("human", level="random")],
    ids=["AI without level", "AI of no known level", "person with level"],
)
def test_an_ai_seat_names_its_level_and_a_person_has_none(seat: Seat) -> None:
    with pytest.raises(IllegalMove, match="seat 1") as refused:
        created([HUMAN, seat])
    assert refused.value.rule == "TB-1.1"


@rule("TB-1.1")
def test_a_game_of_ai_seats_alone_starts_at_once_without_its_creator() -> None:
    table = after(created([AI, AI]))
    assert table.status == "active"
    assert table.seat_of("ann") is None
    assert table.awaited_ai == 0


def test_options_are_kept_in_full_and_bad_ones_are_named() -> None:
    assert opened().options == {"rounds": 3}
    for options in ({"rounds": 0}, {"rounds": "many"}):
        with pytest.raises(BadOptions) as refused:
            created([HUMAN, AI], options=options)
        assert refused.value.field == "options.rounds"
    with pytest.raises(BadOptions) as refused:
        created([HUMAN, AI], options={"speed": 2})
    assert refused.value.field == "options.speed"


def test_options_are_the_same_when_read_back_from_the_log() -> None:
    outcome = created([HUMAN, HUMAN], dataclasses.replace(TALLY, options=Listed), options={"extras": ["a"]})
    assert outcome.changes[0].options == {"rounds": 3, "extras": ["a"]}


@rule("TB-1.2")
def test_the_creator_takes_the_first_seat_for_a_person() -> None:
    table = after(created([AI, HUMAN, HUMAN], entropy="dice"))
    assert table.seat_of("ann") == 1
    assert (table.seats[1].name, table.seats[1].entropy) == ("Ann", "dice")
    assert table.creator == "ann"


@rule("TB-1.2")
def test_others_join_in_order_or_by_number() -> None:
    table = opened(4)
    assert decide.join(TALLY, table, BEN, None, "", SECRET).changes == (SeatTaken(1, "ben", "Ben"),)
    assert decide.join(TALLY, table, BEN, 3, "e", SECRET).changes == (SeatTaken(3, "ben", "Ben", "e"),)


@rule("TB-1.3")
def test_a_player_holds_one_seat() -> None:
    with pytest.raises(IllegalMove, match="already have a seat") as refused:
        decide.join(TALLY, opened(), ANN, None, "", SECRET)
    assert refused.value.rule == "TB-1.3"


@rule("TB-1.3")
@pytest.mark.parametrize("seat", [0, 3, -1])
def test_a_taken_or_missing_seat_is_not_free(seat: int) -> None:
    with pytest.raises(IllegalMove, match="free: 1, 2") as refused:
        decide.join(TALLY, opened(), BEN, seat, "", SECRET)
    assert refused.value.rule == "TB-1.3"


@rule("TB-1.4")
def test_who_leaves_frees_the_seat_for_another() -> None:
    table = after(created([HUMAN] * 3))
    first = decide.join(TALLY, table, BEN, None, "mine", SECRET)
    table = after(created([HUMAN] * 3), first)
    left = decide.leave(table, BEN)
    assert left.changes == (SeatLeft(1),)
    table = after(created([HUMAN] * 3), first, left)
    assert table.seats[1] == HUMAN
    assert decide.join(TALLY, table, CAT, None, "", SECRET).changes[0] == SeatTaken(1, "cat", "Cat")


@rule("TB-1.4")
def test_when_no_person_is_left_the_game_is_aborted() -> None:
    outcome = decide.leave(after(created([HUMAN, HUMAN, AI])), ANN)
    assert [type(change) for change in outcome.changes] == [SeatLeft, GameAborted]
    assert after(created([HUMAN, HUMAN, AI]), outcome).status == "aborted"


@rule("TB-1.4")
def test_only_who_sits_can_leave() -> None:
    with pytest.raises(NotYourTurn, match="no seat"):
        decide.leave(opened(), BEN)


@rule("TB-1.4")
def test_the_creator_may_abort_even_after_leaving_and_nobody_else() -> None:
    table = opened()
    assert isinstance(decide.abort(table, ANN).changes[0], GameAborted)
    with pytest.raises(NotYourTurn) as refused:
        decide.abort(table, BEN)
    assert refused.value.rule == "TB-1.4"
    joined = decide.join(TALLY, table, BEN, None, "", SECRET)
    table = after(created([HUMAN] * 3), joined)
    table = after(created([HUMAN] * 3), joined, decide.leave(table, ANN))
    assert decide.abort(table, ANN).seat is None


@rule("TB-1.5")
def test_the_last_seat_starts_the_game() -> None:
    table = after(created([HUMAN, AI, HUMAN]))
    assert table.status == "open"
    assert table.decisions == ()
    outcome = decide.join(TALLY, table, BEN, None, "", SECRET)
    assert GameStarted() in outcome.changes
    table = after(created([HUMAN, AI, HUMAN]), outcome)
    assert table.status == "active"
    assert [decision.seat for decision in table.decisions] == [0, 1, 2]


@rule("TB-1.5")
@pytest.mark.parametrize("status", ["active", "finished", "aborted"])
def test_nobody_joins_leaves_or_aborts_after_that(status: str) -> None:
    table = changed(started().log.table, status=status, creator="ann")
    attempts: list[Callable[[], decide.Outcome]] = [
        lambda: decide.join(TALLY, table, CAT, None, "", SECRET),
        lambda: decide.leave(table, ANN),
        lambda: decide.abort(table, ANN),
    ]
    for attempt in attempts:
        with pytest.raises(IllegalMove, match=status) as refused:
            attempt()
        assert refused.value.rule == "TB-1.5"
