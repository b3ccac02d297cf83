"""The components: loaded and checked once into tables that are looked up by id."""

from __future__ import annotations

from typing import Any

from domain.core import content
from domain.gates_of_mara.content.compile import compile_tables
from domain.gates_of_mara.content.tables import Tables

EDITIONS = content.load("domain.gates_of_mara")
CONTENT = EDITIONS[max(EDITIONS)]
TABLES: Tables = compile_tables(CONTENT)


def box_at(edition: int) -> Tables:
    """The components of this edition; there is one so far."""
    return TABLES


def box_of(state: Any) -> Tables:
    """The components that this game is played with."""
    return TABLES
