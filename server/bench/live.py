"""What happens by itself: the AI's answers, the followers of a game, the start of everything."""

from __future__ import annotations

import http.client
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from moothall.domain.core.codec import to_json
from moothall.domain.core.draw import FastDraw
from moothall.domain.table.decide import draw_for
from moothall.domain.table.state import Seat
from moothall.domain.titles import TITLES
from moothall.events import keys
from moothall.events.games.repository import Hot
from moothall.server.bench import Figure, Kind, Run, at_most, percentile
from moothall.server.bench.load import EARLY, PATIENCE_S, PAUSE_S, LoadFailed
from moothall.server.bench.prepared import POSTED, Seated, register, scripts, seat
from moothall.server.bench.stack import floor, house
from moothall.server.config import Config

FOLLOWERS = 500
PACE_S = 0.1
"""From one answer to the next move, while a game is followed."""
REST_S = 0.05
"""Before a job is asked for, so that the worker is done with all of the one before."""
EMPTY_JOB = "moothall.server.bench.empty.nothing"
SAID = "bench:said"
"""The list in which empty jobs say that they ran."""


def ai(run: Run, kind: Kind) -> Iterator[Figure]:
    """From the append of a person's move to that of the AI's answer, against an empty job on the same workers."""
    table = TableOfOne(run, kind)
    answers = run.some(15, 3)
    times = run.alternately(
        f"ai: {kind.title}, {kind.players} players",
        lambda: 1_000 * statistics.median(table.answer_s() for _ in range(answers)),
        lambda: 1_000 * statistics.median(_empty_job_s(run) for _ in range(answers)),
    )
    table.line.close()
    yield Figure("ai", "the answer of an AI (random) against an empty job", "ms", *times, at_most(4.0), kind)


def follow(run: Run) -> Iterator[Figure]:
    """Moves of a game that hundreds follow, against moves of one that nobody does."""
    followers, moves = run.some(FOLLOWERS, 20), run.some(40, 5)
    crowded: list[_Followed] = []
    idle: list[_Followed] = []

    def with_crowd() -> float:
        crowded.append(_followed(run, followers, moves))
        return 0.0

    def alone() -> float:
        idle.append(_followed(run, 0, moves))
        return 0.0

    run.alternately(f"follow: {followers} followers", with_crowd, alone)
    reached = tuple(percentile(each.reached_ms, 0.99) for each in crowded[1:])
    bar = at_most(250, bare=True)
    yield Figure("follow", f"p99 until the last of {followers} followers has it", "ms", reached, (), bar)
    for name, of, limit in (("median", statistics.median, 1.3), ("mean", statistics.fmean, 1.5)):
        meanwhile, else_ = (tuple(of(each.took_ms) for each in rounds[1:]) for rounds in (crowded, idle))
        yield Figure("follow", f"a posted move meanwhile, {name}", "ms", meanwhile, else_, at_most(limit))


def start(run: Run) -> Iterator[Figure]:
    """Until `moothall serve` answers; until `moothall --help` is read."""
    number = iter(range(1_000))

    def served() -> float:
        began = time.perf_counter()
        with house(run.folder / f"start-{next(number)}"):
            return time.perf_counter() - began

    def bare() -> float:
        began = time.perf_counter()
        with floor(run.folder / f"start-{next(number)}"):
            return time.perf_counter() - began

    times = run.alternately("start: moothall serve", served, bare)
    yield Figure("start", "moothall serve, until it answers", "s", *times, at_most(2.0, bare=True))
    times = run.alternately(
        "start: moothall --help",
        lambda: _command_s("-m", "moothall.server", "--help"),
        lambda: _command_s("-c", "import click"),
    )
    yield Figure("start", "moothall --help", "s", *times, at_most(0.3, bare=True))


def _command_s(*arguments: str) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began


