"""One line of English per move."""

from __future__ import annotations

from domain.core.words import Reader
from domain.winds_of_numa_sera import moves as m
from domain.winds_of_numa_sera.state import State
from domain.winds_of_numa_sera.text.words import name, names, terms


def describe_move(move: m.AnyMove, state: State, reader: Reader) -> str:
    """What the move asks for."""
    match move:
        case m.ChooseKingdom(kingdom):
            return f"Choose {name(kingdom)}"
        case m.SetSuccession(order):
            return f"Set the line of succession: {names(order)}"
        case m.Explore():
            return "Explore"
        case m.BuySkill(skill, payment):
            return f"Buy {name(skill)}{_paid(payment)}"
        case m.BuyItem(item, payment):
            return f"Buy {name(item)}{_paid(payment)}"
        case m.Equip(item):
            return f"Equip {name(item)}"
        case m.Use(source):
            return f"Use {name(source)}"
        case m.AttemptTest(card):
            return f"Take the test of {name(card)}"
        case m.HealFromCard(card, amount):
            return f"Turn {amount} Capital on {name(card)} into Power"
        case m.CounterTrade(to):
            return f"Make a counter-offer: {terms(move, to)}"
        case m.OfferTrade(to):
            return f"Offer a trade: {terms(move, to)}"
        case m.WithdrawTrade():
            return "Withdraw the offer"
        case m.AcceptTrade(cards):
            return f"Accept the offer, giving {names(cards)}" if cards else "Accept the offer"
        case m.RejectTrade():
            return "Reject the offer"
        case m.Build(block):
            return f"Build {name(block)}"
        case m.Attack("hero", target):
            return f"Attack the hero of seat {target}"
        case m.Attack(kind, target):
            return f"Attack {name(target)} ({'independent' if kind == 'independent' else 'held by a player'})"
        case m.CommitBattle(cards, payment):
            return f"Commit {names(cards)}{_paid(payment)}"
        case m.Choose(choice, option):
            return f"Choose {name(option)} ({choice.replace('_', ' ')})"
        case m.EndTurn():
            return "End the turn"


def _paid(payment: dict[str, int] | None) -> str:
    if not payment:
        return ""
    return f" with {', '.join(f'{amount} from {name(source)}' for source, amount in payment.items())}"
