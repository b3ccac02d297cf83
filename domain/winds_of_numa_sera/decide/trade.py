"""Trades offered, answered and carried out (NS-9)."""

from __future__ import annotations

from collections.abc import Sequence

from moothall.domain.winds_of_numa_sera import moves as m
from moothall.domain.winds_of_numa_sera.agenda import Agenda, resolve
from moothall.domain.winds_of_numa_sera.changes import (
    CapitalGiven,
    CardGiven,
    OfferClosed,
    OfferMade,
    PledgeMade,
    PowerGiven,
    SlotDowngraded,
)
from moothall.domain.winds_of_numa_sera.content import box_of
from moothall.domain.winds_of_numa_sera.decide.work import run
from moothall.domain.winds_of_numa_sera.rules import trade as trading
from moothall.domain.winds_of_numa_sera.rules.pledges import promises
from moothall.domain.winds_of_numa_sera.rules.trade import origin_of
from moothall.domain.winds_of_numa_sera.state import Offer, Settle, Turning

_ARRIVES = {"maven": "mavens", "skill": "skills", "stronghold": "strongholds"}


def offer_trade(turn: Turning, move: m.OfferTrade) -> None:
    trading.check_offer(turn.state, turn.seat, move)
    turn.emit(OfferMade(trading.offer_of(turn.state, turn.seat, move)))


def counter_trade(turn: Turning, move: m.CounterTrade) -> None:
    trading.check_counter(turn.state, turn.seat, move)
    offer = trading.offer_of(turn.state, turn.seat, move)
    turn.emit(OfferClosed(turn.seat, "countered"))
    turn.emit(OfferMade(offer))


def withdraw_trade(turn: Turning, move: m.WithdrawTrade) -> None:
    trading.check_withdraw(turn.state, turn.seat)
    turn.emit(OfferClosed(turn.seat, "withdrawn"))


def accept_trade(turn: Turning, move: m.AcceptTrade) -> None:
    offer = trading.check_accept(turn.state, turn.seat, move.cards)
    agenda: Agenda = []
    _carry_out(turn, agenda, offer, move.cards)
    run(turn, agenda)


def reject_trade(turn: Turning, move: m.RejectTrade) -> None:
    trading.check_answering(turn.state, turn.seat)
    turn.emit(OfferClosed(turn.seat, "rejected"))


def _carry_out(turn: Turning, agenda: Agenda, offer: Offer, battle_cards: tuple[str, ...]) -> None:
    """Everything changes hands at once; then slots are upgraded and the state is checked."""
    by, to = offer.by, offer.to
    pledges = promises(turn.state, by, to, offer)
    turn.emit(OfferClosed(to, "accepted"))
    agenda.append(Settle())
    for giver, taker, capital in ((by, to, offer.give_capital), (to, by, offer.get_capital)):
        if capital:
            turn.emit(CapitalGiven(giver, taker, capital))
    for giver, taker, power in ((by, to, offer.give_power), (to, by, offer.get_power)):
        if power:
            turn.emit(PowerGiven(giver, taker, power))
    _give(turn, agenda, by, to, offer.give_cards + offer.give_hidden)
    _give(turn, agenda, to, by, offer.get_cards + offer.get_hidden + battle_cards)
    for pledge in pledges:
        turn.emit(PledgeMade(pledge))


def _give(turn: Turning, agenda: Agenda, giver: int, taker: int, cards: Sequence[str]) -> None:
    box = box_of(turn.state)
    for card in cards:
        player = turn.state.seats[giver]
        in_hand = card in player.hand
        arrives = _ARRIVES.get(box.kind_of(card), "hand")
        change = CardGiven(
            giver,
            taker,
            card,
            "hand" if in_hand else origin_of(box, player, card),  # type: ignore[arg-type]  # one of the literals
            arrives,  # type: ignore[arg-type]  # one of the literals
            capital=player.purse.get(card, 0) if arrives == "strongholds" else 0,
            secret=in_hand and card not in player.known,
        )
        turn.emit(change)
        if skill := box.skill_of(card):
            _move_upgrades(turn, agenda, giver, taker, skill, card)


def _move_upgrades(turn: Turning, agenda: Agenda, giver: int, taker: int, skill: str, card: str) -> None:
    """NS-9.7: what buying the card did is undone for the giver and done for the receiver."""
    box = box_of(turn.state)
    on_buy = box.skills[skill].on_buy
    for effect in on_buy:
        for slot in turn.state.seats[giver].mat.upgraded[::-1][: effect.count]:
            turn.emit(SlotDowngraded(giver, slot))
    resolve(agenda, taker, card, on_buy)
