"""Every bot against every bot: the same deals for all, seats exchanged, every game kept as a record."""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from importlib.metadata import version
from pathlib import Path
from typing import Any

from moothall.domain.core.title import AnyTitle
from moothall.domain.table.decide import options_in_full
from moothall.workers.arena.folder import Folder, OtherArena, opened
from moothall.workers.arena.playing import Done, play, play_listed
from moothall.workers.arena.report import report
from moothall.workers.arena.results import Entrant, Result, Settings
from moothall.workers.arena.schedule import Schedule, Seatings
from moothall.workers.arena.standing import is_certain, looks, shares
from moothall.workers.bots.plugins import Loaded, load
from moothall.workers.simulate.player import PATIENCE_S
from moothall.workers.simulate.processes import Mapped, found, several

__all__ = ["Arena", "OtherArena", "Seatings", "settings_of"]

GAMES = 200
"""Games at most, unless somebody says otherwise."""

MOST_FAILURES = 10
"""Games that one bot may lose by failing before the arena ends: it will go on failing."""

CERTAIN, PLAYED, INTERRUPTED, FAILED = "certain", "played", "interrupted", "failed"
"""Why an arena ended: the order is certain, all games were played, somebody stopped it, a bot failed too often."""


def settings_of(
    title: AnyTitle,
    bots: Sequence[Any],
    players: int | None = None,
    seed: int = 1,
    options: dict[str, Any] | None = None,
    seatings: Seatings = "every",
    patience_s: float = PATIENCE_S,
) -> Settings:
    """What an arena's games hang on. Raises UnknownBot, BadOptions, or ValueError for what cannot be played."""
    seats = title.players[0] if players is None else players
    if seats not in title.players:
        raise ValueError(f"{title.name} is played by {title.players[0]} to {title.players[-1]}, not by {seats}")
    entrants = tuple(_entrant(load(bot)) for bot in bots)
    twice = [name for name, times in Counter(each.name for each in entrants).items() if times > 1]
    if twice:
        raise ValueError(f"{twice[0]} is named twice: in an arena every bot has a name of its own")
    Schedule(len(entrants), seats, seatings)
    return Settings(
        moothall=version("moothall"),
        title=title.slug,
        edition=title.current,
        content_hash=title.content.hash,
        players=seats,
        bots=entrants,
        options=options_in_full(title, seats, options or {}, title.current),
        seed=seed,
        seatings=seatings,
        patience_s=patience_s,
    )


class Arena:
    """An arena being played in a folder."""

    def __init__(self, title: AnyTitle, bots: Sequence[Any], settings: Settings, folder: Path) -> None:
        self._title = title
        self._bots = [load(bot) for bot in bots]
        self._given = bots
        self._settings = settings
        self._folder = folder
        self._schedule = Schedule(len(bots), settings.players, settings.seatings)

    @property
    def deal(self) -> int:
        """Games of one deal."""
        return len(self._schedule.deal)

    def most(self, games: int) -> int:
        """So many games in whole deals, one at least."""
        return max(1, games // self.deal) * self.deal

    def run(
        self,
        games: int = GAMES,
        processes: int = 1,
        each: Callable[[Result, bool], object] = lambda result, kept: None,
        to_the_end: bool = False,
    ) -> dict[str, Any] | None:
        """Play until the order is certain, at most so many games, and tell what they came to; None if not even one deal
        is complete. What the folder has is not played again. `each` is told of every game, and whether it was there
        already. `to_the_end`: whether the order is certain does not matter. Raises OtherArena."""
        began = time.perf_counter()
        with opened(self._folder, self._settings) as folder, self._processes(processes) as mapped:
            for result in folder.results:
                each(result, True)
            there = len(folder.results)
            try:
                ended = self._play(folder, mapped, games, each, to_the_end)
            except KeyboardInterrupt:
                ended = INTERRUPTED
            counted = folder.results if ended == FAILED else self._whole(folder.results)
            if not counted:
                return None
            return {
                **report(self._settings, counted, folder.times),
                "ended": ended,
                "folder": str(self._folder),
                "played": len(folder.results) - there,
                "processes": processes,
                "seconds": round(time.perf_counter() - began, 3),
            }

    def _whole(self, results: list[Result]) -> list[Result]:
        """Those of deals that are complete: in the others the seats are not balanced."""
        return results[: len(results) // self.deal * self.deal]

    def _play(
        self,
        folder: Folder,
        mapped: Mapped | None,
        games: int,
        each: Callable[[Result, bool], object],
        to_the_end: bool,
    ) -> str:
        """Why it ended. Whoever goes on comes to the same end as who never stopped: looks are taken by the number of
        deals, whether they were played now or before."""
        most, failures = self.most(games) // self.deal, Counter[str]()
        for result in folder.results:
            if _failed_too_often(result, failures):
                return FAILED
        for look, deals in enumerate(looks(), 1):
            until = min(deals, most) * self.deal
            for done in self._games(mapped, range(len(folder.results), until)):
                folder.keep(done)
                each(done.result, False)
                if _failed_too_often(done.result, failures):
                    return FAILED
            known = folder.results[: deals * self.deal]
            if deals <= most and not to_the_end and is_certain(self._settings.names, shares(known), look):
                return CERTAIN
            if deals >= most:
                return PLAYED
        raise AssertionError("looks never end")

    def _games(self, mapped: Mapped | None, numbers: Iterable[int]) -> Iterator[Done]:
        places = map(self._schedule.place, numbers)
        if mapped is None:
            for place in places:
                yield play(self._title, self._settings, place, [self._bots[bot] for bot in place.bots])
            return
        known = list(zip(found(self._given), self._settings.names, strict=True))
        yield from mapped(
            play_listed, ((self._settings, place, tuple(known[bot] for bot in place.bots)) for place in places)
        )

    def _processes(self, number: int) -> AbstractContextManager[Mapped | None]:
        if number == 1:
            return nullcontext()
        found(self._given)  # what cannot travel is told before anything is begun
        return several(number)


def _entrant(bot: Loaded) -> Entrant:
    file = None if bot.own or bot.file is None else Path(bot.file)
    return Entrant(bot.name, hashlib.sha256(file.read_bytes()).hexdigest() if file and file.is_file() else None)


def _failed_too_often(result: Result, failures: Counter[str]) -> bool:
    if result.failed is None:
        return False
    failures[result.failed.bot] += 1
    return failures[result.failed.bot] >= MOST_FAILURES
