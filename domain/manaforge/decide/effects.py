"""What faces, abilities and talents give: the interpreter of everything that never waits for another answer."""

from __future__ import annotations

from collections import Counter

from moothall.domain.manaforge.changes import (
    CardExhausted,
    CardRecharged,
    DieTurned,
    ExpendituresGained,
    ExpendituresUsed,
    GemsGained,
    ManaGained,
    PrestigeGained,
    PrismsGained,
)
from moothall.domain.manaforge.content.ops import (
    AddExpenditures,
    CopyGem,
    ExhaustOthers,
    FlipDieToGem,
    GainGems,
    GainGemsOfPaid,
    GainMana,
    GainManaAny,
    GainManaAttached,
    GainManaChoice,
    GainPrestige,
    GainPrisms,
    Op,
    Pay,
    PayExpenditures,
    Recharge,
    takes,
)
from moothall.domain.manaforge.state import Gems, Mana, Turning, mana_in

GEM_FACE = 1
"""The face that a die is turned to."""


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
