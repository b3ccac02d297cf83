"""The reducer: facts in, state out. No rules, no content."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.core.bag import Bag, add_at, minus, plus
from domain.manaforge.changes import (
    ArchmageAsked,
    BoardCleared,
    CardDiscarded,
    CardExhausted,
    CardRaised,
    CardRecharged,
    CardsRecharged,
    ChoiceMade,
    ChoiceOpened,
    DecksShuffled,
    DiceRolled,
    DieGained,
    DieHeld,
    DieSpent,
    DieTaken,
    DieTakenOff,
    DieTurned,
    ExpendituresGained,
    ExpendituresUsed,
    FaceRemembered,
    FirstPlayerChosen,
    GameEnded,
    GemAttached,
    GemGiven,
    GemsGained,
    HoldAsked,
    HoldKept,
    ItemPlaced,
    ItemsDealt,
    ItemStored,
    ItemTaken,
    LastTalentsTaken,
    ManaforgeChange,
    ManaGained,
    MarkerPassed,
    OfferAnswered,
    OffersClosed,
    OffersOpened,
    PacketsPassed,
    Paid,
    PrestigeGained,
    PrismExchanged,
    PrismsGained,
    PrismTaken,
    RoundClosed,
    RoundScored,
    StoreCardCopied,
    TalentPicked,
    TalentsDealt,
    TalentsKept,
    TalentsRevealed,
    TalentUsed,
    TurnEnded,
    TurnStarted,
)
from domain.manaforge.state import (
    ELEMENT_INDEX,
    NOTHING,
    Archmage,
    Card,
    Die,
    Draft,
    Finished,
    Keep,
    Line,
    Making,
    Offers,
    Playing,
    PreRoll,
    RoundScoring,
    Seat,
    State,
)


def evolve(state: State, change: ManaforgeChange) -> State:
    """The state after this change."""
    return _REDUCERS[type(change)](state, change)


# ---------------------------------------------------------------- setup


def _decks_shuffled(state: State, change: DecksShuffled) -> State:
    return replace(state, deck=change.deck, unused=change.unused)


def _talents_dealt(state: State, change: TalentsDealt) -> State:
    seats = tuple(replace(seat, packet=packet) for seat, packet in zip(state.seats, change.packets, strict=True))
    return replace(state, seats=seats, talents_away=change.away, phase=Draft(1, (None,) * len(seats)))


def _talent_picked(state: State, change: TalentPicked) -> State:
    phase = state.phase
    assert isinstance(phase, Draft)
    return replace(state, phase=replace(phase, answers=_at(phase.answers, change.seat, change.talent)))


def _packets_passed(state: State, change: PacketsPassed) -> State:
    phase = state.phase
    assert isinstance(phase, Draft)
    rest: list[tuple[str, ...]] = [()] * len(state.seats)
    for index, (seat, answer) in enumerate(zip(state.seats, phase.answers, strict=True)):
        rest[change.to[index]] = tuple(talent for talent in seat.packet if talent != answer)
    seats = tuple(
        replace(seat, packet=packet, picked=(*seat.picked, answer))
        for seat, packet, answer in zip(state.seats, rest, phase.answers, strict=True)
    )
    return replace(state, seats=seats, phase=Draft(phase.pick + 1, (None,) * len(seats)))


def _last_talents_taken(state: State, change: LastTalentsTaken) -> State:
    seats = tuple(replace(seat, packet=(), picked=seat.picked + seat.packet) for seat in state.seats)
    return replace(state, seats=seats, phase=Keep(((),) * len(seats)))


def _talents_kept(state: State, change: TalentsKept) -> State:
    phase = state.phase
    assert isinstance(phase, Keep)
    return replace(state, phase=Keep(_at(phase.answers, change.seat, change.talents)))


def _talents_revealed(state: State, change: TalentsRevealed) -> State:
    seats = tuple(
        replace(seat, talents=kept, picked=(), passed_over=tuple(t for t in seat.picked if t not in kept))
        for seat, kept in zip(state.seats, change.talents, strict=True)
    )
    return replace(state, seats=seats)


def _first_player_chosen(state: State, change: FirstPlayerChosen | MarkerPassed) -> State:
    return replace(state, first=change.seat)


def _die_taken(state: State, change: DieTaken) -> State:
    return _with_die(state, change.seat, Die(change.die, change.kind))


def _archmage_asked(state: State, change: ArchmageAsked) -> State:
    return replace(state, phase=Archmage(change.seat))


# ---------------------------------------------------------------- rounds


def _items_dealt(state: State, change: ItemsDealt) -> State:
    seats = tuple(replace(seat, face=0, raises=0, action=None) for seat in state.seats)
    n = len(change.cards)
    return replace(state, seats=seats, round=change.round, board=change.cards, deck=state.deck[n:])


def _cards_recharged(state: State, change: CardsRecharged) -> State:
    seats = tuple(
        replace(seat, workshop=tuple(replace(card, charged=True) for card in seat.workshop)) for seat in state.seats
    )
    return replace(state, seats=seats)


def _hold_asked(state: State, change: HoldAsked) -> State:
    return replace(state, phase=PreRoll(change.seat))


def _hold_kept(state: State, change: HoldKept) -> State:
    return state.with_seat(change.seat, held=change.die)


def _die_taken_off(state: State, change: DieTakenOff) -> State:
    state = state.with_seat(change.seat, held=None)
    phase = state.phase
    return replace(state, phase=replace(phase, released=True)) if isinstance(phase, Playing) else state


def _dice_rolled(state: State, change: DiceRolled) -> State:
    dice = state.seats[change.seat].dice
    return state.with_seat(
        change.seat, dice=tuple(Die(die.id, die.kind, face) for die, face in zip(dice, change.faces, strict=True))
    )


def _turn_started(state: State, change: TurnStarted) -> State:
    return replace(state, phase=Playing(change.seat, change.expenditures))


def _turn_ended(state: State, change: TurnEnded) -> State:
    return replace(state, phase=replace(_playing(state), mana=NOTHING, expenditures=0))


def _round_closed(state: State, change: RoundClosed) -> State:
    return replace(state, phase=RoundScoring())


def _round_scored(state: State, change: RoundScored) -> State:
    return state


def _board_cleared(state: State, change: BoardCleared) -> State:
    return replace(state, board=(), discard=state.discard + change.cards)


def _game_ended(state: State, change: GameEnded) -> State:
    return replace(state, phase=Finished())


# ---------------------------------------------------------------- tokens


def _mana_gained(state: State, change: ManaGained) -> State:
    phase = _playing(state)
    return replace(state, phase=replace(phase, mana=plus(phase.mana, change.mana)))


def _gems_gained(state: State, change: GemsGained) -> State:
    return state.with_seat(change.seat, gems=plus(state.seats[change.seat].gems, change.gems))


def _prisms_gained(state: State, change: PrismsGained) -> State:
    return state.with_seat(change.seat, prisms=state.seats[change.seat].prisms + change.n)


def _prism_taken(state: State, change: PrismTaken) -> State:
    seat = state.seats[change.seat]
    return state.with_seat(change.seat, prisms=seat.prisms + 1, prisms_taken=seat.prisms_taken + 1, action="prism")


def _prism_exchanged(state: State, change: PrismExchanged) -> State:
    seat = state.seats[change.seat]
    gems = add_at(seat.gems, ELEMENT_INDEX[change.element], 1)
    return state.with_seat(change.seat, prisms=seat.prisms - 1, gems=gems)


def _paid(state: State, change: Paid) -> State:
    if change.gems != NOTHING:
        state = state.with_seat(change.seat, gems=minus(state.seats[change.seat].gems, change.gems))
    if change.mana != NOTHING:
        phase = _playing(state)
        state = replace(state, phase=replace(phase, mana=minus(phase.mana, change.mana)))
    return state


def _expenditures_used(state: State, change: ExpendituresUsed) -> State:
    phase = _playing(state)
    return replace(state, phase=replace(phase, expenditures=phase.expenditures - change.n))


def _expenditures_gained(state: State, change: ExpendituresGained) -> State:
    phase = _playing(state)
    return replace(state, phase=replace(phase, expenditures=phase.expenditures + change.n))


def _prestige_gained(state: State, change: PrestigeGained) -> State:
    seat = state.seats[change.seat]
    line = Line(state.round, change.category, change.source, change.n)
    return state.with_seat(change.seat, prestige=seat.prestige + change.n, ledger=(*seat.ledger, line))


# ---------------------------------------------------------------- dice


def _die_spent(state: State, change: DieSpent) -> State:
    seat = state.seats[change.seat]
    held = None if seat.held == change.die else seat.held
    dice = tuple([replace(die, spent=True) if die.id == change.die else die for die in seat.dice])
    phase = _playing(state)
    state = replace(state, phase=replace(phase, expenditures=phase.expenditures - 1))
    return state.with_seat(change.seat, dice=dice, held=held)


def _die_turned(state: State, change: DieTurned) -> State:
    dice = state.seats[change.seat].dice
    return state.with_seat(
        change.seat, dice=tuple(replace(die, face=change.face) if die.id == change.die else die for die in dice)
    )


def _die_gained(state: State, change: DieGained) -> State:
    return _with_die(state, change.seat, Die(change.die, change.kind, change.face)).with_seat(
        change.seat, face=change.face
    )


def _face_remembered(state: State, change: FaceRemembered) -> State:
    return state.with_seat(change.seat, face=change.face)


def _die_held(state: State, change: DieHeld) -> State:
    return state.with_seat(change.seat, held=change.die)


# ---------------------------------------------------------------- cards


def _item_taken(state: State, change: ItemTaken) -> State:
    seat = state.seats[change.seat]
    state = state.with_seat(change.seat, action=change.card, items_built=seat.items_built + 1)
    phase = replace(_playing(state), making=Making(change.card))
    if change.pile == "discard":
        return replace(state, phase=phase, discard=tuple(card for card in state.discard if card != change.card))
    return replace(state, phase=phase, board=tuple(None if card == change.card else card for card in state.board))


def _card_discarded(state: State, change: CardDiscarded) -> State:
    left = tuple(card for card in state.seats[change.seat].workshop if card.id != change.card)
    return replace(state.with_seat(change.seat, workshop=left), discard=(*state.discard, change.card))


def _item_placed(state: State, change: ItemPlaced) -> State:
    workshop = (*state.seats[change.seat].workshop, Card(change.card))
    return replace(state.with_seat(change.seat, workshop=workshop), phase=replace(_playing(state), making=None))


def _item_stored(state: State, change: ItemStored) -> State:
    store = (*state.seats[change.seat].store, change.card)
    return replace(state.with_seat(change.seat, store=store), phase=replace(_playing(state), making=None))


def _choice_opened(state: State, change: ChoiceOpened) -> State:
    return _with_making(state, choice=change.choice, at=change.at)


def _choice_made(state: State, change: ChoiceMade) -> State:
    # Archmage and Aether Reserve ask outside of a turn; what comes of their answers are changes of their own.
    return _with_making(state, choice=None) if isinstance(state.phase, Playing) else state


def _store_card_copied(state: State, change: StoreCardCopied) -> State:
    return _with_making(state, copied=change.card, at=0)


def _card_exhausted(state: State, change: CardExhausted) -> State:
    return _with_card(state, change.seat, change.card, charged=False)


def _card_recharged(state: State, change: CardRecharged) -> State:
    return _with_card(state, change.seat, change.card, charged=True)


def _gem_attached(state: State, change: GemAttached) -> State:
    seat = state.seats[change.seat]
    card = seat.card(change.card)
    assert card is not None
    state = _with_card(state, change.seat, change.card, gems=(*card.gems, change.element))
    return state.with_seat(change.seat, gems=add_at(seat.gems, ELEMENT_INDEX[change.element], -1))


def _talent_used(state: State, change: TalentUsed) -> State:
    phase = _playing(state)
    return replace(state, phase=replace(phase, used=(*phase.used, change.talent)))


def _card_raised(state: State, change: CardRaised) -> State:
    deck = state.deck
    i = change.position - 1
    deck = (deck[i], *deck[:i], *deck[i + 1 :])
    return replace(state.with_seat(change.seat, raises=state.seats[change.seat].raises + 1), deck=deck)


# ---------------------------------------------------------------- offers


def _offers_opened(state: State, change: OffersOpened) -> State:
    turn = _playing(state)
    assert turn.making is not None
    turn = replace(turn, making=replace(turn.making, at=change.at))
    answers = (None,) * len(state.seats)
    return replace(state, phase=Offers(turn, change.element, change.n, change.source, change.asked, answers))


def _offer_answered(state: State, change: OfferAnswered) -> State:
    phase = state.phase
    assert isinstance(phase, Offers)
    return replace(state, phase=replace(phase, answers=_at(phase.answers, change.seat, change.gift)))


def _offers_closed(state: State, change: OffersClosed) -> State:
    phase = state.phase
    assert isinstance(phase, Offers)
    return replace(state, phase=phase.turn)


def _gem_given(state: State, change: GemGiven) -> State:
    index = ELEMENT_INDEX[change.element]
    giver = state.seats[change.seat]
    if change.prism:
        state = state.with_seat(change.seat, prisms=giver.prisms - 1)
    else:
        state = state.with_seat(change.seat, gems=add_at(giver.gems, index, -1))
    return state.with_seat(change.to, gems=add_at(state.seats[change.to].gems, index, 1))


# ---------------------------------------------------------------- helpers


def _playing(state: State) -> Playing:
    phase = state.phase
    assert isinstance(phase, Playing)
    return phase


def _at(items: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _with_making(state: State, **fields: Any) -> State:
    phase = _playing(state)
    assert phase.making is not None
    return replace(state, phase=replace(phase, making=replace(phase.making, **fields)))


def _with_card(state: State, seat: int, card_id: str, **fields: Any) -> State:
    workshop = state.seats[seat].workshop
    return state.with_seat(
        seat, workshop=tuple([replace(card, **fields) if card.id == card_id else card for card in workshop])
    )


def _with_die(state: State, seat: int, die: Die) -> State:
    supply: Bag = add_at(state.supply, ELEMENT_INDEX[die.kind], -1)
    owner: Seat = state.seats[seat]
    return replace(state.with_seat(seat, dice=(*owner.dice, die)), supply=supply)


_REDUCERS: dict[type, Callable[[State, Any], State]] = {
    DecksShuffled: _decks_shuffled,
    TalentsDealt: _talents_dealt,
    TalentPicked: _talent_picked,
    PacketsPassed: _packets_passed,
    LastTalentsTaken: _last_talents_taken,
    TalentsKept: _talents_kept,
    TalentsRevealed: _talents_revealed,
    FirstPlayerChosen: _first_player_chosen,
    MarkerPassed: _first_player_chosen,
    DieTaken: _die_taken,
    ArchmageAsked: _archmage_asked,
    ItemsDealt: _items_dealt,
    CardsRecharged: _cards_recharged,
    HoldAsked: _hold_asked,
    HoldKept: _hold_kept,
    DieTakenOff: _die_taken_off,
    DiceRolled: _dice_rolled,
    TurnStarted: _turn_started,
    TurnEnded: _turn_ended,
    RoundClosed: _round_closed,
    RoundScored: _round_scored,
    BoardCleared: _board_cleared,
    GameEnded: _game_ended,
    ManaGained: _mana_gained,
    GemsGained: _gems_gained,
    PrismsGained: _prisms_gained,
    PrismTaken: _prism_taken,
    PrismExchanged: _prism_exchanged,
    Paid: _paid,
    ExpendituresUsed: _expenditures_used,
    ExpendituresGained: _expenditures_gained,
    PrestigeGained: _prestige_gained,
    DieSpent: _die_spent,
    DieTurned: _die_turned,
    DieGained: _die_gained,
    FaceRemembered: _face_remembered,
    DieHeld: _die_held,
    ItemTaken: _item_taken,
    CardDiscarded: _card_discarded,
    ItemPlaced: _item_placed,
    ItemStored: _item_stored,
    ChoiceOpened: _choice_opened,
    ChoiceMade: _choice_made,
    StoreCardCopied: _store_card_copied,
    CardExhausted: _card_exhausted,
    CardRecharged: _card_recharged,
    GemAttached: _gem_attached,
    TalentUsed: _talent_used,
    CardRaised: _card_raised,
    OffersOpened: _offers_opened,
    OfferAnswered: _offer_answered,
    OffersClosed: _offers_closed,
    GemGiven: _gem_given,
}
