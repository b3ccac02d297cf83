"""Final scoring and the end of the game."""

from __future__ import annotations

from msgspec.structs import replace

from moothall.domain.core.bag import add_at
from moothall.domain.medieval_realms.changes.rounds import (
    EndEffectScored,
    GameEnded,
    GreatPersonsScored,
    StoredTokensScored,
)
from moothall.domain.medieval_realms.state import END_CATEGORIES, Finished, State


def end_effect_scored(state: State, change: EndEffectScored) -> State:
    return _scored(state, change.seat, change.category, change.amount)


def stored_tokens_scored(state: State, change: StoredTokensScored) -> State:
    return _scored(state, change.seat, "stored_resources", change.amount)


def great_persons_scored(state: State, change: GreatPersonsScored) -> State:
    return _scored(state, change.seat, "great_person_points", change.amount)


def game_ended(state: State, change: GameEnded) -> State:
    return replace(state, phase=Finished(), ranking=change.ranking)


def _scored(state: State, seat: int, category: str, amount: int) -> State:
    realm = state.realms[seat]
    final = add_at(realm.final, END_CATEGORIES.index(category), amount)
    return state.with_realm(seat, replace(realm, final=final))
