"""The game in English: moves, changes, and the table as text."""

from __future__ import annotations

from domain.winds_of_numa_sera.text.changes import describe_change
from domain.winds_of_numa_sera.text.moves import describe_move
from domain.winds_of_numa_sera.text.table import table_text

__all__ = ["describe_change", "describe_move", "table_text"]
