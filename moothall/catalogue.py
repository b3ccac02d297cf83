"""The games that can be played, and whole games of them between bots."""

from __future__ import annotations

import copy
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from moothall.domain.core.content import Content
from moothall.domain.core.draw import FastDraw
from moothall.domain.core.title import AnyTitle
from moothall.game import Game
from moothall.server.components import described, options_schema
from moothall.workers.bots.planner import UNLIMITED, Budget
from moothall.workers.bots.position import Position, position_of
from moothall.workers.simulate import PATIENCE_S, simulate as run
from moothall.workers.titles import hosted


class UnknownTitle(LookupError):
    """There is no title of that name.

    >>> moothall.title("chess")
    Traceback (most recent call last):
    moothall.catalogue.UnknownTitle: there is no title 'chess'; there are gates-of-mara, manaforge, medieval-realms, ...
    """


class Title:
    """A game that can be played: its rules, components and editions.

    >>> title = moothall.title("manaforge")
    >>> title.name, list(title.players), title.editions[0]
    ('Manaforge', [2, 3, 4], 1)
    >>> title.rules()["MF-4.3"]
    'A gem just gained is usable at once.'
    >>> item = title.components()["items"][0]
    >>> item["name"], item["text"]
    ('Stone Circle', 'Earth Workshop card. Cost 2 earth and 1 any. Exhaust: gain 1 earth mana. ...')
    """

    __slots__ = ("engine",)

    def __init__(self, engine: AnyTitle) -> None:
        self.engine = engine
        """The record of functions that is the game (docs/titles.md)."""

    def __repr__(self) -> str:
        return f"<Title {self.slug}>"

    @property
    def slug(self) -> str:
        """What it is called in addresses and files."""
        return self.engine.slug

    @property
    def name(self) -> str:
        """What people call it."""
        return self.engine.name

    @property
    def players(self) -> range:
        """The numbers of seats it can be played with."""
        return self.engine.players

    @property
    def editions(self) -> tuple[int, ...]:
        """Every edition, the current one last."""
        return tuple(sorted(self.engine.editions))

    @property
    def options(self) -> dict[str, Any]:
        """A JSON Schema of what may be set for a game."""
        return copy.deepcopy(options_schema(self.engine.options))

    def new(
        self, players: int, seed: int = 0, options: dict[str, Any] | None = None, edition: int | None = None
    ) -> Game:
        """A game just set up; the same seed gives the same game. Raises ValueError for what cannot be played."""
        return Game.new(self.engine, players, seed, options or {}, edition)

    def position(self, told: Mapping[str, Any], budget: Budget = UNLIMITED, seed: int | None = None) -> Position:
        """What a bot is given, from what `Client.position` was told of a game of this title. `seed` is that of the
        bot's own luck. Raises ValueError where the server's version of the title is not the one that is here."""
        return position_of(self.engine, told, FastDraw(secrets.randbits(62) if seed is None else seed), budget)

    def rules(self, edition: int | None = None) -> dict[str, str]:
        """Every rule by its number."""
        return {rule.id: rule.text for rule in self._content(edition).rulebook.rules.values()}

    def components(self, edition: int | None = None) -> dict[str, Any]:
        """Cards, boards, dice and the like by kind, as data; each has a `text` that says what it costs and does."""
        tables: dict[str, Any] = described(self.engine, self._content(edition))["tables"]
        return tables

    def _content(self, edition: int | None) -> Content:
        number = self.engine.current if edition is None else edition
        if number not in self.engine.editions:
            raise ValueError(f"{self.name} has no edition {edition}; there are {self.editions}")
        return self.engine.editions[number]


def titles() -> list[Title]:
    """Every title that is here, those of installed packages included.

    >>> [title.slug for title in moothall.titles()]
    ['gates-of-mara', 'manaforge', 'medieval-realms', 'winds-of-numa-sera']
    """
    return [Title(engine) for engine in hosted().values()]


def title(slug: str) -> Title:
    """The title of that name. Raises UnknownTitle.

    >>> moothall.title("medieval-realms")
    <Title medieval-realms>
    """
    found = hosted()
    if slug not in found:
        raise UnknownTitle(f"there is no title {slug!r}; there are {', '.join(found)}")
    return Title(found[slug])


def title_of(which: Title | str) -> Title:
    """The title itself, or that of that name. Raises UnknownTitle."""
    return which if isinstance(which, Title) else title(which)


def simulate(
    title: Title | str,
    bots: Sequence[Any],
    games: int = 100,
    seed: int = 1,
    options: dict[str, Any] | None = None,
    *,
    players: int | None = None,
    processes: int = 1,
    patience_s: float = PATIENCE_S,
    each: Callable[[], object] = lambda: None,
) -> dict[str, Any]:
    """Play whole games on the engine alone, and tell what they came to: what `moothall simulate --json` prints. One bot
    stands for every seat of `players`. Bots are named as for `load_bot`, or given themselves; they move one seat on
    with every game, and the same seed gives the same games, whatever the number of processes. `each` is called after
    every game. Raises BotFailed for a bot that raises, is not done after `patience_s`, or answers no legal move.

    >>> def last(view, moves):
    ...     return len(moves) - 1
    >>> report = moothall.simulate("medieval-realms", [last, "random"], games=4, seed=3)
    >>> report["games"], sorted(report["wins"]["by_bot"]), report["broken"]
    (4, ['last', 'random'], [])
    """
    found = title_of(title)
    seats = players or max(len(bots), found.players[0])
    if seats not in found.players:
        raise ValueError(f"{found.name} is played by {found.players[0]} to {found.players[-1]}, not by {seats}")
    if len(bots) not in (1, seats):
        raise ValueError(f"there are {len(bots)} bots for {seats} seats; name one or all of them")
    seated = list(bots) * seats if len(bots) == 1 else list(bots)
    return run(found.engine, seated, games, seed, options, each, processes, patience_s)
