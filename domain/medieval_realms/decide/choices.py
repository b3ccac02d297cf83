"""Answers to what cards and the score track ask."""

from __future__ import annotations

from moothall.domain.medieval_realms.changes import BonusTaken, CardTaken, TokensGained
from moothall.domain.medieval_realms.decide.effects import pay_bonus, resolve
from moothall.domain.medieval_realms.moves import ChooseResource, TakeBonusToken, TakeRealmCard
from moothall.domain.medieval_realms.rules.cards import check_take
from moothall.domain.medieval_realms.rules.choices import check_bonus, check_choice
from moothall.domain.medieval_realms.rules.turns import check_asked
from moothall.domain.medieval_realms.state import Choosing, TakingBonus, TakingCard, Tokens, Turning


def choose_resource(turn: Turning, move: ChooseResource) -> None:
    """MR-13.13."""
    phase = check_asked(turn.state, turn.seat, Choosing)
    check_choice(phase, move.resource)
    turn.emit(TokensGained(turn.seat, Tokens(**{move.resource: phase.amount}), phase.card))
    resolve(turn, turn.seat, phase.card, phase.next)


def take_realm_card(turn: Turning, move: TakeRealmCard) -> None:
    """MR-13.17."""
    phase = check_asked(turn.state, turn.seat, TakingCard)
    card = check_take(turn.state, turn.seat, move.square)
    turn.emit(CardTaken(turn.seat, move.square, card, "effect"))
    resolve(turn, turn.seat, phase.card, phase.next)


def take_bonus_token(turn: Turning, move: TakeBonusToken) -> None:
    """MR-11.1."""
    check_asked(turn.state, turn.seat, TakingBonus)
    check_bonus(move.resource)
    turn.emit(BonusTaken(turn.seat, move.resource))
    pay_bonus(turn, turn.seat)
