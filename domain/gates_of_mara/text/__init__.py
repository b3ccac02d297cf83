"""The title in words: moves, changes, components, the table, what fields are."""

from moothall.domain.gates_of_mara.text.changes import describe_change
from moothall.domain.gates_of_mara.text.components import component_texts
from moothall.domain.gates_of_mara.text.glossary import GLOSSARY
from moothall.domain.gates_of_mara.text.moves import describe_move
from moothall.domain.gates_of_mara.text.table import table_text

__all__ = ["GLOSSARY", "component_texts", "describe_change", "describe_move", "table_text"]
