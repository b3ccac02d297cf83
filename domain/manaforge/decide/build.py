"""Building: pay, take, place or resolve, and what follows."""

from __future__ import annotations

from typing import assert_never

from moothall.domain.core.draw import roll
from moothall.domain.core.seats import clockwise
from moothall.domain.manaforge.changes import (
    CardDiscarded,
    ChoiceOpened,
    DieGained,
    ItemPlaced,
    ItemStored,
    ItemTaken,
    OffersOpened,
    Paid,
    PrestigeGained,
    PrismTaken,
    StoreCardCopied,
)
from moothall.domain.manaforge.content import Box, box_of
from moothall.domain.manaforge.content.ops import (
    BuyPrestige,
    CopyStoreCard,
    GainDie,
    GainGems,
    GainPrestige,
    GainPrestigeBySymbols,
    GainPrestigeByWorkshop,
    GainPrestigePerWand,
    GainPrisms,
    OfferGem,
    StoreOp,
)
from moothall.domain.manaforge.decide.effects import gain
from moothall.domain.manaforge.moves import Build, GainPrism
from moothall.domain.manaforge.rules.actions import check_build, check_build_action
from moothall.domain.manaforge.rules.payment import paid
from moothall.domain.manaforge.rules.turns import check_turn
from moothall.domain.manaforge.state import (
    ELEMENT_INDEX,
    NO_MANA,
    NOTHING,
    Making,
    Playing,
    Seat,
    State,
    Turning,
    gems_in,
)


def gain_prism(turn: Turning, move: GainPrism) -> None:
    """MF-7.9: the build action for a prism."""
    check_turn(turn.state, turn.seat)
    check_build_action(turn.state.seats[turn.seat])
    turn.emit(PrismTaken(turn.seat))


def build(turn: Turning, move: Build) -> None:
    """MF-7.3, in its order."""
    price = check_build(turn.state, turn.seat, move)
    if price.scavenged != NOTHING:
        turn.emit(Paid(turn.seat, NO_MANA, gems_in(price.scavenged), price.scavenger))
    turn.emit(ItemTaken(turn.seat, move.card, move.pile, *paid(price.cost)))
    if box_of(turn.state).items[move.card].kind == "store":
        resolve(turn, turn.seat, 0)
        return
    if move.replace is not None:
        old = turn.state.seats[turn.seat].card(move.replace)
        assert old is not None
        turn.emit(CardDiscarded(turn.seat, old.id, old.gems))
    turn.emit(ItemPlaced(turn.seat, move.card))
    _craft(turn, turn.seat, move.card)


def making(state: State) -> Making:
    """The card being built."""
    phase = state.phase
    assert isinstance(phase, Playing)
    assert phase.making is not None
    return phase.making


def effect_at(box: Box, made: Making) -> StoreOp:
    """The effect that asks."""
    return box.items[made.copied or made.card].effects[made.at]


def category_of(box: Box, made: Making) -> str:
    """Where the prestige of the card being built is counted: a copied wand is no wand."""
    return "wands" if made.copied is None and made.card in box.wands else "store"


def resolve(turn: Turning, seat: int, at: int) -> None:
    """The effects of the Store card being built, from this one on, until one asks or the card is laid down."""
    made = making(turn.state)
    effects = box_of(turn.state).items[made.copied or made.card].effects
    for position in range(at, len(effects)):
        if not _effect(turn, seat, effects[position], position):
            return
    turn.emit(ItemStored(seat, made.card))
    _craft(turn, seat, made.card)


def copy_card(turn: Turning, seat: int, card: str) -> None:
    """MF-10.9: the effects of another Store card, from the first."""
    turn.emit(StoreCardCopied(seat, card))
    resolve(turn, seat, 0)


