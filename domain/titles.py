"""Every title Moothall hosts: one line each."""

from __future__ import annotations

from domain.core.title import AnyTitle
from domain.winds_of_numa_sera import WINDS_OF_NUMA_SERA

_ALL: tuple[AnyTitle, ...] = (WINDS_OF_NUMA_SERA,)

TITLES: dict[str, AnyTitle] = {title.slug: title for title in _ALL}
