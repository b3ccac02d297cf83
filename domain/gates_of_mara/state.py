"""The state of a game: its records, the options, the state before setup, and questions on a state. Only the order of
the decks is hidden from the seats."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from moothall.domain.core.bag import Bag
from moothall.domain.core.data import Case, Data, View, snake
from moothall.domain.core.seats import put

ELEMENTS: tuple[str, ...] = ("fire", "water", "earth", "air")
"""Canonical order of every gem bag."""
BOARD = "enchantment_board"
CENTRAL = "central_gate"
NO_GEMS: Bag = (0, 0, 0, 0)
Step = Literal["score_claims", "score_round", "score_game"]


class Gems(View, frozen=True, forbid_unknown_fields=True):
    """So many gems of each element."""

    fire: int = 0
    """Fire gems."""
    water: int = 0
    """Water gems."""
    earth: int = 0
    """Earth gems."""
    air: int = 0
    """Air gems."""


NOTHING = Gems()


class Options(Data, frozen=True, forbid_unknown_fields=True):
    """What may be set when a game is created; what is left out is drawn."""

    lords: tuple[str, ...] | None = None
    """The two lords in play; the first stands at ring position 2, the second at 3."""
    tribes: tuple[str, ...] | None = None
    """One tribe id per seat, in seat order, no two alike."""


class Figure(Data, frozen=True):
    """One figure of a seat."""

    place: str | None = None
    """A space id, `gate_2`, `central_gate`, `enchantment_board_3`; None at home."""
    cards: tuple[str, ...] = ()
    """Attachments, as attached."""


class Seat(Data, frozen=True):
    """One seat's belongings."""

    tribe: str = ""
    energy: int = 0
    gems: Bag = NO_GEMS
    onyx: int = 0
    keys: int = 0
    caravans_left: int = 0
    figures: dict[str, Figure] = {}  # noqa: RUF012  msgspec copies it
    influence: tuple[int, ...] = ()
    """Per ring position."""
    claims: tuple[int, ...] = ()
    """Per ring position, over the whole game."""
    points: dict[str, int] = {}  # noqa: RUF012  msgspec copies it
    """By the category of the score sheet, as far as there are any."""
    caravans: tuple[str, ...] = ()
    """Caravan spaces held this round."""
    claims_placed: tuple[int, ...] = ()
    """Per ring position, this round; empty before the claims are scored."""
    keys_gained: int = 0
    """This round."""
    enchantments_gained: int = 0
    """This round."""
    passed: bool = False


class Lord(Data, frozen=True):
    id: str
    realm: str | None
    """None while it is off the board."""


class Task(View, frozen=True):
    """An effect that waits for its turn, with everything settled that was settled when it was set off."""

    op: Literal["gain", "pick", "influence", "caravan", "exchange", "banner"]
    """What happens: a fixed gain, gems to choose, influence, a caravan, an exchange with the Wanderer, a banner."""
    n: int = 1
    """How much of it."""
    what: tuple[str, ...] = ()
    """What is gained, or the elements to choose from."""
    realm: str = ""
    """Where, if it happens in a realm."""
    slot: int = 0
    """The slot of the banner, from 0."""
    lord: str = ""
    """Whose doing it is, if a lord's."""


class InfluenceQuestion(Case, frozen=True, tag="choose_influence"):
    """Influence, or as many points instead."""

    realm: str
    """Where the influence would be."""
    n: int
    """How much there is room for."""


class GemsQuestion(Case, frozen=True, tag="choose_gems"):
    """Which gems are gained."""

    n: int
    """How many."""
    elements: tuple[str, ...]
    """The elements to choose from."""


class CaravanQuestion(Case, frozen=True, tag="choose_caravan_space"):
    """Which caravan space is taken."""

    realm: str
    """Where the caravan goes."""


class ExchangeQuestion(Case, frozen=True, tag="choose_exchange"):
    """Which option of the Wanderer's card is taken, if any."""

    card: str
    """The Wanderer's card."""


