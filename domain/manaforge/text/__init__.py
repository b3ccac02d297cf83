"""The title in words: moves, changes, components, the table, what fields are."""

from domain.manaforge.text.changes import describe_change
from domain.manaforge.text.components import component_texts
from domain.manaforge.text.glossary import GLOSSARY
from domain.manaforge.text.moves import describe_move
from domain.manaforge.text.table import table_text

__all__ = ["GLOSSARY", "component_texts", "describe_change", "describe_move", "table_text"]
