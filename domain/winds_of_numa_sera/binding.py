"""How firmly each change binds: whether the move that brought it about can be taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

from moothall.domain.core.title import ACT, COMMIT, FINAL, FREE, Binding
from moothall.domain.winds_of_numa_sera import changes as c

_FINAL = (
    c.FirstPlayerDrawn,
    c.LinesRevealed,
    c.CollegesFilled,
    c.StrongholdsDealt,
    c.ForgeDealt,
    c.BattleCardsDealt,
    c.DeckShuffled,
    c.RoundScored,
    c.GameEnded,
    c.GameScored,
    c.CardsDrawn,
    c.CardsSunk,
    c.CardRevealed,
    c.CardKept,
    c.DieRolled,
    c.RollSet,
    c.ItemShown,
    c.PoolRevealed,
    c.BattleRevealed,
    c.BattleFought,
    c.StrongholdShown,
    c.SeatEliminated,
    # An attack asks others for secret answers, which must not outlive it; an accepted trade is a deal of two.
    c.BattleOpened,
    c.CardGiven,
)

_CLOSELY: dict[type, Callable[[Any], Binding]] = {
    c.KingdomChosen: lambda change: FINAL if change.drafter == -1 else ACT,
    c.CardDiscarded: lambda change: FINAL if change.shown else ACT,
    c.ItemEquipped: lambda change: FINAL if change.shown else ACT,
    c.OfferMade: lambda change: FINAL if change.offer.hidden else ACT,
    c.OfferClosed: lambda change: FINAL if change.how == "accepted" else ACT,
    c.ChoiceMade: lambda change: FINAL if change.kind == "discard_card" else ACT,
}
"""Those that bind as firmly as they show something."""

_BINDING: dict[type, Binding] = {
    **{kind: ACT for kind in get_args(c.AnyChange) if kind not in _CLOSELY},
    **dict.fromkeys(_FINAL, FINAL),
    c.SuccessionSet: COMMIT,
    c.BattleCommitted: COMMIT,
    c.OffersCounted: FREE,
}
"""All others."""


def binding(change: c.AnyChange) -> Binding:
    """How firmly the change binds."""
    kind = type(change)
    return _BINDING[kind] if kind in _BINDING else _CLOSELY[kind](change)
