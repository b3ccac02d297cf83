"""Cards on their way, and what they bring besides tokens and points."""

from __future__ import annotations

from msgspec.structs import replace

from moothall.domain.core.seats import put
from moothall.domain.medieval_realms.changes.play import (
    CardDiscarded,
    CardPlayed,
    CardTaken,
    EffectSkipped,
    LeaderGained,
    RealmCardAsked,
    ResourceAsked,
)
from moothall.domain.medieval_realms.state import Choosing, State, TakingCard


def card_taken(state: State, change: CardTaken) -> State:
    realm = state.realms[change.seat]
    realms = put(state.realms, change.seat, replace(realm, display=(*realm.display, change.card)))
    return replace(state, realms=realms, current=put(state.current, change.square - 1, None))


def card_discarded(state: State, change: CardDiscarded) -> State:
    current = put(state.current, change.square - 1, None)
    return replace(state, current=current, discard=(*state.discard, change.card))


def card_played(state: State, change: CardPlayed) -> State:
    realm = state.realms[change.seat]
    display = tuple([card for card in realm.display if card != change.card])
    return state.with_realm(change.seat, replace(realm, display=display, in_play=(*realm.in_play, change.card)))


def leader_gained(state: State, change: LeaderGained) -> State:
    realm = state.realms[change.seat]
    match change.leader:
        case "mayor":
            return state.with_realm(change.seat, replace(realm, mayors=realm.mayors + change.amount))
        case "general":
            return state.with_realm(change.seat, replace(realm, generals=realm.generals + change.amount))
        case "admiral":
            return state.with_realm(change.seat, replace(realm, admirals=realm.admirals + change.amount))


def effect_skipped(state: State, change: EffectSkipped) -> State:
    return state


def resource_asked(state: State, change: ResourceAsked) -> State:
    return replace(state, phase=Choosing(change.seat, change.card, change.next, change.amount, change.barred))


def realm_card_asked(state: State, change: RealmCardAsked) -> State:
    return replace(state, phase=TakingCard(change.seat, change.card, change.next))
