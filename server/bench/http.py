"""What a client sees: posting moves, reading games."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from math import ceil
from typing import NamedTuple

from moothall.server.bench import Figure, Kind, Run, at_least, at_most, percentile, wrk
from moothall.server.bench.load import Lane, Load, Request, drive
from moothall.server.bench.prepared import (
    AT_ONCE,
    READ,
    UNCHANGED,
    find_place,
    floor_lane,
    get,
    lanes,
    play,
    quickly,
    scripts,
    seat,
)
from moothall.server.config import Config

FASTEST = 5_000
"""Posts a second that games are prepared for. Where more are made a round ends early, and counts for its time."""
FASTEST_ALONE = 1_500
"""The same for one client."""
SETTLE_S = 0.3
"""Between two rounds, for what the dispatcher and the workers still have to do for the one before."""
ALONE_AT_ONCE = 24
"""Games that a client alone plays in turns: it is back at one so soon that a step needs that much time."""


MID_PLAY = 30
"""Moves after which a game is read."""
READ_IN_TURNS = 4
"""Games, each of other accounts, that a client reads in turns: so many reads of one account would meet its limit."""

READ_SHARE, ALONE_SHARE, P99_SHARE = 0.5, 0.6, 1.5
"""How long a round is, beside one of `move`: as long as it takes to have thousands of answers of each kind."""


class Lanes(NamedTuple):
    """What both sides are sent."""

    ours: list[Lane]
    floor: list[Lane]


def move(run: Run, kind: Kind) -> Iterator[Figure]:
    """Posts a second, 32 clients."""
    sent = prepare(run, kind, run.clients, FASTEST * run.seconds)
    waited = answered = 0

    def ours() -> float:
        nonlocal waited, answered
        load = _flat_out(run.house.config, sent.ours, run.seconds)
        waited, answered = waited + load.waited, answered + load.answered
        for lane in sent.ours if wrk.found() else ():
            find_place(run.house.parts, lane)
        return load.rate

    floor = partial(_rate, run.floor.config, sent.floor, run.seconds)
    rates = run.alternately(f"move: {_named(kind)}", ours, floor)
    run.rates[kind] = statistics.median(rates[0])
    note = f"{answered} posts, {waited} of them waited for a step"
    yield Figure("move", f"posts/s of legal moves, {run.clients} clients", "/s", *rates, at_least(0.60), kind, note)


def move_p99(run: Run, kind: Kind) -> Iterator[Figure]:
    """The slowest hundredth of the answers, at half the rate that can be had."""
    if kind not in run.rates:
        for _ in move(run, kind):
            pass
    rate = run.rates[kind] / 2
    seconds = P99_SHARE * run.seconds
    sent = prepare(run, kind, run.clients, rate * seconds)
    times = run.alternately(
        f"move-p99: {_named(kind)}",
        lambda: 1_000 * percentile(_post(run, sent.ours, seconds, rate).took, 0.99),
        lambda: 1_000 * percentile(_floor(run, sent.floor, seconds, rate).took, 0.99),
    )
    note = f"{run.clients} clients, {rate:.0f} posts/s, counted from when each was due"
    yield Figure("move-p99", "p99 of posts at half that load", "ms", *times, at_most(2.5), kind, note)


def move_1(run: Run, kind: Kind) -> Iterator[Figure]:
    """The round trip of one client alone."""
    seconds = ALONE_SHARE * run.seconds
    sent = prepare(run, kind, 1, FASTEST_ALONE * seconds, ALONE_AT_ONCE)
    times = run.alternately(
        f"move-1: {_named(kind)}",
        lambda: 1_000 * statistics.median(_post(run, sent.ours, seconds).took),
        lambda: 1_000 * statistics.median(_floor(run, sent.floor, seconds).took),
    )
    yield Figure("move-1", "one client's round trip, p50", "ms", *times, at_most(1.5), kind)


def read(run: Run, kind: Kind) -> Iterator[Figure]:
    """GET of a game as a seat, of a game that has not changed, of the legal moves."""
    seconds = READ_SHARE * run.seconds
    for what, bar, ours in _reads(run, kind):
        size = round(_post(run, ours, seconds).size)
        bare = _endless([[get(f"/floor/{size}", "x" * 43)]] * run.clients, READ)
        rates = run.alternately(
            f"read: {_named(kind)}, {what}",
            partial(_rate, run.house.config, ours, seconds),
            partial(_rate, run.floor.config, bare, seconds),
        )
        yield Figure("read", f"GET {what}, {run.clients} clients", "/s", *rates, at_least(bar), kind, f"{size} bytes")


def _reads(run: Run, kind: Kind) -> Iterator[tuple[str, float, list[Lane]]]:
    """For each client some games in mid-play, and the tokens of those who are asked to move."""
    parts = run.house.parts
    run.tell(f"read: {_named(kind)}, preparing games")
    asked: list[tuple[str, str, int]] = []
    moves, in_turns = run.some(MID_PLAY, 5), run.some(READ_IN_TURNS, 1)
    with quickly(parts):
        for script in islice(scripts(kind), run.clients * in_turns):
            game = seat(parts, script)
            seq = play(parts, game, moves)
            asked.append((f"/v1/games/{game.id}", game.tokens[script.moves[moves][0]], seq))

    def lanes_of(requests: list[bytes], status: int) -> list[Lane]:
        return _endless([requests[first :: run.clients] for first in range(run.clients)], status)

    yield "game", 0.55, lanes_of([get(path, token) for path, token, _ in asked], READ)
    same = [get(path, token, f'If-None-Match: "{seq}"') for path, token, seq in asked]
    yield "game, unchanged (304)", 0.85, lanes_of(same, UNCHANGED)
    yield "moves", 0.40, lanes_of([get(f"{path}/moves", token) for path, token, _ in asked], READ)


def _endless(lanes: Sequence[Sequence[bytes]], status: int) -> list[Lane]:
    return [Lane([Request("", request) for request in lane], status, endless=True) for lane in lanes]


def prepare(run: Run, kind: Kind, clients: int, posts: float, at_once: int = AT_ONCE) -> Lanes:
    """Games for so many posts in every round, begun: their first moves are posted, and tell how large answers are. What
    an earlier benchmark has left over is taken where it is enough."""
    each = ceil(1.5 * posts * (run.times + 2) / clients)
    left: Lanes | None = run.prepared.get((kind, clients))
    if left is None or min(lane.left for lane in left.ours) < each:
        left = run.prepared[kind, clients] = _new_lanes(run, kind, clients, each, at_once)
    return left


def _new_lanes(run: Run, kind: Kind, clients: int, each: int, at_once: int) -> Lanes:
    run.tell(f"{_named(kind)}: preparing games")
    parts = run.house.parts
    with quickly(parts):
        ours = lanes(parts, kind, clients, each, at_once)
    answer = round(_drive(run.house.config, ours, run.seconds).size)
    begun = {lane.requests[0].game for lane in ours[:8]}
    entries = [len(event.data) for game in begun for event in parts.store.tail(game, kind.players)]
    return Lanes(ours, [floor_lane(lane, round(statistics.fmean(entries)), answer) for lane in ours])


def _post(run: Run, sent: list[Lane], seconds: float | None = None, rate: float | None = None) -> Load:
    return _drive(run.house.config, sent, seconds or run.seconds, rate)


def _floor(run: Run, sent: list[Lane], seconds: float | None = None, rate: float | None = None) -> Load:
    return _drive(run.floor.config, sent, seconds or run.seconds, rate)


def _drive(server: Config, sent: list[Lane], seconds: float, rate: float | None = None) -> Load:
    time.sleep(SETTLE_S)
    return drive(server.host, server.port, sent, seconds, rate=rate, warm_s=seconds / 2)


def _flat_out(server: Config, sent: list[Lane], seconds: float) -> Load:
    """As fast as answers come, by wrk where that is installed."""
    if not wrk.found():
        return _drive(server, sent, seconds)
    time.sleep(SETTLE_S)
    load = wrk.drive(server.host, server.port, sent, seconds, seconds / 2)
    time.sleep(SETTLE_S)  # for what was under way when it stopped
    return load


def _rate(server: Config, sent: list[Lane], seconds: float) -> float:
    return _flat_out(server, sent, seconds).rate


def _named(kind: Kind) -> str:
    return f"{kind.title}, {kind.players} players"
