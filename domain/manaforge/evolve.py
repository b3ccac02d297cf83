"""The reducer: the state after each change, one function per change, without rules and without content."""

from __future__ import annotations

from msgspec.structs import astuple, replace

from moothall.domain.core.bag import Bag, add_at, minus
from moothall.domain.core.evolve import cases_of, reducer
from moothall.domain.core.seats import put
from moothall.domain.manaforge import changes as c, state as s

# Setup, draft, rounds and turns.


def decks_shuffled(state: s.State, change: c.DecksShuffled) -> s.State:
    return replace(state, deck=change.deck, unused=change.unused, supply=astuple(change.dice))


def talents_dealt(state: s.State, change: c.TalentsDealt) -> s.State:
    seats = tuple(replace(seat, packet=packet) for seat, packet in zip(state.seats, change.packets, strict=True))
    return replace(state, seats=seats, talents_away=change.away, phase=s.Draft(1, (None,) * len(seats)))


def talent_picked(state: s.State, change: c.TalentPicked) -> s.State:
    phase = state.phase
    assert isinstance(phase, s.Draft)
    return replace(state, phase=replace(phase, answers=put(phase.answers, change.seat, change.talent)))


def packets_passed(state: s.State, change: c.PacketsPassed) -> s.State:
    phase = state.phase
    assert isinstance(phase, s.Draft)
    left = [
        tuple(talent for talent in seat.packet if talent != answer)
        for seat, answer in zip(state.seats, phase.answers, strict=True)
    ]
    seats = tuple(
        replace(
            seat,
            packet=left[change.to.index(index)],
            picked=(*seat.picked, phase.answers[index]),
            passed_on=(*seat.passed_on, left[index]),
        )
        for index, seat in enumerate(state.seats)
    )
    return replace(state, seats=seats, phase=s.Draft(phase.pick + 1, (None,) * len(seats)))


def last_talents_taken(state: s.State, change: c.LastTalentsTaken) -> s.State:
    seats = tuple(replace(seat, packet=(), picked=seat.picked + seat.packet) for seat in state.seats)
    return replace(state, seats=seats, phase=s.Keep(((),) * len(seats)))


def talents_kept(state: s.State, change: c.TalentsKept) -> s.State:
    phase = state.phase
    assert isinstance(phase, s.Keep)
    return replace(state, phase=s.Keep(put(phase.answers, change.seat, change.talents)))


def talents_revealed(state: s.State, change: c.TalentsRevealed) -> s.State:
    seats = tuple(
        replace(seat, talents=kept, picked=(), passed_on=(), passed_over=tuple(t for t in seat.picked if t not in kept))
        for seat, kept in zip(state.seats, change.talents, strict=True)
    )
    return replace(state, seats=seats)


def marker_placed(state: s.State, change: c.FirstPlayerChosen | c.MarkerPassed) -> s.State:
    return replace(state, first=change.seat)


def die_taken(state: s.State, change: c.DieTaken) -> s.State:
    seat = state.seats[change.seat]
    seats = put(state.seats, change.seat, replace(seat, dice=(*seat.dice, s.Die(change.die, change.kind))))
    return replace(state, seats=seats, supply=add_at(state.supply, s.ELEMENT_INDEX[change.kind], -1))


def archmage_asked(state: s.State, change: c.ArchmageAsked) -> s.State:
    return replace(state, phase=s.Archmage(change.seat))


def items_dealt(state: s.State, change: c.ItemsDealt) -> s.State:
    seats = tuple([replace(seat, face=0, raises=0, action=None) for seat in state.seats])
    n = len(change.cards)
    return replace(state, seats=seats, round=change.round, board=change.cards, deck=state.deck[n:])


def cards_recharged(state: s.State, change: c.CardsRecharged) -> s.State:
    return replace(state, seats=tuple([_recharged(seat) for seat in state.seats]))


def _recharged(seat: s.Seat) -> s.Seat:
    if all(card.charged for card in seat.workshop):
        return seat
    cards = [card if card.charged else replace(card, charged=True) for card in seat.workshop]
    return replace(seat, workshop=tuple(cards))


