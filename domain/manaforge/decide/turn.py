"""The acts of a turn but for building."""

from __future__ import annotations

from moothall.domain.core.errors import IllegalMove
from moothall.domain.manaforge.changes import (
    CardActivated,
    CardRaised,
    DieHeld,
    DieSpent,
    DieTakenOff,
    GemAttached,
    Paid,
    PrismExchanged,
    TalentUsed,
    TurnEnded,
)
from moothall.domain.manaforge.content.ops import GainManaAttached
from moothall.domain.manaforge.decide.effects import gain, pay
from moothall.domain.manaforge.moves import (
    Activate,
    ActivateTalent,
    EndTurn,
    ExchangePrism,
    PrecogRaise,
    ReserveRelease,
    ReserveStore,
    SpendDie,
    Upgrade,
)
from moothall.domain.manaforge.rounds import next_turn
from moothall.domain.manaforge.rules.actions import (
    check_activate,
    check_release,
    check_spend,
    check_store,
    check_talent,
    check_upgrade,
)
from moothall.domain.manaforge.rules.payment import FREE, paid
from moothall.domain.manaforge.rules.turns import check_end, check_exchange, check_raise
from moothall.domain.manaforge.state import ELEMENTS, Playing, Seat, Turning, mana_in


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