class FigureQuestion(Case, frozen=True, tag="choose_figure"):
    """Which figure a banner is attached to."""

    card: str
    """The banner."""
    realm: str
    """The realm that it lies in."""
    slot: int
    """The slot that it lies in, from 0."""


AnyQuestion = InfluenceQuestion | GemsQuestion | CaravanQuestion | ExchangeQuestion | FigureQuestion
"""A choice that the active seat owes before anything else happens. The tag is the move that answers it."""


class Phase(Data, frozen=True, tag_field="type", tag=snake):
    """What the game is doing."""


class SettingUp(Phase, frozen=True):
    pass


class Placing(Phase, frozen=True):
    """The seat places a figure or passes."""

    seat: int


class Acting(Phase, frozen=True):
    """The seat uses the abilities of the figure it has placed."""

    seat: int
    figure: str
    place: str
    cards: tuple[str, ...]
    """The attachments that count for this placement: those it had when it was placed (GM-9.5)."""
    used: tuple[str, ...] = ()
    bought: int = 0
    question: AnyQuestion | None = None
    rest: tuple[Task, ...] = ()
    """What still happens once the question is answered."""


class FireBanners(Phase, frozen=True):
    """The seats that may still take a Fire Banner, in turn order."""

    seats: tuple[int, ...]


class LordsOff(Phase, frozen=True):
    """The seats that still put a lord back, in turn order."""

    seats: tuple[int, ...]


class StepDue(Phase, frozen=True):
    step: Step


class Over(Phase, frozen=True):
    pass


AnyPhase = SettingUp | Placing | Acting | FireBanners | LordsOff | StepDue | Over


class Deck(Data, frozen=True):
    """Face-down cards, top first, and those put face down under it, which everyone knows."""

    cards: tuple[str, ...] = ()
    under: tuple[str, ...] = ()


class State(Data, frozen=True):
    """A game at one moment."""

    options: Options
    seats: tuple[Seat, ...]
    market: tuple[str | None, ...] = ()
    central_keys: int = 0
    ring: tuple[str, ...] = ()
    """Realms by ring position; position 1 comes first."""
    side: str = ""
    round: int = 0
    order: tuple[int, ...] = ()
    lords: tuple[Lord, ...] = ()
    wanderer: str = ""
    """The realm where the Wanderer stands."""
    wanderer_card: str | None = None
    objectives: tuple[str, ...] = ()
    banners: tuple[tuple[str | None, ...], ...] = ()
    """Per ring position, per slot."""
    removed: tuple[str, ...] = ()
    """Banners out of the game."""
    fire_banners: int = 0
    """Handed out so far."""
    enchantment_deck: Deck = Deck()
    banner_deck: Deck = Deck()
    objective_deck: Deck = Deck()
    wanderer_deck: Deck = Deck()
    phase: AnyPhase = SettingUp()
    edition: int = 1
    """Whose rules and content it is played by."""

    def with_seat(self, index: int, seat: Seat) -> State:
        """The same with one seat changed."""
        return replace(self, seats=put(self.seats, index, seat))


def initial(seats: int, options: Options, edition: int) -> State:
    """Seats that own nothing round an empty table."""
    return State(options=options, seats=(Seat(),) * seats, edition=edition)


def gems_of(bag: Bag) -> Gems:
    """A bag of gems as clients meet it."""
    return Gems(*bag) if any(bag) else NOTHING


def occupied(state: State) -> set[str]:
    """All places where a figure stands."""
    return places_taken(state.seats)


def places_taken(seats: tuple[Seat, ...]) -> set[str]:
    """The same of these seats."""
    return {figure.place for seat in seats for figure in seat.figures.values() if figure.place is not None}


def lord_at(state: State, realm: str) -> str | None:
    """The lord that stands there."""
    for lord in state.lords:
        if lord.realm == realm:
            return lord.id
    return None


def lord_realms(state: State) -> tuple[str, ...]:
    """Where lords stand, in ring order."""
    standing = [lord.realm for lord in state.lords]
    return tuple(realm for realm in state.ring if realm in standing)


def influence_of(state: State, seat: int, realm: str) -> int:
    """What the seat has in the realm."""
    return state.seats[seat].influence[state.ring.index(realm)]