class TableOfOne:
    """Games of one person against AIs, one after the other."""

    def __init__(self, run: Run, kind: Kind) -> None:
        self.kind = kind
        self.parts = run.house.parts
        self.line = connect(run.house.config)
        self._luck = FastDraw(1)
        self._games = 0
        self._new()

    def answer_s(self) -> float:
        """Play until an AI is asked; then the seconds from the append of our move to that of its answer."""
        while True:
            hot, move = self._next_move()
            asked = _asks_ai(hot, move)
            if asked:
                time.sleep(REST_S)
            self.line.request("POST", *request_of(self.game, self.token, to_json(move)))
            seconds = self._until_answered(hot) if asked else None
            answer = self.line.getresponse()
            said = answer.read()
            if answer.status != POSTED:
                raise LoadFailed(said.decode())
            if seconds is not None:
                return seconds

    def _next_move(self) -> tuple[Hot, Any]:
        """A move of the person's, when nobody else has anything to do."""
        while True:
            hot = self.parts.games.fresh(self.game)
            if hot.table.over:
                self._new()
            elif hot.table.due:
                time.sleep(PAUSE_S)
            else:
                return hot, hot.title.sample_move(hot.title, hot.table.game, 0, self._luck)

    def _until_answered(self, hot: Hot) -> float:
        """Between the next two appends."""
        moments = []
        for after in (hot.log.seq, hot.log.seq + 1):
            stream = {keys.events(self.game): f"{after}-0"}
            if not self.parts.store.redis.xread(stream, count=1, block=round(PATIENCE_S * 1_000)):
                raise LoadFailed("the AI did not answer")
            moments.append(time.perf_counter())
        return moments[1] - moments[0]

    def _new(self) -> None:
        self._games += 1
        self.game = f"bench-ai-{self.kind.title}-{self.kind.players}-{self._games}"
        (person,), (self.token,) = register(self.parts, self.game, 1)
        seats = [Seat("human"), *[Seat("ai", level="random")] * (self.kind.players - 1)]
        secret = self._luck.below("secret", 1 << 62).to_bytes(32, "big")
        self.parts.commands.create(self.game, person, TITLES[self.kind.title], seats, {}, secret)


def _asks_ai(hot: Hot, move: Any) -> bool:
    """Whether the next thing to happen after the move is that an AI answers."""
    after = hot.title.play(hot.table.game, 0, move, draw_for(hot.table, hot.secret)).state
    awaiting = hot.title.awaiting(after)
    return awaiting.step is None and any(asked.seat for asked in awaiting.seats)


def _empty_job_s(run: Run) -> float:
    """From asking for a job that does nothing but say so to its word."""
    jobs = run.house.parts.jobs
    time.sleep(REST_S)
    began = time.perf_counter()
    jobs.lanes()[0][0].enqueue(EMPTY_JOB, SAID, result_ttl=0)
    if jobs.connection.blpop(SAID, PATIENCE_S) is None:
        raise LoadFailed("an empty job was not run")
    return time.perf_counter() - began


class _Followed(NamedTuple):
    """A round: what each move took, and how long after it was sent everybody had its event."""

    took_ms: list[float]
    reached_ms: list[float]


def _followed(run: Run, followers: int, moves: int) -> _Followed:
    config, game = run.house.config, seat(run.house.parts, next(scripts(run.kinds[0])))
    crowd = _gather(config, game, followers) if followers else None
    took_ms: list[float] = []
    sent_at: dict[int, float] = {}
    line = connect(config)
    for place, move in game.script.moves[:moves]:
        time.sleep(PACE_S)
        began, seq = _post(line, game, place, move)
        took_ms.append(1_000 * (time.monotonic() - began))
        sent_at[seq] = began
    line.close()
    if crowd is None:
        return _Followed(took_ms, [])
    said, _ = crowd.communicate(f"{max(sent_at)}\n", PATIENCE_S)
    reached = json.loads(said)
    return _Followed(took_ms, [1_000 * (reached[str(seq)] - at) for seq, at in sent_at.items()])


def _gather(config: Config, game: Seated, followers: int) -> subprocess.Popen[str]:
    """A crowd that follows the game from where it is now."""
    path = f"/v1/games/{game.id}/events?after={len(game.people)}"
    command = [sys.executable, "-m", "moothall.server.bench.crowd", config.host, str(config.port), path, str(followers)]
    crowd = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert crowd.stdout is not None
    if crowd.stdout.readline() != "ready\n":
        raise LoadFailed("the followers did not get through")
    return crowd


def _post(line: http.client.HTTPConnection, game: Seated, place: int, move: bytes) -> tuple[float, int]:
    """When it was sent, and the seq it led to; sent again if a step had to be run first."""
    while True:
        began = time.monotonic()
        line.request("POST", *request_of(game.id, game.tokens[place], move))
        answer = line.getresponse()
        said = answer.read()
        if answer.status == POSTED:
            return began, int(json.loads(said)["seq"])
        if answer.status not in EARLY:
            raise LoadFailed(said.decode())
        time.sleep(PAUSE_S)


def connect(config: Config) -> http.client.HTTPConnection:
    """A connection that is kept alive."""
    return http.client.HTTPConnection(config.host, config.port, timeout=PATIENCE_S)


def request_of(game_id: str, token: str, move: bytes) -> tuple[str, bytes, dict[str, str]]:
    """Path, body and headers of a move."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    return f"/v1/games/{game_id}/moves", b'{"move":' + move + b"}", headers
