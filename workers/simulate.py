"""Whole games on the engine alone: no Redis, no HTTP. For bot developers, and for a look at a title's balance."""

from __future__ import annotations

import math
import multiprocessing
import signal
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec

from moothall.domain.core.draw import Draw, FastDraw
from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.title import AnyTitle
from moothall.workers.bots import levels
from moothall.workers.bots.guard import FAILURES, GRACE_MS, BotFailed, alarm, told, trace_of
from moothall.workers.bots.plugins import Loaded, load, portable
from moothall.workers.bots.position import LONGEST
from moothall.workers.titles import hosted

PATIENCE_S = 60.0
"""How long a bot of somebody else may think about a decision, unless it has a budget in milliseconds."""

OVER_BUDGET = 10
"""How many times its budget it may take before it is stopped: the machine may be busy."""

_BOTS_LUCK = 0x9E3779B97F4A7C15
"""Keeps what bots draw apart from what the game draws: how long a bot thinks must not change the dice."""

Z = 1.959964
"""Two-sided 95 %."""

T = TypeVar("T")

W = TypeVar("W")
R = TypeVar("R")

Seated = tuple[tuple[str, str], ...]
"""Bots by seat: how a process finds them, what they are called. Functions do not travel."""

Work = tuple[str, Seated, dict[str, Any], int, float]
"""Title, bots by seat, options, seed, patience: all that a process has to be told of a game."""


class Played(NamedTuple):
    """One finished game."""

    bots: tuple[str, ...]
    """Who sat where."""
    ranking: Sequence[Sequence[int]]
    scores: list[int]
    rounds: int
    decisions: int
    factions: Sequence[Sequence[str]]
    endings: Sequence[str]
    broken: list[str]


class Endless(Exception):
    """A game that does not end."""


class Player:
    """A bot in its seat, and what it has planned."""

    __slots__ = ("_bot", "_patience_s", "_plan", "_seed", "_title", "loaded", "seat")

    def __init__(self, loaded: Loaded, seat: int, title: AnyTitle, seed: int, patience_s: float) -> None:
        self.loaded = loaded
        self.seat = seat
        self._title = title
        self._seed = seed
        self._plan: tuple[Any, ...] = ()
        ms = loaded.budget.ms
        self._patience_s = patience_s if ms is None else OVER_BUDGET * (ms + GRACE_MS) / 1000
        self._bot = loaded.new() if loaded.own else self._made()

    def next_move(self, state: Any, luck: Draw, decisions: int) -> Any:
        """As planned, or by a new plan."""
        plan = self._plan or self._think(state, luck, decisions)
        self._plan = plan[1:]
        return plan[0]

    def blamed(self, error: BaseException, decisions: int) -> BaseException:
        """The failure of a bot that is not ours; the error itself of one that is."""
        if self.loaded.own:
            return error
        what, trace = told(error), trace_of(error, self.loaded.file)
        return BotFailed(self.loaded.name, self._title.slug, self._seed, self.seat, decisions, what, trace)

    def _made(self) -> levels.Bot:
        try:
            with alarm(self._patience_s):
                return self.loaded.new()
        except FAILURES as error:
            raise self.blamed(error, 0) from error

    def _think(self, state: Any, luck: Draw, decisions: int) -> tuple[Any, ...]:
        if self.loaded.own:
            return levels.choose(self._title, state, self.seat, self._bot, luck, self.loaded.budget)
        try:
            with alarm(self._patience_s):
                return levels.choose(self._title, state, self.seat, self._bot, luck, self.loaded.budget)
        except FAILURES as error:
            raise self.blamed(error, decisions) from error


class Tally:
    """How often something won, and how often it would by chance alone."""

    def __init__(self) -> None:
        self.seats = 0
        self.wins = 0.0
        self.fair = 0.0

    def add(self, won: float, players: int) -> None:
        self.seats += 1
        self.wins += won
        self.fair += 1 / players

    def report(self) -> dict[str, float]:
        """`ratio`: of the fair share; `low` and `high`: the 95 % interval of `rate`, the part of its games it won."""
        low, high = wilson(self.wins, self.seats)
        return {
            "seats": self.seats,
            "wins": round(self.wins, 2),
            "rate": round(self.wins / self.seats, 4),
            "low": round(low, 4),
            "high": round(high, 4),
            "fair": round(self.fair / self.seats, 4),
            "ratio": round(self.wins / self.fair, 3),
        }


