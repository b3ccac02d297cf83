"""What can happen: facts with all luck resolved, and how firmly each binds."""

from __future__ import annotations

from typing import Literal

from domain.core.records import Change
from domain.core.title import Binding
from domain.winds_of_numa_sera.state import Aim, Choice, Offer, PledgeKind, Tally, Task

# ---------------------------------------------------------------- setup


class FirstPlayerDrawn(Change, frozen=True):
    """`drafter` is the seat that chooses its kingdom first."""

    seat: int
    drafter: int


class KingdomChosen(Change, frozen=True):
    """`drafter` chooses next; -1 when all have chosen."""

    seat: int
    kingdom: str
    block: str
    drafter: int


class SuccessionSet(Change, frozen=True):
    seat: int
    order: tuple[str, ...]


class LinesRevealed(Change, frozen=True):
    lines: tuple[tuple[str, ...], ...]
    powers: tuple[int, ...]


class CollegesFilled(Change, frozen=True):
    colleges: dict[str, tuple[str, ...]]


class StrongholdsDealt(Change, frozen=True):
    deck: tuple[str, ...]
    display: tuple[str, ...]
    count: int


class ForgeDealt(Change, frozen=True):
    deck: tuple[str, ...]
    display: tuple[str, ...]
    count: int


class BattleCardsDealt(Change, frozen=True):
    seat: int
    cards: tuple[str, ...]
    count: int


class DeckShuffled(Change, frozen=True):
    """The Exploration deck as it lies now; `again` when the discard pile became it."""

    deck: tuple[str, ...]
    count: int
    again: bool = False


# ---------------------------------------------------------------- rounds and turns


class RoundBegan(Change, frozen=True):
    round: int


class TurnBegan(Change, frozen=True):
    seat: int


class TurnEnded(Change, frozen=True):
    seat: int


class RoundEnded(Change, frozen=True):
    round: int


class RoundScored(Change, frozen=True):
    round: int
    renown: tuple[int, ...]
    progress: tuple[dict[str, int], ...]
    leader: int
    tallies: tuple[Tally, ...]


class GameEnded(Change, frozen=True):
    """`winner` is -1 where the limit decides."""

    winner: int
    reasons: tuple[str, ...]


class GameScored(Change, frozen=True):
    winner: int
    reasons: tuple[str, ...]
    renown: tuple[int, ...]
    ranking: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]


class Marked(Change, frozen=True):
    """Something that works once per turn has been done."""

    mark: str


class ChoiceOpened(Change, frozen=True):
    seat: int
    kind: str
    choice: Choice
    rest: tuple[Task, ...]


class ChoiceMade(Change, frozen=True):
    seat: int
    kind: str
    option: str


# ---------------------------------------------------------------- Capital and Power


class CapitalGained(Change, frozen=True):
    seat: int
    amount: int
    source: str


class CapitalLost(Change, frozen=True):
    seat: int
    amount: int
    source: str


class CapitalPlaced(Change, frozen=True):
    seat: int
    card: str
    amount: int


class CapitalGiven(Change, frozen=True):
    """From Treasury to Treasury, given or taken."""

    giver: int
    taker: int
    amount: int


class Paid(Change, frozen=True):
    """`purpose` is skill, item, battle_card or cost; `cards` is what came from Capital on cards."""

    seat: int
    purpose: str
    treasury: int
    credit: int
    cards: dict[str, int]


class CreditGained(Change, frozen=True):
    seat: int
    on: Literal["skill", "item"]
    amount: int


class PowerHealed(Change, frozen=True):
    seat: int
    amount: int
    source: str


class PowerLost(Change, frozen=True):
    seat: int
    amount: int
    source: str


class PowerGiven(Change, frozen=True):
    giver: int
    taker: int
    amount: int


class HealedFromCard(Change, frozen=True):
    seat: int
    card: str
    amount: int


# ---------------------------------------------------------------- exploring, cards


class ExploreBegun(Change, frozen=True):
    seat: int
    granted: bool


class CardsDrawn(Change, frozen=True):
    seat: int
    cards: tuple[str, ...]
    count: int


class CardsSunk(Change, frozen=True):
    """Drawn cards go under the deck."""

    seat: int
    cards: tuple[str, ...]
    count: int


class CardRevealed(Change, frozen=True):
    seat: int
    card: str


class CardKept(Change, frozen=True):
    seat: int
    card: str


class NothingFound(Change, frozen=True):
    seat: int


class MavenAccepted(Change, frozen=True):
    seat: int
    card: str


class CardDiscarded(Change, frozen=True):
    """`under` when it is a World Forge Item that goes under its deck; `shown` when nobody else knew the card."""

    seat: int
    card: str
    origin: Literal["open", "hand", "mavens", "slots", "battle", "blessing"]
    under: bool = False
    shown: bool = False


class CardTaken(Change, frozen=True):
    """From the discard pile."""

    seat: int
    card: str
    arrives: Literal["hand", "mavens"]


