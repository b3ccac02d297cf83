"""The same load by `wrk`, a compiled client, where it is installed: it costs next to nothing beside the server.

wrk stops in the middle of things: what is under way when the time is over may have been done or not. Whoever goes on
with a lane has to find that out first.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from importlib.resources import as_file, files
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory

from moothall.server.bench.load import Lane, Load, LoadFailed

GRACE_S = 60


def found() -> bool:
    """Whether it is there."""
    return shutil.which("wrk") is not None


def drive(host: str, port: int, lanes: Sequence[Lane], seconds: float, warm_s: float = 0.0) -> Load:
    """Send what the lanes hold for at least so many seconds, after some that do not count, as fast as answers come; wrk
    knows but whole seconds."""
    if not all(lane.left for lane in lanes):
        raise LoadFailed("all games that were prepared are played")
    with TemporaryDirectory() as folder, as_file(files("moothall.server.bench").joinpath("wrk.lua")) as script:
        for number, lane in enumerate(lanes):
            _write(Path(folder) / str(number), lane)
        first, whole = lanes[0], ceil(warm_s + seconds)
        command = [
            "wrk",
            f"-t{len(lanes)}",
            f"-c{len(lanes)}",
            f"-d{whole}s",
            "-s",
            str(script),
            f"http://{host}:{port}",
        ]
        command += ["--", folder, str(first.expected), str(int(first.endless)), str(warm_s)]
        said = subprocess.run(command, capture_output=True, text=True, timeout=whole + GRACE_S, check=False)
    lines = [line.split("\t") for line in said.stdout.splitlines()]
    counts = [[float(word) for word in words] for name, *words in lines if name == "lane"]
    if len(counts) != len(lanes):
        raise LoadFailed(said.stderr or said.stdout)
    return _load(lanes, counts)


def _write(path: Path, lane: Lane) -> None:
    with path.open("wb") as file:
        for request in lane.requests[lane.at :]:
            file.write(b"%d\n" % len(request.data) + request.data)


def _load(lanes: Sequence[Lane], counts: list[list[float]]) -> Load:
    for lane, (done_with, *_, trouble) in zip(lanes, counts, strict=True):
        at = lane.at + int(done_with)
        if trouble:
            raise LoadFailed(f"{lane.requests[at % len(lane.requests)]!r} was answered {trouble:.0f}")
        if not lane.endless:
            lane.at = at
    answered, waited, received = (sum(each[place] for each in counts) for place in (1, 2, 3))
    rate = sum(each[1] / each[4] for each in counts if each[4])
    return Load(rate, int(answered), int(waited), received / max(1, answered), ())
