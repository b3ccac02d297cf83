"""Answers to questions."""

from __future__ import annotations

from moothall.domain.core.errors import IllegalMove
from moothall.domain.manaforge.changes import (
    ChoiceMade,
    DieTaken,
    DieTakenOff,
    GemGiven,
    HoldKept,
    OfferAnswered,
    OffersClosed,
    Paid,
    PrestigeGained,
)
from moothall.domain.manaforge.content import box_of
from moothall.domain.manaforge.content.ops import BuyPrestige
from moothall.domain.manaforge.decide.build import category_of, copy_card, effect_at, making, resolve
from moothall.domain.manaforge.moves import Choose
from moothall.domain.manaforge.rounds import open_round, roll_dice
from moothall.domain.manaforge.rules.choices import check_extra_mana, check_gift, check_kind, check_mimic, check_rod
from moothall.domain.manaforge.rules.payment import ManaAndGems, named, paid
from moothall.domain.manaforge.rules.turns import check_choice
from moothall.domain.manaforge.state import Offers, Turning


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
