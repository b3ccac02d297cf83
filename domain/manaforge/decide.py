"""Decide what a move does: judge it first, then emit the changes."""

from __future__ import annotations

from collections import Counter
from typing import assert_never

from moothall.domain.core.draw import roll
from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.seats import clockwise
from moothall.domain.manaforge import moves as m
from moothall.domain.manaforge.actions import (
    check_activate,
    check_build,
    check_build_action,
    check_release,
    check_spend,
    check_store,
    check_talent,
    check_upgrade,
)
from moothall.domain.manaforge.changes import (
    CardActivated,
    CardDiscarded,
    CardExhausted,
    CardRaised,
    CardRecharged,
    ChoiceMade,
    ChoiceOpened,
    DieGained,
    DieHeld,
    DieSpent,
    DieTaken,
    DieTakenOff,
    DieTurned,
    ExpendituresGained,
    ExpendituresUsed,
    GemAttached,
    GemGiven,
    GemsGained,
    HoldKept,
    ItemPlaced,
    ItemStored,
    ItemTaken,
    LastTalentsTaken,
    ManaGained,
    OfferAnswered,
    OffersClosed,
    OffersOpened,
    PacketsPassed,
    Paid,
    PrestigeGained,
    PrismExchanged,
    PrismsGained,
    PrismTaken,
    StoreCardCopied,
    TalentPicked,
    TalentsKept,
    TalentsRevealed,
    TalentUsed,
    TurnEnded,
)
from moothall.domain.manaforge.content import Box, box_of
from moothall.domain.manaforge.content.ops import (
    AddExpenditures,
    BuyPrestige,
    CopyGem,
    CopyStoreCard,
    ExhaustOthers,
    FlipDieToGem,
    GainDie,
    GainGems,
    GainGemsOfPaid,
    GainMana,
    GainManaAny,
    GainManaAttached,
    GainManaChoice,
    GainPrestige,
    GainPrestigeBySymbols,
    GainPrestigeByWorkshop,
    GainPrestigePerWand,
    GainPrisms,
    OfferGem,
    Op,
    Pay,
    PayExpenditures,
    Recharge,
    StoreOp,
    takes,
)
from moothall.domain.manaforge.moves import (
    Activate,
    ActivateTalent,
    Build,
    Choose,
    DraftTalent,
    EndTurn,
    ExchangePrism,
    GainPrism,
    KeepTalents,
    PrecogRaise,
    ReserveRelease,
    ReserveStore,
    SpendDie,
    Upgrade,
)
from moothall.domain.manaforge.payment import FREE, ManaAndGems, named, paid
from moothall.domain.manaforge.rounds import after_draft, next_turn, open_round, roll_dice
from moothall.domain.manaforge.rules import (
    Turning,
    check_choice,
    check_draft,
    check_end,
    check_exchange,
    check_extra_mana,
    check_gift,
    check_keep,
    check_kind,
    check_mimic,
    check_raise,
    check_rod,
    check_turn,
    effect_at,
    making,
    symbols_of,
)
from moothall.domain.manaforge.state import (
    ELEMENT_INDEX,
    ELEMENTS,
    NO_MANA,
    NOTHING,
    Draft,
    Gems,
    Keep,
    Making,
    Mana,
    Offers,
    Playing,
    Seat,
    gems_in,
    mana_in,
)

GEM_FACE = 1
"""The face that a die is turned to."""


def decide(turn: Turning, move: m.AnyMove) -> None:
    """The move of `turn.seat`."""
    match move:
        case m.SpendDie():
            spend_die(turn, move)
        case m.Activate():
            activate(turn, move)
        case m.Build():
            build(turn, move)
        case m.EndTurn():
            end_turn(turn, move)
        case m.ExchangePrism():
            exchange_prism(turn, move)
        case m.Upgrade():
            upgrade(turn, move)
        case m.ActivateTalent():
            activate_talent(turn, move)
        case m.GainPrism():
            gain_prism(turn, move)
        case m.Choose():
            choose(turn, move)
        case m.PrecogRaise():
            precog_raise(turn, move)
        case m.ReserveStore():
            reserve_store(turn, move)
        case m.ReserveRelease():
            reserve_release(turn, move)
        case m.DraftTalent():
            draft_talent(turn, move)
        case m.KeepTalents():
            keep_talents(turn, move)
        case _:
            assert_never(move)


