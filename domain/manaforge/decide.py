"""Decide what a move does: judge it first, then emit the changes."""

from __future__ import annotations

from collections import Counter
from typing import assert_never

from moothall.domain.core.draw import roll
from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.seats import clockwise
from moothall.domain.manaforge import actions, changes as c, moves as m, rules, state as s
from moothall.domain.manaforge.content import Box, box_of, ops
from moothall.domain.manaforge.payment import FREE, ManaAndGems, named, paid
from moothall.domain.manaforge.rounds import after_draft, next_turn, open_round, roll_dice

GEM_FACE = 1
"""The face that a die is turned to."""


def decide(turn: rules.Turning, move: m.AnyMove) -> None:
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


def draft_talent(turn: rules.Turning, move: m.DraftTalent) -> None:
    """MF-1.5: the last pick passes the packets; a single card is taken without asking."""
    rules.check_draft(turn.state, turn.seat, move)
    turn.emit(c.TalentPicked(turn.seat, move.talent))
    phase = turn.state.phase
    assert isinstance(phase, s.Draft)
    if None in phase.answers:
        return
    seats = range(len(turn.state.seats))
    turn.emit(c.PacketsPassed(tuple(turn.state.next_seat(seat) for seat in seats)))
    if len(turn.state.seats[0].packet) == 1:
        turn.emit(c.LastTalentsTaken())


def keep_talents(turn: rules.Turning, move: m.KeepTalents) -> None:
    """MF-1.6: the last answer turns all kept talents up and sets the table."""
    rules.check_keep(turn.state, turn.seat, move)
    turn.emit(c.TalentsKept(turn.seat, (move.first, move.second)))
    phase = turn.state.phase
    assert isinstance(phase, s.Keep)
    if () not in phase.answers:
        turn.emit(c.TalentsRevealed(phase.answers))
        after_draft(turn)


# The acts of a turn but for building.


def spend_die(turn: rules.Turning, move: m.SpendDie) -> None:
    """MF-5.1: the die is used, then its face gives."""
    effect, answer = actions.check_spend(turn.state, turn.seat, move)
    me = turn.state.seats[turn.seat]
    turn.emit(c.DieSpent(turn.seat, move.die, _face(me, move.die), move.copy, _face(me, move.copy), answer))
    _gain(turn, turn.seat, effect, answer, move.die, "")


def _face(me: s.Seat, die_id: str | None) -> int:
    die = me.die(die_id) if die_id is not None else None
    return die.face if die is not None else 0


def activate(turn: rules.Turning, move: m.Activate) -> None:
    """MF-8.1: pay, exhaust, gain."""
    ability, payment = actions.check_activate(turn.state, turn.seat, move)
    card = turn.state.seats[turn.seat].card(move.card)
    assert card is not None
    answer = move.take or move.target or move.element
    if any(isinstance(op, ops.GainManaAttached) for op in ability.effects):
        answer = "+".join(card.gems)
    _pay(turn, ability.pay[0] if ability.pay else None, move.card, move.exhaust)
    turn.emit(c.CardActivated(turn.seat, move.card, move.ability, *paid(payment), answer))
    for op in ability.effects:
        _gain(turn, turn.seat, op, answer, move.card, "workshop")


def upgrade(turn: rules.Turning, move: m.Upgrade) -> None:
    """MF-9.1: a gem goes into the next slot."""
    element, reached = actions.check_upgrade(turn.state, turn.seat, move)
    turn.emit(c.GemAttached(turn.seat, move.card, element, reached))


def activate_talent(turn: rules.Turning, move: m.ActivateTalent) -> None:
    """MF-11.1: pay, gain; the use is counted."""
    talent, payment = actions.check_talent(turn.state, turn.seat, move)
    answer = move.die or move.take
    turn.emit(c.TalentUsed(turn.seat, talent.id, answer))
    if payment != FREE:
        turn.emit(c.Paid(turn.seat, *paid(payment), talent.id))
    _pay(turn, talent.pay[0] if talent.pay else None, talent.id)
    for op in talent.effects:
        _gain(turn, turn.seat, op, answer, talent.id, "talents")


def reserve_store(turn: rules.Turning, move: m.ReserveStore) -> None:
    """MF-11.10: a die lies on the card."""
    actions.check_store(turn.state, turn.seat, move)
    turn.emit(c.DieHeld(turn.seat, move.die))


