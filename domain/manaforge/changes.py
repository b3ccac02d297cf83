"""What happened. Mana and gems are counted in the order earth, fire, wind, water."""

from __future__ import annotations

from domain.core.bag import Bag
from domain.core.records import Change, Record
from domain.core.title import Binding


class DecksShuffled(Change, frozen=True):
    """The item deck, its top first, and the cards put away."""

    deck: tuple[str, ...]
    unused: tuple[str, ...]


class TalentsDealt(Change, frozen=True):
    """A packet for every seat; the others are put away."""

    packets: tuple[tuple[str, ...], ...]
    away: tuple[str, ...]


class TalentPicked(Change, frozen=True):
    seat: int
    talent: str


class PacketsPassed(Change, frozen=True):
    """All picks are in; the rest of seat i's packet goes to seat `to[i]`."""

    to: tuple[int, ...]


class LastTalentsTaken(Change, frozen=True):
    """Every seat takes the one card left of its packet; the choice of what to keep begins."""


class TalentsKept(Change, frozen=True):
    seat: int
    talents: tuple[str, ...]


class TalentsRevealed(Change, frozen=True):
    """All have chosen: the kept talents by seat."""

    talents: tuple[tuple[str, ...], ...]


class FirstPlayerChosen(Change, frozen=True):
    seat: int


class DieTaken(Change, frozen=True):
    """A die from the supply at setup, not yet rolled."""

    seat: int
    die: str
    kind: str


class ArchmageAsked(Change, frozen=True):
    seat: int


class ItemsDealt(Change, frozen=True):
    """A new round: cards from the top of the deck to the slots."""

    round: int
    cards: tuple[str, ...]


class CardsRecharged(Change, frozen=True):
    """All cards in all Workshops."""


class HoldAsked(Change, frozen=True):
    seat: int


class HoldKept(Change, frozen=True):
    """The die stays on Aether Reserve and is not rolled."""

    seat: int
    die: str


class DieTakenOff(Change, frozen=True):
    """The die leaves Aether Reserve."""

    seat: int
    die: str


class DiceRolled(Change, frozen=True):
    """The faces of a seat's dice in order of gaining; all of them become ready. A die kept back shows the old face."""

    seat: int
    faces: tuple[int, ...]


class TurnStarted(Change, frozen=True):
    seat: int
    expenditures: int


class TurnEnded(Change, frozen=True):
    seat: int


class RoundClosed(Change, frozen=True):
    """All turns are over; the round is to be scored."""

    round: int


class DieSpent(Change, frozen=True):
    """One expenditure and the die are used."""

    seat: int
    die: str


class ManaGained(Change, frozen=True):
    seat: int
    mana: Bag


class GemsGained(Change, frozen=True):
    seat: int
    gems: Bag


class PrismsGained(Change, frozen=True):
    seat: int
    n: int


class PrismTaken(Change, frozen=True):
    """The build action goes into a prism."""

    seat: int


class PrismExchanged(Change, frozen=True):
    seat: int
    element: str


class Paid(Change, frozen=True):
    """Mana from the reserve and gems."""

    seat: int
    mana: Bag
    gems: Bag


class ExpendituresUsed(Change, frozen=True):
    seat: int
    n: int


class ExpendituresGained(Change, frozen=True):
    seat: int
    n: int


class PrestigeGained(Change, frozen=True):
    """`category` as in the score sheet, `source` the card or talent."""

    seat: int
    category: str
    source: str
    n: int


class ItemTaken(Change, frozen=True):
    """A card leaves its slot or the discard pile to be built; the build action is used."""

    seat: int
    card: str
    pile: str


class CardDiscarded(Change, frozen=True):
    """A Workshop card goes on the discard pile; its gems are destroyed."""

    seat: int
    card: str


class ItemPlaced(Change, frozen=True):
    """The card just built stands in the Workshop, charged."""

    seat: int
    card: str


class ItemStored(Change, frozen=True):
    """The card just built lies on the Store pile."""

    seat: int
    card: str


class ChoiceOpened(Change, frozen=True):
    """The card just built asks its builder; `at` is the effect that asks."""

    seat: int
    card: str
    choice: str
    at: int


class ChoiceMade(Change, frozen=True):
    seat: int
    choice: str
    value: str


class StoreCardCopied(Change, frozen=True):
    """The card just built has the effects of this Store card."""

    seat: int
    card: str


class OffersOpened(Change, frozen=True):
    """The asked seats may hand `seat` a gem of `element` for n prestige; `at` is the effect that asks."""

    seat: int
    element: str
    n: int
    source: str
    asked: tuple[int, ...]
    at: int


class OfferAnswered(Change, frozen=True):
    seat: int
    gift: str


class OffersClosed(Change, frozen=True):
    """All answers are in, in the order of `seats`."""

    seats: tuple[int, ...]
    gifts: tuple[str, ...]


class GemGiven(Change, frozen=True):
    """`seat` hands `to` a gem of `element`, its own or one exchanged for a prism."""

    seat: int
    to: int
    element: str
    prism: bool


class CardExhausted(Change, frozen=True):
    seat: int
    card: str


class CardRecharged(Change, frozen=True):
    seat: int
    card: str


class GemAttached(Change, frozen=True):
    seat: int
    card: str
    element: str


class TalentUsed(Change, frozen=True):
    seat: int
    talent: str


class DieTurned(Change, frozen=True):
    seat: int
    die: str
    face: int


class DieGained(Change, frozen=True):
    """A die from the supply, rolled at once."""

    seat: int
    die: str
    kind: str
    face: int


class FaceRemembered(Change, frozen=True):
    """An undone roll stays known: whatever die the seat gains this round shows this face."""

    seat: int
    face: int


class DieHeld(Change, frozen=True):
    """The die lies on Aether Reserve."""

    seat: int
    die: str


class CardRaised(Change, frozen=True):
    """The card at this place of the item deck is now its top card."""

    seat: int
    position: int


class RoundSheet(Record, frozen=True):
    """What a seat did in a round and owns after it."""

    seat: int
    prestige: dict[str, int]
    """Gained this round, by category."""
    total: int
    action: str | None
    gems: int
    prisms: int
    workshop: int
    store: int


class RoundScored(Change, frozen=True):
    """The sheet of every seat, and the seats best first, ties together."""

    round: int
    sheets: tuple[RoundSheet, ...]
    standings: tuple[tuple[int, ...], ...]


class BoardCleared(Change, frozen=True):
    """The cards left go on the discard pile in this order."""

    cards: tuple[str, ...]


class MarkerPassed(Change, frozen=True):
    seat: int


class GameEnded(Change, frozen=True):
    """Seats best first, ties together."""

    ranking: tuple[tuple[int, ...], ...]


ManaforgeChange = (
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
    **dict.fromkeys(_FREE, Binding.FREE),
    **dict.fromkeys(_COMMIT, Binding.COMMIT),
    **dict.fromkeys(_FINAL, Binding.FINAL),
}


def binding(change: ManaforgeChange) -> Binding:
    """MF-12: whatever is done in the own turn can be undone, a rolled die included (its face is remembered), until the
    turn is ended or an offer is put to others."""
    return _BINDING.get(type(change), Binding.ACT)
