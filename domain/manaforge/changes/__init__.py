"""What happened: a closed union of facts, and how firmly each binds."""

from __future__ import annotations

from moothall.domain.core.title import ACT, COMMIT, FINAL, FREE, Binding
from moothall.domain.manaforge.changes.play import (
    CardActivated,
    CardDiscarded,
    CardExhausted,
    CardRaised,
    CardRecharged,
    ChoiceMade,
    ChoiceOpened,
    DieGained,
    DieHeld,
    DieSpent,
    DieTurned,
    ExpendituresGained,
    ExpendituresUsed,
    FaceRemembered,
    GemAttached,
    GemGiven,
    GemsGained,
    ItemPlaced,
    ItemStored,
    ItemTaken,
    ManaGained,
    OfferAnswered,
    OffersClosed,
    OffersOpened,
    Paid,
    PrestigeGained,
    PrismExchanged,
    PrismsGained,
    PrismTaken,
    StoreCardCopied,
    TalentUsed,
)
from moothall.domain.manaforge.changes.rounds import (
    ArchmageAsked,
    BoardCleared,
    CardsRecharged,
    DecksShuffled,
    DiceRolled,
    DieTaken,
    DieTakenOff,
    FirstPlayerChosen,
    GameEnded,
    HoldAsked,
    HoldKept,
    ItemsDealt,
    LastTalentsTaken,
    MarkerPassed,
    PacketsPassed,
    RoundClosed,
    RoundScored,
    RoundSheet,
    TalentPicked,
    TalentsDealt,
    TalentsKept,
    TalentsRevealed,
    TurnEnded,
    TurnStarted,
)

AnyChange = (
    DecksShuffled
    | TalentsDealt
    | TalentPicked
    | PacketsPassed
    | LastTalentsTaken
    | TalentsKept
    | TalentsRevealed
    | FirstPlayerChosen
    | DieTaken
    | ArchmageAsked
    | ItemsDealt
    | CardsRecharged
    | HoldAsked
    | HoldKept
    | DieTakenOff
    | DiceRolled
    | TurnStarted
    | TurnEnded
    | RoundClosed
    | DieSpent
    | ManaGained
    | GemsGained
    | PrismsGained
    | PrismTaken
    | PrismExchanged
    | Paid
    | ExpendituresUsed
    | ExpendituresGained
    | PrestigeGained
    | ItemTaken
    | CardDiscarded
    | ItemPlaced
    | ItemStored
    | ChoiceOpened
    | ChoiceMade
    | StoreCardCopied
    | OffersOpened
    | OfferAnswered
    | OffersClosed
    | GemGiven
    | CardActivated
    | CardExhausted
    | CardRecharged
    | GemAttached
    | TalentUsed
    | DieTurned
    | DieGained
    | FaceRemembered
    | DieHeld
    | CardRaised
    | RoundScored
    | BoardCleared
    | MarkerPassed
    | GameEnded
)

_FREE = (CardRaised, FaceRemembered)
_COMMIT = (TalentPicked, TalentsKept, OfferAnswered)
_FINAL = (
    DecksShuffled,
    TalentsDealt,
    PacketsPassed,
    LastTalentsTaken,
    TalentsRevealed,
    FirstPlayerChosen,
    ItemsDealt,
    DiceRolled,
    TurnEnded,
    RoundClosed,
    OffersOpened,
    OffersClosed,
    RoundScored,
    GameEnded,
)
_BINDING: dict[type, Binding] = {
    **dict.fromkeys(_FREE, FREE),
    **dict.fromkeys(_COMMIT, COMMIT),
    **dict.fromkeys(_FINAL, FINAL),
}


def binding(change: AnyChange) -> Binding:
    """MF-12: whatever is done in the own turn can be undone, a rolled die included (its face is remembered), until the
    turn is ended or an offer is put to others. What a seat does outside of its turn stands apart."""
    if type(change) is DieTakenOff and change.apart:
        return FREE
    return _BINDING.get(type(change), ACT)


def reveals(change: AnyChange) -> bool:
    """MF-12.4: a gained die can be undone, but what it showed is known from then on."""
    return type(change) is DieGained


__all__ = [
    "AnyChange",
    "binding",
    "reveals",
    "ArchmageAsked",
    "BoardCleared",
    "CardActivated",
    "CardDiscarded",
    "CardExhausted",
    "CardRaised",
    "CardRecharged",
    "CardsRecharged",
    "ChoiceMade",
    "ChoiceOpened",
    "DecksShuffled",
    "DiceRolled",
    "DieGained",
    "DieHeld",
    "DieSpent",
    "DieTaken",
    "DieTakenOff",
    "DieTurned",
    "ExpendituresGained",
    "ExpendituresUsed",
    "FaceRemembered",
    "FirstPlayerChosen",
    "GameEnded",
    "GemAttached",
    "GemGiven",
    "GemsGained",
    "HoldAsked",
    "HoldKept",
    "ItemPlaced",
    "ItemStored",
    "ItemTaken",
    "ItemsDealt",
    "LastTalentsTaken",
    "ManaGained",
    "MarkerPassed",
    "OfferAnswered",
    "OffersClosed",
    "OffersOpened",
    "PacketsPassed",
    "Paid",
    "PrestigeGained",
    "PrismExchanged",
    "PrismTaken",
    "PrismsGained",
    "RoundClosed",
    "RoundScored",
    "RoundSheet",
    "StoreCardCopied",
    "TalentPicked",
    "TalentUsed",
    "TalentsDealt",
    "TalentsKept",
    "TalentsRevealed",
    "TurnEnded",
    "TurnStarted",
]
