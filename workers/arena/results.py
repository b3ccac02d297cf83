"""What is kept of an arena: its settings, and a line for every game."""

from __future__ import annotations

from typing import Any

import msgspec

from moothall.workers.arena.schedule import Seatings
from moothall.workers.bots.failures import BotFailed
from moothall.workers.simulate.play import Played


class Entrant(msgspec.Struct, frozen=True):
    """A bot of an arena."""

    name: str
    sha256: str | None
    """Of the file it is written in; None for Moothall's own, which come with its version."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All that the games hang on. Whoever goes on with an arena has to have the same."""

    moothall: str
    """The version."""
    title: str
    edition: int
    content_hash: str
    players: int
    bots: tuple[Entrant, ...]
    options: dict[str, Any]
    seed: int
    seatings: Seatings
    patience_s: float

    @property
    def names(self) -> list[str]:
        return [bot.name for bot in self.bots]


class Failure(msgspec.Struct, frozen=True):
    """A bot that did not do what a bot has to."""

    bot: str
    seat: int
    decision: int
    what: str
    trace: str = ""

    def told(self, settings: Settings, number: int) -> BotFailed:
        """The same as an error, to be told by name."""
        seed = (settings.seed << 32) + number
        return BotFailed(self.bot, settings.title, seed, self.seat, self.decision, self.what, self.trace)


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a game ended. Nothing in it hangs on the machine, as long as no bot looks at the clock."""

    game: int
    deal: int
    bots: tuple[str, ...]
    """By seat."""
    ranking: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    rounds: int
    decisions: int
    factions: tuple[tuple[str, ...], ...]
    endings: tuple[str, ...]
    broken: tuple[str, ...]
    failed: Failure | None
    record: str
    """SHA-256 of the record, in hex."""

    @property
    def played(self) -> Played:
        """The same as a simulation has it."""
        return Played(
            self.bots,
            self.ranking,
            list(self.scores),
            self.rounds,
            self.decisions,
            self.factions,
            self.endings,
            list(self.broken),
        )


class Times(msgspec.Struct, frozen=True):
    """How long the bots of a game thought, by seat, in seconds of processor time, and about how many turns. Kept apart
    from the results, because it hangs on the machine."""

    game: int
    seconds: tuple[float, ...]
    turns: tuple[int, ...]
