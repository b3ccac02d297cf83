"""How an arena is played: who sits where in which game, what is dealt, and every game kept as a log of events.

Seats and deals follow from the settings and the game's number. A deal is played with every seating of the same bots, so
that nobody wins by a hand of cards, a seat or a neighbour. The games of one deal are played one after the other; then
comes the next deal. What is played is what the record of a game tells.
"""

from __future__ import annotations

import hashlib
import hmac
import math
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from importlib.metadata import version
from itertools import combinations, permutations
from pathlib import Path
from typing import Any, NamedTuple

from moothall.domain.core.draw import FastDraw
from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.title import AnyTitle
from moothall.domain.table import decide, rulings
from moothall.domain.table.decide import Outcome, Person, options_in_full
from moothall.domain.table.fold import EMPTY, Log
from moothall.domain.table.moves import Adjudicate
from moothall.domain.table.next_event import next_event
from moothall.domain.table.state import Seat
from moothall.events.event_store.stored_events import GENESIS, Stored, seal
from moothall.events.records.format import header_of, write
from moothall.events.records.signing import SigningKey
from moothall.workers.arena.results import (
    Done,
    Entrant,
    Failure,
    Folder,
    Result,
    Seatings,
    Settings,
    Times,
    opened,
)
from moothall.workers.arena.standing import is_certain, looks, report, shares
from moothall.workers.bots.guard import BotFailed
from moothall.workers.bots.plugins import Loaded, load
from moothall.workers.bots.position import LONGEST
from moothall.workers.simulate import PATIENCE_S, Endless, Mapped, Player, Seated, found, loaded, played, several
from moothall.workers.titles import hosted

GAMES = 200
"""Games at most, unless somebody says otherwise."""

MOST_FAILURES = 10
"""Games that one bot may lose by failing before the arena ends: it will go on failing."""

CERTAIN, PLAYED, INTERRUPTED, FAILED = "certain", "played", "interrupted", "failed"
"""Why an arena ended: the order is certain, all games were played, somebody stopped it, a bot failed too often."""

MOST_SEATINGS = math.factorial(6)
"""Of more different bots at one table, every seating is too many."""

ARENA = Person("arena", "The arena")
"""Who rules over the games: a bot that fails has lost by ruling."""


class Place(NamedTuple):
    """One game: its number, its deal, and the bots by seat, counted as they were named."""

    number: int
    deal: int
    bots: tuple[int, ...]


class Schedule:
    """The games of so many bots at tables of so many seats."""

    def __init__(self, bots: int, players: int, seatings: Seatings = "every") -> None:
        if bots < 2:
            raise ValueError("an arena needs two bots at least")
        if seatings == "every" and math.factorial(players) > MOST_SEATINGS:
            raise ValueError(f"there are too many seatings of {players} bots to play every one: rotate them")
        self.deal = tuple(seats for lineup in lineups(bots, players) for seats in seated(lineup, seatings))
        """The seatings of one deal, in the order in which they are played."""

    def place(self, number: int) -> Place:
        """The game of that number, counted from 0."""
        deal, place = divmod(number, len(self.deal))
        return Place(number, deal, self.deal[place])


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


def play(title: AnyTitle, settings: Settings, place: Place, seated: Sequence[Loaded]) -> Done:
    """A game from its deal to its record. A bot that is not ours and does not do what a bot has to loses it: the others
    share the victory."""
    table = _Table(title, settings, place, [bot.name for bot in seated])
    failure = None
    try:
        players = [
            Player(bot, seat, title, (settings.seed << 32) + place.number, settings.patience_s)
            for seat, bot in enumerate(seated)
        ]
        table.run(players)
    except BotFailed as failed:
        failure = Failure(failed.bot, failed.seat, failed.decision, failed.what, failed.trace)
        table.rule_against(failed)
    return table.done(failure)


def play_listed(work: tuple[Settings, Place, Seated]) -> Done:
    """The same in a process that is told everything by name."""
    settings, place, seated = work
    return play(hosted()[settings.title], settings, place, loaded(seated))


def key_of(seed: int) -> SigningKey:
    """The key that signs an arena's records. Everybody can make it: it tells a damaged file, not who wrote it."""
    return SigningKey(hashlib.sha256(f"moothall arena/{seed}/key".encode()).digest())


def lineups(bots: int, players: int) -> list[tuple[int, ...]]:
    """Who meets at one table: all bots equally often as far as the seats allow, and every choice of those that have one
    seat more. Where there are more bots than seats, that is every choice of so many of them."""
    each, more = divmod(players, bots)
    return [tuple(sorted([*range(bots)] * each + [*chosen])) for chosen in combinations(range(bots), more)]


def seated(lineup: Sequence[int], seatings: Seatings) -> list[tuple[int, ...]]:
    """The seatings of these bots that differ. Each bot has each seat equally often."""
    if seatings == "every":
        return sorted(set(permutations(lineup)))
    turned = [(*lineup[first:], *lineup[:first]) for first in range(len(lineup))]
    return list(dict.fromkeys(turned))


