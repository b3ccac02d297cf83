"""What can happen: facts with all luck resolved, and how firmly each binds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

from moothall.domain.core.title import ACT, COMMIT, FINAL, FREE, Binding
from moothall.domain.winds_of_numa_sera.changes.battle import (
    BattleCommitted,
    BattleEnded,
    BattleFought,
    BattleOpened,
    BattleRevealed,
    HeroSlain,
    SeatEliminated,
    StrongholdShown,
    StrongholdTaken,
)
from moothall.domain.winds_of_numa_sera.changes.cards import (
    BlessingReturned,
    BlockBuilt,
    CardDiscarded,
    CardGiven,
    CardKept,
    CardRevealed,
    CardsDrawn,
    CardsSunk,
    CardTaken,
    ClassUnlocked,
    ConditionFulfilled,
    DieRolled,
    ExploreBegun,
    ExtraGranted,
    ItemBought,
    ItemEquipped,
    ItemReturned,
    ItemShown,
    MavenAccepted,
    NothingFound,
    PoolBlessed,
    PoolRevealed,
    RollSet,
    SkillBought,
    SlotDowngraded,
    SlotUpgraded,
)
from moothall.domain.winds_of_numa_sera.changes.goods import (
    CapitalGained,
    CapitalGiven,
    CapitalLost,
    CapitalPlaced,
    CreditGained,
    HealedFromCard,
    Paid,
    PowerGiven,
    PowerHealed,
    PowerLost,
)
from moothall.domain.winds_of_numa_sera.changes.rounds import (
    BattleCardsDealt,
    ChoiceMade,
    ChoiceOpened,
    CollegesFilled,
    DeckShuffled,
    FirstPlayerDrawn,
    ForgeDealt,
    GameEnded,
    GameScored,
    KingdomChosen,
    LinesRevealed,
    Marked,
    RoundBegan,
    RoundEnded,
    RoundScored,
    StrongholdsDealt,
    SuccessionSet,
    TurnBegan,
    TurnEnded,
)
from moothall.domain.winds_of_numa_sera.changes.trade import (
    OfferClosed,
    OfferMade,
    OffersCounted,
    PledgeEnded,
    PledgeMade,
)

__all__ = [
    "AnyChange",
    "BattleCardsDealt",
    "BattleCommitted",
    "BattleEnded",
    "BattleFought",
    "BattleOpened",
    "BattleRevealed",
    "BlessingReturned",
    "BlockBuilt",
    "CapitalGained",
    "CapitalGiven",
    "CapitalLost",
    "CapitalPlaced",
    "CardDiscarded",
    "CardGiven",
    "CardKept",
    "CardRevealed",
    "CardTaken",
    "CardsDrawn",
    "CardsSunk",
    "ChoiceMade",
    "ChoiceOpened",
    "ClassUnlocked",
    "CollegesFilled",
    "ConditionFulfilled",
    "CreditGained",
    "DeckShuffled",
    "DieRolled",
    "ExploreBegun",
    "ExtraGranted",
    "FirstPlayerDrawn",
    "ForgeDealt",
    "GameEnded",
    "GameScored",
    "HealedFromCard",
    "HeroSlain",
    "ItemBought",
    "ItemEquipped",
    "ItemReturned",
    "ItemShown",
    "KingdomChosen",
    "LinesRevealed",
    "Marked",
    "MavenAccepted",
    "NothingFound",
    "OfferClosed",
    "OfferMade",
    "OffersCounted",
    "Paid",
    "PledgeEnded",
    "PledgeMade",
    "PoolBlessed",
    "PoolRevealed",
    "PowerGiven",
    "PowerHealed",
    "PowerLost",
    "RollSet",
    "RoundBegan",
    "RoundEnded",
    "RoundScored",
    "SeatEliminated",
    "SkillBought",
    "SlotDowngraded",
    "SlotUpgraded",
    "StrongholdShown",
    "StrongholdTaken",
    "StrongholdsDealt",
    "SuccessionSet",
    "TurnBegan",
    "TurnEnded",
    "binding",
]

AnyChange = (
    FirstPlayerDrawn
    | KingdomChosen
    | SuccessionSet
    | LinesRevealed
    | CollegesFilled
    | StrongholdsDealt
    | ForgeDealt
    | BattleCardsDealt
    | DeckShuffled
    | RoundBegan
    | TurnBegan
    | TurnEnded
    | RoundEnded
    | RoundScored
    | GameEnded
    | GameScored
    | Marked
    | ChoiceOpened
    | ChoiceMade
    | CapitalGained
    | CapitalLost
    | CapitalPlaced
    | CapitalGiven
    | Paid
    | CreditGained
    | PowerHealed
    | PowerLost
    | PowerGiven
    | HealedFromCard
    | ExploreBegun
    | CardsDrawn
    | CardsSunk
    | CardRevealed
    | CardKept
    | NothingFound
    | MavenAccepted
    | CardDiscarded
    | CardTaken
    | CardGiven
    | DieRolled
    | RollSet
    | ExtraGranted
    | SkillBought
    | ItemBought
    | ItemShown
    | SlotUpgraded
    | SlotDowngraded
    | ItemEquipped
    | ItemReturned
    | PoolRevealed
    | PoolBlessed
    | BlessingReturned
    | BlockBuilt
    | ClassUnlocked
    | ConditionFulfilled
    | OfferMade
    | OfferClosed
    | OffersCounted
    | PledgeMade
    | PledgeEnded
    | BattleOpened
    | BattleCommitted
    | BattleRevealed
    | BattleFought
    | StrongholdTaken
    | StrongholdShown
    | HeroSlain
    | BattleEnded
    | SeatEliminated
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
