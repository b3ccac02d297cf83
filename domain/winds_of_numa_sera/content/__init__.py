"""The content of the title: one box of components per edition, loaded and checked once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from moothall.domain.core.content import Editions, OnDemand
from moothall.domain.winds_of_numa_sera.content.box import Box

if TYPE_CHECKING:
    from moothall.domain.winds_of_numa_sera.state import State

__all__ = ["BOXES", "EDITIONS", "Box", "box_at", "box_of"]

EDITIONS = Editions("moothall.domain.winds_of_numa_sera")

BOXES = OnDemand(EDITIONS, Box)
"""The components of every edition."""


def box_at(edition: int) -> Box:
    """The components of an edition."""
    return BOXES[edition]


def box_of(state: State) -> Box:
    """The components a game is played with."""
    return BOXES[state.edition]
