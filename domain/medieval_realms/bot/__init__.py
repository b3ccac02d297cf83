"""What bots know of the game: how good a position is, and which moves are worth a thought."""

from moothall.domain.medieval_realms.bot.choice import candidates, expect
from moothall.domain.medieval_realms.bot.worth import evaluate

__all__ = ["candidates", "evaluate", "expect"]
