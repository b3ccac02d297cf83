"""Bots: how one is written, and how it is found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from moothall.workers.bots import UnknownBot
from moothall.workers.bots.budget import Budget
from moothall.workers.bots.failures import BotFailed
from moothall.workers.bots.plugins import Loaded, load
from moothall.workers.bots.position import BadAnswer, Move, Position

__all__ = ["BadAnswer", "Bot", "BotFailed", "Budget", "Position", "UnknownBot", "load_bot"]


class Bot:
    """What a bot looks like as a class; yours may be one of this class, or just look like it. A plain function does as
    well: of `position`, or of `view` and `moves`.

    >>> class Hasty(moothall.Bot):
    ...     def choose(self, position):
    ...         return max(position.moves, key=lambda move: position.after(move).value())
    >>> def first(view, moves):
    ...     return moves[0]
    >>> game = moothall.title("manaforge").new(players=2, seed=1)
    >>> game.ask(first) in game.legal_moves(), game.ask(Hasty) in game.legal_moves()
    (True, True)
    """

    def choose(self, position: Position) -> Move | Sequence[Move]:
        """A legal move: one of `position.moves`, its place there, or plain data; or a list of moves to be made one
        after the other, as long as nothing new becomes known."""
        raise NotImplementedError(f"{type(self).__name__} has no method choose")


def load_bot(spec: Any) -> Loaded:
    """A bot by its name: a level with or without a budget (`mcts:200`, `mcts:500ms`), a file (`./mine.py:Bot`), a
    module (`package.module:Bot`) or an entry point of the group `moothall.bots`. Functions, classes and objects that
    are bots will do, too. Raises UnknownBot.

    >>> moothall.load_bot("mcts:200").name
    'mcts:200'
    >>> (folder / "mine.py").write_text("def bot(view, moves): return 0")
    30
    >>> mine = moothall.load_bot(f"{folder}/mine.py")
    >>> game = moothall.title("manaforge").new(players=2)
    >>> game.ask(mine) == game.legal_moves()[0]
    True
    """
    return load(spec)
