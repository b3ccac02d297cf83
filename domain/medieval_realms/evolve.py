"""The reducer: one function for each change, without rules and without content."""

from __future__ import annotations

from msgspec.structs import astuple, replace

from moothall.domain.core.bag import Bag, add_at, plus
from moothall.domain.core.evolve import cases_of, reducer
from moothall.domain.core.seats import put
from moothall.domain.medieval_realms import changes as c, state as s


def deck_shuffled(state: s.State, change: c.DeckShuffled) -> s.State:
    current, future = (None,) * change.current_squares, (None,) * change.future_squares
    return replace(state, deck=change.cards, current=current, future=future)


def cards_drawn(state: s.State, change: c.CardsDrawn) -> s.State:
    squares = list(state.current if change.panel == "current" else state.future)
    for square, card in zip(change.squares, change.cards, strict=True):
        squares[square - 1] = card
    deck = state.deck[len(change.cards) :]
    if change.panel == "current":
        return replace(state, deck=deck, current=tuple(squares))
    return replace(state, deck=deck, future=tuple(squares))


def realm_founded(state: s.State, change: c.RealmFounded) -> s.State:
    realm = state.realms[change.seat]
    realm = replace(
        realm,
        manor=_more(realm.manor, change.tokens),
        mayors=change.mayors,
        buffers=change.buffers,
        generals=change.generals,
        admirals=change.admirals,
    )
    return state.with_realm(change.seat, realm)


def turn_order_set(state: s.State, change: c.TurnOrderDrawn | c.TurnOrderChanged) -> s.State:
    return replace(state, order=change.order)


def pair_picked(state: s.State, change: c.PairPicked) -> s.State:
    phase, realm = state.phase, state.realms[change.seat]
    assert isinstance(phase, s.Picking)
    realm = replace(realm, manor=_more(realm.manor, s.Tokens(**dict.fromkeys(change.resources, 1))))
    realms = put(state.realms, change.seat, realm)
    return replace(state, realms=realms, phase=s.Picking((*phase.taken, change.resources)))


def round_began(state: s.State, change: c.RoundBegan) -> s.State:
    realms = tuple([replace(realm, passed=False) for realm in state.realms])
    phase = s.Placing((s.UNPLACED,) * len(realms))
    return replace(state, realms=realms, phase=phase, round=change.round, placed=(), on_turn=None)


def mayors_placed(state: s.State, change: c.MayorsPlaced) -> s.State:
    parts = _parts(state)
    return _placed(state, parts, change.seat, replace(parts[change.seat], mayors=change.mayors))


def generals_placed(state: s.State, change: c.GeneralsPlaced) -> s.State:
    parts = _parts(state)
    return _placed(state, parts, change.seat, replace(parts[change.seat], generals=change.areas))


def admirals_placed(state: s.State, change: c.AdmiralsPlaced) -> s.State:
    parts = _parts(state)
    return _placed(state, parts, change.seat, replace(parts[change.seat], admirals=change.areas))


def buffers_placed(state: s.State, change: c.BuffersPlaced) -> s.State:
    parts = _parts(state)
    return _placed(state, parts, change.seat, replace(parts[change.seat], buffers=change.areas))


def placements_revealed(state: s.State, change: c.PlacementsRevealed) -> s.State:
    return replace(state, placed=change.placements, phase=s.Acting(), on_turn=None)


def area_settled(state: s.State, change: c.AreaSettled) -> s.State:
    return state if change.seat is None else _gain(state, change.seat, change.tokens)


def tokens_gained(state: s.State, change: c.TokensGained) -> s.State:
    return _gain(state, change.seat, change.tokens)


def tokens_paid(state: s.State, change: c.TokensPaid) -> s.State:
    realm = state.realms[change.seat]
    manor = add_at(realm.manor, s.INDEX[change.resource], -change.amount)
    return state.with_realm(change.seat, replace(realm, manor=manor))


def turn_began(state: s.State, change: c.TurnBegan) -> s.State:
    return replace(state, phase=s.Acting(), on_turn=change.seat)


def seat_passed(state: s.State, change: c.SeatPassed) -> s.State:
    return state.with_realm(change.seat, replace(state.realms[change.seat], passed=True))


def card_taken(state: s.State, change: c.CardTaken) -> s.State:
    realm = state.realms[change.seat]
    realms = put(state.realms, change.seat, replace(realm, display=(*realm.display, change.card)))
    return replace(state, realms=realms, current=put(state.current, change.square - 1, None))


def card_discarded(state: s.State, change: c.CardDiscarded) -> s.State:
    current = put(state.current, change.square - 1, None)
    return replace(state, current=current, discard=(*state.discard, change.card))


def auction_opened(state: s.State, change: c.AuctionOpened) -> s.State:
    phase = s.Bidding(change.square, change.card, change.resource, change.bid, change.seat, change.seat)
    return replace(state, phase=phase)