# The draft.


def draft_talent(turn: Turning, move: DraftTalent) -> None:
    """MF-1.5: the last pick passes the packets; a single card is taken without asking."""
    check_draft(turn.state, turn.seat, move)
    turn.emit(TalentPicked(turn.seat, move.talent))
    phase = turn.state.phase
    assert isinstance(phase, Draft)
    if None in phase.answers:
        return
    seats = range(len(turn.state.seats))
    turn.emit(PacketsPassed(tuple(turn.state.next_seat(seat) for seat in seats)))
    if len(turn.state.seats[0].packet) == 1:
        turn.emit(LastTalentsTaken())


def keep_talents(turn: Turning, move: KeepTalents) -> None:
    """MF-1.6: the last answer turns all kept talents up and sets the table."""
    check_keep(turn.state, turn.seat, move)
    turn.emit(TalentsKept(turn.seat, (move.first, move.second)))
    phase = turn.state.phase
    assert isinstance(phase, Keep)
    if () not in phase.answers:
        turn.emit(TalentsRevealed(phase.answers))
        after_draft(turn)


# The acts of a turn but for building.


def spend_die(turn: Turning, move: SpendDie) -> None:
    """MF-5.1: the die is used, then its face gives."""
    effect, answer = check_spend(turn.state, turn.seat, move)
    me = turn.state.seats[turn.seat]
    turn.emit(DieSpent(turn.seat, move.die, _face(me, move.die), move.copy, _face(me, move.copy), answer))
    gain(turn, turn.seat, effect, answer, move.die, "")


def _face(me: Seat, die_id: str | None) -> int:
    die = me.die(die_id) if die_id is not None else None
    return die.face if die is not None else 0


def activate(turn: Turning, move: Activate) -> None:
    """MF-8.1: pay, exhaust, gain."""
    ability, payment = check_activate(turn.state, turn.seat, move)
    card = turn.state.seats[turn.seat].card(move.card)
    assert card is not None
    answer = move.take or move.target or move.element
    if any(isinstance(op, GainManaAttached) for op in ability.effects):
        answer = "+".join(card.gems)
    pay(turn, ability.pay[0] if ability.pay else None, move.card, move.exhaust)
    turn.emit(CardActivated(turn.seat, move.card, move.ability, *paid(payment), answer))
    for op in ability.effects:
        gain(turn, turn.seat, op, answer, move.card, "workshop")


def upgrade(turn: Turning, move: Upgrade) -> None:
    """MF-9.1: a gem goes into the next slot."""
    element, reached = check_upgrade(turn.state, turn.seat, move)
    turn.emit(GemAttached(turn.seat, move.card, element, reached))


def activate_talent(turn: Turning, move: ActivateTalent) -> None:
    """MF-11.1: pay, gain; the use is counted."""
    talent, payment = check_talent(turn.state, turn.seat, move)
    answer = move.die or move.take
    turn.emit(TalentUsed(turn.seat, talent.id, answer))
    if payment != FREE:
        turn.emit(Paid(turn.seat, *paid(payment), talent.id))
    pay(turn, talent.pay[0] if talent.pay else None, talent.id)
    for op in talent.effects:
        gain(turn, turn.seat, op, answer, talent.id, "talents")


def reserve_store(turn: Turning, move: ReserveStore) -> None:
    """MF-11.10: a die lies on the card."""
    check_store(turn.state, turn.seat, move)
    turn.emit(DieHeld(turn.seat, move.die))


def reserve_release(turn: Turning, move: ReserveRelease) -> None:
    """MF-11.12: the die comes off, in the own turn as one of its acts, otherwise apart from all turns."""
    die = check_release(turn.state, turn.seat)
    phase = turn.state.phase
    turn.emit(DieTakenOff(turn.seat, die, not isinstance(phase, Playing) or phase.seat != turn.seat))


