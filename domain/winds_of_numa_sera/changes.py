"""The changes: facts with all luck resolved, from setup to the end of the game."""

from __future__ import annotations

from typing import Literal

from moothall.domain.core.data import Change
from moothall.domain.winds_of_numa_sera.state import Aim, Choice, Offer, Pledge, Tally, Task


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
    """`secret` where the viewer may not see the order."""

    seat: int
    order: tuple[str, ...]
    secret: bool = False


class LinesRevealed(Change, frozen=True):
    """The lines of succession are shown."""

    lines: tuple[tuple[str, ...], ...]
    powers: tuple[int, ...]


class CollegesFilled(Change, frozen=True):
    """Skill cards are laid out."""

    colleges: dict[str, tuple[str, ...]]


class StrongholdsDealt(Change, frozen=True):
    """`cards` is the deck from its top, hidden; `count` says how many there are, those of the display included."""

    cards: tuple[str, ...]
    display: tuple[str, ...]
    count: int


class ForgeDealt(Change, frozen=True):
    """`cards` is the deck from its top, hidden; `count` says how many there are, those of the display included."""

    cards: tuple[str, ...]
    display: tuple[str, ...]
    count: int


class BattleCardsDealt(Change, frozen=True):
    """Battle Cards to start with."""

    seat: int
    cards: tuple[str, ...]
    count: int


class DeckShuffled(Change, frozen=True):
    """`cards` is the Exploration deck from its top, hidden; `again` when the discard pile became it."""

    cards: tuple[str, ...]
    count: int
    again: bool = False


class RoundBegan(Change, frozen=True):
    """A round begins."""

    round: int


class TurnBegan(Change, frozen=True):
    """A turn begins."""

    seat: int


class TurnEnded(Change, frozen=True):
    """A turn is over."""

    seat: int


class RoundEnded(Change, frozen=True):
    """All have had their turn."""

    round: int


class RoundScored(Change, frozen=True):
    """Per seat: Renown with its categories, progress towards the conditions, what it did in the round."""

    round: int
    renown: tuple[int, ...]
    categories: tuple[dict[str, int], ...]
    progress: tuple[dict[str, int], ...]
    leader: int
    tallies: tuple[Tally, ...]


class GameEnded(Change, frozen=True):
    """`winner` is -1 where the limit decides."""

    winner: int
    reasons: tuple[str, ...]


class GameScored(Change, frozen=True):
    """The game is over and ranked."""

    winner: int
    reasons: tuple[str, ...]
    renown: tuple[int, ...]
    ranking: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]


class Marked(Change, frozen=True):
    """Something that works once per turn has been done; `seat` is whose it is."""

    mark: str
    seat: int = -1


class ChoiceOpened(Change, frozen=True):
    """The move waits for a choice of the seat."""

    seat: int
    kind: str
    choice: Choice
    rest: tuple[Task, ...]


class ChoiceMade(Change, frozen=True):
    """`about` is the Maven that was answered, or the effect whose option was taken."""

    seat: int
    kind: str
    option: str
    about: str = ""


class CapitalGained(Change, frozen=True):
    """Capital comes into the Treasury."""

    seat: int
    amount: int
    source: str


class CapitalLost(Change, frozen=True):
    """Capital leaves the Treasury."""

    seat: int
    amount: int
    source: str


class CapitalPlaced(Change, frozen=True):
    """Capital is placed on a card."""

    seat: int
    card: str
    amount: int


class CapitalGiven(Change, frozen=True):
    """From Treasury to Treasury; `source` is what let the taker take it, empty in a trade."""

    giver: int
    taker: int
    amount: int
    source: str = ""


class Paid(Change, frozen=True):
    """`purpose` is skill, item, battle_card or cost; `cards` is what came from Capital on cards."""

    seat: int
    purpose: str
    treasury: int
    credit: int
    cards: dict[str, int]


class CreditGained(Change, frozen=True):
    """Credit for Skills or Items."""

    seat: int
    on: Literal["skill", "item"]
    amount: int
    source: str = ""


class PowerHealed(Change, frozen=True):
    """The Active Hero gains Power."""

    seat: int
    amount: int
    source: str


class PowerLost(Change, frozen=True):
    """The Active Hero loses Power."""

    seat: int
    amount: int
    source: str


class PowerGiven(Change, frozen=True):
    """One hero gives Power to another."""

    giver: int
    taker: int
    amount: int


class HealedFromCard(Change, frozen=True):
    """Capital on a card becomes Power."""

    seat: int
    card: str
    amount: int


class ExploreBegun(Change, frozen=True):
    """A seat explores."""

    seat: int
    granted: bool


class CardsDrawn(Change, frozen=True):
    """Exploration cards are drawn."""

    seat: int
    cards: tuple[str, ...]
    count: int


class CardsSunk(Change, frozen=True):
    """Drawn cards go under the deck."""

    seat: int
    cards: tuple[str, ...]
    count: int


