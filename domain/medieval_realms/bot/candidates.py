"""The moves that bots consider, and what a secret placement is worth to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from moothall.domain.core.draw import Draw, shuffle
from moothall.domain.core.seats import put
from moothall.domain.medieval_realms import moves as m, state as s
from moothall.domain.medieval_realms.bot.evaluation import evaluate, outlook, pile, stock
from moothall.domain.medieval_realms.content import box_of
from moothall.domain.medieval_realms.legal import legal_moves
from moothall.domain.medieval_realms.placements import some_part
from moothall.domain.medieval_realms.rules import with_part

_MAPS = 3
"""Placements on the map that are compared. Few, and drawn at random: whoever always goes to the richest areas is tied
away there."""

_HIGHEST_JUMP = 2
"""Bids are raised by no more than this at a time."""


class _Way(NamedTuple):
    """Mayors sent to some squares, in the order of the squares, and what that is worth."""

    worth: float
    sent: tuple[int, ...]


def candidates(title: Any, state: s.State, seat: int, draw: Draw, most: int) -> Sequence[m.AnyMove]:
    """Of placements and bids only some; all other moves."""
    phase = state.phase
    if not isinstance(phase, s.Placing):
        return _low_bids(legal_moves(state, seat))[:most]
    part = phase.parts[seat]
    if part.mayors is None:
        return list(_mayors(state, seat, part, draw))
    return [some_part(state, seat, part, draw, f"candidates/{i}") for i in range(_MAPS)]


def expect(state: s.State, seat: int, move: m.AnyMove) -> float | None:
    """A placement is judged as a placement, also by the seat that places last: what the others placed is secret."""
    phase = state.phase
    if not isinstance(phase, s.Placing):
        return None
    parts = put(phase.parts, seat, with_part(phase.parts[seat], move))
    return evaluate(replace(state, phase=s.Placing(parts)), seat)


def _mayors(state: s.State, seat: int, part: s.Placement, draw: Draw) -> Iterator[m.PlaceMayors]:
    """The best placement of the mayors, and the best ones without each of the squares it uses."""
    realm = state.realms[seat]
    number = realm.mayors - realm.buffers
    view, tokens = outlook(state, seat, 0), stock(state, seat, part)
    each = box_of(state).tokens_per_mayor
    worth = [
        [pile(view, square, tokens[square] + mayors * each[square]) for mayors in range(number + 1)]
        for square in range(len(s.MANAGED))
    ]
    squares = shuffle(draw, "candidates/squares", range(len(s.MANAGED)))  # among equals the seed decides
    best = _spread(worth, squares, number)
    yield best
    seen = {best}
    for square in squares:
        other = _spread(worth, tuple(each for each in squares if each != square), number)
        if other not in seen:
            seen.add(other)
            yield other


def _spread(worth: Sequence[Sequence[float]], squares: Sequence[int], number: int) -> m.PlaceMayors:
    """So many mayors on these squares, where they are worth most together: square by square, for every number of
    mayors the best way to have sent them so far."""
    first, *others = squares
    best = [_Way(worth[first][sent], (sent,)) for sent in range(number + 1)]
    for square in others:
        best = [
            max(
                (
                    _Way(best[sent - here].worth + worth[square][here], (*best[sent - here].sent, here))
                    for here in range(sent + 1)
                ),
                key=lambda way: way.worth,
            )
            for sent in range(number + 1)
        ]
    placed = dict(zip(squares, best[number].sent, strict=True))
    return m.PlaceMayors(*(placed.get(square, 0) for square in range(len(s.MANAGED))))


def _low_bids(moves: Iterable[m.AnyMove]) -> list[m.AnyMove]:
    """Without bids that jump higher than they need."""
    kept: list[m.AnyMove] = []
    least: int | None = None
    for move in moves:
        if isinstance(move, m.Bid):
            least = move.amount if least is None else least
            if move.amount >= least + _HIGHEST_JUMP:
                continue
        elif isinstance(move, m.OpenAuction) and move.bid > 2 * _HIGHEST_JUMP:
            continue
        kept.append(move)
    return kept
