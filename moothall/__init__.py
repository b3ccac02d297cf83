"""Moothall for programs: titles, games on the engine alone, simulations, records, bots, and a client of a server.

What is in here is the promise (docs/library.md); the packages beneath are not. Every import of one of them runs this
module first, so it loads a name only when a program asks for it.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from moothall.arenas import arena
    from moothall.catalogue import Title, UnknownTitle, simulate, title, titles
    from moothall.domain.core.errors import IllegalMove
    from moothall.environment import env
    from moothall.events.audit.report import Report
    from moothall.events.records.replay import Unplayable
    from moothall.game import Bot, Game, load_bot
    from moothall.records import Record, read_record, verify
    from moothall.server.client import Client, Refused
    from moothall.workers.bots.guard import BotFailed
    from moothall.workers.bots.levels import UnknownBot
    from moothall.workers.bots.planner import Budget
    from moothall.workers.bots.position import BadAnswer, Position

    __version__: str

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

_PLACES = {
    "moothall.arenas": ("arena",),
    "moothall.catalogue": ("Title", "UnknownTitle", "simulate", "title", "titles"),
    "moothall.domain.core.errors": ("IllegalMove",),
    "moothall.environment": ("env",),
    "moothall.events.audit.report": ("Report",),
    "moothall.events.records.replay": ("Unplayable",),
    "moothall.game": ("Bot", "Game", "load_bot"),
    "moothall.records": ("Record", "read_record", "verify"),
    "moothall.server.client": ("Client", "Refused"),
    "moothall.workers.bots.levels": ("UnknownBot",),
    "moothall.workers.bots.planner": ("Budget",),
    "moothall.workers.bots.guard": ("BotFailed",),
    "moothall.workers.bots.position": ("BadAnswer", "Position"),
}
"""The names of the library by the module that defines them: the imports above, for the running program."""

_PLACE_OF = {name: place for place, names in _PLACES.items() for name in names}

_MISSING = ("pettingzoo", "gymnasium", "numpy")
_EXTRA = "moothall.env needs PettingZoo, which is not installed: pip install 'moothall[pettingzoo]'"


def _load(name: str) -> Any:
    """Import a name of the library and keep it. Raises AttributeError if the library has no such name."""
    if name == "__version__":
        found: Any = version("moothall")
    elif name in _PLACE_OF:
        found = getattr(_imported(_PLACE_OF[name]), name)
    else:
        raise AttributeError(f"module 'moothall' has no attribute {name!r}")
    globals()[name] = found
    return found


def _imported(place: str) -> Any:
    try:
        return import_module(place)
    except ModuleNotFoundError as error:
        if place != "moothall.environment" or error.name not in _MISSING:
            raise
        raise ImportError(_EXTRA) from error


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


if not TYPE_CHECKING:  # mypy would take any name for one of the library
    __getattr__ = _load
