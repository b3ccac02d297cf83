"""Moothall for programs: titles, games on the engine alone, simulations, records, bots, and a client of a server.

What is in here is the promise (docs/library.md); the packages beneath are not.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from domain.core.errors import IllegalMove
from moothall.arenas import arena
from moothall.bots import BadAnswer, Bot, BotFailed, Budget, Position, UnknownBot, load_bot
from moothall.catalogue import Title, UnknownTitle, title, titles
from moothall.game import Game
from moothall.records import Record, Report, Unplayable, read_record, verify
from moothall.simulation import simulate
from server.client import Client, Refused

if TYPE_CHECKING:
    from moothall.environment import env

__version__ = version("moothall")

__all__ = [
    "titles",
    "title",
    "Title",
    "Game",
    "simulate",
    "arena",
    "Bot",
    "Position",
    "Budget",
    "load_bot",
    "read_record",
    "verify",
    "Record",
    "Report",
    "Client",
    "env",
    "IllegalMove",
    "BadAnswer",
    "BotFailed",
    "Refused",
    "UnknownBot",
    "UnknownTitle",
    "Unplayable",
    "__version__",
]

_MISSING = ("pettingzoo", "gymnasium", "numpy")
_EXTRA = "moothall.env needs PettingZoo, which is not installed: pip install 'moothall[pettingzoo]'"


def __getattr__(name: str) -> Any:
    """`env`, which needs more than the rest, when it is asked for."""
    if name != "env":
        raise AttributeError(f"module 'moothall' has no attribute {name!r}")
    try:
        from moothall.environment import env as make
    except ModuleNotFoundError as error:
        if error.name not in _MISSING:
            raise
        raise ImportError(_EXTRA) from error
    globals()["env"] = make
    return make
