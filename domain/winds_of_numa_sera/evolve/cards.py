"""Cards on their way: drawn, kept, bought, worn, discarded, built, unlocked."""

from __future__ import annotations

from msgspec.structs import replace

from moothall.domain.core.seats import put
from moothall.domain.winds_of_numa_sera import changes as c
from moothall.domain.winds_of_numa_sera.evolve.parts import less, removed, unlisted, with_seat, without_capital
from moothall.domain.winds_of_numa_sera.state import SLOTS, State

_PLACES = {slot: index for index, slot in enumerate(SLOTS)}


def cards_drawn(state: State, change: c.CardsDrawn) -> State:
    return replace(state, deck=state.deck[len(change.cards) :], drawn=state.drawn + change.cards)


def cards_sunk(state: State, change: c.CardsSunk) -> State:
    drawn = tuple([card for card in state.drawn if card not in change.cards])
    return replace(state, deck=state.deck + change.cards, drawn=drawn)


def card_revealed(state: State, change: c.CardRevealed) -> State:
    return replace(state, drawn=less(state.drawn, change.card), open=(*state.open, change.card))


def card_kept(state: State, change: c.CardKept) -> State:
    seat = state.seats[change.seat]
    seats = put(state.seats, change.seat, replace(seat, hand=(*seat.hand, change.card)))
    return replace(state, seats=seats, drawn=less(state.drawn, change.card))


def maven_accepted(state: State, change: c.MavenAccepted) -> State:
    seat = state.seats[change.seat]
    seat = replace(seat, mat=replace(seat.mat, mavens=(*seat.mat.mavens, change.card)))
    seats = put(state.seats, change.seat, seat)
    return replace(state, seats=seats, open=less(state.open, change.card))


def card_discarded(state: State, change: c.CardDiscarded) -> State:
    card = change.card
    if change.under:
        state = replace(state, forge_deck=(*state.forge_deck, card))
    else:
        state = replace(state, discard=(*state.discard, card))
    match change.origin:
        case "open":
            return replace(state, open=less(state.open, card))
        case "battle":
            battle = state.battle
            assert battle is not None
            attacker = tuple([each for each in battle.attacker_cards if each != card])
            defender = tuple([each for each in battle.defender_cards if each != card])
            return replace(state, battle=replace(battle, attacker_cards=attacker, defender_cards=defender))
        case origin:
            return with_seat(state, change.seat, removed(state.seats[change.seat], card, origin))


def card_taken(state: State, change: c.CardTaken) -> State:
    seat, card = state.seats[change.seat], change.card
    if change.arrives == "mavens":
        seat = replace(seat, mat=replace(seat.mat, mavens=(*seat.mat.mavens, card)))
    else:
        seat = replace(seat, hand=(*seat.hand, card), known=(*seat.known, card))
    return replace(state, seats=put(state.seats, change.seat, seat), discard=less(state.discard, card))


def card_given(state: State, change: c.CardGiven) -> State:
    card = change.card
    seats = put(state.seats, change.giver, removed(state.seats[change.giver], card, change.origin))
    taker = seats[change.taker]
    if change.arrives == "hand":
        known = taker.known if change.secret else (*taker.known, card)
        taker = replace(taker, hand=(*taker.hand, card), known=known)
    else:
        mat = replace(taker.mat, **{change.arrives: (*getattr(taker.mat, change.arrives), card)})
        purse = {**taker.purse, card: change.capital} if change.capital else taker.purse
        taker = replace(taker, mat=mat, purse=purse)
    return replace(state, seats=put(seats, change.taker, taker))


def die_rolled(state: State, change: c.DieRolled) -> State:
    return state


def roll_set(state: State, change: c.RollSet) -> State:
    return state