def bid_asked(state: s.State, change: c.BidAsked) -> s.State:
    return replace(state, phase=replace(_auction(state), asked=change.seat))


def bid_made(state: s.State, change: c.BidMade) -> s.State:
    return replace(state, phase=replace(_auction(state), bid=change.amount, bidder=change.seat))


def auction_passed(state: s.State, change: c.AuctionPassed) -> s.State:
    phase = _auction(state)
    return replace(state, phase=replace(phase, out=(*phase.out, change.seat)))


def auction_won(state: s.State, change: c.AuctionWon) -> s.State:
    realm = state.realms[change.seat]
    realms = put(state.realms, change.seat, replace(realm, in_play=(*realm.in_play, change.card)))
    return replace(state, realms=realms, current=put(state.current, change.square - 1, None))


def card_played(state: s.State, change: c.CardPlayed) -> s.State:
    realm = state.realms[change.seat]
    display = tuple([card for card in realm.display if card != change.card])
    return state.with_realm(change.seat, replace(realm, display=display, in_play=(*realm.in_play, change.card)))


def points_gained(state: s.State, change: c.PointsGained) -> s.State:
    realm = state.realms[change.seat]
    owed = realm.owed + change.bonus
    if change.kind == "immediate":
        return state.with_realm(change.seat, replace(realm, immediate=realm.immediate + change.amount, owed=owed))
    return state.with_realm(change.seat, replace(realm, colour=realm.colour + change.amount, owed=owed))


def leader_gained(state: s.State, change: c.LeaderGained) -> s.State:
    realm = state.realms[change.seat]
    match change.leader:
        case "mayor":
            return state.with_realm(change.seat, replace(realm, mayors=realm.mayors + change.amount))
        case "general":
            return state.with_realm(change.seat, replace(realm, generals=realm.generals + change.amount))
        case "admiral":
            return state.with_realm(change.seat, replace(realm, admirals=realm.admirals + change.amount))


def effect_skipped(state: s.State, change: c.EffectSkipped) -> s.State:
    return state


def resource_asked(state: s.State, change: c.ResourceAsked) -> s.State:
    return replace(state, phase=s.Choosing(change.seat, change.card, change.next, change.amount, change.barred))


def realm_card_asked(state: s.State, change: c.RealmCardAsked) -> s.State:
    return replace(state, phase=s.TakingCard(change.seat, change.card, change.next))


def bonus_asked(state: s.State, change: c.BonusAsked) -> s.State:
    return replace(state, phase=s.TakingBonus(change.seat))


def bonus_taken(state: s.State, change: c.BonusTaken) -> s.State:
    realm = state.realms[change.seat]
    manor = add_at(realm.manor, s.INDEX[change.resource], 1)
    return state.with_realm(change.seat, replace(realm, manor=manor, owed=realm.owed - 1))


def actions_ended(state: s.State, change: c.ActionsEnded) -> s.State:
    return replace(state, phase=s.GameOver() if change.last else s.RoundOver(), on_turn=None)


def panels_moved(state: s.State, change: c.PanelsMoved) -> s.State:
    return replace(state, current=change.current, future=change.future)


def standings_taken(state: s.State, change: c.StandingsTaken) -> s.State:
    return replace(state, standings=change.standings)


def end_effect_scored(state: s.State, change: c.EndEffectScored) -> s.State:
    return _scored(state, change.seat, change.category, change.amount)


def stored_tokens_scored(state: s.State, change: c.StoredTokensScored) -> s.State:
    return _scored(state, change.seat, "stored_resources", change.amount)


def great_persons_scored(state: s.State, change: c.GreatPersonsScored) -> s.State:
    return _scored(state, change.seat, "great_person_points", change.amount)


def game_ended(state: s.State, change: c.GameEnded) -> s.State:
    return replace(state, phase=s.Finished(), ranking=change.ranking)


def _parts(state: s.State) -> tuple[s.Placement, ...]:
    phase = state.phase
    assert isinstance(phase, s.Placing)
    return phase.parts


def _placed(state: s.State, parts: tuple[s.Placement, ...], seat: int, part: s.Placement) -> s.State:
    return replace(state, phase=s.Placing(put(parts, seat, part)))


def _more(manor: Bag, tokens: s.Tokens) -> Bag:
    """The manor with these tokens."""
    return plus(manor, astuple(tokens))


def _gain(state: s.State, seat: int, tokens: s.Tokens) -> s.State:
    realm = state.realms[seat]
    return state.with_realm(seat, replace(realm, manor=_more(realm.manor, tokens)))


def _auction(state: s.State) -> s.Bidding:
    phase = state.phase
    assert isinstance(phase, s.Bidding)
    return phase


def _scored(state: s.State, seat: int, category: str, amount: int) -> s.State:
    realm = state.realms[seat]
    final = add_at(realm.final, s.END_CATEGORIES.index(category), amount)
    return state.with_realm(seat, replace(realm, final=final))


evolve = reducer(c.AnyChange, *cases_of(__name__))
"""The state after a change."""
