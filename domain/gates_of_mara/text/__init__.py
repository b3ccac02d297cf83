"""One line of English per component, move and change, and the table as text."""

from domain.gates_of_mara.text.changes import describe_change
from domain.gates_of_mara.text.components import component_texts
from domain.gates_of_mara.text.moves import describe_move
from domain.gates_of_mara.text.table import table_text

__all__ = ["component_texts", "describe_change", "describe_move", "table_text"]
