"""Whole games, and the invariants that hold in them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from moothall.domain.core.draw import FastDraw
from moothall.domain.core.title import NoOptions
from moothall.domain.medieval_realms import MEDIEVAL_REALMS
from moothall.domain.medieval_realms.changes import RoundBegan
from moothall.domain.medieval_realms.state import Finished, Placement, State
from tests.domain.medieval_realms.tables import DECK, acting, fresh, realm
from tests.support.seeds import explore


def play(seats: int, seed: int) -> tuple[State, list[int]]:
    """A random game to its end, and the rounds it went through."""
    luck = FastDraw(seed)
    state = MEDIEVAL_REALMS.new(seats, NoOptions(), luck).state
    rounds: list[int] = []
    while not (awaiting := MEDIEVAL_REALMS.awaiting(state)).finished:
        if awaiting.step:
            turn = MEDIEVAL_REALMS.run_step(state, luck)
        else:
            seat = awaiting.seats[luck.below("seat", len(awaiting.seats))].seat
            move = MEDIEVAL_REALMS.sample_move(MEDIEVAL_REALMS, state, seat, luck)
            turn = MEDIEVAL_REALMS.play(state, seat, move, luck)
        state = turn.state
        rounds += [change.round for change in turn.changes if isinstance(change, RoundBegan)]
    return state, rounds


@pytest.mark.parametrize(("seats", "games"), [(2, 25), (3, 25), (4, 25), (5, 100)])
def test_every_random_game_ends_after_seven_rounds(seats: int, games: int) -> None:
    explore(f"seven rounds medieval-realms {seats}", lambda seed: ends_after_seven_rounds(seats, seed), games)


def ends_after_seven_rounds(seats: int, seed: int) -> None:
    state, rounds = play(seats, seed)
    assert rounds == [1, 2, 3, 4, 5, 6, 7]
    assert isinstance(state.phase, Finished)
    assert len(MEDIEVAL_REALMS.ranking(state)) == seats, "no two seats share a place"
    assert MEDIEVAL_REALMS.check(state) == []
    assert len(state.deck) >= 10


def test_the_check_finds_what_is_broken() -> None:
    state = fresh(3).state
    assert MEDIEVAL_REALMS.check(state) == []
    assert _broken(replace(state, deck=state.deck[1:])) == "the event cards are not each in one place"
    assert _broken(replace(state, deck=(*state.deck[1:], state.deck[1]))) == "the event cards are not each in one place"
    assert _broken(replace(state, order=(0, 0, 1))) == "(0, 0, 1) is no turn order"
    assert _broken(_owning(state, 0, mayors=19)) == "27 mayors are owned, there are 26"
    assert _broken(_owning(state, 1, manor=(0, 0, 0, 0, 0, 0, -1))) == "seat 1 owns less than nothing"
    assert _broken(_owning(state, 1, buffers=2)) == "seat 1 has 2 buffers"
    crowd = acting(realm(["market_1", "market_2"]), realm(), realm()).state
    assert _broken(crowd) == "the display of seat 0 breaks its limits"
    five = acting(realm([DECK[0], "market_1", "leader_mayor_1", "city_red", "war_1"]), realm(), realm()).state
    assert _broken(five) == "the display of seat 0 breaks its limits"
    ghost = replace(state, placed=(Placement(generals=(1, 1)), Placement(), Placement()))
    assert _broken(ghost) == "seat 0 has placed leaders that it does not own"
    short = replace(state, future=state.future[:5], discard=state.future[5:])
    assert _broken(short) == "the future panel has 5 squares"


def _owning(state: State, seat: int, **fields: Any) -> State:
    return state.with_realm(seat, replace(state.realms[seat], **fields))


def _broken(state: State) -> str:
    (found,) = MEDIEVAL_REALMS.check(state)
    return found
