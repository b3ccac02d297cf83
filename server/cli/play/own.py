"""A server for one game at one terminal: `moothall serve` in a temporary directory, gone afterwards."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from moothall.server.config import Config
from moothall.server.processes import spawn
from moothall.server.supervisor import free_port

START_S = 60
STOP_S = 30


@contextmanager
def own_server(bots: str = "") -> Iterator[str]:
    """Its address; `bots` are its levels besides those of every server, as MOOTHALL_BOTS has them. What it logs stays
    in its directory, unless it does not start."""
    with tempfile.TemporaryDirectory(prefix="moothall-") as folder:
        # Nothing here outlives the game, so nothing need be safe from a power cut.
        few = Config(web_workers=1, job_workers=1, people_workers=0, bots=bots)
        config = replace(few, port=free_port("127.0.0.1"), data=Path(folder), fsync="no")
        said = Path(folder) / "serve.log"
        with said.open("wb") as output:
            process = spawn([sys.executable, "-m", "moothall.server", "serve"], config.environment(), output)
        try:
            _wait(process, said)
            yield f"http://{config.host}:{config.port}"
        finally:
            process.terminate()
            try:
                process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _wait(process: subprocess.Popen[bytes], said: Path) -> None:
    deadline = time.monotonic() + START_S
    while b"Moothall is ready" not in said.read_bytes():
        if process.poll() is not None or time.monotonic() > deadline:
            raise OSError("the server did not start:\n" + said.read_text("utf-8", "replace"))
        time.sleep(0.05)