def reserve_release(turn: rules.Turning, move: m.ReserveRelease) -> None:
    """MF-11.12: the die comes off, in the own turn as one of its acts, otherwise apart from all turns."""
    die = actions.check_release(turn.state, turn.seat)
    phase = turn.state.phase
    turn.emit(c.DieTakenOff(turn.seat, die, not isinstance(phase, s.Playing) or phase.seat != turn.seat))


def exchange_prism(turn: rules.Turning, move: m.ExchangePrism) -> None:
    """MF-4.8: a prism becomes a gem."""
    rules.check_exchange(turn.state, turn.seat)
    if move.element not in s.ELEMENTS:
        raise IllegalMove("MF-4.8", f"element {move.element!r}: name one of {', '.join(s.ELEMENTS)}")
    turn.emit(c.PrismExchanged(turn.seat, move.element))


def end_turn(turn: rules.Turning, move: m.EndTurn) -> None:
    """MF-3.4: the next seat, or the end of the round."""
    rules.check_end(turn.state, turn.seat)
    phase = turn.state.turn
    assert phase is not None
    turn.emit(c.TurnEnded(turn.seat, s.mana_in(phase.mana)))
    next_turn(turn)


def precog_raise(turn: rules.Turning, move: m.PrecogRaise) -> None:
    """MF-11.16: a card of the deck comes to its top."""
    rules.check_raise(turn.state, turn.seat, move.position)
    turn.emit(c.CardRaised(turn.seat, move.position))


# Building: pay, take, place or resolve, and what follows.


def gain_prism(turn: rules.Turning, move: m.GainPrism) -> None:
    """MF-7.9: the build action for a prism."""
    rules.check_turn(turn.state, turn.seat)
    actions.check_build_action(turn.state.seats[turn.seat])
    turn.emit(c.PrismTaken(turn.seat))


def build(turn: rules.Turning, move: m.Build) -> None:
    """MF-7.3, in its order."""
    price = actions.check_build(turn.state, turn.seat, move)
    if price.scavenged != s.NOTHING:
        turn.emit(c.Paid(turn.seat, s.NO_MANA, s.gems_in(price.scavenged), price.scavenger))
    turn.emit(c.ItemTaken(turn.seat, move.card, move.pile, *paid(price.cost)))
    if box_of(turn.state).items[move.card].kind == "store":
        _resolve(turn, turn.seat, 0)
        return
    if move.replace is not None:
        old = turn.state.seats[turn.seat].card(move.replace)
        assert old is not None
        turn.emit(c.CardDiscarded(turn.seat, old.id, old.gems))
    turn.emit(c.ItemPlaced(turn.seat, move.card))
    _craft(turn, turn.seat, move.card)


def _resolve(turn: rules.Turning, seat: int, at: int) -> None:
    """The effects of the Store card being built, from this one on, until one asks or the card is laid down."""
    made = rules.making(turn.state)
    effects = box_of(turn.state).items[made.copied or made.card].effects
    for position in range(at, len(effects)):
        if not _effect(turn, seat, effects[position], position):
            return
    turn.emit(c.ItemStored(seat, made.card))
    _craft(turn, seat, made.card)


def _effect(turn: rules.Turning, seat: int, op: ops.StoreOp, at: int) -> bool:
    """One effect of a Store card; False if the card does not go on by itself."""
    box, made = box_of(turn.state), rules.making(turn.state)
    me = turn.state.seats[seat]
    match op:
        case ops.GainPrestige() | ops.GainGems() | ops.GainPrisms():
            _gain(turn, seat, op, None, made.card, _category_of(box, made))
        case ops.GainPrestigePerWand(n):
            _score(turn, seat, n * sum(card in box.wands for card in me.store))
        case ops.GainPrestigeBySymbols(symbols, n):
            _score(turn, seat, n * sum(count >= symbols for count in rules.symbols_of(box, me)))
        case ops.GainPrestigeByWorkshop(charged, exhausted):
            _score(turn, seat, sum(charged if card.charged else exhausted for card in me.workshop))
        case ops.GainDie(element):
            _gain_die(turn, seat, element)
        case ops.BuyPrestige():
            return not _ask_to_buy(turn, seat, op, at)
        case ops.CopyStoreCard():
            return _copy_store_card(turn, seat, at)
        case ops.OfferGem():
            return not _offer(turn, seat, op, at)
        case _:
            assert_never(op)
    return True


def _score(turn: rules.Turning, seat: int, n: int) -> None:
    if n:
        made = rules.making(turn.state)
        turn.emit(c.PrestigeGained(seat, _category_of(box_of(turn.state), made), made.card, n))


