"""Every benchmark by its name."""

from __future__ import annotations

from server.bench import Benchmark
from server.bench.engine import decide
from server.bench.fold import replay
from server.bench.http import move, move_1, move_p99, read

SUITE = {
    "move": Benchmark(move),
    "move-p99": Benchmark(move_p99),
    "move-1": Benchmark(move_1),
    "read": Benchmark(read),
    "decide": Benchmark(decide),
    "replay": Benchmark(replay),
}
