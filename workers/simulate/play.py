"""One game on the engine alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from domain.core.draw import FastDraw
from domain.core.title import AnyTitle
from workers import bots

LONGEST = 100_000
"""Decisions after which a game counts as endless; no title comes near."""

_BOTS_LUCK = 0x9E3779B97F4A7C15
"""Keeps what bots draw apart from what the game draws: how long a bot thinks must not change the dice."""


class Played(NamedTuple):
    """One finished game."""

    bots: tuple[str, ...]
    """Who sat where."""
    ranking: Sequence[Sequence[int]]
    scores: list[int]
    rounds: int
    decisions: int
    factions: Sequence[Sequence[str]]
    broken: list[str]


class Endless(Exception):
    """A game that does not end."""


def play(title: AnyTitle, names: Sequence[str], options: dict[str, Any], seed: int) -> Played:
    """One game, seat i played by bot i; a bot is named by its level and, after a colon, its budget."""
    draw, luck = FastDraw(seed), FastDraw(seed ^ _BOTS_LUCK)
    state = title.new(len(names), msgspec.convert(options, title.options), draw).state
    specs = [bots.named(name) for name in names]
    plans: list[tuple[Any, ...]] = [()] * len(names)
    for decisions in range(LONGEST):
        awaiting = title.awaiting(state)
        while awaiting.step is not None:
            state = title.run_step(state, draw).state
            awaiting = title.awaiting(state)
        if awaiting.finished:
            return _played(title, names, state, decisions)
        seat = awaiting.seats[0].seat
        plan = plans[seat] or bots.choose(title, state, seat, specs[seat].level, luck, specs[seat].budget)
        plans[seat] = plan[1:]
        state = title.play(state, seat, plan[0], draw).state
    raise Endless(f"{title.name} did not end after {LONGEST} decisions (seed {seed})")


def _played(title: AnyTitle, names: Sequence[str], state: Any, decisions: int) -> Played:
    return Played(
        tuple(names),
        title.ranking(state),
        [sheet.total for sheet in title.score_sheet(state)],
        title.round_of(state),
        decisions,
        title.factions(state),
        title.check(state),
    )
