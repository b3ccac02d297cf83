"""The levels of bots.

One interface for all of them: a bot gets a state in which everything its seat cannot see is dealt anew, a seeded
generator and a budget, and answers a plan: one legal move, and those it would make after it as long as nothing new
becomes known.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import islice
from typing import Any, NamedTuple

from moothall.domain.core.draw import Draw
from moothall.domain.core.title import AnyTitle
from moothall.workers.bots.mcts import mcts_bot
from moothall.workers.bots.planner import UNLIMITED, Budget, Planner

WIDTH, BRANCH = 6, 40
"""The beam of the greedy level: positions followed at every depth, and moves of each that are tried."""

_NAME = re.compile(r"(?P<level>[a-z]+)(?::(?P<n>[1-9][0-9]{0,6})(?P<ms>ms)?)?")

Bot = Callable[[AnyTitle, Any, int, Draw, Budget], tuple[Any, ...]]
"""`bot(title, state as the seat may imagine it, seat, draw, budget) -> moves`"""


class Named(NamedTuple):
    """A level with a budget, as `mcts:200` or `mcts:500ms` names it."""

    level: str
    budget: Budget


class UnknownBot(ValueError):
    """A name that no bot answers to."""


def random_bot(title: AnyTitle, state: Any, seat: int, draw: Draw, budget: Budget) -> tuple[Any, ...]:
    """Any legal move, each as likely as the next."""
    return (title.sample_move(title, state, seat, draw),)


def greedy_bot(title: AnyTitle, state: Any, seat: int, draw: Draw, budget: Budget) -> tuple[Any, ...]:
    """The best plan a narrow beam finds."""
    first = title.overture(state, seat)
    if first is not None:
        return (first,)
    return Planner(title, seat, draw, budget.start(), WIDTH, BRANCH).plans(state)[0].moves


BOTS: dict[str, Bot] = {"random": random_bot, "greedy": greedy_bot, "mcts": mcts_bot}
"""By level, the simplest first."""

SIMPLEST = next(iter(BOTS))

STAND_IN = "greedy"
"""The level that answers for a bot that is not ours and fails."""


def named(name: str) -> Named:
    """The bot of this name."""
    found = _NAME.fullmatch(name)
    if found is None or found["level"] not in BOTS:
        raise UnknownBot(unknown(name))
    if found["n"] is None:
        return Named(found["level"], UNLIMITED)
    n = int(found["n"])
    return Named(found["level"], Budget(ms=n) if found["ms"] else Budget(iterations=n))


def unknown(name: str) -> str:
    """What to say of a name that no bot answers to."""
    return (
        f"no bot plays {name!r}; there are {', '.join(BOTS)}, with a budget of iterations (mcts:200) or "
        "milliseconds (mcts:500ms) if you like"
    )


def simpler(level: str) -> str | None:
    """The level below; below one that is not ours, the one that stands in for it."""
    levels = list(BOTS)
    if level not in BOTS:
        return STAND_IN
    place = levels.index(level)
    return levels[place - 1] if place else None


def choose(
    title: AnyTitle, state: Any, seat: int, level: str | Bot, draw: Draw, budget: Budget = UNLIMITED
) -> tuple[Any, ...]:
    """The plan of a bot, named by its level or given itself. The true state goes no further than the first line."""
    seen = title.determinize(state, seat, draw)
    moves = tuple(islice(title.legal_moves(seen, seat), 2))
    if len(moves) == 1:
        return moves
    bot = BOTS[level] if isinstance(level, str) else level
    return bot(title, seen, seat, draw, budget)
