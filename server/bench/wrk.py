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

from server.bench.load import Lane, Load, LoadFailed

GRACE_S = 60


def found() -> bool:
    """Whether it is there."""
    return shutil.which("wrk") is not None


def drive(host: str, port: int, lanes: Sequence[Lane], seconds: float) -> Load:
    """Send what the lanes hold for so many whole seconds, as fast as answers come."""
    with TemporaryDirectory() as folder, as_file(files("server.bench").joinpath("wrk.lua")) as script:
        for number, lane in enumerate(lanes):
            _write(Path(folder) / str(number), lane)
        first, whole = lanes[0], ceil(seconds)
        command = [
            "wrk",
            f"-t{len(lanes)}",
            f"-c{len(lanes)}",
            f"-d{whole}s",
            "-s",
            str(script),
            f"http://{host}:{port}",
        ]
        command += ["--", folder, str(first.expected), str(int(first.endless))]
        said = subprocess.run(command, capture_output=True, text=True, timeout=whole + GRACE_S, check=False)
    lines = [line.split("\t") for line in said.stdout.splitlines()]
    counts = [[int(float(word)) for word in words] for name, *words in lines if name == "lane"]
    took = [int(float(words[0])) / 1e6 for name, *words in lines if name == "took"]
    if len(counts) != len(lanes) or not took:
        raise LoadFailed(said.stderr or said.stdout)
    return _load(lanes, counts, took[0])


def _write(path: Path, lane: Lane) -> None:
    with path.open("wb") as file:
        for request in lane.requests[lane.at :]:
            file.write(b"%d\n" % len(request.data) + request.data)


def _load(lanes: Sequence[Lane], counts: list[list[int]], seconds: float) -> Load:
    for lane, (answered, _, _, trouble) in zip(lanes, counts, strict=True):
        if trouble:
            raise LoadFailed(f"{lane.requests[(lane.at + answered) % len(lane.requests)]!r} was answered {trouble}")
        if not lane.endless:
            lane.at += answered
    answered, waited, received = (sum(each[place] for each in counts) for place in range(3))
    return Load(answered / seconds, answered, waited, received / max(1, answered), ())
