"""What a viewer is shown, as structs."""

from __future__ import annotations

from moothall.domain.core.data import Case, View
from moothall.domain.winds_of_numa_sera.moves import ChoiceKind
from moothall.domain.winds_of_numa_sera.state import Battle, Offer, Pledge, RoundSummary, Setting


class DraftingPhase(Case, frozen=True, tag="drafting"):
    """Kingdoms are chosen, one seat after the other."""

    seat: int
    """Who chooses."""


class SuccessionPhase(Case, frozen=True, tag="succession"):
    """All seats order their heroes in secret."""


class TurnPhase(Case, frozen=True, tag="turn"):
    """A seat plays its turn."""

    seat: int
    """Whose turn it is."""
    explored: bool
    """Whether the one explore of the turn is done."""
    built: bool
    """Whether something was built this turn."""
    attacked: bool
    """Whether something was attacked this turn."""
    extra_phase2: bool
    """Whether the seat may both build and attack this turn."""
    may_offer: bool
    """Whether one more trade can be offered this turn."""
    marks: tuple[str, ...]
    """What works once per turn and was done: `use/...`, `equip/...`, `test/...` with the id of the thing, or an
    effect."""


class EndOfRoundPhase(Case, frozen=True, tag="end_of_round"):
    """The round is over and about to be scored."""


class EndOfGamePhase(Case, frozen=True, tag="end_of_game"):
    """The game is decided and about to be scored."""

    winner: int
    """The seat that has won; -1 where Renown decides."""
    reasons: tuple[str, ...]
    """The victory conditions fulfilled, or `survivor`, or `renown`."""


class FinishedPhase(Case, frozen=True, tag="finished"):
    """The game is over."""

    winner: int
    """The seat that has won."""
    reasons: tuple[str, ...]
    """The victory conditions fulfilled, or `survivor`, or `renown`."""


PhaseView = DraftingPhase | SuccessionPhase | TurnPhase | EndOfRoundPhase | EndOfGamePhase | FinishedPhase


class Equipment(View, frozen=True):
    """What a hero wears, by slot; an empty slot is "", an Item for both hands is in both."""

    head: str
    """On the head."""
    chest: str
    """On the chest."""
    right_hand: str
    """In the right hand."""
    left_hand: str
    """In the left hand."""
    pack: str
    """In the pack."""


class SeatView(View, frozen=True):
    """What one seat has."""

    kingdom: str
    """Its kingdom; empty until it has chosen."""
    line: tuple[str, ...]
    """The living heroes, the active one first."""
    alive: bool
    """Whether it is still in the game."""
    answered: bool
    """Whether it has given its secret answer: the line of succession, or Battle Cards."""
    treasury: int
    """Capital in the Treasury."""
    residual: int
    """Residual Capital that a Build brings."""
    power: int
    """Power of the Active Hero."""
    max_power: int
    """The most it can have."""
    attack: int
    """Attack of the Active Hero, without what holds only in some battles."""
    defense: int
    """Defense of the Active Hero, without what holds only in some battles."""
    skill_credit: int
    """Credit for Skills."""
    item_credit: int
    """Credit for Items of the World Forge."""
    capital_on_cards: dict[str, int]
    """Capital on own cards, by card."""
    skills: tuple[str, ...]
    """Skill cards, in the order gained."""
    levels: dict[str, int]
    """The level reached in each Skill."""
    ticked: tuple[str, ...]
    """Blocks built, in that order."""
    classes: tuple[str, ...]
    """Classes unlocked, in that order."""
    mavens: tuple[str, ...]
    """Mavens of the Inner Circle, in the order gained."""
    equipment: Equipment
    """What the Active Hero wears."""
    upgraded: tuple[str, ...]
    """Equipment slots that are upgraded, in that order."""
    strongholds: tuple[str, ...]
    """Strongholds held, in the order gained."""
    blessing: str
    """The Pool of Essence that blesses the Active Hero; empty if none does."""
    captured: tuple[str, ...]
    """Enemy heroes slain."""
    fallen: tuple[str, ...]
    """Own heroes that fell to no player."""
    conditions: tuple[str, ...]
    """Victory conditions fulfilled."""
    wins_with_card: int
    """Battles won with a Battle Card."""
    raids: int
    """Heroes slain and Strongholds taken from other players."""
    hand_size: int
    """How many cards it holds."""
    known: tuple[str, ...]
    """The hand cards that everybody knows of."""
    hand: tuple[str, ...] | None
    """All hand cards, where the viewer may see them; else null."""
    committed: tuple[str, ...] | None
    """The own secret answer, heroes in line or Battle Cards, until it is revealed; else null."""


class ExplorationView(View, frozen=True):
    """The Exploration cards."""

    deck: int
    """How many cards are left in the deck."""
    discard: tuple[str, ...]
    """The discard pile, oldest card first."""
    open: tuple[str, ...]
    """Revealed cards that are being resolved."""
    drawn: int
    """How many cards are drawn and not yet chosen from."""
    your_drawn: tuple[str, ...]
    """Which they are, for the seat that chooses."""


class DisplayView(View, frozen=True):
    """A deck with cards face up beside it."""

    deck: int
    """How many cards are left in the deck."""
    display: tuple[str, ...]
    """The cards that lie face up."""


class PendingView(View, frozen=True):
    """A choice that is waited for."""

    seat: int
    """Who chooses."""
    kind: ChoiceKind
    """What kind of choice it is, to be named in the answer."""
    source: str | None
    """The card or block that asks for it, where one does."""
    options: tuple[str, ...] | None
    """What can be answered; null where that would tell of hidden cards."""


class WindsOfNumaSeraView(View, frozen=True, tag_field="title", tag="winds-of-numa-sera"):
    """A game as one viewer sees it."""

    setting: Setting
    """The setting, which says how many conditions win."""
    round: int
    """The current round, from 1; 0 before the first."""
    round_limit: int | None
    """After so many rounds Renown decides; null: never."""
    first_player: int
    """The seat that is first in turn order."""
    phase: PhaseView
    """Where the game stands."""
    seats: tuple[SeatView, ...]
    """What every seat has."""
    exploration: ExplorationView
    """The Exploration cards."""
    world_forge: DisplayView
    """The Items that can be bought."""
    strongholds: DisplayView
    """The independent Strongholds."""
    colleges: dict[str, int]
    """How many cards each Skill college holds."""
    pending: PendingView | None
    """The choice that is waited for, if one is."""
    battle: Battle | None
    """The battle that is fought, if one is; Battle Cards once they are revealed."""
    offer: Offer | None
    """The trade offer that is open, if one is; its hidden cards for the two partners only."""
    pledges: tuple[Pledge, ...]
    """The promises that bind."""
    eliminated: tuple[int, ...]
    """Seats that are out of the game, in that order."""
    last_round: RoundSummary | None
    """How the round before ended; null in the first."""
