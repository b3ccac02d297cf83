"""What pyproject.toml cannot say: with MOOTHALL_COMPILE=1 in the environment the rules are compiled by mypyc, which
makes them half as fast again (docs/performance.md). The sources stay what they are, and everything works without.

An editable installation is never compiled: what was compiled would go on hiding the sources that are edited.
"""

from __future__ import annotations

import os
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

from setuptools import setup

DOMAIN = Path("moothall/domain")
"""A link to the folder beside it."""

RECORDS = {"changes", "content", "data", "errors", "event", "moves", "rulebook", "state", "title", "view"}
"""Rooms of records: msgspec builds their classes, and has compiled what they do."""

LEFT = {"bot", "evolve", "glossary", "text", "tournament"}
"""Rooms that are left as they are: reducers are found by their annotations, which compiled functions have not; bots
have closures that mypyc does not take; words and tournaments are nothing that anybody waits for."""

NAMED = Path("moothall/domain/table/evolve.py")
"""Reducers that are found by their names."""


def modules() -> dict[str, list[str]]:
    """What is compiled, by title, or `core` and `table`."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(DOMAIN.glob("*/**/*.py")):
        package, *rooms = path.with_suffix("").parts[2:]
        if rooms == ["__init__"] or RECORDS & set(rooms):
            continue
        if LEFT & {package, *rooms} and path != NAMED:
            continue
        found[package].append(str(path))
    return found


def extensions() -> list[Any]:
    """A library for each title and for what they share."""
    from mypyc.build import mypycify

    groups = modules()
    every = [path for paths in groups.values() for path in paths]
    return mypycify(
        ["--config-file=", "--follow-imports=silent", *every],
        separate=[(paths, f"moothall_{package}") for package, paths in groups.items()],
        opt_level="1",  # more takes half as long again and brings next to nothing
        debug_level="0",
    )


if __name__ == "__main__":
    if not DOMAIN.is_dir():
        raise SystemExit(f"{DOMAIN} is no folder: the links in moothall/ are lost; unpack the .tar.gz, not a .zip")
    compiles = os.environ.get("MOOTHALL_COMPILE") == "1" and "bdist_wheel" in sys.argv
    setup(
        ext_modules=extensions() if compiles else [],
        options={"build_ext": {"parallel": os.cpu_count()}} if compiles else {},
    )