class Mapped(Protocol):
    """`map`, by whatever processes there are: results in the order of what was asked."""

    def __call__(self, function: Callable[[W], R], work: Iterable[W], /) -> Iterator[R]: ...


def simulate(
    title: AnyTitle,
    bots: Sequence[Any],
    games: int,
    seed: int,
    options: dict[str, Any] | None = None,
    each: Callable[[], object] = lambda: None,
    processes: int = 1,
    patience_s: float = PATIENCE_S,
) -> dict[str, Any]:
    """Many games and what they came to; `each` is called after every game. Bots are named, or given themselves
    (plugins.py), and move one seat on with every game, so that none profits from its place. A game depends on nothing
    but the seed and its number: neither the number of processes nor the order in which they finish changes anything.
    Raises BotFailed for the first one that does not do what a bot has to."""
    began = time.perf_counter()
    ours = [load(bot) for bot in bots]
    names = [bot.name for bot in ours]
    seeds = [(seed << 32) + index for index in range(games)]  # those of two simulations never meet
    if processes > 1:
        played_on = _several(title, found(bots), names, seeds, options or {}, patience_s, processes)
    else:
        played_on = (
            play(title, turned(ours, index), options or {}, number, patience_s) for index, number in enumerate(seeds)
        )
    played = []
    for game in played_on:
        played.append(game)
        each()
    seconds = time.perf_counter() - began
    return {
        **report(title, names, seed, played),
        "processes": processes,
        "seconds": round(seconds, 3),
        "games_per_s": round(games / seconds, 2),
        "decisions_per_s": round(sum(game.decisions for game in played) / seconds),
    }


def turned(seated: Sequence[T], index: int) -> tuple[T, ...]:
    """Who sits where in game number `index`."""
    return tuple(seated[(seat + index) % len(seated)] for seat in range(len(seated)))


def play(
    title: AnyTitle, seated: Sequence[Any], options: dict[str, Any], seed: int, patience_s: float = PATIENCE_S
) -> Played:
    """One game, seat i played by bot i: named as `load` takes them, or loaded. Raises BotFailed if one that is not
    ours does not do what a bot has to."""
    draw, luck = FastDraw(seed), FastDraw(seed ^ _BOTS_LUCK)
    state = title.new(len(seated), msgspec.convert(options, title.options), draw).state
    players = [Player(load(each), seat, title, seed, patience_s) for seat, each in enumerate(seated)]
    for decisions in range(LONGEST):
        awaiting = title.awaiting(state)
        while awaiting.step is not None:
            state = title.run_step(state, draw).state
            awaiting = title.awaiting(state)
        if awaiting.finished:
            return played(title, [player.loaded.name for player in players], state, decisions)
        player = players[awaiting.seats[0].seat]
        move = player.next_move(state, luck, decisions)
        try:
            state = title.play(state, player.seat, move, draw).state
        except IllegalMove as error:
            raise player.blamed(error, decisions) from error
    raise Endless(f"{title.name} did not end after {LONGEST} decisions (seed {seed})")


def played(title: AnyTitle, names: Sequence[str], state: Any, decisions: int) -> Played:
    """What a game came to that is over."""
    return Played(
        tuple(names),
        title.ranking(state),
        [sheet.total for sheet in title.score_sheet(state)],
        title.round_of(state),
        decisions,
        title.factions(state),
        title.endings(state),
        title.check(state),
    )


def report(title: AnyTitle, names: Sequence[str], seed: int, played: Sequence[Played]) -> dict[str, Any]:
    """Everything but the time it took."""
    return {
        "title": title.slug,
        "players": len(names),
        "bots": list(names),
        "games": len(played),
        "seed": seed,
        **outcomes(played),
    }