def hold_asked(state: s.State, change: c.HoldAsked) -> s.State:
    return replace(state, phase=s.PreRoll(change.seat))


def hold_kept(state: s.State, change: c.HoldKept) -> s.State:
    return state.with_seat(change.seat, replace(state.seats[change.seat], held=change.die))


def die_taken_off(state: s.State, change: c.DieTakenOff) -> s.State:
    return state.with_seat(change.seat, replace(state.seats[change.seat], held=None))


def dice_rolled(state: s.State, change: c.DiceRolled) -> s.State:
    seat = state.seats[change.seat]
    dice = tuple([s.Die(die.id, die.kind, face) for die, face in zip(seat.dice, change.faces, strict=True)])
    return state.with_seat(change.seat, replace(seat, dice=dice))


def turn_started(state: s.State, change: c.TurnStarted) -> s.State:
    return replace(state, phase=s.Playing(change.seat, change.expenditures))


def turn_ended(state: s.State, change: c.TurnEnded) -> s.State:
    return replace(state, phase=replace(_playing(state), mana=s.NOTHING, expenditures=0))


def round_closed(state: s.State, change: c.RoundClosed) -> s.State:
    return replace(state, phase=s.RoundScoring())


def round_scored(state: s.State, change: c.RoundScored) -> s.State:
    return state


def board_cleared(state: s.State, change: c.BoardCleared) -> s.State:
    return replace(state, board=(), discard=state.discard + change.cards)


def game_ended(state: s.State, change: c.GameEnded) -> s.State:
    return replace(state, phase=s.Finished())


# Tokens, dice and offers.


def mana_gained(state: s.State, change: c.ManaGained) -> s.State:
    phase = _playing(state)
    return replace(state, phase=replace(phase, mana=_more(phase.mana, change.mana)))


def gems_gained(state: s.State, change: c.GemsGained) -> s.State:
    seat = state.seats[change.seat]
    return state.with_seat(change.seat, replace(seat, gems=_more(seat.gems, change.gems)))


def prisms_gained(state: s.State, change: c.PrismsGained) -> s.State:
    seat = state.seats[change.seat]
    return state.with_seat(change.seat, replace(seat, prisms=seat.prisms + change.n))


def prism_taken(state: s.State, change: c.PrismTaken) -> s.State:
    seat = state.seats[change.seat]
    seat = replace(seat, prisms=seat.prisms + 1, prisms_taken=seat.prisms_taken + 1, action="prism")
    return state.with_seat(change.seat, seat)


def prism_exchanged(state: s.State, change: c.PrismExchanged) -> s.State:
    seat = state.seats[change.seat]
    gems = add_at(seat.gems, s.ELEMENT_INDEX[change.element], 1)
    return state.with_seat(change.seat, replace(seat, prisms=seat.prisms - 1, gems=gems))


def paid(state: s.State, change: c.Paid) -> s.State:
    seat = state.seats[change.seat]
    seats = put(state.seats, change.seat, replace(seat, gems=_less(seat.gems, change.gems)))
    if change.mana == s.NO_MANA:
        return replace(state, seats=seats)
    phase = _playing(state)
    return replace(state, seats=seats, phase=replace(phase, mana=_less(phase.mana, change.mana)))


def expenditures_used(state: s.State, change: c.ExpendituresUsed) -> s.State:
    phase = _playing(state)
    return replace(state, phase=replace(phase, expenditures=phase.expenditures - change.n))


def expenditures_gained(state: s.State, change: c.ExpendituresGained) -> s.State:
    phase = _playing(state)
    return replace(state, phase=replace(phase, expenditures=phase.expenditures + change.n))


def prestige_gained(state: s.State, change: c.PrestigeGained) -> s.State:
    seat = state.seats[change.seat]
    line = s.Line(state.round, change.category, change.source, change.n)
    return state.with_seat(change.seat, replace(seat, prestige=seat.prestige + change.n, ledger=(*seat.ledger, line)))