def _craft(turn: Turning, seat: int, card: str) -> None:
    """MF-11.3, MF-11.4: Crafters, after everything else."""
    box = box_of(turn.state)
    for talent_id in turn.state.seats[seat].talents:
        talent = box.talents[talent_id]
        if talent.when == "after_build" and talent.element == box.items[card].element:
            for op in talent.effects:
                gain(turn, seat, op, None, talent_id, "talents")


def _effect(turn: Turning, seat: int, op: StoreOp, at: int) -> bool:
    """One effect of a Store card; False if the card does not go on by itself."""
    box, made = box_of(turn.state), making(turn.state)
    me = turn.state.seats[seat]
    match op:
        case GainPrestige() | GainGems() | GainPrisms():
            gain(turn, seat, op, None, made.card, category_of(box, made))
        case GainPrestigePerWand(n):
            _score(turn, seat, n * sum(card in box.wands for card in me.store))
        case GainPrestigeBySymbols(symbols, n):
            _score(turn, seat, n * sum(count >= symbols for count in symbols_of(box, me)))
        case GainPrestigeByWorkshop(charged, exhausted):
            _score(turn, seat, sum(charged if card.charged else exhausted for card in me.workshop))
        case GainDie(element):
            _gain_die(turn, seat, element)
        case BuyPrestige():
            return not _ask_to_buy(turn, seat, op, at)
        case CopyStoreCard():
            return _copy_store_card(turn, seat, at)
        case OfferGem():
            return not _offer(turn, seat, op, at)
        case _:
            assert_never(op)
    return True


def _score(turn: Turning, seat: int, n: int) -> None:
    if n:
        made = making(turn.state)
        turn.emit(PrestigeGained(seat, category_of(box_of(turn.state), made), made.card, n))


def symbols_of(box: Box, seat: Seat) -> list[int]:
    """MF-10.6: symbols showing on all dice, by element."""
    counts = [0, 0, 0, 0]
    for die in seat.dice:
        for i, n in enumerate(box.symbols[die.kind][die.face]):
            counts[i] += n
    return counts


def _gain_die(turn: Turning, seat: int, kind: str) -> None:
    """MF-10.1, MF-12.4: one face number per seat and round, whatever die it is and however often it is undone."""
    state = turn.state
    if not state.supply[ELEMENT_INDEX[kind]]:
        return
    me = state.seats[seat]
    face = me.face or roll(turn.draw, f"gain/round-{state.round}/seat-{seat}")
    turn.emit(DieGained(seat, me.next_die(kind), kind, face))


def _ask_to_buy(turn: Turning, seat: int, op: BuyPrestige, at: int) -> bool:
    """MF-10.5, MF-10.8: nothing to pay with, nothing to ask."""
    phase = turn.state.phase
    assert isinstance(phase, Playing)
    me = turn.state.seats[seat]
    mana = sum(phase.mana) if op.currency == "mana" else 0
    if not mana + sum(me.gems) + me.prisms:
        return False
    choice = "extra_mana" if op.currency == "mana" else "rod_gems"
    turn.emit(ChoiceOpened(seat, making(turn.state).card, choice, at))
    return True


def _copy_store_card(turn: Turning, seat: int, at: int) -> bool:
    """MF-10.9: nothing to copy goes on; a single card is copied at once; else the builder is asked."""
    store = turn.state.seats[seat].store
    if not store:
        return True
    if len(store) == 1:
        copy_card(turn, seat, store[0])
    else:
        turn.emit(ChoiceOpened(seat, making(turn.state).card, "mimic", at))
    return False


def _offer(turn: Turning, seat: int, op: OfferGem, at: int) -> bool:
    """MF-10.10, MF-10.11: to every other seat that has such a gem or a prism."""
    state = turn.state
    index = ELEMENT_INDEX[op.element]
    able = tuple(
        other
        for other in clockwise(len(state.seats), seat)[1:]
        if state.seats[other].gems[index] or state.seats[other].prisms
    )
    if not able:
        return False
    turn.emit(OffersOpened(seat, op.element, op.n, making(state).card, able, at))
    return True
