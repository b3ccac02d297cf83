"""The reducer: one function for each change, without rules and without content."""

from __future__ import annotations

from msgspec.structs import astuple, replace

from moothall.domain.core.bag import Bag, add_at, plus
from moothall.domain.core.evolve import reducer
from moothall.domain.core.seats import put
from moothall.domain.medieval_realms.changes import (
    ActionsEnded,
    AdmiralsPlaced,
    AnyChange,
    AreaSettled,
    AuctionOpened,
    AuctionPassed,
    AuctionWon,
    BidAsked,
    BidMade,
    BonusAsked,
    BonusTaken,
    BuffersPlaced,
    CardDiscarded,
    CardPlayed,
    CardsDrawn,
    CardTaken,
    DeckShuffled,
    EffectSkipped,
    EndEffectScored,
    GameEnded,
    GeneralsPlaced,
    GreatPersonsScored,
    LeaderGained,
    MayorsPlaced,
    PairPicked,
    PanelsMoved,
    PlacementsRevealed,
    PointsGained,
    RealmCardAsked,
    RealmFounded,
    ResourceAsked,
    RoundBegan,
    SeatPassed,
    StandingsTaken,
    StoredTokensScored,
    TokensGained,
    TokensPaid,
    TurnBegan,
    TurnOrderChanged,
    TurnOrderDrawn,
)
from moothall.domain.medieval_realms.state import (
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
    Tokens,
)


def deck_shuffled(state: State, change: DeckShuffled) -> State:
    current, future = (None,) * change.current_squares, (None,) * change.future_squares
    return replace(state, deck=change.cards, current=current, future=future)


def cards_drawn(state: State, change: CardsDrawn) -> State:
    squares = list(state.current if change.panel == "current" else state.future)
    for square, card in zip(change.squares, change.cards, strict=True):
        squares[square - 1] = card
    deck = state.deck[len(change.cards) :]
    if change.panel == "current":
        return replace(state, deck=deck, current=tuple(squares))
    return replace(state, deck=deck, future=tuple(squares))


def realm_founded(state: State, change: RealmFounded) -> State:
    realm = state.realms[change.seat]
    realm = replace(
        realm,
        manor=more(realm.manor, change.tokens),
        mayors=change.mayors,
        buffers=change.buffers,
        generals=change.generals,
        admirals=change.admirals,
    )
    return state.with_realm(change.seat, realm)


def turn_order_set(state: State, change: TurnOrderDrawn | TurnOrderChanged) -> State:
    return replace(state, order=change.order)


def pair_picked(state: State, change: PairPicked) -> State:
    phase, realm = state.phase, state.realms[change.seat]
    assert isinstance(phase, Picking)
    realm = replace(realm, manor=more(realm.manor, Tokens(**dict.fromkeys(change.resources, 1))))
    realms = put(state.realms, change.seat, realm)
    return replace(state, realms=realms, phase=Picking((*phase.taken, change.resources)))


def round_began(state: State, change: RoundBegan) -> State:
    realms = tuple([replace(realm, passed=False) for realm in state.realms])
    phase = Placing((UNPLACED,) * len(realms))
    return replace(state, realms=realms, phase=phase, round=change.round, placed=(), on_turn=None)


def mayors_placed(state: State, change: MayorsPlaced) -> State:
    parts = _parts(state)
    return _placed(state, parts, change.seat, replace(parts[change.seat], mayors=change.mayors))


def generals_placed(state: State, change: GeneralsPlaced) -> State:
    parts = _parts(state)
    return _placed(state, parts, change.seat, replace(parts[change.seat], generals=change.areas))


def admirals_placed(state: State, change: AdmiralsPlaced) -> State:
    parts = _parts(state)
    return _placed(state, parts, change.seat, replace(parts[change.seat], admirals=change.areas))


def buffers_placed(state: State, change: BuffersPlaced) -> State:
    parts = _parts(state)
    return _placed(state, parts, change.seat, replace(parts[change.seat], buffers=change.areas))


def placements_revealed(state: State, change: PlacementsRevealed) -> State:
    return replace(state, placed=change.placements, phase=Acting(), on_turn=None)


def area_settled(state: State, change: AreaSettled) -> State:
    return state if change.seat is None else _gain(state, change.seat, change.tokens)


def tokens_gained(state: State, change: TokensGained) -> State:
    return _gain(state, change.seat, change.tokens)


def tokens_paid(state: State, change: TokensPaid) -> State:
    realm = state.realms[change.seat]
    manor = add_at(realm.manor, INDEX[change.resource], -change.amount)
    return state.with_realm(change.seat, replace(realm, manor=manor))


def turn_began(state: State, change: TurnBegan) -> State:
    return replace(state, phase=Acting(), on_turn=change.seat)


def seat_passed(state: State, change: SeatPassed) -> State:
    return state.with_realm(change.seat, replace(state.realms[change.seat], passed=True))


def card_taken(state: State, change: CardTaken) -> State:
    realm = state.realms[change.seat]
    realms = put(state.realms, change.seat, replace(realm, display=(*realm.display, change.card)))
    return replace(state, realms=realms, current=put(state.current, change.square - 1, None))


