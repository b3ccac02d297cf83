"""What all games of a title at tables of one size have in common: the actions, and how views become vectors."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from moothall.domain.core.title import AnyTitle
from moothall.environment.actions import Catalogue, Decision, FromList
from moothall.environment.observations import NOWHERE, Buffer, Builder, Write
from moothall.environment.titles import Description, gates_of_mara, manaforge, medieval_realms, winds_of_numa_sera

DESCRIPTIONS: Mapping[str, Callable[[int, int], Description]] = {
    "gates-of-mara": gates_of_mara.describe,
    "manaforge": manaforge.describe,
    "medieval-realms": medieval_realms.describe,
    "winds-of-numa-sera": winds_of_numa_sera.describe,
}
"""By title the function of (edition, players) that describes it."""


class Tables:
    """Ids of actions and places in vectors, settled for good."""

    def __init__(self, engine: AnyTitle, edition: int, players: int) -> None:
        if engine.slug not in DESCRIPTIONS:
            raise ValueError(f"{engine.name} has no environment; there are {', '.join(DESCRIPTIONS)}")
        self._engine = engine
        self._description = DESCRIPTIONS[engine.slug](edition, players)
        self.catalogue = Catalogue(engine.moves, self._description.spelling)
        self._writes: list[Write] = []
        for viewer in range(players):
            build = Builder(players, viewer)
            build.names += [f"you={seat}" for seat in range(players)]
            self._writes.append(self._description.view(build, ""))
        self._chosen = len(build.names)
        self.names = (*build.names, *(f"chosen={name}" for name in self.catalogue.names))
        """What every place of a vector stands for: the viewer, the view, the parts of a move that are chosen."""
        self._blank = array("h", bytes(2 * (len(self.names) + 1)))

    def decision(self, state: Any, seat: int) -> Decision:
        """What a seat that is awaited is asked."""
        catalogue = self.catalogue
        unlisted = self._description.unlisted(catalogue, state, seat)
        return unlisted or FromList(catalogue, self._engine.legal_moves(state, seat))

    def written(self, view: Any, viewer: int) -> Buffer:
        """A view as numbers; nothing is chosen yet."""
        buffer = self._blank[:]
        buffer[viewer] = 1
        self._writes[viewer](buffer, view)
        buffer[NOWHERE] = 0
        return buffer

    def with_chosen(self, buffer: Buffer, decision: Decision) -> Buffer:
        """The same with the actions that were taken for an open decision."""
        buffer = buffer[:]
        for action in decision.taken:
            buffer[self._chosen + action] += 1
        return buffer


@lru_cache(maxsize=32)
def tables(engine: AnyTitle, edition: int, players: int) -> Tables:
    """Made once."""
    return Tables(engine, edition, players)