def die_spent(state: s.State, change: c.DieSpent) -> s.State:
    seat, phase = state.seats[change.seat], _playing(state)
    held = None if seat.held == change.die else seat.held
    dice = [*seat.dice]
    for index, die in enumerate(dice):
        if die.id == change.die:
            dice[index] = replace(die, spent=True)
            break
    seats = put(state.seats, change.seat, replace(seat, dice=tuple(dice), held=held))
    return replace(state, seats=seats, phase=replace(phase, expenditures=phase.expenditures - 1))


def die_turned(state: s.State, change: c.DieTurned) -> s.State:
    seat = state.seats[change.seat]
    for index, die in enumerate(seat.dice):
        if die.id == change.die:
            dice = put(seat.dice, index, replace(die, face=change.face))
            return state.with_seat(change.seat, replace(seat, dice=dice))
    return state


def die_gained(state: s.State, change: c.DieGained) -> s.State:
    seat = state.seats[change.seat]
    dice = (*seat.dice, s.Die(change.die, change.kind, change.face))
    seats = put(state.seats, change.seat, replace(seat, dice=dice, face=change.face))
    return replace(state, seats=seats, supply=add_at(state.supply, s.ELEMENT_INDEX[change.kind], -1))


def face_remembered(state: s.State, change: c.FaceRemembered) -> s.State:
    return state.with_seat(change.seat, replace(state.seats[change.seat], face=change.face))


def die_held(state: s.State, change: c.DieHeld) -> s.State:
    return state.with_seat(change.seat, replace(state.seats[change.seat], held=change.die))


def offers_opened(state: s.State, change: c.OffersOpened) -> s.State:
    turn = _playing(state)
    turn = replace(turn, making=replace(_making(turn), at=change.at))
    answers = (None,) * len(state.seats)
    return replace(state, phase=s.Offers(turn, change.element, change.n, change.source, change.asked, answers))


def offer_answered(state: s.State, change: c.OfferAnswered) -> s.State:
    phase = state.phase
    assert isinstance(phase, s.Offers)
    return replace(state, phase=replace(phase, answers=put(phase.answers, change.seat, change.gift)))


def offers_closed(state: s.State, change: c.OffersClosed) -> s.State:
    phase = state.phase
    assert isinstance(phase, s.Offers)
    return replace(state, phase=phase.turn)


def gem_given(state: s.State, change: c.GemGiven) -> s.State:
    index = s.ELEMENT_INDEX[change.element]
    giver = state.seats[change.seat]
    if change.prism:
        giver = replace(giver, prisms=giver.prisms - 1)
    else:
        giver = replace(giver, gems=add_at(giver.gems, index, -1))
    seats = put(state.seats, change.seat, giver)
    taker = seats[change.to]
    return replace(state, seats=put(seats, change.to, replace(taker, gems=add_at(taker.gems, index, 1))))


# Building, Workshop and Store.


def item_taken(state: s.State, change: c.ItemTaken) -> s.State:
    seat, phase = state.seats[change.seat], _playing(state)
    gems, built = _less(seat.gems, change.gems), seat.items_built + 1
    seats = put(state.seats, change.seat, replace(seat, gems=gems, action=change.card, items_built=built))
    phase = replace(phase, mana=_less(phase.mana, change.mana), making=s.Making(change.card))
    if change.pile == "discard":
        left = tuple([card for card in state.discard if card != change.card])
        return replace(state, seats=seats, phase=phase, discard=left)
    board = tuple([None if card == change.card else card for card in state.board])
    return replace(state, seats=seats, phase=phase, board=board)


def card_discarded(state: s.State, change: c.CardDiscarded) -> s.State:
    seat = state.seats[change.seat]
    left = tuple([card for card in seat.workshop if card.id != change.card])
    seats = put(state.seats, change.seat, replace(seat, workshop=left))
    return replace(state, seats=seats, discard=(*state.discard, change.card))


def item_placed(state: s.State, change: c.ItemPlaced) -> s.State:
    seat = state.seats[change.seat]
    seats = put(state.seats, change.seat, replace(seat, workshop=(*seat.workshop, s.Card(change.card))))
    return replace(state, seats=seats, phase=replace(_playing(state), making=None))


