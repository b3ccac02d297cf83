"""What a game is worth to the agents."""

from __future__ import annotations

from moothall.game import Game


def by_place(ranking: list[list[int]]) -> list[float]:
    """By seat: 1 for the first, -1 for the last, evenly spread between them; those who tie share. The sum is 0."""
    players = sum(map(len, ranking))
    rewards = [0.0] * players
    place = 0
    for group in ranking:
        shared = 1 - (2 * place + len(group) - 1) / (players - 1)
        for seat in group:
            rewards[seat] = shared
        place += len(group)
    return rewards


def leads(game: Game) -> list[float]:
    """By seat how far it is ahead of the best of the others, in points."""
    scores = game.scores()
    return [float(score - max(scores[:seat] + scores[seat + 1 :])) for seat, score in enumerate(scores)]
