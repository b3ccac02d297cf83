"""Every benchmark by its name."""

from __future__ import annotations

from moothall.server.bench import Benchmark
from moothall.server.bench.engine import decide
from moothall.server.bench.fold import append, load, memory, replay, verify
from moothall.server.bench.http import move, move_1, move_p99, read
from moothall.server.bench.live import ai, follow, start

SUITE = {
    "move": Benchmark(move),
    "move-p99": Benchmark(move_p99),
    "move-1": Benchmark(move_1),
    "read": Benchmark(read),
    "decide": Benchmark(decide),
    "replay": Benchmark(replay),
    "load": Benchmark(load),
    "append": Benchmark(once=append),
    "ai": Benchmark(ai),
    "follow": Benchmark(once=follow),
    "verify": Benchmark(once=verify),
    "memory": Benchmark(memory),
    "start": Benchmark(once=start),
}