def card_discarded(state: State, change: CardDiscarded) -> State:
    current = put(state.current, change.square - 1, None)
    return replace(state, current=current, discard=(*state.discard, change.card))


def auction_opened(state: State, change: AuctionOpened) -> State:
    phase = Bidding(change.square, change.card, change.resource, change.bid, change.seat, change.seat)
    return replace(state, phase=phase)


def bid_asked(state: State, change: BidAsked) -> State:
    return replace(state, phase=replace(_auction(state), asked=change.seat))


def bid_made(state: State, change: BidMade) -> State:
    return replace(state, phase=replace(_auction(state), bid=change.amount, bidder=change.seat))


def auction_passed(state: State, change: AuctionPassed) -> State:
    phase = _auction(state)
    return replace(state, phase=replace(phase, out=(*phase.out, change.seat)))


def auction_won(state: State, change: AuctionWon) -> State:
    realm = state.realms[change.seat]
    realms = put(state.realms, change.seat, replace(realm, in_play=(*realm.in_play, change.card)))
    return replace(state, realms=realms, current=put(state.current, change.square - 1, None))


def card_played(state: State, change: CardPlayed) -> State:
    realm = state.realms[change.seat]
    display = tuple([card for card in realm.display if card != change.card])
    return state.with_realm(change.seat, replace(realm, display=display, in_play=(*realm.in_play, change.card)))


def points_gained(state: State, change: PointsGained) -> State:
    realm = state.realms[change.seat]
    owed = realm.owed + change.bonus
    if change.kind == "immediate":
        return state.with_realm(change.seat, replace(realm, immediate=realm.immediate + change.amount, owed=owed))
    return state.with_realm(change.seat, replace(realm, colour=realm.colour + change.amount, owed=owed))


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


def bonus_asked(state: State, change: BonusAsked) -> State:
    return replace(state, phase=TakingBonus(change.seat))


def bonus_taken(state: State, change: BonusTaken) -> State:
    realm = state.realms[change.seat]
    manor = add_at(realm.manor, INDEX[change.resource], 1)
    return state.with_realm(change.seat, replace(realm, manor=manor, owed=realm.owed - 1))


def actions_ended(state: State, change: ActionsEnded) -> State:
    return replace(state, phase=GameOver() if change.last else RoundOver(), on_turn=None)


def panels_moved(state: State, change: PanelsMoved) -> State:
    return replace(state, current=change.current, future=change.future)


def standings_taken(state: State, change: StandingsTaken) -> State:
    return replace(state, standings=change.standings)


def end_effect_scored(state: State, change: EndEffectScored) -> State:
    return _scored(state, change.seat, change.category, change.amount)


def stored_tokens_scored(state: State, change: StoredTokensScored) -> State:
    return _scored(state, change.seat, "stored_resources", change.amount)


def great_persons_scored(state: State, change: GreatPersonsScored) -> State:
    return _scored(state, change.seat, "great_person_points", change.amount)


def game_ended(state: State, change: GameEnded) -> State:
    return replace(state, phase=Finished(), ranking=change.ranking)


def _parts(state: State) -> tuple[Placement, ...]:
    phase = state.phase
    assert isinstance(phase, Placing)
    return phase.parts


def _placed(state: State, parts: tuple[Placement, ...], seat: int, part: Placement) -> State:
    return replace(state, phase=Placing(put(parts, seat, part)))


def more(manor: Bag, tokens: Tokens) -> Bag:
    """The manor with these tokens."""
    return plus(manor, astuple(tokens))


def _gain(state: State, seat: int, tokens: Tokens) -> State:
    realm = state.realms[seat]
    return state.with_realm(seat, replace(realm, manor=more(realm.manor, tokens)))


def _auction(state: State) -> Bidding:
    phase = state.phase
    assert isinstance(phase, Bidding)
    return phase


def _scored(state: State, seat: int, category: str, amount: int) -> State:
    realm = state.realms[seat]
    final = add_at(realm.final, END_CATEGORIES.index(category), amount)
    return state.with_realm(seat, replace(realm, final=final))


evolve = reducer(
    AnyChange,
    deck_shuffled,
    cards_drawn,
    realm_founded,
    turn_order_set,
    pair_picked,
    round_began,
    mayors_placed,
    generals_placed,
    admirals_placed,
    buffers_placed,
    placements_revealed,
    area_settled,
    tokens_gained,
    tokens_paid,
    turn_began,
    seat_passed,
    card_taken,
    card_discarded,
    auction_opened,
    bid_asked,
    bid_made,
    auction_passed,
    auction_won,
    card_played,
    points_gained,
    leader_gained,
    effect_skipped,
    resource_asked,
    realm_card_asked,
    bonus_asked,
    bonus_taken,
    actions_ended,
    panels_moved,
    standings_taken,
    end_effect_scored,
    stored_tokens_scored,
    great_persons_scored,
    game_ended,
)
"""The state after a change."""
