"""Every title Moothall hosts: one line each."""

from __future__ import annotations

from domain.core.title import AnyTitle
from domain.gates_of_mara import GATES_OF_MARA
from domain.manaforge import MANAFORGE
from domain.medieval_realms import MEDIEVAL_REALMS
from domain.winds_of_numa_sera import WINDS_OF_NUMA_SERA

_ALL: tuple[AnyTitle, ...] = (
    GATES_OF_MARA,
    MANAFORGE,
    MEDIEVAL_REALMS,
    WINDS_OF_NUMA_SERA,
)

TITLES: dict[str, AnyTitle] = {title.slug: title for title in _ALL}
