"""Whole games on the engine alone: no Redis, no HTTP. For bot developers, and for a look at a title's balance."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.core.draw import FastDraw
from domain.core.title import AnyTitle
from workers import bots

LONGEST = 100_000
"""Decisions after which a game counts as endless; no title comes near."""


class Played(NamedTuple):
    """One finished game."""

    ranking: Sequence[Sequence[int]]
    scores: list[int]
    rounds: int
    decisions: int
    factions: Sequence[Sequence[str]]
    broken: list[str]


class Endless(Exception):
    """A game that does not end."""


def play(title: AnyTitle, levels: Sequence[str], options: dict[str, Any], seed: int) -> Played:
    """One game, seat i played by a bot of level i."""
    draw = FastDraw(seed)
    state = title.new(len(levels), msgspec.convert(options, title.options), draw).state
    decisions = 0
    while decisions < LONGEST:
        awaiting = title.awaiting(state)
        if awaiting.finished:
            sheets = title.score_sheet(state)
            return Played(
                title.ranking(state),
                [sheet.total for sheet in sheets],
                title.round_of(state),
                decisions,
                title.factions(state),
                title.check(state),
            )
        if awaiting.step is not None:
            state = title.run_step(state, draw).state
            continue
        seat = awaiting.seats[0].seat
        move = bots.choose(title, state, seat, levels[seat], draw)
        state = title.play(state, seat, move, draw).state
        decisions += 1
    raise Endless(f"{title.name} did not end after {LONGEST} decisions (seed {seed})")


def simulate(
    title: AnyTitle,
    levels: Sequence[str],
    games: int,
    seed: int,
    options: dict[str, Any] | None = None,
    each: Callable[[], object] = lambda: None,
) -> dict[str, Any]:
    """Many games and what they came to; `each` is called after every game. Bots move one seat on with every game, so
    that no bot profits from its place."""
    began = time.perf_counter()
    played = []
    for index in range(games):
        turned = [levels[(seat + index) % len(levels)] for seat in range(len(levels))]
        played.append((turned, play(title, turned, options or {}, seed + index)))
        each()
    return _report(title, levels, seed, played, time.perf_counter() - began)


def _report(
    title: AnyTitle, levels: Sequence[str], seed: int, played: list[tuple[list[str], Played]], seconds: float
) -> dict[str, Any]:
    by_seat: Counter[int] = Counter()
    by_bot: Counter[str] = Counter()
    by_faction: Counter[str] = Counter()
    for turned, game in played:
        winners = game.ranking[0]
        for seat in winners:
            share = 1 / len(winners)
            by_seat[seat] += share  # type: ignore[assignment]  # a shared victory is shared
            by_bot[turned[seat]] += share  # type: ignore[assignment]
            for faction in game.factions[seat] if game.factions else ():
                by_faction[faction] += share  # type: ignore[assignment]
    scores = [score for _, game in played for score in game.scores]
    decisions = sum(game.decisions for _, game in played)
    return {
        "title": title.slug,
        "players": len(levels),
        "bots": list(levels),
        "games": len(played),
        "seed": seed,
        "wins": {
            "by_seat": {str(seat): round(by_seat[seat], 2) for seat in range(len(levels))},
            "by_bot": {bot: round(by_bot[bot], 2) for bot in sorted(set(levels))},
            "by_faction": {faction: round(wins, 2) for faction, wins in sorted(by_faction.items())},
        },
        "scores": _spread(scores),
        "winning_scores": _spread([game.scores[game.ranking[0][0]] for _, game in played]),
        "rounds": _spread([game.rounds for _, game in played]),
        "decisions": _spread([game.decisions for _, game in played]),
        "broken": [text for _, game in played for text in game.broken],
        "seconds": round(seconds, 3),
        "games_per_s": round(len(played) / seconds, 2),
        "decisions_per_s": round(decisions / seconds),
    }


def _spread(values: list[int]) -> dict[str, float]:
    ordered = sorted(values)
    return {
        "min": ordered[0],
        "median": ordered[len(ordered) // 2],
        "mean": round(sum(ordered) / len(ordered), 2),
        "max": ordered[-1],
    }
