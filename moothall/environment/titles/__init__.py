"""What environments know of each title beyond what the title says of itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from moothall.environment.description import Description
from moothall.environment.titles import gates_of_mara, manaforge, medieval_realms, winds_of_numa_sera

DESCRIPTIONS: Mapping[str, Callable[[int, int], Description]] = {
    "gates-of-mara": gates_of_mara.describe,
    "manaforge": manaforge.describe,
    "medieval-realms": medieval_realms.describe,
    "winds-of-numa-sera": winds_of_numa_sera.describe,
}
"""By title a function of (edition, players)."""