def exchange_prism(turn: Turning, move: ExchangePrism) -> None:
    """MF-4.8: a prism becomes a gem."""
    check_exchange(turn.state, turn.seat)
    if move.element not in ELEMENTS:
        raise IllegalMove("MF-4.8", f"element {move.element!r}: name one of {', '.join(ELEMENTS)}")
    turn.emit(PrismExchanged(turn.seat, move.element))


def end_turn(turn: Turning, move: EndTurn) -> None:
    """MF-3.4: the next seat, or the end of the round."""
    check_end(turn.state, turn.seat)
    phase = turn.state.turn
    assert phase is not None
    turn.emit(TurnEnded(turn.seat, mana_in(phase.mana)))
    next_turn(turn)


def precog_raise(turn: Turning, move: PrecogRaise) -> None:
    """MF-11.16: a card of the deck comes to its top."""
    check_raise(turn.state, turn.seat, move.position)
    turn.emit(CardRaised(turn.seat, move.position))


# Building: pay, take, place or resolve, and what follows.


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


def resolve(turn: Turning, seat: int, at: int) -> None:
    """The effects of the Store card being built, from this one on, until one asks or the card is laid down."""
    made = making(turn.state)
    effects = box_of(turn.state).items[made.copied or made.card].effects
    for position in range(at, len(effects)):
        if not _effect(turn, seat, effects[position], position):
            return
    turn.emit(ItemStored(seat, made.card))
    _craft(turn, seat, made.card)


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


def copy_card(turn: Turning, seat: int, card: str) -> None:
    """MF-10.9: the effects of another Store card, from the first."""
    turn.emit(StoreCardCopied(seat, card))
    resolve(turn, seat, 0)


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


def _craft(turn: Turning, seat: int, card: str) -> None:
    """MF-11.3, MF-11.4: Crafters, after everything else."""
    box = box_of(turn.state)
    for talent_id in turn.state.seats[seat].talents:
        talent = box.talents[talent_id]
        if talent.when == "after_build" and talent.element == box.items[card].element:
            for op in talent.effects:
                gain(turn, seat, op, None, talent_id, "talents")


def category_of(box: Box, made: Making) -> str:
    """Where the prestige of the card being built is counted: a copied wand is no wand."""
    return "wands" if made.copied is None and made.card in box.wands else "store"


# Answers to questions.


def choose(turn: Turning, move: Choose) -> None:
    """The answer to the one question that the seat is asked."""
    check_choice(turn.state, turn.seat, move.choice)
    if named(move) is not None and move.choice != "extra_mana":
        raise IllegalMove("MF-4.13", "there is nothing to pay with mana or gems")
    match move.choice:
        case "archmage_die":
            _archmage_die(turn, move.value)
        case "reserve_roll":
            _reserve_roll(turn, move.value)
        case "extra_mana":
            _extra_mana(turn, move)
        case "rod_gems":
            _rod_gems(turn, move.value)
        case "mimic":
            _mimic(turn, move.value)
        case "replica_gift":
            _replica_gift(turn, move.value)


def _archmage_die(turn: Turning, kind: str) -> None:
    """MF-1.11: one more die; then the first round is opened."""
    check_kind(turn.state, kind)
    me = turn.state.seats[turn.seat]
    talent = next(each for each in me.talents if each in box_of(turn.state).archmages)
    turn.emit(DieTaken(turn.seat, me.next_die(kind), kind, talent))
    open_round(turn)


def _reserve_roll(turn: Turning, value: str) -> None:
    """MF-11.14: kept or rolled with the rest."""
    held = turn.state.seats[turn.seat].held
    assert held is not None
    if value not in ("keep", "release"):
        raise IllegalMove("MF-11.14", f"{value!r}: answer keep or release")
    turn.emit(HoldKept(turn.seat, held) if value == "keep" else DieTakenOff(turn.seat, held))
    roll_dice(turn)


def _extra_mana(turn: Turning, move: Choose) -> None:
    """MF-10.5: prestige for further mana."""
    op = effect_at(box_of(turn.state), making(turn.state))
    assert isinstance(op, BuyPrestige)
    n, payment = check_extra_mana(turn.state, turn.seat, op, move)
    _buy(turn, op, move, n, payment)


