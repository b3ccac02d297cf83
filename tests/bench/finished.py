"""What games that are over cost a house: room in Redis, start-up, memory of the processes, latency of the listings; as
streams and packed.

`python -m tests.bench.finished --games 10000` fills a Redis with copies of the golden games under ids of their own,
serves it, measures, packs everything (`moothall archive`) and measures again.
"""

from __future__ import annotations

import argparse
import random
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import httpx
from msgspec.structs import replace

from moothall.domain.core.codec import to_json
from moothall.domain.titles import TITLES
from moothall.events import keys
from moothall.events.event_store.metadata import Meta, read_meta
from moothall.events.event_store.store import Store
from moothall.events.projections.lobby import Projections
from moothall.server.bootstrap import archive
from moothall.server.config import Config
from moothall.server.embedded import EmbeddedRedis
from tests.e2e.conftest import Hall
from tests.support.laid import GOLDEN, lay_down

PAGE = 50
KEYS = (keys.events, keys.packed, keys.snapshot, keys.past, keys.secret, keys.meta)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=10_000)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="moothall-finished-") as folder:
        data = Path(folder)
        server = EmbeddedRedis(data, fsync="no")
        server.start()
        store = Store(server.client())
        records = [record for record in sorted(GOLDEN.glob("*.ndjson")) if "-table-" not in record.stem]
        empty = used(store)
        originals = [read_meta(_laid(store, record)) for record in records]
        copies = fill(store, originals, chosen.games)[: len(originals)]
        for original in originals:
            store.redis.delete(*(key(original.id) for key in KEYS))
        before = rooms(store, copies)
        say(f"{chosen.games} games as streams: {(used(store) - empty) / chosen.games / 1024:.1f} KiB each")
        serve(server, data, "as streams")

        server.start()
        began = time.process_time(), time.perf_counter()
        packed, games = archive(Config(redis=server.url, data=data), 0)
        took = time.process_time() - began[0], time.perf_counter() - began[1]
        say(f"{packed} of {games} packed in {took[1]:.0f} s ({1_000 * took[0] / packed:.1f} ms of processor time each)")
        say(f"{chosen.games} games packed: {(used(store) - empty) / chosen.games / 1024:.1f} KiB each")
        for slug in TITLES:
            sizes = [
                (one[1], other[1]) for one, other in zip(before, rooms(store, copies), strict=True) if one[0] == slug
            ]
            stream, small = (statistics.mean(column) / 1024 for column in zip(*sizes, strict=True))
            say(f"  {slug}: {stream:.1f} KiB as a stream, {small:.1f} packed ({stream / small:.1f} times less)")
        serve(server, data, "packed")


def serve(server: EmbeddedRedis, data: Path, how: str) -> None:
    """Start everything on what is there, measure, and stop it."""
    compact(server)
    size = sum(path.stat().st_size for path in data.rglob("appendonly*.*") if path.is_file())
    began = time.perf_counter()
    hall = Hall(data, "--web-workers", "1", MOOTHALL_ARCHIVE_S="0", MOOTHALL_ACCESS_LOG="", MOOTHALL_LIMIT_READ="")
    ready = time.perf_counter() - began
    loaded = re.findall(r"DB loaded from append only file: ([\d.]+) seconds", (data / "redis.log").read_text())
    say(f"{how}: log of {size / 2**20:.0f} MiB, read in {loaded[-1]} s; ready after {ready:.1f} s")
    try:
        with hall.client() as client:
            pages = list(paged(client))
            wanted = {
                "first page": lambda: client.get("/v1/games", params={"limit": PAGE}),
                "finished ones": lambda: client.get("/v1/games", params={"limit": PAGE, "status": "finished"}),
                "last page": lambda: client.get("/v1/games", params={"limit": PAGE, "cursor": pages[-1]}),
            }
            for name, ask in wanted.items():
                say(f"  {name}: {timed(ask, 100)}")
            ids = [each["id"] for each in client.get("/v1/games", params={"limit": PAGE}).json()["games"]]
            cold, again = iter(ids), iter(ids)
            say(f"  a game that nobody has loaded: {timed(lambda: client.get(f'/v1/games/{next(cold)}'), len(ids))}")
            say(f"  the same again: {timed(lambda: client.get(f'/v1/games/{next(again)}'), len(ids))}")
            some = random.sample(ids, 20)
            back = iter(some)
            say(f"  as it was at event 60: {timed(lambda: client.get(f'/v1/games/{next(back)}?at=60'), len(some))}")
        for word in ("dispatcher", "-server", "gunicorn"):
            sizes = [process.memory_info().rss / 2**20 for process in hall.children(word)]
            say(f"  memory of {word}: {', '.join(f'{size:.0f}' for size in sizes)} MiB")
    finally:
        hall.stop()


def compact(server: EmbeddedRedis) -> None:
    """Write the log anew, as Redis does by itself now and then, and stop."""
    redis = server.client()
    redis.bgrewriteaof()
    while redis.info("persistence")["aof_rewrite_in_progress"] or redis.info("persistence")["aof_rewrite_scheduled"]:
        time.sleep(0.1)
    redis.close()
    server.stop()


def fill(store: Store, originals: list[Meta], games: int) -> list[Meta]:
    """Copies under new ids, a minute apart; the originals are not counted."""
    now = time.time_ns() // 1_000_000
    projections, made = Projections(store), []
    for number in range(games):
        original = originals[number % len(originals)]
        meta = replace(
            original,
            id=f"copy{number:022d}",
            private=False,
            created_at=now - 60_000 * (games - number),
            updated_at=now - 60_000 * (games - number) + 30_000,
        )
        pipe = store.redis.pipeline(transaction=False)
        for key in KEYS[:-1]:
            pipe.copy(key(original.id), key(meta.id))
        pipe.set(keys.meta(meta.id), to_json(meta))
        pipe.execute()
        made.append(meta)
    for first in range(0, games, PAGE):
        projections.index(made[first : first + PAGE])
    return made


def paged(client: httpx.Client) -> Iterable[str]:
    """The cursors of all pages."""
    cursor: str | None = None
    while True:
        asked = httpx.QueryParams({"limit": 100} if cursor is None else {"limit": 100, "cursor": cursor})
        cursor = client.get("/v1/games", params=asked).json()["next"]
        if cursor is None:
            return
        yield cursor


def timed(ask: Callable[[], httpx.Response], times: int) -> str:
    took = []
    for _ in range(times):
        began = time.perf_counter()
        assert ask().status_code == 200
        took.append(1_000 * (time.perf_counter() - began))
    took.sort()
    return f"median {statistics.median(took):.1f} ms, slowest {took[-1]:.1f} ms"


def rooms(store: Store, metas: list[Meta]) -> list[tuple[str, int]]:
    """Title and bytes of each game."""
    return [(meta.title, sum(store.redis.memory_usage(key(meta.id), samples=0) or 0 for key in KEYS)) for meta in metas]


def used(store: Store) -> int:
    return int(store.redis.info("memory")["used_memory"])


def _laid(store: Store, record: Path) -> bytes:
    lay_down(store, record, record.stem)
    meta = store.metas([record.stem])[0]
    assert meta is not None
    return meta


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
