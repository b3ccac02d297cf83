"""The title in words: moves, changes, components, the table, what fields are."""

from moothall.domain.medieval_realms.text.changes import describe_change
from moothall.domain.medieval_realms.text.components import component_texts
from moothall.domain.medieval_realms.text.glossary import GLOSSARY
from moothall.domain.medieval_realms.text.moves import describe_move
from moothall.domain.medieval_realms.text.table import table_text

__all__ = ["GLOSSARY", "component_texts", "describe_change", "describe_move", "table_text"]