def secret_of(seed: int, deal: int) -> bytes:
    """The secret of all games of a deal. Whoever knows the seed knows it: an arena hides nothing but from its bots."""
    return hashlib.sha256(f"moothall arena/{seed}/deal-{deal}".encode()).digest()


def bots_luck(secret: bytes, number: int) -> int:
    """The seed of what the bots of a game draw; other than the deal, it is each game's own."""
    return int.from_bytes(hmac.digest(secret, f"bots/{number}".encode(), "sha256")[:8], "big")


class _Table:
    """The game and its log, as a store would keep it; times are counted and not measured, so that a record is the same
    whenever it is made."""

    def __init__(self, title: AnyTitle, settings: Settings, place: Place, names: Sequence[str]) -> None:
        self._title = title
        self._settings = settings
        self._place = place
        self._names = names
        self._secret = secret_of(settings.seed, place.deal)
        self._log: Log = EMPTY
        self._stored: list[Stored] = []
        self._decisions = 0
        self._seconds = [0.0] * len(names)
        self._turns = [0] * len(names)
        seats = [Seat("ai", level=name) for name in names]
        options, edition = settings.options, settings.edition
        self._append(
            decide.create(title, ARENA, seats, options, self._secret, 0, organise=True, edition=edition, levels=None)
        )

    def run(self, players: Sequence[Player]) -> None:
        """To the end. Raises BotFailed."""
        luck, latest = FastDraw(bots_luck(self._secret, self._place.number)), None
        while (table := self._log.table).status == "active":
            if table.step is not None:
                self._append(decide.step(self._title, table, self._secret))
                continue
            if self._decisions == LONGEST:
                raise Endless(f"{self._title.name} did not end after {LONGEST} decisions (game {self._place.number})")
            seat = table.decisions[0].seat
            if seat != latest:
                self._turns[seat] += 1
                latest = seat
            self._move(players[seat], table.game, luck)

    def rule_against(self, failed: BotFailed) -> None:
        """The bot that failed is last; the others share what is before it."""
        others = tuple(seat for seat in range(len(self._names)) if seat != failed.seat)
        reason = f"bot {failed.bot} {failed.what}"[: rulings.LONGEST_REASON]
        ruling = Adjudicate((others, (failed.seat,)), reason)
        self._append(rulings.rule(self._title, self._log, ARENA, ruling, self._secret, self._no_table_before))

    def done(self, failure: Failure | None) -> Done:
        """The game, which is over."""
        table, number = self._log.table, self._place.number
        game = played(self._title, self._names, table.game, self._decisions)
        data = self._record()
        result = Result(
            game=number,
            deal=self._place.deal,
            bots=tuple(self._names),
            ranking=table.result.ranking,
            scores=tuple(game.scores),
            rounds=game.rounds,
            decisions=game.decisions,
            factions=tuple(map(tuple, game.factions)),
            endings=tuple(game.endings) if failure is None else (),
            broken=tuple(game.broken),
            failed=failure,
            record=hashlib.sha256(data).hexdigest(),
        )
        seconds = tuple(round(each, 6) for each in self._seconds)
        return Done(result, Times(number, seconds, tuple(self._turns)), data)

    def _move(self, player: Player, game: Any, luck: FastDraw) -> None:
        began = time.process_time()
        try:
            move = player.next_move(game, luck, self._decisions)
        finally:
            self._seconds[player.seat] += time.process_time() - began
        try:
            self._append(decide.play(self._title, self._log, player.seat, move, self._secret, self._names[player.seat]))
        except IllegalMove as error:
            raise player.blamed(error, self._decisions) from error
        self._decisions += 1

    def _append(self, outcome: Outcome) -> None:
        event, self._log = next_event(self._title, self._log, outcome, self._log.seq + 1, self._secret)
        self._stored.append(seal(event, self._stored[-1].hash if self._stored else GENESIS))

    def _record(self) -> bytes:
        settings, key = self._settings, key_of(self._settings.seed)
        game_id = f"arena-{settings.title}-{settings.players}p-{settings.seed}-{self._place.number}"
        return b"".join(write(header_of(self._title, game_id, self._log.table, key.id), self._stored, key))

    def _no_table_before(self, seq: int) -> Any:
        raise LookupError(f"no ruling of an arena looks back to event {seq}")


def _entrant(bot: Loaded) -> Entrant:
    file = None if bot.own or bot.file is None else Path(bot.file)
    return Entrant(bot.name, hashlib.sha256(file.read_bytes()).hexdigest() if file and file.is_file() else None)


def _failed_too_often(result: Result, failures: Counter[str]) -> bool:
    if result.failed is None:
        return False
    failures[result.failed.bot] += 1
    return failures[result.failed.bot] >= MOST_FAILURES
