"""The title in words: moves, changes, components, the table."""

from domain.medieval_realms.text.changes import describe_change
from domain.medieval_realms.text.components import component_texts
from domain.medieval_realms.text.moves import describe_move
from domain.medieval_realms.text.table import table_text

__all__ = ["component_texts", "describe_change", "describe_move", "table_text"]
