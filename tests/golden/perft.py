"""How many legal moves there are: from some positions of a seeded game, counted some decisions deep. Whoever makes
lists faster, or rules clearer, sees here that nothing was gained or lost.

`python -m tests.golden.perft` adds what is missing to perft.json and rewrites nothing.
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from moothall.domain.core.draw import SeededDraw
from moothall.domain.core.title import AnyTitle
from moothall.domain.titles import TITLES
from tests.laws.walk import walk

FILE = Path(__file__).with_name("perft.json")
SEED = 2026
PLACES = (0, 25, 70, 150)
"""Decisions (and steps) of the game before each position."""
ENOUGH = 3_000
"""Positions at one depth, beyond which it is not counted deeper."""
DEEPEST = 4

Counts = dict[str, list[int]]


def counts(title: AnyTitle, seats: int) -> Counts:
    """By place: the number of sequences of one legal move, of two, of three, ..."""
    points = islice(walk(title, seats, SEED), max(PLACES) + 1)
    draw = SeededDraw(SEED.to_bytes(8, "big", signed=True))
    found = {place: _settled(title, point.state, draw) for place, point in enumerate(points) if place in PLACES}
    return {str(place): _deep(title, [state], draw) for place, state in found.items() if _asked(title, state)}


def _deep(title: AnyTitle, states: list[Any], draw: SeededDraw) -> list[int]:
    found: list[int] = []
    while len(found) < DEEPEST and states:
        moves = [
            (state, seat, move)
            for state in states
            for seat in _asked(title, state)
            for move in _all(title, state, seat)
        ]
        found.append(len(moves))
        if len(moves) > ENOUGH:
            break
        states = [_settled(title, title.play(state, seat, move, draw).state, draw) for state, seat, move in moves]
    return found


def _asked(title: AnyTitle, state: Any) -> list[int]:
    return [asked.seat for asked in title.awaiting(state).seats]


def _all(title: AnyTitle, state: Any, seat: int) -> list[Any]:
    return list(title.legal_moves(state, seat))


def _settled(title: AnyTitle, state: Any, draw: SeededDraw) -> Any:
    while title.awaiting(state).step is not None:
        state = title.run_step(state, draw).state
    return state


def cases() -> list[tuple[str, int]]:
    return [(slug, seats) for slug, title in sorted(TITLES.items()) for seats in title.players]


def name(title: AnyTitle, seats: int) -> str:
    """Of a case: an edition's rules never change, a new one is counted anew."""
    return f"{title.slug}, edition {title.current}, {seats} players"


def kept() -> dict[str, Counts]:
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, Counts]) if FILE.exists() else {}


if __name__ == "__main__":
    known = kept()
    for slug, seats in cases():
        title = TITLES[slug]
        if name(title, seats) not in known:
            known[name(title, seats)] = counts(title, seats)
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(known), indent=1) + b"\n")