def _gain_die(turn: rules.Turning, seat: int, kind: str) -> None:
    """MF-10.1, MF-12.4: one face number per seat and round, whatever die it is and however often it is undone."""
    state = turn.state
    if not state.supply[s.ELEMENT_INDEX[kind]]:
        return
    me = state.seats[seat]
    face = me.face or roll(turn.draw, f"gain/round-{state.round}/seat-{seat}")
    turn.emit(c.DieGained(seat, me.next_die(kind), kind, face))


def _ask_to_buy(turn: rules.Turning, seat: int, op: ops.BuyPrestige, at: int) -> bool:
    """MF-10.5, MF-10.8: nothing to pay with, nothing to ask."""
    phase = turn.state.phase
    assert isinstance(phase, s.Playing)
    me = turn.state.seats[seat]
    mana = sum(phase.mana) if op.currency == "mana" else 0
    if not mana + sum(me.gems) + me.prisms:
        return False
    choice = "extra_mana" if op.currency == "mana" else "rod_gems"
    turn.emit(c.ChoiceOpened(seat, rules.making(turn.state).card, choice, at))
    return True


def _copy_store_card(turn: rules.Turning, seat: int, at: int) -> bool:
    """MF-10.9: nothing to copy goes on; a single card is copied at once; else the builder is asked."""
    store = turn.state.seats[seat].store
    if not store:
        return True
    if len(store) == 1:
        _copy_card(turn, seat, store[0])
    else:
        turn.emit(c.ChoiceOpened(seat, rules.making(turn.state).card, "mimic", at))
    return False


def _copy_card(turn: rules.Turning, seat: int, card: str) -> None:
    """MF-10.9: the effects of another Store card, from the first."""
    turn.emit(c.StoreCardCopied(seat, card))
    _resolve(turn, seat, 0)


def _offer(turn: rules.Turning, seat: int, op: ops.OfferGem, at: int) -> bool:
    """MF-10.10, MF-10.11: to every other seat that has such a gem or a prism."""
    state = turn.state
    index = s.ELEMENT_INDEX[op.element]
    able = tuple(
        other
        for other in clockwise(len(state.seats), seat)[1:]
        if state.seats[other].gems[index] or state.seats[other].prisms
    )
    if not able:
        return False
    turn.emit(c.OffersOpened(seat, op.element, op.n, rules.making(state).card, able, at))
    return True


def _craft(turn: rules.Turning, seat: int, card: str) -> None:
    """MF-11.3, MF-11.4: Crafters, after everything else."""
    box = box_of(turn.state)
    for talent_id in turn.state.seats[seat].talents:
        talent = box.talents[talent_id]
        if talent.when == "after_build" and talent.element == box.items[card].element:
            for op in talent.effects:
                _gain(turn, seat, op, None, talent_id, "talents")


def _category_of(box: Box, made: s.Making) -> str:
    """Where the prestige of the card being built is counted: a copied wand is no wand."""
    return "wands" if made.copied is None and made.card in box.wands else "store"


# Answers to questions.


def choose(turn: rules.Turning, move: m.Choose) -> None:
    """The answer to the one question that the seat is asked."""
    rules.check_choice(turn.state, turn.seat, move.choice)
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


def _archmage_die(turn: rules.Turning, kind: str) -> None:
    """MF-1.11: one more die; then the first round is opened."""
    rules.check_kind(turn.state, kind)
    me = turn.state.seats[turn.seat]
    talent = next(each for each in me.talents if each in box_of(turn.state).archmages)
    turn.emit(c.DieTaken(turn.seat, me.next_die(kind), kind, talent))
    open_round(turn)


def _reserve_roll(turn: rules.Turning, value: str) -> None:
    """MF-11.14: kept or rolled with the rest."""
    held = turn.state.seats[turn.seat].held
    assert held is not None
    if value not in ("keep", "release"):
        raise IllegalMove("MF-11.14", f"{value!r}: answer keep or release")
    turn.emit(c.HoldKept(turn.seat, held) if value == "keep" else c.DieTakenOff(turn.seat, held))
    roll_dice(turn)


def _extra_mana(turn: rules.Turning, move: m.Choose) -> None:
    """MF-10.5: prestige for further mana."""
    op = rules.effect_at(box_of(turn.state), rules.making(turn.state))
    assert isinstance(op, ops.BuyPrestige)
    n, payment = rules.check_extra_mana(turn.state, turn.seat, op, move)
    _buy(turn, op, move, n, payment)


