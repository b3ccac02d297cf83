"""The title in English: components, moves, changes, the table."""

from __future__ import annotations

from moothall.domain.winds_of_numa_sera.text.changes import describe_change
from moothall.domain.winds_of_numa_sera.text.components import component_texts
from moothall.domain.winds_of_numa_sera.text.moves import describe_move
from moothall.domain.winds_of_numa_sera.text.table import table_text

__all__ = ["component_texts", "describe_change", "describe_move", "table_text"]
