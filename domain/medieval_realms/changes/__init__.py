"""What can happen: a closed union of facts, and how firmly each binds."""

from __future__ import annotations

from moothall.domain.core.title import ACT, COMMIT, FINAL, Binding
from moothall.domain.medieval_realms.changes.play import (
    ActionsEnded,
    AuctionOpened,
    AuctionPassed,
    AuctionWon,
    BidAsked,
    BidMade,
    BonusAsked,
    BonusTaken,
    CardDiscarded,
    CardPlayed,
    CardTaken,
    EffectSkipped,
    LeaderGained,
    PointsGained,
    RealmCardAsked,
    ResourceAsked,
    SeatPassed,
    TokensGained,
    TokensPaid,
    TurnBegan,
)
from moothall.domain.medieval_realms.changes.rounds import (
    AdmiralsPlaced,
    AreaSettled,
    BuffersPlaced,
    CardsDrawn,
    DeckShuffled,
    EndEffectScored,
    GameEnded,
    GeneralsPlaced,
    GreatPersonsScored,
    MayorsPlaced,
    PairPicked,
    Panel,
    PanelsMoved,
    PlacementsRevealed,
    RealmFounded,
    RoundBegan,
    StandingsTaken,
    StoredTokensScored,
    TurnOrderChanged,
    TurnOrderDrawn,
)

__all__ = [
    "ActionsEnded",
    "AdmiralsPlaced",
    "AnyChange",
    "AreaSettled",
    "AuctionOpened",
    "AuctionPassed",
    "AuctionWon",
    "BidAsked",
    "BidMade",
    "BonusAsked",
    "BonusTaken",
    "BuffersPlaced",
    "CardDiscarded",
    "CardPlayed",
    "CardTaken",
    "CardsDrawn",
    "DeckShuffled",
    "EffectSkipped",
    "EndEffectScored",
    "GameEnded",
    "GeneralsPlaced",
    "GreatPersonsScored",
    "LeaderGained",
    "MayorsPlaced",
    "PairPicked",
    "Panel",
    "PanelsMoved",
    "PlacementsRevealed",
    "PointsGained",
    "RealmCardAsked",
    "RealmFounded",
    "ResourceAsked",
    "RoundBegan",
    "SECRET_PARTS",
    "SeatPassed",
    "StandingsTaken",
    "StoredTokensScored",
    "TokensGained",
    "TokensPaid",
    "TurnBegan",
    "TurnOrderChanged",
    "TurnOrderDrawn",
    "binding",
]

AnyChange = (
    DeckShuffled
    | CardsDrawn
    | RealmFounded
    | TurnOrderDrawn
    | PairPicked
    | RoundBegan
    | MayorsPlaced
    | GeneralsPlaced
    | AdmiralsPlaced
    | BuffersPlaced
    | PlacementsRevealed
    | AreaSettled
    | TokensGained
    | TokensPaid
    | TurnOrderChanged
    | TurnBegan
    | SeatPassed
    | CardTaken
    | CardDiscarded
    | AuctionOpened
    | BidAsked
    | BidMade
    | AuctionPassed
    | AuctionWon
    | CardPlayed
    | PointsGained
    | LeaderGained
    | EffectSkipped
    | ResourceAsked
    | RealmCardAsked
    | BonusAsked
    | BonusTaken
    | ActionsEnded
    | PanelsMoved
    | StandingsTaken
    | EndEffectScored
    | StoredTokensScored
    | GreatPersonsScored
    | GameEnded
)

SECRET_PARTS = (MayorsPlaced, GeneralsPlaced, AdmiralsPlaced, BuffersPlaced)
"""Parts of a placement: their seat's own until all are revealed."""

# A new round closes the window on the starting pairs: seats commit to placements on the strength of them.
_BINDING: dict[type, Binding] = {
    **dict.fromkeys(SECRET_PARTS, COMMIT),
    **dict.fromkeys((DeckShuffled, CardsDrawn, TurnOrderDrawn, RoundBegan, PlacementsRevealed), FINAL),
}


def binding(change: AnyChange) -> Binding:
    """How firmly it binds."""
    return _BINDING.get(type(change), ACT)
