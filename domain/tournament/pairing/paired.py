"""What a pairing is."""

from __future__ import annotations

from moothall.domain.core.data import Data


class Paired(Data, frozen=True):
    """Tables of entrants' ids in seat order, who sits out, and how it came about, in words."""

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...]
    explanation: tuple[str, ...]
