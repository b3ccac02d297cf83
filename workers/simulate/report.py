"""What many games came to."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

from moothall.domain.core.title import AnyTitle
from moothall.workers.simulate.play import Played

Z = 1.959964
"""Two-sided 95 %."""


class Tally:
    """How often something won, and how often it would by chance alone."""

    def __init__(self) -> None:
        self.seats = 0
        self.wins = 0.0
        self.fair = 0.0

    def add(self, won: float, players: int) -> None:
        self.seats += 1
        self.wins += won
        self.fair += 1 / players

    def report(self) -> dict[str, float]:
        """`ratio`: of the fair share; `low` and `high`: the 95 % interval of `rate`, the part of its games it won."""
        low, high = wilson(self.wins, self.seats)
        return {
            "seats": self.seats,
            "wins": round(self.wins, 2),
            "rate": round(self.wins / self.seats, 4),
            "low": round(low, 4),
            "high": round(high, 4),
            "fair": round(self.fair / self.seats, 4),
            "ratio": round(self.wins / self.fair, 3),
        }


def wilson(wins: float, of: float, z: float = Z) -> tuple[float, float]:
    """Wilson's interval for a rate; a shared victory counts as its share."""
    rate = wins / of
    middle = (rate + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * math.sqrt(max(0.0, rate * (1 - rate)) / of + z * z / (4 * of * of))
    return max(0.0, middle - half), min(1.0, middle + half)


def report(title: AnyTitle, names: Sequence[str], seed: int, played: Sequence[Played]) -> dict[str, Any]:
    """Everything but the time it took."""
    return {
        "title": title.slug,
        "players": len(names),
        "bots": list(names),
        "games": len(played),
        "seed": seed,
        **outcomes(played),
    }


def outcomes(played: Sequence[Played]) -> dict[str, Any]:
    """What is to be told of any games: who won, by how much, how and after how long."""
    by_seat: dict[str, Tally] = defaultdict(Tally)
    by_bot: dict[str, Tally] = defaultdict(Tally)
    by_faction: dict[str, Tally] = defaultdict(Tally)
    for game in played:
        winners = game.ranking[0]
        for seat, bot in enumerate(game.bots):
            won = 1 / len(winners) if seat in winners else 0.0  # a shared victory is shared
            by_seat[str(seat)].add(won, len(game.bots))
            by_bot[bot].add(won, len(game.bots))
            for faction in game.factions[seat] if game.factions else ():
                by_faction[faction].add(won, len(game.bots))
    tallies = {"by_seat": by_seat, "by_bot": by_bot, "by_faction": by_faction}
    scores = {
        bot: [s for game in played for s, b in zip(game.scores, game.bots, strict=True) if b == bot] for bot in by_bot
    }
    return {
        "wins": {what: {k: round(tally[k].wins, 2) for k in sorted(tally)} for what, tally in tallies.items()},
        "shares": {what: {k: tally[k].report() for k in sorted(tally)} for what, tally in tallies.items()},
        "scores": spread([score for each in scores.values() for score in each]),
        "scores_by_bot": {bot: spread(each) for bot, each in sorted(scores.items())},
        "winning_scores": spread([game.scores[game.ranking[0][0]] for game in played]),
        "rounds": spread([game.rounds for game in played]),
        "decisions": spread([game.decisions for game in played]),
        "endings": dict(sorted(Counter(ending for game in played for ending in game.endings).items())),
        "endings_by_faction": _endings_by_faction(played),
        "broken": [text for game in played for text in game.broken],
    }


def _endings_by_faction(played: Sequence[Played]) -> dict[str, dict[str, int]]:
    """By what each faction won."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for game in played:
        for seat in game.ranking[0] if game.factions else ():
            for faction in game.factions[seat]:
                found[faction].update(game.endings)
    return {faction: dict(sorted(endings.items())) for faction, endings in sorted(found.items()) if endings}


def spread(values: list[int]) -> dict[str, float]:
    """How they are spread, in a few figures."""
    ordered = sorted(values)
    last = len(ordered) - 1
    return {
        "min": ordered[0],
        "p10": ordered[round(0.1 * last)],
        "median": ordered[len(ordered) // 2],
        "mean": round(sum(ordered) / len(ordered), 2),
        "p90": ordered[round(0.9 * last)],
        "p99": ordered[round(0.99 * last)],
        "max": ordered[-1],
    }
