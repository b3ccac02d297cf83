"""One game on the engine alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from moothall.domain.core.draw import FastDraw
from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.title import AnyTitle
from moothall.workers.bots.plugins import load
from moothall.workers.bots.position import LONGEST
from moothall.workers.simulate.player import PATIENCE_S, Player

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
    endings: Sequence[str]
    broken: list[str]


class Endless(Exception):
    """A game that does not end."""


def play(
    title: AnyTitle, seated: Sequence[Any], options: dict[str, Any], seed: int, patience_s: float = PATIENCE_S
) -> Played:
    """One game, seat i played by bot i: named as `load` takes them, or loaded. Raises BotFailed if one that is not
    ours does not do what a bot has to."""
    draw, luck = FastDraw(seed), FastDraw(seed ^ _BOTS_LUCK)
    state = title.new(len(seated), msgspec.convert(options, title.options), draw).state
    players = [Player(load(each), seat, title, seed, patience_s) for seat, each in enumerate(seated)]
    for decisions in range(LONGEST):
        awaiting = title.awaiting(state)
        while awaiting.step is not None:
            state = title.run_step(state, draw).state
            awaiting = title.awaiting(state)
        if awaiting.finished:
            return played(title, [player.loaded.name for player in players], state, decisions)
        player = players[awaiting.seats[0].seat]
        move = player.next_move(state, luck, decisions)
        try:
            state = title.play(state, player.seat, move, draw).state
        except IllegalMove as error:
            raise player.blamed(error, decisions) from error
    raise Endless(f"{title.name} did not end after {LONGEST} decisions (seed {seed})")


def played(title: AnyTitle, names: Sequence[str], state: Any, decisions: int) -> Played:
    """What a game came to that is over."""
    return Played(
        tuple(names),
        title.ranking(state),
        [sheet.total for sheet in title.score_sheet(state)],
        title.round_of(state),
        decisions,
        title.factions(state),
        title.endings(state),
        title.check(state),
    )
