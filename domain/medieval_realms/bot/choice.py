"""Which moves are worth a bot's time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from domain.core.draw import Draw
from domain.medieval_realms.bot.worth import evaluate, worth
from domain.medieval_realms.legal import legal_moves, some_part
from domain.medieval_realms.moves import (
    AnyMove,
    Bid,
    OpenAuction,
    PlaceMayors,
)
from domain.medieval_realms.rules import with_part
from domain.medieval_realms.state import MANAGED, Placement, Placing, State

_MAPS = 3
"""Placements on the map that are compared. Few, and drawn at random: whoever always goes to the richest areas is tied
away there."""
_MAYORS = 6
"""Placements of mayors that are compared beside the one that is built up mayor by mayor."""
_HIGHEST_JUMP = 2
"""Bids are raised by no more than this at a time."""


def candidates(title: Any, state: State, seat: int, draw: Draw, most: int) -> Sequence[AnyMove]:
    """Of placements and bids only some; all other moves."""
    phase = state.phase
    if not isinstance(phase, Placing):
        return _low_bids(legal_moves(state, seat))[:most]
    part = phase.parts[seat]
    if part.mayors is None:
        some: list[AnyMove] = [some_part(state, seat, part, draw, f"candidates/{i}") for i in range(_MAYORS)]
        return [_one_by_one(state, seat, part), *some]
    return [some_part(state, seat, part, draw, f"candidates/{i}") for i in range(_MAPS)]


def expect(state: State, seat: int, move: AnyMove) -> float | None:
    """A placement is judged as a placement, also by the seat that places last: what the others placed is secret."""
    phase = state.phase
    if not isinstance(phase, Placing):
        return None
    return evaluate(_with(state, seat, with_part(phase.parts[seat], move)), seat)


def _with(state: State, seat: int, part: Placement) -> State:
    assert isinstance(state.phase, Placing)
    parts = state.phase.parts
    return replace(state, phase=Placing((*parts[:seat], part, *parts[seat + 1 :])))


def _one_by_one(state: State, seat: int, part: Placement) -> PlaceMayors:
    """Every mayor where it brings most beside those before it."""
    realm = state.realms[seat]
    placed = [0] * len(MANAGED)
    for _ in range(realm.mayors - realm.buffers):
        best, most = 0, float("-inf")
        for square in range(len(MANAGED)):
            placed[square] += 1
            value = worth(_with(state, seat, replace(part, mayors=tuple(placed))), seat)
            placed[square] -= 1
            if value > most:
                best, most = square, value
        placed[best] += 1
    return PlaceMayors(*placed)


def _low_bids(moves: Iterable[AnyMove]) -> list[AnyMove]:
    """Without bids that jump higher than they need."""
    kept: list[AnyMove] = []
    least: int | None = None
    for move in moves:
        if isinstance(move, Bid):
            least = move.amount if least is None else least
            if move.amount >= least + _HIGHEST_JUMP:
                continue
        elif isinstance(move, OpenAuction) and move.bid > 2 * _HIGHEST_JUMP:
            continue
        kept.append(move)
    return kept
