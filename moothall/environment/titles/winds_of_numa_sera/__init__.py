"""Winds of Numa Sera as environments have it."""

from __future__ import annotations

from moothall.domain.winds_of_numa_sera.content import box_at
from moothall.environment.description import Description
from moothall.environment.titles.winds_of_numa_sera.moves import spelling
from moothall.environment.titles.winds_of_numa_sera.view import view


def describe(edition: int, players: int) -> Description:
    """For that edition at a table of that size."""
    box = box_at(edition)
    return Description(view(box), spelling(box, players))