def item_stored(state: s.State, change: c.ItemStored) -> s.State:
    seat = state.seats[change.seat]
    seats = put(state.seats, change.seat, replace(seat, store=(*seat.store, change.card)))
    return replace(state, seats=seats, phase=replace(_playing(state), making=None))


def choice_opened(state: s.State, change: c.ChoiceOpened) -> s.State:
    phase = _playing(state)
    made = replace(_making(phase), choice=change.choice, at=change.at)
    return replace(state, phase=replace(phase, making=made))


def choice_made(state: s.State, change: c.ChoiceMade) -> s.State:
    phase = _playing(state)
    return replace(state, phase=replace(phase, making=replace(_making(phase), choice=None)))


def store_card_copied(state: s.State, change: c.StoreCardCopied) -> s.State:
    phase = _playing(state)
    return replace(state, phase=replace(phase, making=replace(_making(phase), copied=change.card, at=0)))


def card_activated(state: s.State, change: c.CardActivated) -> s.State:
    seat = state.seats[change.seat]
    workshop = _with_charge(seat.workshop, change.card, False)
    seats = put(state.seats, change.seat, replace(seat, workshop=workshop, gems=_less(seat.gems, change.gems)))
    if change.mana == s.NO_MANA:
        return replace(state, seats=seats)
    phase = _playing(state)
    return replace(state, seats=seats, phase=replace(phase, mana=_less(phase.mana, change.mana)))


def card_exhausted(state: s.State, change: c.CardExhausted) -> s.State:
    seat = state.seats[change.seat]
    return state.with_seat(change.seat, replace(seat, workshop=_with_charge(seat.workshop, change.card, False)))


def card_recharged(state: s.State, change: c.CardRecharged) -> s.State:
    seat = state.seats[change.seat]
    return state.with_seat(change.seat, replace(seat, workshop=_with_charge(seat.workshop, change.card, True)))


def gem_attached(state: s.State, change: c.GemAttached) -> s.State:
    seat = state.seats[change.seat]
    card = seat.card(change.card)
    assert card is not None
    upgraded = replace(card, gems=(*card.gems, change.element))
    workshop = tuple([upgraded if each is card else each for each in seat.workshop])
    gems = add_at(seat.gems, s.ELEMENT_INDEX[change.element], -1)
    return state.with_seat(change.seat, replace(seat, workshop=workshop, gems=gems))


def talent_used(state: s.State, change: c.TalentUsed) -> s.State:
    phase = _playing(state)
    return replace(state, phase=replace(phase, used=(*phase.used, change.talent)))


def card_raised(state: s.State, change: c.CardRaised) -> s.State:
    seat, deck, i = state.seats[change.seat], state.deck, change.position - 1
    seats = put(state.seats, change.seat, replace(seat, raises=seat.raises + 1))
    return replace(state, seats=seats, deck=(deck[i], *deck[:i], *deck[i + 1 :]))


# Changes of parts of the state.


def _playing(state: s.State) -> s.Playing:
    """The running turn."""
    phase = state.phase
    assert isinstance(phase, s.Playing)
    return phase


def _making(phase: s.Playing) -> s.Making:
    """The card being built."""
    made = phase.making
    assert made is not None
    return made


def _more(bag: Bag, amounts: s.Amounts) -> Bag:
    """The bag with these gained."""
    earth, fire, wind, water = bag
    return (earth + amounts.earth, fire + amounts.fire, wind + amounts.wind, water + amounts.water)


def _less(bag: Bag, amounts: s.Amounts) -> Bag:
    """The bag with these spent."""
    return bag if amounts in (s.NO_MANA, s.NO_GEMS) else minus(bag, amounts.bag)


def _with_charge(workshop: tuple[s.Card, ...], card_id: str, charged: bool) -> tuple[s.Card, ...]:
    """The Workshop with that card charged or exhausted."""
    for index, card in enumerate(workshop):
        if card.id == card_id:
            return put(workshop, index, replace(card, charged=charged))
    return workshop


evolve = reducer(c.AnyChange, *cases_of(__name__))
"""The state after a change."""
