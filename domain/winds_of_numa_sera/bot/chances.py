"""The chances of a seat in a race of two, by which a search judges.

What `race` says of the ways to victory is set right first: a conqueror's is two thirds as long as it looks, a legend's
too but for a turn more, a master's a turn longer. All numbers were fitted to who won some 1,900 games of bots, greedy
ones and such that judged by earlier numbers, from the positions at the beginning of every turn (docs/bots.md).
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from moothall.domain.winds_of_numa_sera.bot.race import ways
from moothall.domain.winds_of_numa_sera.bot.runner import Entry, Rivals, Runner, entries, held
from moothall.domain.winds_of_numa_sera.bot.worth import OVER, WORN, assets, dressed
from moothall.domain.winds_of_numa_sera.content import Box, box_of
from moothall.domain.winds_of_numa_sera.state import Acting, Seat, State

CERTAIN, _OPEN = 75.0, 68.0
"""Points of a game that is won, and of one that is as good as won; lost ones count as many below 0. What is not over is
never quite as sure as it looks."""


class Way(NamedTuple):
    """How long a way really is: `factor` times as many turns as it looks, and `more`."""

    factor: float
    more: float


_WAYS = {
    "conqueror": Way(0.68, 0.0),
    "master": Way(1.01, 0.95),
    "legend": Way(0.67, 1.0),
    "champion": Way(1.09, -0.17),
}
_FARTHEST = 15.0
"""Turns beyond which ways are all the same."""
_FOCUS = 0.51
"""How many turns longer than the shortest a way may be and still count for a third of it."""
_TEMPO = 0.48
"""What it is worth to have the next turn; this and all that follows in logits."""
_AHEAD, _AHEAD_ROOT = 4.45, 0.85
"""What it is worth to be ahead, as a part of both ways together and of the root of that."""
_STRONGHOLD, _ASSET = 0.23, 0.07
"""What a Stronghold is worth, and a point of `assets`."""


def judged_by_chances(state: State) -> bool:
    """Whether it is a game of two for one condition: others are judged as a simple bot judges them."""
    return len(state.seats) == 2 and box_of(state).settings[state.setting].conditions_needed == 1


def chance(state: State, seat: int) -> float:
    """How likely the seat is to win, an even chance being worth nothing."""
    box = box_of(state)
    if isinstance(state.phase, OVER) and state.phase.winner >= 0:
        return CERTAIN if state.phase.winner == seat else -CERTAIN
    if not state.dealt:
        return 0.0
    me = state.seats[seat]
    if not me.alive:
        return -CERTAIN
    value = _chance(state, seat)
    items = held(box, me.hand).items
    if items:
        mat = dressed(box, me.mat, items)
        if mat is not me.mat:
            value += WORN * max(0.0, _chance(state.with_seat(seat, mat=mat), seat) - value)
    return value


def _chance(state: State, seat: int) -> float:
    box = box_of(state)
    found = entries(state)
    if len(found) < 2:
        return CERTAIN
    own, other = [_way(box, *entry) for _, entry in (found if seat == 0 else reversed(found))]
    both = own + other
    logit = (other - own) * (_AHEAD / (both + 2) + _AHEAD_ROOT / math.sqrt(both + 1))
    for index, entry in found:
        logit += (1 if index == seat else -1) * _owned(box, state.seats[index], entry)
    logit += _TEMPO if _next(state) == seat else -_TEMPO
    return _OPEN * math.tanh(logit / 2)


def _owned(box: Box, seat: Seat, entry: Entry) -> float:
    return _ASSET * assets(box, seat, entry[0].residual) + _STRONGHOLD * len(seat.mat.strongholds)


def _next(state: State) -> int:
    """Who has the next turn, or the one that is being played."""
    return state.phase.seat if isinstance(state.phase, Acting) else state.first


@lru_cache(maxsize=1 << 15)
def _way(box: Box, me: Runner, shown: tuple[str, ...], rivals: Rivals) -> float:
    """Turns to the nearest condition, about as many to others being worth something too. Remembered, because a seat's
    moves mostly do not change the race of the other."""
    total = 0.0
    for name, turns in ways(box, me, shown, rivals).items():
        way = _WAYS[name]
        total += math.exp(-(way.factor * min(turns, _FARTHEST) + way.more) / _FOCUS)
    return max(0.0, -_FOCUS * math.log(total))
