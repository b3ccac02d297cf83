"""What environments must know of a title: how its views are written and its moves spelt; a module for each title."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from moothall.environment.actions import Catalogue, Decision, Spelling
from moothall.environment.observations import Piece


def _none(catalogue: Catalogue, state: Any, seat: int) -> Decision | None:
    return None


class Description(NamedTuple):
    """A title at a table of some size, by one edition."""

    view: Piece
    """Writes a view of the title."""
    spelling: Spelling
    """Spells its moves."""
    unlisted: Callable[[Catalogue, Any, int], Decision | None] = _none
    """`unlisted(catalogue, state, seat)`: the decision where the list of moves is too long to be made; else None."""
