"""The titles that this installation hosts: Moothall's own, and those that came with packages.

A package brings a title along with an entry point of the group `moothall.titles` that leads to its record of functions
(docs/titles.md), called by its slug:

    [project.entry-points."moothall.titles"]
    nim = "nim:NIM"
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from moothall.domain.core.title import AnyTitle, Title
from moothall.domain.titles import TITLES

GROUP = "moothall.titles"
"""The group of entry points that titles are installed under."""

MOVED = ("domain", "events", "workers", "server")
"""The packages of `moothall` that titles imported as packages of their own before there was one package."""


class BadTitle(ValueError):
    """An entry point that leads to no title; named."""


def hosted() -> dict[str, AnyTitle]:
    """Every title, by its slug: Moothall's own first. Raises BadTitle."""
    return {**TITLES, **installed()}


@cache
def installed() -> dict[str, AnyTitle]:
    """The titles that came with packages. Raises BadTitle."""
    found: dict[str, AnyTitle] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda each: each.name):
        title = _load(entry)
        if title.slug in TITLES or title.slug in found:
            raise BadTitle(f"the entry point {_named(entry)} brings a title {title.slug!r}, which is there already")
        found[title.slug] = title
    return found


def _load(entry: EntryPoint) -> AnyTitle:
    try:
        title = entry.load()
    except Exception as error:
        why = f"{type(error).__name__}: {error}{_moved(error)}"
        raise BadTitle(f"the entry point {_named(entry)} cannot be loaded: {why}") from error
    if not isinstance(title, Title):
        raise BadTitle(f"the entry point {_named(entry)} leads to {type(title).__name__}, which is no title")
    if title.slug != entry.name:
        raise BadTitle(f"the entry point {_named(entry)} leads to the title {title.slug!r}: call it so")
    return title


def _moved(error: Exception) -> str:
    """Return a hint with the new path if the title imports a package of Moothall by its former name."""
    name = (isinstance(error, ImportError) and error.name) or ""
    return f" (import moothall.{name} instead of {name})" if name.partition(".")[0] in MOVED else ""


def _named(entry: EntryPoint) -> str:
    return f"{entry.name} = {entry.value} ({GROUP})"
