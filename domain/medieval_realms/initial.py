"""The table before setup."""

from __future__ import annotations

from moothall.domain.core.title import NoOptions
from moothall.domain.medieval_realms.state import Picking, Realm, State


def initial(seats: int, options: NoOptions, edition: int) -> State:
    """Empty realms and an empty board."""
    return State(realms=(Realm(),) * seats, phase=Picking(), edition=edition)
