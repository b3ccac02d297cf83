"""TB-1.6, TB-1.7: seats that are kept for named players, and tags."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from moothall.domain.core.draw import FastDraw
from moothall.domain.core.errors import IllegalMove, NotYourTurn
from moothall.domain.table import decide
from moothall.domain.table.changes import GameCreated, SeatLeft, SeatTaken
from moothall.domain.table.decide import Person
from moothall.domain.table.evolve import AnyTable
from moothall.domain.table.state import Reserved
from moothall.domain.table.views import game_view, may_know
from moothall.events.audit.game import audit
from tests.domain.table.test_seats import AI, HUMAN, SECRET, after, created
from tests.laws.walk import Game
from tests.support.records import TRUSTED, record
from tests.support.scenes import rule
from tests.support.table import BEN, CAT
from tests.support.tally import TALLY

FOR_BEN = Reserved(1, "ben", "Ben")
FOR_CAT = Reserved(2, "cat", "Cat")


def kept(*reserved: Reserved, seats: int = 3, private: bool = False) -> AnyTable:
    """A game that Ann created, with seats for others."""
    return after(created([HUMAN] * seats, reserved=reserved, private=private))


def joins(table: AnyTable, person: Person, seat: int | None = None) -> decide.Outcome:
    return decide.join(TALLY, table, person, seat, "", SECRET)


@rule("TB-1.6")
def test_the_player_gets_the_seat_that_is_kept_for_them_and_no_other() -> None:
    table = kept(FOR_CAT)
    assert joins(table, CAT).changes == (SeatTaken(2, "cat", "Cat"),)
    assert joins(table, CAT, 2).seat == 2
    with pytest.raises(IllegalMove, match=r"TB-1\.6: seat 2 is kept for you"):
        joins(table, CAT, 1)


@rule("TB-1.6")
def test_others_get_the_seats_that_are_kept_for_nobody() -> None:
    table = kept(FOR_BEN)
    assert joins(table, CAT).seat == 2
    with pytest.raises(NotYourTurn, match=r"TB-1\.6: seat 1 is kept for another player; you can take: 2"):
        joins(table, CAT, 1)


@rule("TB-1.6")
def test_a_game_whose_free_seats_are_all_kept_is_full_for_others() -> None:
    table = kept(FOR_BEN, FOR_CAT)
    for seat in (None, 0, 1, 2):
        with pytest.raises(NotYourTurn, match=r"TB-1\.6: every free seat is kept for another player"):
            joins(table, Person("dan", "Dan"), seat)


@rule("TB-1.6", "TB-1.5")
def test_it_starts_when_the_last_of_them_is_taken() -> None:
    table = kept(FOR_BEN, seats=2)
    assert table.status == "open"
    assert after_join(table, BEN).status == "active"


def after_join(table: AnyTable, person: Person) -> AnyTable:
    return after(created([HUMAN] * 2, reserved=table.reserved), joins(table, person))


@rule("TB-1.6")
def test_whoever_leaves_leaves_it_to_nobody_else() -> None:
    creating = created([HUMAN] * 3, reserved=[FOR_BEN, FOR_CAT])
    seated = joins(after(creating), BEN)
    leaving = decide.leave(after(creating, seated), BEN)
    assert leaving.changes == (SeatLeft(1),)
    table = after(creating, seated, leaving)
    with pytest.raises(NotYourTurn, match="every free seat"):
        joins(table, Person("dan", "Dan"))
    assert joins(table, BEN).seat == 1


@rule("TB-1.6", "TB-1.2")
def test_the_creator_takes_the_first_seat_that_is_kept_for_nobody_or_their_own() -> None:
    for_first = after(created([HUMAN] * 3, reserved=[Reserved(0, "ben", "Ben")]))
    assert for_first.seat_of("ann") == 1
    own = after(created([HUMAN] * 3, reserved=[Reserved(2, "ann", "Ann")]))
    assert own.seat_of("ann") == 2


@rule("TB-1.6")
def test_a_creator_for_whom_no_seat_is_left_has_to_organise() -> None:
    reserved = [Reserved(0, "ben", "Ben"), Reserved(1, "cat", "Cat")]
    with pytest.raises(NotYourTurn, match="every free seat"):
        created([HUMAN] * 2, reserved=reserved)
    assert after(created([HUMAN] * 2, reserved=reserved, organise=True)).status == "open"


@rule("TB-1.6", "TB-7.1")
@pytest.mark.parametrize(
    ("reserved", "text"),
    [
        ([Reserved(3, "ben", "Ben")], "seat 3"),
        ([Reserved(-1, "ben", "Ben")], "seat -1"),
        ([Reserved(2, "ben", "Ben")], "seat 2: only a seat for a person"),
        ([FOR_BEN, Reserved(0, "ben", "Ben")], "a player has but one"),
        ([FOR_BEN, Reserved(1, "cat", "Cat")], "one seat is kept for one player"),
    ],
)
def test_one_seat_for_a_person_is_kept_for_one_player(reserved: Sequence[Reserved], text: str) -> None:
    with pytest.raises(IllegalMove, match=text):
        created([HUMAN, HUMAN, AI], reserved=reserved)
    with pytest.raises(IllegalMove, match=r"TB-7\.1"):
        created([HUMAN] * 2, reserved=[Reserved(1, "ann", "Ann")], organise=True)


@rule("TB-1.6")
def test_everybody_sees_whom_a_seat_is_kept_for() -> None:
    view = game_view(TALLY, "g1", 1, kept(FOR_BEN), None)
    assert [seat["reserved"] for seat in view["seats"]] == [None, {"player": "ben", "name": "Ben"}, None]


@rule("TB-1.6")
def test_a_private_game_is_there_for_whom_a_seat_is_kept() -> None:
    table = kept(FOR_BEN, private=True)
    assert [may_know(table, player) for player in ("ann", "ben", "cat", None)] == [True, True, False, False]


@rule("TB-1.6", "TB-1.7")
def test_what_is_not_used_leaves_no_trace_in_the_log_and_a_record_says_ok() -> None:
    plain: GameCreated = created([HUMAN] * 2).changes[0]
    assert (plain.reserved, plain.tags) == ((), ())
    game = Game(TALLY, 2)
    assert b"reserved" not in game.events[0]
    assert b"tags" not in game.events[0]
    game = Game(TALLY, 2, reserved=[Reserved(1, "p1", "Player 1")], tags=["cup", "round 1"])
    assert b'"reserved":[{' in game.events[0]
    game.run(FastDraw(3))
    report = audit(record(game), {"tally": TALLY}, trusted=TRUSTED)
    assert all(verdict.ok for verdict in report.verdicts.values()), report


@rule("TB-1.7")
def test_tags_are_kept_and_shown() -> None:
    table = after(created([HUMAN] * 2, tags=["cup", "round 1"]))
    assert game_view(TALLY, "g1", 1, table, None)["tags"] == ["cup", "round 1"]


@rule("TB-1.7")
@pytest.mark.parametrize("tags", [[""], ["x" * 33], ["a", "a"], list("abcdefghi")])
def test_tags_are_few_short_and_different(tags: Sequence[str]) -> None:
    with pytest.raises(IllegalMove, match=r"TB-1\.7"):
        created([HUMAN] * 2, tags=tags)
