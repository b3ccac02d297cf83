"""What bots know of the game: how good a position is, and which moves are worth trying."""

from moothall.domain.manaforge.bot.evaluation import evaluate
from moothall.domain.manaforge.bot.moves import INSIGHT, OUTLOOK, candidates, expect, gist, sketch

__all__ = ["INSIGHT", "OUTLOOK", "candidates", "evaluate", "expect", "gist", "sketch"]
