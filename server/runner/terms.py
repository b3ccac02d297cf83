"""On what terms a bot plays."""

from __future__ import annotations

from typing import Literal

import msgspec

OnFailure = Literal["greedy", "random", "resign", "stop"]
"""What happens to a decision for which the bot has no answer: a level of Moothall's own makes it, or the bot resigns
that game, or the whole run stops and leaves all seats as they are."""


class Terms(msgspec.Struct, frozen=True):
    """What was asked for."""

    spec: str
    """The bot, as moothall.workers.bots.plugins names bots."""
    titles: tuple[str, ...] = ()
    """Whose open tables it joins, or opens itself."""
    against: tuple[str, ...] = ()
    """The AI levels that it opens tables against where there is none to join."""
    tournament: str | None = None
    games: int | None = None
    """After so many it is done; None: it goes on."""
    at_once: int = 4
    think_s: float = 10.0
    """How long it may think about a decision; less where its clock is short."""
    on_failure: OnFailure = "greedy"
