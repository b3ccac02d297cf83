"""Tokens and points."""

from __future__ import annotations

from msgspec.structs import astuple, replace

from moothall.domain.core.bag import Bag, add_at, plus
from moothall.domain.medieval_realms.changes.play import BonusAsked, BonusTaken, PointsGained, TokensGained, TokensPaid
from moothall.domain.medieval_realms.changes.rounds import AreaSettled
from moothall.domain.medieval_realms.state import INDEX, State, TakingBonus, Tokens


def area_settled(state: State, change: AreaSettled) -> State:
    return state if change.seat is None else _gain(state, change.seat, change.tokens)


def tokens_gained(state: State, change: TokensGained) -> State:
    return _gain(state, change.seat, change.tokens)


def tokens_paid(state: State, change: TokensPaid) -> State:
    realm = state.realms[change.seat]
    manor = add_at(realm.manor, INDEX[change.resource], -change.amount)
    return state.with_realm(change.seat, replace(realm, manor=manor))


def bonus_asked(state: State, change: BonusAsked) -> State:
    return replace(state, phase=TakingBonus(change.seat))


def bonus_taken(state: State, change: BonusTaken) -> State:
    realm = state.realms[change.seat]
    manor = add_at(realm.manor, INDEX[change.resource], 1)
    return state.with_realm(change.seat, replace(realm, manor=manor, owed=realm.owed - 1))


def points_gained(state: State, change: PointsGained) -> State:
    realm = state.realms[change.seat]
    owed = realm.owed + change.bonus
    if change.kind == "immediate":
        return state.with_realm(change.seat, replace(realm, immediate=realm.immediate + change.amount, owed=owed))
    return state.with_realm(change.seat, replace(realm, colour=realm.colour + change.amount, owed=owed))


def more(manor: Bag, tokens: Tokens) -> Bag:
    """The manor with these tokens."""
    return plus(manor, astuple(tokens))


def _gain(state: State, seat: int, tokens: Tokens) -> State:
    realm = state.realms[seat]
    return state.with_realm(seat, replace(realm, manor=more(realm.manor, tokens)))
