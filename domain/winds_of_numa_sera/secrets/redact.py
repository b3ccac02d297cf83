"""One change or one move as a viewer may see it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from moothall.domain.winds_of_numa_sera import changes as c
from moothall.domain.winds_of_numa_sera.moves import (
    AcceptTrade,
    AnyMove,
    Choose,
    CommitBattle,
    CounterTrade,
    OfferTrade,
    SetSuccession,
)


def redact(change: c.AnyChange, viewer: int | None) -> Any:
    """The change itself, a thinner copy, or a placeholder."""
    match change:
        case c.SuccessionSet(seat):
            return change if seat == viewer else c.SuccessionSet(seat, (), secret=True)
        case c.BattleCommitted(seat):
            return change if seat == viewer else c.BattleCommitted(seat, (), secret=True)
        case c.StrongholdsDealt() | c.ForgeDealt() | c.DeckShuffled():
            return replace(change, cards=())
        case c.BattleCardsDealt(seat) | c.CardsDrawn(seat) | c.CardsSunk(seat):
            return change if seat == viewer else replace(change, cards=())
        case c.CardKept(seat):
            return change if seat == viewer else replace(change, card="")
        case c.CardGiven(giver, taker, secret=True):
            return change if viewer in (giver, taker) else replace(change, card="")
        case c.ChoiceMade(seat, kind="explored_card"):
            return change if seat == viewer else replace(change, option="")
        case c.OfferMade(offer):
            return change if viewer in (offer.by, offer.to) else c.OfferMade(offer.public)
        case c.SeatEliminated():
            strongholds, items = tuple(sorted(change.strongholds)), tuple(sorted(change.items))
            return replace(change, strongholds=strongholds, items=items)
        case _:
            return change


def redact_move(move: AnyMove, seat: int, viewer: int | None) -> AnyMove | None:
    """What a seat asked for, unless it names cards that may be hidden; the changes say what everybody may know."""
    if seat == viewer:
        return move
    match move:
        case SetSuccession() | CommitBattle() | Choose(choice="explored_card"):
            return None
        case AcceptTrade(cards) if cards:
            return None
        case CounterTrade(to, give_cards, get_cards) if viewer != to and (give_cards or get_cards):
            return None
        case OfferTrade(to, give_cards) if viewer != to and give_cards:
            return None
        case _:
            return move
