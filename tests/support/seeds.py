"""Laws explore: every run tries new seeds. One that fails is named, and kept: every later run tries it first.

What is kept stands in `tests/laws/kept.txt`, a case and a seed on each line. Who mends what a seed has found commits
the line with it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

KEPT = Path(__file__).parents[1] / "laws" / "kept.txt"


def explore(case: str, check: Callable[[int], None], new: int = 1) -> None:
    """Check the seeds of this case that once failed, and so many new ones."""
    for seed in (*kept(case), *(secrets.randbits(32) for _ in range(new))):
        try:
            check(seed)
        except (Exception, pytest.fail.Exception) as error:
            keep(case, seed)
            error.add_note(f"{case}: seed {seed}, kept in {KEPT.name}")
            raise


def kept(case: str) -> list[int]:
    """The seeds with which it once failed."""
    found = (line.rpartition(" ") for line in _lines())
    return [int(seed) for name, _, seed in found if name == case]


def keep(case: str, seed: int) -> None:
    """Write it down, once; where nothing may be written, what the test says has to do."""
    line = f"{case} {seed}"
    if line not in _lines():
        with suppress(OSError), KEPT.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")


def _lines() -> list[str]:
    return KEPT.read_text("utf-8").splitlines() if KEPT.exists() else []
