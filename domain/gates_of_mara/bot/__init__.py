"""For the bots: how good a position is, and which moves are worth a thought."""

from moothall.domain.gates_of_mara.bot.choice import candidates
from moothall.domain.gates_of_mara.bot.worth import evaluate

__all__ = ["candidates", "evaluate"]