def skill_bought(state: State, change: c.SkillBought) -> State:
    seat = state.seats[change.seat]
    seat = replace(seat, mat=replace(seat.mat, skills=(*seat.mat.skills, change.card)))
    seats = put(state.seats, change.seat, seat)
    college = less(state.colleges[change.skill], change.card)
    return replace(state, seats=seats, colleges={**state.colleges, change.skill: college})


def item_bought(state: State, change: c.ItemBought) -> State:
    seat = state.seats[change.seat]
    seat = replace(seat, hand=(*seat.hand, change.item), known=(*seat.known, change.item))
    return replace(state, seats=put(state.seats, change.seat, seat), forge=less(state.forge, change.item))


def item_shown(state: State, change: c.ItemShown) -> State:
    return replace(state, forge_deck=state.forge_deck[1:], forge=(*state.forge, change.item))


def slot_upgraded(state: State, change: c.SlotUpgraded) -> State:
    seat = state.seats[change.seat]
    mat = replace(seat.mat, upgraded=(*seat.mat.upgraded, change.slot))
    return with_seat(state, change.seat, replace(seat, mat=mat))


def slot_downgraded(state: State, change: c.SlotDowngraded) -> State:
    seat = state.seats[change.seat]
    mat = replace(seat.mat, upgraded=less(seat.mat.upgraded, change.slot))
    return with_seat(state, change.seat, replace(seat, mat=mat))


def item_equipped(state: State, change: c.ItemEquipped) -> State:
    seat, item, displaced = state.seats[change.seat], change.item, change.displaced
    slots = [*seat.mat.slots]
    for slot in change.slots:
        slots[_PLACES[slot]] = item
    hand, known, purse = less(seat.hand, item), unlisted(seat.known, item), seat.purse
    if displaced:
        slots = ["" if each in displaced else each for each in slots]
        hand, known, purse = hand + displaced, known + displaced, without_capital(purse, *displaced)
    mat = replace(seat.mat, slots=tuple(slots))
    return with_seat(state, change.seat, replace(seat, mat=mat, hand=hand, known=known, purse=purse))


def item_returned(state: State, change: c.ItemReturned) -> State:
    seat = removed(state.seats[change.seat], change.item, "slots")
    seat = replace(seat, hand=(*seat.hand, change.item), known=(*seat.known, change.item))
    return with_seat(state, change.seat, seat)


def pool_revealed(state: State, change: c.PoolRevealed) -> State:
    seat = state.seats[change.seat]
    if change.card in seat.known:
        return state
    return with_seat(state, change.seat, replace(seat, known=(*seat.known, change.card)))


def pool_blessed(state: State, change: c.PoolBlessed) -> State:
    seat, card = state.seats[change.seat], change.card
    seat = replace(
        seat,
        mat=replace(seat.mat, blessing=card),
        hand=less(seat.hand, card),
        known=unlisted(seat.known, card),
    )
    return with_seat(state, change.seat, seat)


def blessing_returned(state: State, change: c.BlessingReturned) -> State:
    seat = removed(state.seats[change.seat], change.card, "blessing")
    seat = replace(seat, hand=(*seat.hand, change.card), known=(*seat.known, change.card))
    return with_seat(state, change.seat, seat)


def block_built(state: State, change: c.BlockBuilt) -> State:
    phase = replace(state.turn, built=True)
    if change.again:
        return replace(state, phase=phase)
    seat = state.seats[change.seat]
    seat = replace(seat, mat=replace(seat.mat, ticked=(*seat.mat.ticked, change.block)))
    return replace(state, seats=put(state.seats, change.seat, seat), phase=phase)


def class_unlocked(state: State, change: c.ClassUnlocked) -> State:
    seat = state.seats[change.seat]
    mat = replace(seat.mat, classes=(*seat.mat.classes, change.name))
    return with_seat(state, change.seat, replace(seat, mat=mat))


def condition_fulfilled(state: State, change: c.ConditionFulfilled) -> State:
    seat = state.seats[change.seat]
    return with_seat(state, change.seat, replace(seat, conditions=(*seat.conditions, change.condition)))
