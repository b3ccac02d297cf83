"""The title in English: components, moves, changes, the table."""

from __future__ import annotations

from domain.winds_of_numa_sera.text.changes import describe_change
from domain.winds_of_numa_sera.text.components import component_texts
from domain.winds_of_numa_sera.text.moves import describe_move
from domain.winds_of_numa_sera.text.table import table_text

__all__ = ["component_texts", "describe_change", "describe_move", "table_text"]
