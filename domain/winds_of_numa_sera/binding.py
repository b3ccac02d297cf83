"""How firmly each change binds: whether the move that brought it about can be taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

from moothall.domain.core.title import ACT, COMMIT, FINAL, FREE, Binding
from moothall.domain.winds_of_numa_sera.changes import (
    AnyChange,
    BattleCardsDealt,
    BattleCommitted,
    BattleFought,
    BattleOpened,
    BattleRevealed,
    CardDiscarded,
    CardGiven,
    CardKept,
    CardRevealed,
    CardsDrawn,
    CardsSunk,
    ChoiceMade,
    CollegesFilled,
    DeckShuffled,
    DieRolled,
    FirstPlayerDrawn,
    ForgeDealt,
    GameEnded,
    GameScored,
    ItemEquipped,
    ItemShown,
    KingdomChosen,
    LinesRevealed,
    OfferClosed,
    OfferMade,
    OffersCounted,
    PoolRevealed,
    RollSet,
    RoundScored,
    SeatEliminated,
    StrongholdsDealt,
    StrongholdShown,
    SuccessionSet,
)

_FINAL = (
    FirstPlayerDrawn,
    LinesRevealed,
    CollegesFilled,
    StrongholdsDealt,
    ForgeDealt,
    BattleCardsDealt,
    DeckShuffled,
    RoundScored,
    GameEnded,
    GameScored,
    CardsDrawn,
    CardsSunk,
    CardRevealed,
    CardKept,
    DieRolled,
    RollSet,
    ItemShown,
    PoolRevealed,
    BattleRevealed,
    BattleFought,
    StrongholdShown,
    SeatEliminated,
    # An attack asks others for secret answers, which must not outlive it; an accepted trade is a deal of two.
    BattleOpened,
    CardGiven,
)

_CLOSELY: dict[type, Callable[[Any], Binding]] = {
    KingdomChosen: lambda change: FINAL if change.drafter == -1 else ACT,
    CardDiscarded: lambda change: FINAL if change.shown else ACT,
    ItemEquipped: lambda change: FINAL if change.shown else ACT,
    OfferMade: lambda change: FINAL if change.offer.hidden else ACT,
    OfferClosed: lambda change: FINAL if change.how == "accepted" else ACT,
    ChoiceMade: lambda change: FINAL if change.kind == "discard_card" else ACT,
}
"""Those that bind as firmly as they show something."""

_BINDING: dict[type, Binding] = {
    **{kind: ACT for kind in get_args(AnyChange) if kind not in _CLOSELY},
    **dict.fromkeys(_FINAL, FINAL),
    SuccessionSet: COMMIT,
    BattleCommitted: COMMIT,
    OffersCounted: FREE,
}
"""All others."""


def binding(change: AnyChange) -> Binding:
    """How firmly the change binds."""
    kind = type(change)
    return _BINDING[kind] if kind in _BINDING else _CLOSELY[kind](change)