def _rod_gems(turn: Turning, value: str) -> None:
    """MF-10.8: prestige for gems of different elements."""
    op = effect_at(box_of(turn.state), making(turn.state))
    assert isinstance(op, BuyPrestige)
    gems = check_rod(turn.state, turn.seat, op, value)
    _buy(turn, op, Choose("rod_gems", value), sum(gems), ((0, 0, 0, 0), gems))


def _buy(turn: Turning, op: BuyPrestige, move: Choose, n: int, payment: ManaAndGems) -> None:
    made = making(turn.state)
    turn.emit(ChoiceMade(turn.seat, move.choice, move.value))
    if n:
        turn.emit(Paid(turn.seat, *paid(payment), made.card))
        turn.emit(PrestigeGained(turn.seat, category_of(box_of(turn.state), made), made.card, n * op.n))
    resolve(turn, turn.seat, made.at + 1)


def _mimic(turn: Turning, card: str) -> None:
    """MF-10.9: the card to copy."""
    check_mimic(turn.state, turn.seat, card)
    turn.emit(ChoiceMade(turn.seat, "mimic", card))
    copy_card(turn, turn.seat, card)


def _replica_gift(turn: Turning, gift: str) -> None:
    """MF-10.11: the last answer reveals all, clockwise from the builder, and the build goes on."""
    phase = turn.state.phase
    assert isinstance(phase, Offers)
    check_gift(turn.state, turn.seat, phase, gift)
    turn.emit(OfferAnswered(turn.seat, gift))
    phase = turn.state.phase
    assert isinstance(phase, Offers)
    gifts = tuple(phase.answers[seat] for seat in phase.asked)
    if None in gifts:
        return
    turn.emit(OffersClosed(phase.asked, tuple(each or "none" for each in gifts)))
    builder = phase.turn.seat
    for seat, each in zip(phase.asked, gifts, strict=True):
        if each != "none":
            turn.emit(GemGiven(seat, builder, phase.element, each == "prism"))
            turn.emit(PrestigeGained(seat, "replica_gifts", phase.source, phase.n))
    resolve(turn, builder, making(turn.state).at + 1)


# What faces, abilities and talents cost and give, as far as it never waits for another answer.


def pay(turn: Turning, op: Pay | None, source: str, exhaust: str | None = None) -> None:
    """The part of a cost, already judged, that is neither mana nor gems."""
    if isinstance(op, PayExpenditures):
        turn.emit(ExpendituresUsed(turn.seat, op.n))
    elif isinstance(op, ExhaustOthers):
        assert exhaust is not None
        for card in exhaust.split("+"):
            turn.emit(CardExhausted(turn.seat, card, source))


def gain(turn: Turning, seat: int, op: Op, answer: str | None, source: str, category: str) -> None:
    """One effect; `answer` is what the move said to what it asks, `source` the card or talent."""
    match op:
        case GainMana():
            turn.emit(ManaGained(seat, mana_in(op.bag), source))
        case GainManaChoice():
            assert answer is not None
            turn.emit(ManaGained(seat, mana_in(takes(op)[answer]), source))
        case GainManaAny(n):
            assert answer is not None
            turn.emit(ManaGained(seat, Mana(**{answer: n}), source))
        case GainManaAttached():
            assert answer is not None
            turn.emit(ManaGained(seat, Mana(**Counter(answer.split("+"))), source))
        case GainGems(element, n):
            turn.emit(GemsGained(seat, Gems(**{element: n}), source))
        case GainGemsOfPaid(n):
            assert answer is not None
            turn.emit(GemsGained(seat, Gems(**{answer: n}), source))
        case CopyGem():
            assert answer is not None
            turn.emit(GemsGained(seat, Gems(**{answer: 1}), source))
        case GainPrisms(n):
            turn.emit(PrismsGained(seat, n, source))
        case GainPrestige(n):
            turn.emit(PrestigeGained(seat, category, source, n))
        case Recharge():
            assert answer is not None
            turn.emit(CardRecharged(seat, answer, source))
        case AddExpenditures(n):
            turn.emit(ExpendituresGained(seat, n))
        case FlipDieToGem():
            assert answer is not None
            turn.emit(DieTurned(seat, answer, GEM_FACE, source))
        case _:
            raise AssertionError(f"{op} is resolved elsewhere")
