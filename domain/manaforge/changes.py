"""The changes of a game as records, their closed union, how firmly each one binds, and which ones reveal something.

The field `source` is the id of the die, card or talent that something comes from or is paid to.
"""

from __future__ import annotations

from moothall.domain.core.data import Change, View
from moothall.domain.core.ranking import Ranking
from moothall.domain.core.title import ACT, COMMIT, FINAL, FREE, Binding
from moothall.domain.manaforge.state import NO_GEMS, NO_MANA, Dice, Gems, Mana, Prestige

# Setup, draft, and the frame of rounds and turns.


class DecksShuffled(Change, frozen=True):
    """The item deck, its top first, and the cards put away, both hidden; the dice lie ready."""

    deck: tuple[str, ...]
    count: int
    unused: tuple[str, ...]
    unused_count: int
    dice: Dice
    """The dice in the box, by kind."""


class TalentsDealt(Change, frozen=True):
    """A packet for every seat, which only that seat sees; the other talents are put away."""

    packets: tuple[tuple[str, ...], ...]
    count: int
    """How many talents are in each packet."""
    away: tuple[str, ...]
    away_count: int


class TalentPicked(Change, frozen=True):
    """A seat picks a talent of its packet, in secret."""

    seat: int
    talent: str


class PacketsPassed(Change, frozen=True):
    """All picks are in; the rest of seat i's packet goes to seat `to[i]`."""

    to: tuple[int, ...]


class LastTalentsTaken(Change, frozen=True):
    """Every seat takes the one card left of its packet; the choice of what to keep begins."""


class TalentsKept(Change, frozen=True):
    """A seat chooses the talents to keep, in secret."""

    seat: int
    talents: tuple[str, ...]


class TalentsRevealed(Change, frozen=True):
    """All have chosen: the kept talents by seat."""

    talents: tuple[tuple[str, ...], ...]


class FirstPlayerChosen(Change, frozen=True):
    """The seat gets the first player marker."""

    seat: int


class DieTaken(Change, frozen=True):
    """A die from the supply at setup, not yet rolled; `talent`: the one that brings it."""

    seat: int
    die: str
    kind: str
    talent: str | None = None


class ArchmageAsked(Change, frozen=True):
    """The seat is to choose one more die."""

    seat: int


class ItemsDealt(Change, frozen=True):
    """A new round: cards from the top of the deck to the slots."""

    round: int
    cards: tuple[str, ...]


class CardsRecharged(Change, frozen=True):
    """All cards in all Workshops."""


class HoldAsked(Change, frozen=True):
    """The seat is to say whether the die on Aether Reserve is rolled."""

    seat: int
    die: str


class HoldKept(Change, frozen=True):
    """The die stays on Aether Reserve and is not rolled."""

    seat: int
    die: str


class DieTakenOff(Change, frozen=True):
    """The die leaves Aether Reserve; `apart`: outside of its owner's turn."""

    seat: int
    die: str
    apart: bool = False


class DiceRolled(Change, frozen=True):
    """The faces of a seat's dice in order of gaining; all of them become ready. A die kept back shows the old face."""

    seat: int
    faces: tuple[int, ...]
    dice: tuple[str, ...]


class TurnStarted(Change, frozen=True):
    """The seat's turn begins."""

    seat: int
    expenditures: int


class TurnEnded(Change, frozen=True):
    """`lost`: the mana left in the reserve."""

    seat: int
    lost: Mana = NO_MANA


class RoundClosed(Change, frozen=True):
    """All turns are over; the round is to be scored."""

    round: int


# What happens in a turn.


class DieSpent(Change, frozen=True):
    """One expenditure and the die are used. `copied`: the die whose face Transmute copies; `answer`: what the spender
    chose of what the face offers."""

    seat: int
    die: str
    face: int
    copied: str | None = None
    copied_face: int = 0
    answer: str | None = None


class ManaGained(Change, frozen=True):
    """Mana goes to the reserve."""

    seat: int
    mana: Mana
    source: str


class GemsGained(Change, frozen=True):
    """The seat gains gems."""

    seat: int
    gems: Gems
    source: str


class PrismsGained(Change, frozen=True):
    """`source` is empty for the prisms of the setup."""

    seat: int
    n: int
    source: str = ""


class PrismTaken(Change, frozen=True):
    """The build action goes into a prism."""

    seat: int


class PrismExchanged(Change, frozen=True):
    """A prism becomes a gem."""

    seat: int
    element: str


class Paid(Change, frozen=True):
    """Mana from the reserve and gems, for anything but a build or an ability."""

    seat: int
    mana: Mana
    gems: Gems
    source: str


class ExpendituresUsed(Change, frozen=True):
    """So many dice fewer may be spent this turn."""

    seat: int
    n: int


class ExpendituresGained(Change, frozen=True):
    """So many dice more may be spent this turn."""

    seat: int
    n: int


class PrestigeGained(Change, frozen=True):
    """`category` as in the score sheet, `source` the card or talent."""

    seat: int
    category: str
    source: str
    n: int


class ItemTaken(Change, frozen=True):
    """A card leaves its slot or the discard pile to be built, its cost is paid, the build action is used."""

    seat: int
    card: str
    pile: str
    mana: Mana
    gems: Gems


class CardDiscarded(Change, frozen=True):
    """A Workshop card goes on the discard pile; its gems are destroyed."""

    seat: int
    card: str
    gems: tuple[str, ...] = ()
    """The elements of the gems attached to it, top slot first."""


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
    """The builder has answered."""

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
    """A seat answers an offer, in secret."""

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


class CardActivated(Change, frozen=True):
    """The card is exhausted for its ability of this level, whose cost of mana and gems is paid. `answer`: what it was
    used on, or the elements it gives."""

    seat: int
    card: str
    level: int
    mana: Mana = NO_MANA
    gems: Gems = NO_GEMS
    answer: str | None = None


class CardExhausted(Change, frozen=True):
    """The card is exhausted as a part of the cost of another one, without its own benefit."""

    seat: int
    card: str
    source: str


class CardRecharged(Change, frozen=True):
    """An exhausted card is charged again."""

    seat: int
    card: str
    source: str


class GemAttached(Change, frozen=True):
    """`level`: how many gems are attached now."""

    seat: int
    card: str
    element: str
    level: int


class TalentUsed(Change, frozen=True):
    """`answer`: the die it was used on, or the element it gives."""

    seat: int
    talent: str
    answer: str | None = None


class DieTurned(Change, frozen=True):
    """A die is turned to another face."""

    seat: int
    die: str
    face: int
    source: str


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


# The end of a round and of the game.


class RoundSheet(View, frozen=True):
    """What a seat did in a round and owns after it."""

    seat: int
    """Whose sheet it is."""
    prestige: Prestige
    """Gained this round, by category."""
    total: int
    """All its prestige."""
    action: str | None
    """What the build action went into: a card, or `prism`."""
    gems: int
    """How many gems it owns."""
    prisms: int
    """How many prisms it owns."""
    workshop: int
    """How many cards stand in its Workshop."""
    store: int
    """How many cards lie on its Store pile."""


class RoundScored(Change, frozen=True):
    """The sheet of every seat, and the seats best first, ties together."""

    round: int
    sheets: tuple[RoundSheet, ...]
    standings: Ranking


class BoardCleared(Change, frozen=True):
    """The cards left go on the discard pile in this order."""

    cards: tuple[str, ...]


class MarkerPassed(Change, frozen=True):
    """The seat has the first player marker from now on."""

    seat: int


class GameEnded(Change, frozen=True):
    """Seats best first, ties together."""

    ranking: Ranking


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
