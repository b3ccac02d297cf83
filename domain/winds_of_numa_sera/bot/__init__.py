"""What bots know of the game: how good a position is, and which moves are worth a thought."""

from moothall.domain.winds_of_numa_sera.bot.choice import INSIGHT, OUTLOOK, candidates, chancy, expect, gist, settled
from moothall.domain.winds_of_numa_sera.bot.trade import overture
from moothall.domain.winds_of_numa_sera.bot.worth import LOST, WON, evaluate

__all__ = [
    "INSIGHT",
    "LOST",
    "OUTLOOK",
    "WON",
    "candidates",
    "chancy",
    "evaluate",
    "expect",
    "gist",
    "overture",
    "settled",
]