class CardRevealed(Change, frozen=True):
    """A drawn card is shown to all."""

    seat: int
    card: str


class CardKept(Change, frozen=True):
    """A drawn card goes to the hand unseen."""

    seat: int
    card: str


class NothingFound(Change, frozen=True):
    """No card was left to explore."""

    seat: int


class MavenAccepted(Change, frozen=True):
    """A Maven joins the Inner Circle."""

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
    """A card changes its owner; `capital` stays on it. `secret` when only the two of them know which it is; `source` is
    what let the taker take it, empty in a trade."""

    giver: int
    taker: int
    card: str
    origin: Literal["hand", "slots", "mavens", "skills", "strongholds", "blessing"]
    arrives: Literal["hand", "mavens", "skills", "strongholds"]
    capital: int = 0
    secret: bool = False
    source: str = ""


class DieRolled(Change, frozen=True):
    """`roll` is the face that counts of those thrown; outside of battle it must reach `least` together with `bonus`."""

    seat: int
    source: str
    faces: tuple[int, ...]
    roll: int
    least: int | None = None
    bonus: int = 0


class RollSet(Change, frozen=True):
    """A Battle Card says what the seat's roll is: no die is thrown."""

    seat: int
    card: str
    roll: int


class ExtraGranted(Change, frozen=True):
    """The seat may both build and attack this turn."""

    seat: int


class SkillBought(Change, frozen=True):
    """`level` is the one reached, `price` what was paid for it, credit included."""

    seat: int
    skill: str
    card: str
    level: int = 0
    price: int = 0


class ItemBought(Change, frozen=True):
    """`price` is what was paid for it, credit included."""

    seat: int
    item: str
    price: int = 0


class ItemShown(Change, frozen=True):
    """The World Forge display is refilled."""

    item: str


class SlotUpgraded(Change, frozen=True):
    """An equipment slot is upgraded."""

    seat: int
    slot: str


class SlotDowngraded(Change, frozen=True):
    """An equipment slot is no longer upgraded."""

    seat: int
    slot: str


class ItemEquipped(Change, frozen=True):
    """`shown` when nobody else knew the card; `upgraded` when it works as such in these slots."""

    seat: int
    item: str
    slots: tuple[str, ...]
    displaced: tuple[str, ...]
    shown: bool = False
    upgraded: bool = False


class ItemReturned(Change, frozen=True):
    """An Item that may not be worn any more goes back to the hand."""

    seat: int
    item: str


class PoolRevealed(Change, frozen=True):
    """A Pool of Essence is shown and tried."""

    seat: int
    card: str


class PoolBlessed(Change, frozen=True):
    """A Pool of Essence blesses the Active Hero."""

    seat: int
    card: str


class BlessingReturned(Change, frozen=True):
    """The blessing goes back to the hand."""

    seat: int
    card: str


class BlockBuilt(Change, frozen=True):
    """`again` for a Repeatable that was ticked before."""

    seat: int
    block: str
    again: bool = False


class ClassUnlocked(Change, frozen=True):
    """A Class is unlocked for good."""

    seat: int
    name: str


class ConditionFulfilled(Change, frozen=True):
    """A victory condition is fulfilled for good."""

    seat: int
    condition: str


class OfferMade(Change, frozen=True):
    """A trade is offered."""

    offer: Offer


class OfferClosed(Change, frozen=True):
    """The open offer is closed."""

    seat: int
    how: Literal["withdrawn", "rejected", "countered", "accepted"]


class OffersCounted(Change, frozen=True):
    """So many trades were offered in the whole game, whatever has been undone."""

    count: int


class PledgeMade(Change, frozen=True):
    """A promise begins to bind."""

    pledge: Pledge


class PledgeEnded(Change, frozen=True):
    """A promise binds no longer."""

    pledge: Pledge
    how: Literal["kept", "lapsed"]


class BattleOpened(Change, frozen=True):
    """An attack is declared."""

    attacker: int
    target_type: Aim
    stronghold: str
    defender: int
    attack: int
    defense: int
    heroes: tuple[str, str]


class BattleCommitted(Change, frozen=True):
    """`secret` where the viewer may not see the cards."""

    seat: int
    cards: tuple[str, ...]
    payment: dict[str, int] | None = None
    secret: bool = False


class BattleRevealed(Change, frozen=True):
    """`cancelled` says whose cards have no effect, the attacker's first; `sides` are the seats in the same order."""

    attacker_cards: tuple[str, ...]
    defender_cards: tuple[str, ...]
    cancelled: tuple[bool, bool]
    sides: tuple[int, ...] = ()


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
    """The battle is over, its cards are discarded."""


class SeatEliminated(Change, frozen=True):
    """Everything the seat had, and where it goes: Strongholds and World Forge Items in the order they come to lie
    under their decks."""

    seat: int
    strongholds: tuple[str, ...]
    items: tuple[str, ...]
    cards: tuple[str, ...]
    skills: dict[str, tuple[str, ...]]


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
