"""Every title Moothall hosts: one line each."""

from __future__ import annotations

from moothall.domain.core.title import AnyTitle
from moothall.domain.gates_of_mara import GATES_OF_MARA
from moothall.domain.manaforge import MANAFORGE
from moothall.domain.medieval_realms import MEDIEVAL_REALMS
from moothall.domain.winds_of_numa_sera import WINDS_OF_NUMA_SERA

_ALL: tuple[AnyTitle, ...] = (
    GATES_OF_MARA,
    MANAFORGE,
    MEDIEVAL_REALMS,
    WINDS_OF_NUMA_SERA,
)

TITLES: dict[str, AnyTitle] = {title.slug: title for title in _ALL}
