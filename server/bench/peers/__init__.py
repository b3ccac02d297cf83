"""What Moothall is compared with and does not depend on. `make bench` installs them into an environment of their own;
the scripts here are run by that environment's Python and print what they measured as JSON."""

from __future__ import annotations

import json
import subprocess
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

PATIENCE_S = 300


def python_of(environment: Path) -> Path | None:
    """The Python of the peers' environment, if it is there."""
    python = environment / "bin" / "python"
    return python if python.exists() else None


def ask(python: Path | None, script: str, *arguments: float) -> Any:
    """What a peer's script printed."""
    assert python is not None
    with as_file(files("moothall.server.bench.peers").joinpath(f"{script}.py")) as path:
        command = [str(python), str(path), *map(str, arguments)]
        said = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=True).stdout
    return json.loads(said)