def _rod_gems(turn: rules.Turning, value: str) -> None:
    """MF-10.8: prestige for gems of different elements."""
    op = rules.effect_at(box_of(turn.state), rules.making(turn.state))
    assert isinstance(op, ops.BuyPrestige)
    gems = rules.check_rod(turn.state, turn.seat, op, value)
    _buy(turn, op, m.Choose("rod_gems", value), sum(gems), ((0, 0, 0, 0), gems))


def _buy(turn: rules.Turning, op: ops.BuyPrestige, move: m.Choose, n: int, payment: ManaAndGems) -> None:
    made = rules.making(turn.state)
    turn.emit(c.ChoiceMade(turn.seat, move.choice, move.value))
    if n:
        turn.emit(c.Paid(turn.seat, *paid(payment), made.card))
        turn.emit(c.PrestigeGained(turn.seat, _category_of(box_of(turn.state), made), made.card, n * op.n))
    _resolve(turn, turn.seat, made.at + 1)


def _mimic(turn: rules.Turning, card: str) -> None:
    """MF-10.9: the card to copy."""
    rules.check_mimic(turn.state, turn.seat, card)
    turn.emit(c.ChoiceMade(turn.seat, "mimic", card))
    _copy_card(turn, turn.seat, card)


def _replica_gift(turn: rules.Turning, gift: str) -> None:
    """MF-10.11: the last answer reveals all, clockwise from the builder, and the build goes on."""
    phase = turn.state.phase
    assert isinstance(phase, s.Offers)
    rules.check_gift(turn.state, turn.seat, phase, gift)
    turn.emit(c.OfferAnswered(turn.seat, gift))
    phase = turn.state.phase
    assert isinstance(phase, s.Offers)
    gifts = tuple(phase.answers[seat] for seat in phase.asked)
    if None in gifts:
        return
    turn.emit(c.OffersClosed(phase.asked, tuple(each or "none" for each in gifts)))
    builder = phase.turn.seat
    for seat, each in zip(phase.asked, gifts, strict=True):
        if each != "none":
            turn.emit(c.GemGiven(seat, builder, phase.element, each == "prism"))
            turn.emit(c.PrestigeGained(seat, "replica_gifts", phase.source, phase.n))
    _resolve(turn, builder, rules.making(turn.state).at + 1)


# What faces, abilities and talents cost and give, as far as it never waits for another answer.


def _pay(turn: rules.Turning, op: ops.Pay | None, source: str, exhaust: str | None = None) -> None:
    """The part of a cost, already judged, that is neither mana nor gems."""
    if isinstance(op, ops.PayExpenditures):
        turn.emit(c.ExpendituresUsed(turn.seat, op.n))
    elif isinstance(op, ops.ExhaustOthers):
        assert exhaust is not None
        for card in exhaust.split("+"):
            turn.emit(c.CardExhausted(turn.seat, card, source))


def _gain(turn: rules.Turning, seat: int, op: ops.Op, answer: str | None, source: str, category: str) -> None:
    """One effect; `answer` is what the move said to what it asks, `source` the card or talent."""
    match op:
        case ops.GainMana():
            turn.emit(c.ManaGained(seat, s.mana_in(op.bag), source))
        case ops.GainManaChoice():
            assert answer is not None
            turn.emit(c.ManaGained(seat, s.mana_in(ops.takes(op)[answer]), source))
        case ops.GainManaAny(n):
            assert answer is not None
            turn.emit(c.ManaGained(seat, s.Mana(**{answer: n}), source))
        case ops.GainManaAttached():
            assert answer is not None
            turn.emit(c.ManaGained(seat, s.Mana(**Counter(answer.split("+"))), source))
        case ops.GainGems(element, n):
            turn.emit(c.GemsGained(seat, s.Gems(**{element: n}), source))
        case ops.GainGemsOfPaid(n):
            assert answer is not None
            turn.emit(c.GemsGained(seat, s.Gems(**{answer: n}), source))
        case ops.CopyGem():
            assert answer is not None
            turn.emit(c.GemsGained(seat, s.Gems(**{answer: 1}), source))
        case ops.GainPrisms(n):
            turn.emit(c.PrismsGained(seat, n, source))
        case ops.GainPrestige(n):
            turn.emit(c.PrestigeGained(seat, category, source, n))
        case ops.Recharge():
            assert answer is not None
            turn.emit(c.CardRecharged(seat, answer, source))
        case ops.AddExpenditures(n):
            turn.emit(c.ExpendituresGained(seat, n))
        case ops.FlipDieToGem():
            assert answer is not None
            turn.emit(c.DieTurned(seat, answer, GEM_FACE, source))
        case _:
            raise AssertionError(f"{op} is resolved elsewhere")
