"""examples/standings.py: standings made again by a program that knows nothing of Moothall."""

from __future__ import annotations

import importlib.util
from functools import cache
from pathlib import Path
from typing import Any

from tests.support.live import ROOT

PROGRAM = ROOT / "examples" / "standings.py"


@cache
def _program() -> Any:
    spec = importlib.util.spec_from_file_location("standings_example", PROGRAM)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def recomputed(path: Path) -> str:
    """What it says of a tournament's record."""
    said: str = _program().main(path)
    return said