def outcomes(played: Sequence[Played]) -> dict[str, Any]:
    """What is to be told of any games: who won, by how much, how and after how long."""
    by_seat: dict[str, Tally] = defaultdict(Tally)
    by_bot: dict[str, Tally] = defaultdict(Tally)
    by_faction: dict[str, Tally] = defaultdict(Tally)
    for game in played:
        winners = game.ranking[0]
        for seat, bot in enumerate(game.bots):
            won = 1 / len(winners) if seat in winners else 0.0  # a shared victory is shared
            by_seat[str(seat)].add(won, len(game.bots))
            by_bot[bot].add(won, len(game.bots))
            for faction in game.factions[seat] if game.factions else ():
                by_faction[faction].add(won, len(game.bots))
    tallies = {"by_seat": by_seat, "by_bot": by_bot, "by_faction": by_faction}
    scores = {
        bot: [s for game in played for s, b in zip(game.scores, game.bots, strict=True) if b == bot] for bot in by_bot
    }
    return {
        "wins": {what: {k: round(tally[k].wins, 2) for k in sorted(tally)} for what, tally in tallies.items()},
        "shares": {what: {k: tally[k].report() for k in sorted(tally)} for what, tally in tallies.items()},
        "scores": spread([score for each in scores.values() for score in each]),
        "scores_by_bot": {bot: spread(each) for bot, each in sorted(scores.items())},
        "winning_scores": spread([game.scores[game.ranking[0][0]] for game in played]),
        "rounds": spread([game.rounds for game in played]),
        "decisions": spread([game.decisions for game in played]),
        "endings": dict(sorted(Counter(ending for game in played for ending in game.endings).items())),
        "endings_by_faction": _endings_by_faction(played),
        "broken": [text for game in played for text in game.broken],
    }


def wilson(wins: float, of: float, z: float = Z) -> tuple[float, float]:
    """Wilson's interval for a rate; a shared victory counts as its share."""
    rate = wins / of
    middle = (rate + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * math.sqrt(max(0.0, rate * (1 - rate)) / of + z * z / (4 * of * of))
    return max(0.0, middle - half), min(1.0, middle + half)


def spread(values: list[int]) -> dict[str, float]:
    """How they are spread, in a few figures."""
    ordered = sorted(values)
    last = len(ordered) - 1
    return {
        "min": ordered[0],
        "p10": ordered[round(0.1 * last)],
        "median": ordered[len(ordered) // 2],
        "mean": round(sum(ordered) / len(ordered), 2),
        "p90": ordered[round(0.9 * last)],
        "p99": ordered[round(0.99 * last)],
        "max": ordered[-1],
    }


@contextmanager
def several(processes: int) -> Iterator[Mapped]:
    """Processes of their own. Ctrl-C is for whoever waits for them."""
    with multiprocessing.get_context("spawn").Pool(processes, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield pool.imap


def found(bots: Sequence[Any]) -> list[str]:
    """How other processes find the bots."""
    for bot in bots:
        if not isinstance(bot, str):
            raise ValueError(f"{load(bot).name} cannot travel to other processes: name it, as ./mine.py:Bot")
    return [portable(bot) for bot in bots]


def loaded(seated: Seated) -> list[Loaded]:
    """The bots, in the process that plays."""
    return [load(place)._replace(name=name) for place, name in seated]


def _several(
    title: AnyTitle,
    places: list[str],
    names: list[str],
    seeds: list[int],
    options: dict[str, Any],
    patience_s: float,
    processes: int,
) -> Iterator[Played]:
    """In order, by processes that are told a title and its bots by name: functions do not travel."""
    seated = list(zip(places, names, strict=True))
    work = [(title.slug, turned(seated, index), options, seed, patience_s) for index, seed in enumerate(seeds)]
    with several(processes) as mapped:
        yield from mapped(_listed, work)


def _listed(work: Work) -> Played:
    slug, seated, options, seed, patience_s = work
    return play(hosted()[slug], loaded(seated), options, seed, patience_s)


def _endings_by_faction(played: Sequence[Played]) -> dict[str, dict[str, int]]:
    """By what each faction won."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for game in played:
        for seat in game.ranking[0] if game.factions else ():
            for faction in game.factions[seat]:
                found[faction].update(game.endings)
    return {faction: dict(sorted(endings.items())) for faction, endings in sorted(found.items()) if endings}
