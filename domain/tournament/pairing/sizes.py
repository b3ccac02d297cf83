"""How many tables of which size, and how many sit out."""

from __future__ import annotations

from moothall.domain.core.data import Data
from moothall.domain.tournament.settings import Settings


class Sizes(Data, frozen=True):
    """The sizes of the tables, the largest first, and the number of byes."""

    tables: tuple[int, ...]
    byes: int


def sizes(entrants: int, most: int, least: int, smaller: bool) -> Sizes:
    """TN-4.2, TN-4.3: tables of `most` seats. Where that does not work out some have fewer (with `smaller`), never
    fewer than `least`; or as few as possible sit out. There is a table whenever there are enough for one."""
    full, rest = divmod(entrants, most)
    if rest == 0:
        return Sizes((most,) * full, 0)
    if not smaller:
        if full:
            return Sizes((most,) * full, rest)
        return Sizes((entrants,), 0) if entrants >= least else Sizes((), entrants)
    for out in range(entrants + 1):
        seated = entrants - out
        tables = -(-seated // most)
        if tables and seated >= tables * least:
            size, larger = divmod(seated, tables)
            return Sizes((size + 1,) * larger + (size,) * (tables - larger), out)
    return Sizes((), entrants)


def least_size(settings: Settings, players: range) -> int:
    """TN-1.4: the smallest table that there can be: as the title allows, and as points are given for."""
    least = settings.table_size
    while least > players.start and (not settings.points or str(least - 1) in settings.points):
        least -= 1
    return least


def sizes_for(settings: Settings, entrants: int, players: range) -> Sizes:
    """The tables of a round of so many entrants."""
    return sizes(entrants, settings.table_size, least_size(settings, players), settings.uneven == "tables")