class CardGiven(Change, frozen=True):
    """A card changes its owner; `capital` stays on it. `secret` when only the two of them know which it is."""

    giver: int
    taker: int
    card: str
    origin: Literal["hand", "slots", "mavens", "skills", "strongholds", "blessing"]
    arrives: Literal["hand", "mavens", "skills", "strongholds"]
    capital: int = 0
    secret: bool = False


class DieRolled(Change, frozen=True):
    """`roll` is the face that counts of those thrown."""

    seat: int
    source: str
    faces: tuple[int, ...]
    roll: int


class ExtraGranted(Change, frozen=True):
    seat: int


# ---------------------------------------------------------------- buying, equipment, building


class SkillBought(Change, frozen=True):
    seat: int
    skill: str
    card: str


class ItemBought(Change, frozen=True):
    seat: int
    item: str


class ItemShown(Change, frozen=True):
    """The World Forge display is refilled."""

    item: str


class SlotUpgraded(Change, frozen=True):
    seat: int
    slot: str


class SlotDowngraded(Change, frozen=True):
    seat: int
    slot: str


class ItemEquipped(Change, frozen=True):
    """`shown` when nobody else knew the card."""

    seat: int
    item: str
    slots: tuple[int, ...]
    displaced: tuple[str, ...]
    shown: bool = False


class ItemReturned(Change, frozen=True):
    """An Item that may not be worn any more goes back to the hand."""

    seat: int
    item: str


class PoolRevealed(Change, frozen=True):
    seat: int
    card: str


class PoolBlessed(Change, frozen=True):
    seat: int
    card: str


class BlessingReturned(Change, frozen=True):
    seat: int
    card: str


class BlockBuilt(Change, frozen=True):
    """`again` for a Repeatable that was ticked before."""

    seat: int
    block: str
    again: bool = False


class ClassUnlocked(Change, frozen=True):
    seat: int
    name: str


class ConditionFulfilled(Change, frozen=True):
    seat: int
    condition: str


# ---------------------------------------------------------------- trade


class OfferMade(Change, frozen=True):
    offer: Offer


class OfferClosed(Change, frozen=True):
    seat: int
    how: Literal["withdrawn", "rejected", "accepted"]


class PledgeMade(Change, frozen=True):
    kind: PledgeKind
    by: int
    to: int
    target: int = -1


class PledgeEnded(Change, frozen=True):
    kind: PledgeKind
    by: int
    to: int
    how: Literal["kept", "lapsed"]


# ---------------------------------------------------------------- battle


class BattleOpened(Change, frozen=True):
    attacker: int
    aim: Aim
    stronghold: str
    defender: int
    attack: int
    defense: int
    heroes: tuple[str, str]


class BattleCommitted(Change, frozen=True):
    seat: int
    cards: tuple[str, ...]
    payment: dict[str, int] | None = None


class BattleRevealed(Change, frozen=True):
    attacker_cards: tuple[str, ...]
    defender_cards: tuple[str, ...]
    cancelled: tuple[bool, bool]


class BattleFought(Change, frozen=True):
    """Both scores, and the seat that won (-1: the independent Stronghold held out)."""

    attacker_score: int
    defender_score: int
    winner: int
    with_card: bool


class StrongholdTaken(Change, frozen=True):
    """`loser` is -1 for an independent one; `capital` is what lay on the card."""

    seat: int
    stronghold: str
    loser: int
    capital: int


class StrongholdShown(Change, frozen=True):
    """The Stronghold display is refilled."""

    stronghold: str


class HeroSlain(Change, frozen=True):
    """`by` is -1 where no player slew the hero; `power` is that of the successor, if there is one."""

    seat: int
    hero: str
    by: int
    capital: int
    successor: str
    power: int


class BattleEnded(Change, frozen=True):
    pass


class SeatEliminated(Change, frozen=True):
    """Everything the seat had, and where it goes: Strongholds and World Forge Items in the order they come to lie
    under their decks."""

    seat: int
    strongholds: tuple[str, ...]
    items: tuple[str, ...]
    cards: tuple[str, ...]
    skills: dict[str, tuple[str, ...]]
    shown: bool = True


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

_FINAL = frozenset(
    (
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
)


def binding(change: AnyChange) -> Binding:
    """How firmly the change binds."""
    kind = type(change)
    if kind in _FINAL:
        return Binding.FINAL
    match change:
        case SuccessionSet() | BattleCommitted():
            return Binding.COMMIT
        case KingdomChosen(drafter=-1):
            return Binding.FINAL
        case CardDiscarded(shown=True) | ItemEquipped(shown=True):
            return Binding.FINAL
        case OfferMade(offer) if offer.hidden:
            return Binding.FINAL
        case OfferClosed(how="accepted"):
            return Binding.FINAL
        case ChoiceMade(kind="discard_card"):
            return Binding.FINAL
        case _:
            return Binding.ACT
