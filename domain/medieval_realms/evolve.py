"""The reducer: one case per change, no rules, no content."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from msgspec.structs import replace

from domain.core.bag import Bag, add_at
from domain.medieval_realms import changes as c
from domain.medieval_realms.state import (
    END_CATEGORIES,
    INDEX,
    UNPLACED,
    Acting,
    Bidding,
    Choosing,
    Finished,
    GameOver,
    Picking,
    Placement,
    Placing,
    RoundOver,
    State,
    TakingBonus,
    TakingCard,
)

_STORED = END_CATEGORIES.index("stored_resources")
_GREAT = END_CATEGORIES.index("great_person_points")


def evolve(state: State, change: c.AnyChange) -> State:
    """The state after the change. Frequent changes stand first: bots fold millions of them."""
    match change:
        case c.TurnBegan():
            return replace(state, phase=Acting(), on_turn=change.seat)
        case c.TokensPaid():
            manor = add_at(state.realms[change.seat].manor, INDEX[change.resource], -change.amount)
            return state.with_realm(change.seat, manor=manor)
        case c.TokensGained():
            return _gain(state, change.seat, change.tokens)
        case c.AreaSettled():
            return state if change.seat is None else _gain(state, change.seat, change.tokens)
        case c.CardTaken():
            realm = state.realms[change.seat]
            return _lift(state, change.square).with_realm(change.seat, display=(*realm.display, change.card))
        case c.SeatPassed():
            return state.with_realm(change.seat, passed=True)
        case c.MayorsPlaced():
            return _place(state, change.seat, mayors=change.mayors)
        case c.GeneralsPlaced():
            return _place(state, change.seat, generals=change.areas)
        case c.AdmiralsPlaced():
            return _place(state, change.seat, admirals=change.areas)
        case c.BuffersPlaced():
            return _place(state, change.seat, buffers=change.areas)
        case c.AuctionPassed():
            phase = _auction(state)
            return replace(state, phase=replace(phase, out=(*phase.out, change.seat)))
        case c.BidAsked():
            return replace(state, phase=replace(_auction(state), asked=change.seat))
        case c.BidMade():
            return replace(state, phase=replace(_auction(state), bid=change.amount, bidder=change.seat))
        case c.AuctionOpened():
            phase = Bidding(change.square, change.card, change.resource, change.bid, change.seat, change.seat)
            return replace(state, phase=phase)
        case c.CardPlayed():
            realm = state.realms[change.seat]
            display = tuple(card for card in realm.display if card != change.card)
            return state.with_realm(change.seat, display=display, in_play=(*realm.in_play, change.card))
        case c.AuctionWon():
            realm = state.realms[change.seat]
            return _lift(state, change.square).with_realm(change.seat, in_play=(*realm.in_play, change.card))
        case c.PointsGained():
            return _score(state, change)
        case c.LeaderGained():
            return _recruit(state, change)
        case c.BonusTaken():
            realm = state.realms[change.seat]
            manor = add_at(realm.manor, INDEX[change.resource], 1)
            return state.with_realm(change.seat, manor=manor, owed=realm.owed - 1)
        case c.BonusAsked():
            return replace(state, phase=TakingBonus(change.seat))
        case c.ResourceAsked():
            phase_ = Choosing(change.seat, change.card, change.next, change.amount, change.barred)
            return replace(state, phase=phase_)
        case c.RealmCardAsked():
            return replace(state, phase=TakingCard(change.seat, change.card, change.next))
        case c.EffectSkipped():
            return state
        case c.CardDiscarded():
            return replace(_lift(state, change.square), discard=(*state.discard, change.card))
        case c.PlacementsRevealed():
            return replace(state, placed=change.placements, phase=Acting(), on_turn=None)
        case c.TurnOrderChanged() | c.TurnOrderDrawn():
            return replace(state, order=change.order)
        case c.ActionsEnded():
            return replace(state, phase=GameOver() if change.last else RoundOver(), on_turn=None)
        case c.PairPicked():
            return _pick(state, change)
        case _:
            return _evolve_rarely(state, change)


def _evolve_rarely(
    state: State,
    change: (
        c.DeckShuffled
        | c.CardsDrawn
        | c.RealmFounded
        | c.RoundBegan
        | c.PanelsMoved
        | c.StandingsTaken
        | c.EndEffectScored
        | c.StoredTokensScored
        | c.GreatPersonsScored
        | c.GameEnded
    ),
) -> State:
    """What happens at the edges of a round or of the game."""
    match change:
        case c.DeckShuffled():
            current, future = (None,) * change.current_squares, (None,) * change.future_squares
            return replace(state, deck=change.deck, current=current, future=future)
        case c.CardsDrawn():
            return _draw(state, change)
        case c.RealmFounded():
            founded = state.with_realm(
                change.seat,
                mayors=change.mayors,
                buffers=change.buffers,
                generals=change.generals,
                admirals=change.admirals,
            )
            return _gain(founded, change.seat, change.tokens)
        case c.RoundBegan():
            realms = tuple(replace(realm, passed=False) for realm in state.realms)
            phase = Placing((UNPLACED,) * len(realms))
            return replace(state, realms=realms, phase=phase, round=change.round, placed=(), on_turn=None)
        case c.PanelsMoved():
            return replace(state, current=change.current, future=change.future)
        case c.StandingsTaken():
            return replace(state, standings=change.standings)
        case c.EndEffectScored():
            return _score_end(state, change.seat, END_CATEGORIES.index(change.category), change.amount)
        case c.StoredTokensScored():
            return _score_end(state, change.seat, _STORED, change.amount)
        case c.GreatPersonsScored():
            return _score_end(state, change.seat, _GREAT, change.amount)
        case c.GameEnded():
            return replace(state, phase=Finished(), ranking=change.ranking)
        case _:
            assert_never(change)


def _with_tokens(manor: Bag, tokens: Mapping[str, int]) -> Bag:
    counts = list(manor)
    for resource, amount in tokens.items():
        counts[INDEX[resource]] += amount
    return tuple(counts)


def _gain(state: State, seat: int, tokens: Mapping[str, int]) -> State:
    return state.with_realm(seat, manor=_with_tokens(state.realms[seat].manor, tokens))


def _pick(state: State, change: c.PairPicked) -> State:
    phase = state.phase
    assert isinstance(phase, Picking)
    picked = replace(state, phase=Picking((*phase.taken, change.resources)))
    return _gain(picked, change.seat, dict.fromkeys(change.resources, 1))


def _place(state: State, seat: int, **part: tuple[int, ...]) -> State:
    phase = state.phase
    assert isinstance(phase, Placing)
    parts: tuple[Placement, ...] = phase.parts
    return replace(state, phase=Placing((*parts[:seat], replace(parts[seat], **part), *parts[seat + 1 :])))


def _auction(state: State) -> Bidding:
    phase = state.phase
    assert isinstance(phase, Bidding)
    return phase


def _lift(state: State, square: int) -> State:
    """The current square emptied."""
    return replace(state, current=(*state.current[: square - 1], None, *state.current[square:]))


def _score(state: State, change: c.PointsGained) -> State:
    realm = state.realms[change.seat]
    owed = realm.owed + change.bonus
    if change.kind == "immediate":
        return state.with_realm(change.seat, immediate=realm.immediate + change.amount, owed=owed)
    return state.with_realm(change.seat, colour=realm.colour + change.amount, owed=owed)


def _recruit(state: State, change: c.LeaderGained) -> State:
    realm = state.realms[change.seat]
    match change.leader:
        case "mayor":
            return state.with_realm(change.seat, mayors=realm.mayors + change.amount)
        case "general":
            return state.with_realm(change.seat, generals=realm.generals + change.amount)
        case "admiral":
            return state.with_realm(change.seat, admirals=realm.admirals + change.amount)


def _draw(state: State, change: c.CardsDrawn) -> State:
    squares = list(state.current if change.panel == "current" else state.future)
    for square, card in zip(change.squares, change.cards, strict=True):
        squares[square - 1] = card
    deck = state.deck[len(change.cards) :]
    if change.panel == "current":
        return replace(state, deck=deck, current=tuple(squares))
    return replace(state, deck=deck, future=tuple(squares))


def _score_end(state: State, seat: int, category: int, amount: int) -> State:
    return state.with_realm(seat, final=add_at(state.realms[seat].final, category, amount))
