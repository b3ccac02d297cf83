"""A budget for thinking, and the look-ahead inside one's own turn: a beam over its small moves, up to where something
new would become known."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any, NamedTuple

from moothall.domain.core.draw import Draw, FastDraw
from moothall.domain.core.title import AnyTitle, Turn

DEEPEST = 40
"""Moves of one plan; no turn worth planning is longer."""

SAMPLES = 8
"""How often a move is tried whose outcome is open, unless somebody has less time."""

_EQUALS = 1 << 30
"""Lots that equal plans draw."""

UNSETTLED = 60
"""Moves that are played on at most from a position that cannot be judged yet."""


class Budget(NamedTuple):
    """What a bot is given. Where only iterations are limited, the same position and seed give the same move."""

    iterations: int | None = None
    ms: float | None = None

    def start(self) -> Meter:
        """The clock runs from here."""
        return Meter(self)


class Meter:
    """A budget being spent."""

    __slots__ = ("_deadline", "_left")

    def __init__(self, budget: Budget) -> None:
        self._left = budget.iterations
        self._deadline = None if budget.ms is None else time.perf_counter() + budget.ms / 1000

    def late(self) -> bool:
        """Whether the time is up; never without a limit in milliseconds."""
        return self._deadline is not None and time.perf_counter() >= self._deadline

    def iterate(self) -> bool:
        """Take one iteration, if there is one left and time for it."""
        if self.late():
            return False
        if self._left is None:
            return self._deadline is not None
        self._left -= 1
        return self._left >= 0


UNLIMITED = Budget()


class Plan(NamedTuple):
    """Moves to be made one after the other, what they come to for the seat, and the position they lead to."""

    value: float
    moves: tuple[Any, ...]
    state: Any


class Planner:
    """Finds ways to play a turn. `width` positions are followed at every depth, and of each at most `branch` moves
    are tried; a move whose outcome is open is tried `samples` times. `apart`: of positions that are worth the same
    only one is followed, which are mostly other ways to the same thing; and the best one of every gist is."""

    def __init__(
        self,
        title: AnyTitle,
        seat: int,
        draw: Draw,
        meter: Meter,
        width: int,
        branch: int,
        samples: int = SAMPLES,
        apart: bool = False,
    ) -> None:
        self._title = title
        self._seat = seat
        self._draw = draw
        self._meter = meter
        self._width = width
        self._branch = branch
        self._samples = samples
        self._apart = apart
        # Every move of the plan is tried with the same luck: none looks better because it was luckier.
        self._luck = draw.below("luck", 1 << 62)

    def plans(self, state: Any) -> list[Plan]:
        """Ways to play the turn, best first; never empty."""
        ended: list[Plan] = []
        beam = [Plan(0.0, (), state)]
        for _ in range(DEEPEST):
            grown = self._grow(beam, ended)
            if not grown:
                break
            beam = grown
            if self._meter.late():
                break
        return self._sorted(ended or beam)

    def _grow(self, beam: list[Plan], ended: list[Plan]) -> list[Plan]:
        """The best positions one move on; plans that end with that move are added to `ended`."""
        seen: set[tuple[float, tuple[int, ...]]] = set()
        on: list[Plan] = []
        for plan in beam:
            if (ended or on) and self._meter.late():
                break
            for move in self._title.candidates(self._title, plan.state, self._seat, self._draw, self._branch):
                expected = self._title.expect(plan.state, self._seat, move)
                if expected is not None:
                    ended.append(Plan(expected, (*plan.moves, move), None))
                    continue
                turn = self._title.play(plan.state, self._seat, move, self._draw)
                value = self._value(plan.state, move, turn)
                longer = Plan(value, (*plan.moves, move), turn.state)
                if self._ends(turn):
                    ended.append(longer)
                elif (key := (value, () if self._apart else _mark(longer.moves))) not in seen:
                    seen.add(key)
                    on.append(longer)
                if self._meter.late():
                    break
        grown = self._sorted(on)
        if not self._apart:
            return grown[: self._width]
        best, others = grown[: self._width], grown[self._width :]
        return [*best, *by_gist(self._title, others, best)[: self._width]]

    def _sorted(self, plans: list[Plan]) -> list[Plan]:
        """Best first; among equals luck decides, so that games differ."""
        return sorted(plans, key=lambda plan: (-plan.value, self._draw.below("equals", _EQUALS)))

    def _ends(self, turn: Turn[Any, Any]) -> bool:
        """Whether the plan has to stop here: others are to act, or something random or hidden became known."""
        if any(map(self._title.tells, turn.changes)):
            return True
        return not self._title.awaiting(turn.state).asks(self._seat)

    def _value(self, state: Any, move: Any, turn: Turn[Any, Any]) -> float:
        title, seat = self._title, self._seat
        chancy = title.chancy(move)
        if not chancy and title.settled(turn.state):
            return title.evaluate(turn.state, seat)
        total = 0.0
        for i in range(self._samples):
            luck = FastDraw(self._luck + i)
            after = title.play(state, seat, move, luck).state if chancy else turn.state
            total += title.evaluate(settle(title, after, luck), seat)
        return total / self._samples


def by_gist(title: AnyTitle, plans: Iterable[Plan], taken: Iterable[Plan] = ()) -> list[Plan]:
    """The first of the plans of each gist, but none of the gist of a taken one."""
    had = {_hash(title.gist(plan.moves)) for plan in taken}
    found: dict[int, Plan] = {}
    for plan in plans:
        gist = _hash(title.gist(plan.moves))
        if gist not in had:
            found.setdefault(gist, plan)
    return list(found.values())


def settle(title: AnyTitle, state: Any, luck: Draw) -> Any:
    """Played on at random to where the position can be judged."""
    for _ in range(UNSETTLED):
        if title.settled(state):
            break
        awaiting = title.awaiting(state)
        if not awaiting.seats:
            break
        seat = awaiting.seats[0].seat
        state = title.play(state, seat, title.sample_move(title, state, seat, luck), luck).state
    return state


def _mark(moves: tuple[Any, ...]) -> tuple[int, ...]:
    """The same for the same moves in any order: what they come to is then mostly the same too. No sum of hashes: those
    of moves that differ in one place add up alike, now and then, and in another process not."""
    return tuple(sorted(map(_hash, moves)))


def _hash(move: Any) -> int:
    try:
        return hash(move)
    except TypeError:  # a payment by name is a mapping
        return hash(repr(move))
