"""Many games of AIs alone at once: events per second of processor time, jobs per event, and how long a person's
opponent takes to answer meanwhile.

    python -m tests.bench.ai_load --games 40,150,400,1000 --seconds 15

Everything that `moothall serve` starts, with every setting at its default, on a directory of its own. The number of
games is kept up: for each that ends another one begins. Wall-clock figures of a busy machine say little; what holds is
events per second of processor time, and the ratio of answers under load to idle ones. Those take turns: for the idle
ones the job workers are stopped (SIGSTOP), all but the one for people.
"""

from __future__ import annotations

import argparse
import re
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import httpx
import psutil

from moothall.domain.table.decide import Person
from moothall.domain.table.state import Seat
from moothall.domain.titles import TITLES
from moothall.events.event_store.store import Store
from moothall.server.bench import Kind
from moothall.server.bench.live import TableOfOne
from moothall.server.bench.stack import House, house

ACCOUNTS = 20
"""Whose games they are, in turn."""
SETTLE_S = 3.0
"""Before it is measured."""
ROUNDS = 6
"""Of answers, of each kind."""


class Reading(NamedTuple):
    """What has been done and spent so far."""

    at: float
    events: int
    jobs: int
    seconds: dict[str, float]
    """Of processor time, by kind of process."""


class Crowd:
    """So many games of AIs alone under way."""

    def __init__(self, at: House, games: int, title: str) -> None:
        self._commands = at.parts.commands
        self._store = Store(at.parts.store.redis)
        self._title = TITLES[title]
        self._wanted = games
        self._running: set[str] = set()
        self._made = 0
        self.ended = 0
        self._before = 0

    def keep_up(self) -> None:
        """Begin a game for each that has ended."""
        metas = self._store.read_metas(sorted(self._running))
        over = {meta.id: meta.seq for meta in metas if meta.status == "finished"}
        self._running -= set(over)
        self.ended += len(over)
        self._before += sum(over.values())
        while len(self._running) < self._wanted:
            self._begin()

    def events(self) -> int:
        """Of all games together."""
        metas = self._store.read_metas(sorted(self._running))
        return self._before + sum(meta.seq for meta in metas)

    def _begin(self) -> None:
        self._made += 1
        game_id = f"bench{self._wanted}x{self._made}"
        owner = Person(f"p_owner{self._made % ACCOUNTS}", "Owner")
        seats = [Seat("ai", level="random")] * self._title.players[0]
        self._commands.create(game_id, owner, self._title, seats, {}, self._made.to_bytes(32, "big"))
        self._running.add(game_id)


def read(at: House, crowd: Crowd) -> Reading:
    spent: Counter[str] = Counter()
    for process in psutil.process_iter(["cmdline", "cpu_times"]):
        if str(at.config.data) in " ".join(process.info["cmdline"] or ()) or belongs(process, at):
            times = process.info["cpu_times"]
            spent[kind_of(process.info["cmdline"])] += times.user + times.system
    text = httpx.get(f"http://{at.config.host}:{at.config.port}/metrics", timeout=60).text
    jobs = sum(float(line.rpartition(" ")[2]) for line in text.splitlines() if line.startswith("moothall_jobs_total{"))
    return Reading(time.monotonic(), crowd.events(), round(jobs), dict(spent))


def belongs(process: Any, at: House) -> bool:
    """Whether a process was started by this house."""
    try:
        return bool(process.environ().get("MOOTHALL_DATA") == str(at.config.data))
    except psutil.Error:
        return False


def kind_of(command: list[str]) -> str:
    words = " ".join(command)
    found = re.search(r"redis-server|valkey-server|gunicorn|dispatcher|--webhooks|--people|worker$|serve$", words)
    return found[0] if found else "other"


@contextmanager
def kept_up(crowd: Crowd) -> Iterator[None]:
    stop = threading.Event()

    def keep() -> None:
        while not stop.wait(0.5):
            crowd.keep_up()

    keeper = threading.Thread(target=keep)
    keeper.start()
    try:
        yield
    finally:
        stop.set()
        keeper.join()


def workers(at: House) -> list[psutil.Process]:
    """Those that play games of AIs alone."""
    running = [process for process in psutil.process_iter(["cmdline"]) if belongs(process, at)]
    return [process for process in running if kind_of(process.info["cmdline"]) == "worker"]


@contextmanager
def stopped(processes: list[psutil.Process]) -> Iterator[None]:
    for process in processes:
        process.suspend()
    try:
        yield
    finally:
        for process in processes:
            process.resume()


def answers_ms(table: TableOfOne, number: int) -> list[float]:
    """How long a person's opponent takes, so many times."""
    table.line.close()  # the server has, if it was not used for a while; it opens itself
    return [1_000 * table.answer_s() for _ in range(number)]


def measure(games: int, title: str, seconds: float, answers: int) -> None:
    with tempfile.TemporaryDirectory(prefix="ai-load-") as folder, house(Path(folder)) as at:
        table = TableOfOne(SimpleNamespace(house=at), Kind("manaforge", 2))  # type: ignore[arg-type]
        answers_ms(table, 3)
        idle: list[float] = []
        loaded: list[float] = []
        crowd = Crowd(at, games, title)
        crowd.keep_up()
        with kept_up(crowd):
            time.sleep(SETTLE_S)
            before = read(at, crowd)
            time.sleep(seconds)
            after = read(at, crowd)
            for _ in range(ROUNDS if answers else 0):
                loaded += answers_ms(table, answers)
                with stopped(workers(at)):
                    idle += answers_ms(table, answers)
        table.line.close()
        events, jobs = after.events - before.events, after.jobs - before.jobs
        spent = {kind: after.seconds[kind] - before.seconds.get(kind, 0.0) for kind in after.seconds}
        total = sum(spent.values())
        wall = after.at - before.at
        say(
            f"{games:5} games: {events:6} events, {events / wall:6.1f} per s, {events / total:6.1f} per s of processor "
            f"time, {jobs / max(events, 1):.3f} jobs per event, {crowd.ended} ended"
        )
        say("      " + ", ".join(f"{kind} {used / wall:.0%}" for kind, used in sorted(spent.items())))
        if answers:
            low, high = statistics.median(idle), statistics.median(loaded)
            p95 = sorted(loaded)[int(len(loaded) * 0.95)]
            say(f"      answers: idle {low:.1f} ms, loaded {high:.1f} ms (x{high / low:.2f}), p95 {p95:.1f} ms")


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default="40,150,400,1000")
    parser.add_argument("--title", default="manaforge")
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--answers", type=int, default=0)
    given = parser.parse_args()
    for games in given.games.split(","):
        measure(int(games), given.title, given.seconds, given.answers)


if __name__ == "__main__":
    main()
