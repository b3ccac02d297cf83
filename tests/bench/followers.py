"""What followers cost those who play: the latency of posted moves with nobody connected and with a crowd.

`python -m tests.bench.followers` starts a Redis and one web process of its own, and plays Tally, the smallest title:
the less a move costs by itself, the more the crowd shows. Idle and crowded rounds take turns, so that whatever else the
machine does falls on both.
"""

from __future__ import annotations

import argparse
import http.client
import json
import multiprocessing
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from urllib.parse import urlsplit

from moothall.server.config import Config
from moothall.server.embedded import EmbeddedRedis
from moothall.server.supervisor import free_port, wait_until_listening
from tests.support.crowd import Crowd
from tests.support.live import MODULE, Person, running, table

PATIENCE_S = 60.0
WARM_UP = 30


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--followers", type=int, default=500)
    parser.add_argument("--moves", type=int, default=100, help="per round")
    parser.add_argument("--rounds", type=int, default=3, help="of each kind")
    parser.add_argument("--pause", type=float, default=0.05, help="seconds between an answer and the next move")
    parser.add_argument("--worker-class", choices=["gevent", "gthread"], default="gevent")
    chosen = parser.parse_args()
    idle: list[float] = []
    crowded: list[float] = []
    spread: list[float] = []
    with server(chosen.worker_class, chosen.followers) as address:
        post_moves(address, WARM_UP, 0.0)
        for _ in range(chosen.rounds):
            idle += post_moves(address, chosen.moves, chosen.pause)
            took, reached = crowded_round(address, chosen.followers, chosen.moves, chosen.pause)
            crowded += took
            spread.append(reached)
    report = {
        "worker_class": chosen.worker_class,
        "followers": chosen.followers,
        "moves": chosen.moves * chosen.rounds,
        "pause_s": chosen.pause,
        "idle_ms": summary(idle),
        "crowded_ms": summary(crowded),
        "ratio_of_medians": round(statistics.median(crowded) / statistics.median(idle), 2),
        "ratio_of_means": round(statistics.fmean(crowded) / statistics.fmean(idle), 2),
        "all_have_the_last_event_after_ms": round(1_000 * max(spread), 1),
    }
    sys.stdout.write(json.dumps(report, indent=2) + "\n")


@contextmanager
def server(worker_class: str, followers: int) -> Iterator[str]:
    """One web process on a Redis that syncs every append, as `moothall serve` runs it."""
    with tempfile.TemporaryDirectory() as directory:
        redis = EmbeddedRedis(Path(directory))
        redis.start()
        config = Config(
            redis=redis.url,
            port=free_port("127.0.0.1"),
            web_workers=1,
            data=Path(directory),
            limit_read="",  # the crowd shares one address
            access_log="",
        )
        command = ["gunicorn", "--config", "python:moothall.server.gunicorn", "--worker-class", worker_class]
        threads = ["--threads", str(followers + 50)] if worker_class == "gthread" else []
        try:
            with running([*command, *threads, f"{MODULE}:create_app()"], config):
                wait_until_listening(config.host, config.port, threading.Event())
                yield f"http://{config.host}:{config.port}"
        finally:
            redis.stop()


def new_game(address: str) -> tuple[str, str]:
    """A game of two and the token of who moves in it."""
    with Person(address) as ada, Person(address) as bob:
        return table(ada, bob), ada.client.headers["Authorization"]


def post_moves(address: str, moves: int, pause_s: float, game: tuple[str, str] | None = None) -> list[float]:
    """The seconds that each move took, on one connection."""
    game_id, token = game or new_game(address)
    line = http.client.HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE_S)
    headers = {"Authorization": token, "Content-Type": "application/json"}
    took = []
    for _ in range(moves):
        began = time.perf_counter()
        line.request("POST", f"/v1/games/{game_id}/moves", b'{"move":{"type":"wave"}}', headers)
        answer = line.getresponse()
        answer.read()
        took.append(time.perf_counter() - began)
        assert answer.status == 201
        time.sleep(pause_s)
    line.close()
    return took


def crowded_round(address: str, followers: int, moves: int, pause_s: float) -> tuple[list[float], float]:
    """The same with a crowd on the game that is played; and how long after the last answer everybody has all of it."""
    game = new_game(address)
    ours, theirs = multiprocessing.Pipe()
    last = 2 + moves
    crowd = multiprocessing.get_context("spawn").Process(
        target=follow, args=(address, game[0], followers, last, theirs)
    )
    crowd.start()
    assert ours.recv() == "connected"
    took = post_moves(address, moves, pause_s, game)
    ended = time.time() - pause_s
    troubles, reached = ours.recv()
    crowd.join()
    assert troubles == [], troubles[:5]
    return took, max(0.0, reached - ended)


def follow(address: str, game_id: str, size: int, last: int, report: Connection) -> None:
    """A crowd in a process of its own, so that it takes no time from who measures."""
    with Crowd(address, game_id, size, after=2) as crowd:
        report.send("connected" if crowd.wait_until_connected(PATIENCE_S) else crowd.troubles()[:5])
        if not crowd.wait_for(last, PATIENCE_S + last):
            report.send((crowd.troubles() or [f"stuck at {crowd.slowest()}"], 0.0))
            return
        report.send((crowd.troubles(), time.time()))


def summary(seconds: Sequence[float]) -> dict[str, float]:
    """In milliseconds."""
    ordered = sorted(seconds)
    named = {
        "median": statistics.median(ordered),
        "mean": statistics.fmean(ordered),
        "p95": ordered[int(len(ordered) * 0.95)],
    }
    return {name: round(value * 1_000, 2) for name, value in named.items()}


if __name__ == "__main__":
    main()
