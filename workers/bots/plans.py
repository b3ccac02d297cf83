"""The look-ahead inside one's own turn: a beam over its small moves, up to where something new would become known."""

from __future__ import annotations

from typing import Any, NamedTuple

from domain.core.draw import Draw
from domain.core.title import AnyTitle, Binding
from workers.bots.budget import Meter

DEEPEST = 40
"""Moves of one plan; no turn worth planning is longer."""


class Plan(NamedTuple):
    """Moves to be made one after the other, what they come to for the seat, and the position they lead to."""

    value: float
    moves: tuple[Any, ...]
    state: Any


def plans(title: AnyTitle, state: Any, seat: int, draw: Draw, meter: Meter, width: int, branch: int) -> list[Plan]:
    """Ways to play the turn, best first; never empty. `width` positions are followed at every depth, and of each at
    most `branch` moves are tried."""
    ended: list[Plan] = []
    beam = [Plan(0.0, (), state)]
    for depth in range(DEEPEST):
        seen: set[tuple[float, int]] = set()
        on: list[tuple[float, int, Plan]] = []
        for plan in beam:
            for move in title.candidates(title, plan.state, seat, draw, branch):
                turn = title.play(plan.state, seat, move, draw)
                value = title.evaluate(turn.state, seat)
                grown = Plan(value, (*plan.moves, move), turn.state)
                if _ends(title, turn, seat):
                    ended.append(grown)
                    continue
                key = (value, _mark(grown.moves))
                if key not in seen:
                    seen.add(key)
                    on.append((-value, len(on), grown))
                if ended and meter.late():
                    return _ranked(ended)
            if (ended or on) and meter.late():
                break
        if not on or (meter.late() and (ended or depth)):
            return _ranked(ended or [plan for _, _, plan in on] or beam)
        on.sort()
        beam = [plan for _, _, plan in on[:width]]
    return _ranked(ended or beam)


def _ends(title: AnyTitle, turn: Any, seat: int) -> bool:
    """Whether the plan has to stop here: others are to act, or something random or hidden became known."""
    if any(title.binding(change) is Binding.FINAL for change in turn.changes):
        return True
    awaiting = title.awaiting(turn.state)
    return not awaiting.asks(seat)


def _mark(moves: tuple[Any, ...]) -> int:
    """The same for the same moves in any order: what they come to is then mostly the same too."""
    return sum(map(_hash, moves))


def _hash(move: Any) -> int:
    try:
        return hash(move)
    except TypeError:  # a payment by name is a mapping
        return hash(repr(move))


def _ranked(found: list[Plan]) -> list[Plan]:
    return sorted(found, key=lambda plan: -plan.value)
