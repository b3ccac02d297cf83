"""Every move judged, then carried out."""

from __future__ import annotations

from typing import assert_never

from moothall.domain.winds_of_numa_sera import moves as m
from moothall.domain.winds_of_numa_sera.changes import OffersCounted
from moothall.domain.winds_of_numa_sera.decide import actions, draft, phase2, trade
from moothall.domain.winds_of_numa_sera.state import State, Turning


def decide(turn: Turning, move: m.AnyMove) -> None:
    """Judge the move and say what happens."""
    match move:  # what comes most often comes first
        case m.CounterTrade():  # before the offer, whose kind it is
            trade.counter_trade(turn, move)
        case m.OfferTrade():
            trade.offer_trade(turn, move)
        case m.RejectTrade():
            trade.reject_trade(turn, move)
        case m.AcceptTrade():
            trade.accept_trade(turn, move)
        case m.Equip():
            actions.equip(turn, move)
        case m.WithdrawTrade():
            trade.withdraw_trade(turn, move)
        case m.Explore():
            actions.explore(turn, move)
        case m.BuySkill():
            actions.buy_skill(turn, move)
        case m.BuyItem():
            actions.buy_item(turn, move)
        case m.Use():
            actions.use(turn, move)
        case m.AttemptTest():
            actions.attempt_test(turn, move)
        case m.HealFromCard():
            actions.heal_from_card(turn, move)
        case m.Build():
            phase2.build(turn, move)
        case m.Attack():
            phase2.attack(turn, move)
        case m.CommitBattle():
            phase2.commit_battle(turn, move)
        case m.Choose():
            actions.choose(turn, move)
        case m.EndTurn():
            phase2.end_turn(turn, move)
        case m.ChooseKingdom():
            draft.choose_kingdom(turn, move)
        case m.SetSuccession():
            draft.set_succession(turn, move)
        case _:
            assert_never(move)


def on_undo(turn: Turning, before: State) -> None:
    """NS-9.3: an offer that is taken back stays counted."""
    if turn.state.offers != before.offers:
        turn.emit(OffersCounted(before.offers))
