"""The reducer: facts in, state out. No rules, no content."""

from __future__ import annotations

from domain.manaforge.changes import ManaforgeChange
from domain.manaforge.evolve import cards, rounds, tokens
from domain.manaforge.state import State

_REDUCERS = {**rounds.REDUCERS, **tokens.REDUCERS, **cards.REDUCERS}


def evolve(state: State, change: ManaforgeChange) -> State:
    """The state after this change."""
    return _REDUCERS[type(change)](state, change)
