"""The state of a game: its frozen records, the table before setup, and questions on it that need no content."""

from __future__ import annotations

from msgspec.structs import replace

from moothall.domain.core.bag import Bag
from moothall.domain.core.data import Data, View, snake
from moothall.domain.core.ranking import Ranking
from moothall.domain.core.seats import put
from moothall.domain.core.title import NoOptions

RESOURCES = ("production", "science", "culture", "religion", "gold", "raw_material", "battle_point")
"""The canonical order of a manor's bag."""
INDEX = {name: index for index, name in enumerate(RESOURCES)}
MANAGED = RESOURCES[:6]
"""The resources with a management square, in the same order (MR-3.3)."""
PRODUCTION = INDEX["production"]
NOTHING: Bag = (0,) * len(RESOURCES)

END_CATEGORIES = (
    "castles",
    "markets",
    "cities",
    "islands",
    "great_person_effects",
    "stored_resources",
    "great_person_points",
)
"""What final scoring adds to the score track, in this order in `Realm.final`."""

UNSCORED: Bag = (0,) * len(END_CATEGORIES)


class Tokens(View, frozen=True):
    """So many tokens of each resource."""

    production: int = 0
    """Production."""
    science: int = 0
    """Science."""
    culture: int = 0
    """Culture."""
    religion: int = 0
    """Religion."""
    gold: int = 0
    """Gold."""
    raw_material: int = 0
    """Raw materials."""
    battle_point: int = 0
    """Battle points."""


class Mayors(View, frozen=True):
    """So many mayors on each management square."""

    production: int = 0
    """On the production square."""
    science: int = 0
    """On the science square."""
    culture: int = 0
    """On the culture square."""
    religion: int = 0
    """On the religion square."""
    gold: int = 0
    """On the gold square."""
    raw_material: int = 0
    """On the raw material square."""


class Placement(View, frozen=True):
    """One seat's leaders of a round; a part that is not placed is null."""

    mayors: Mayors | None = None
    """Its mayors, buffers apart."""
    generals: tuple[int, ...] | None = None
    """The area of each general, ascending."""
    admirals: tuple[int, ...] | None = None
    """The area of each admiral, ascending."""
    buffers: tuple[int, ...] | None = None
    """The area of each buffer, ascending; null with three and more players."""


UNPLACED = Placement()


class Realm(Data, frozen=True):
    """What one seat owns. All of it is open to all (MR-2.3)."""

    manor: Bag = NOTHING
    mayors: int = 0
    """All of them, buffers included."""
    buffers: int = 0
    generals: int = 0
    admirals: int = 0
    display: tuple[str, ...] = ()
    in_play: tuple[str, ...] = ()
    """Oldest first."""
    immediate: int = 0
    """Points from immediate effects; with `colour` they are the place on the score track."""
    colour: int = 0
    owed: int = 0
    """Bonus tokens of the score track still to be chosen."""
    passed: bool = False
    final: Bag = UNSCORED

    @property
    def vp(self) -> int:
        """The place on the score track."""
        return self.immediate + self.colour

    @property
    def total(self) -> int:
        """All points, final scoring included once it has run."""
        return self.immediate + self.colour + sum(self.final)

    @property
    def leaders(self) -> int:
        """All leaders, buffers included."""
        return self.mayors + self.generals + self.admirals


class Standing(View, frozen=True):
    """One seat in the standings taken at the end of a round."""

    seat: int
    """Whose line it is."""
    vp: int
    """Its place on the score track."""
    cards: int
    """Its cards in play."""
    castles: int
    """Its castles in play."""
    leaders: int
    """All its leaders, buffers included."""
    tokens: int
    """All tokens in its manor."""
    rank: int
    """Its place, from 1, as if the game had ended there without final scoring."""


class Phase(Data, frozen=True, tag_field="type", tag=snake):
    """What the game is waiting for."""


class Picking(Phase, frozen=True):
    """Starting pairs are picked, last in turn order first."""

    taken: tuple[tuple[str, ...], ...] = ()


class Placing(Phase, frozen=True):
    """Leaders are placed in secret; one placement per seat."""

    parts: tuple[Placement, ...]


class Acting(Phase, frozen=True):
    """The seat on turn owes an action."""


class Bidding(Phase, frozen=True):
    """An auction runs; `asked` must bid higher than `bid` or leave it to `bidder`."""

    square: int
    card: str
    resource: str
    bid: int
    bidder: int
    asked: int
    out: tuple[int, ...] = ()


class Choosing(Phase, frozen=True):
    """The owner of a card picks the resource it gives; `next` is the effect to go on with."""

    seat: int
    card: str
    next: int
    amount: int
    barred: tuple[str, ...]


class TakingCard(Phase, frozen=True):
    """The owner of a card takes a realm card from the panel; `next` is the effect to go on with."""

    seat: int
    card: str
    next: int


class TakingBonus(Phase, frozen=True):
    """A seat picks a bonus token it is owed."""

    seat: int


class RoundOver(Phase, frozen=True):
    """All have passed: the step `round_end` is due."""


class GameOver(Phase, frozen=True):
    """All have passed in the last round: the step `game_end` is due."""


class Finished(Phase, frozen=True):
    """The winner is known."""


AnyPhase = Picking | Placing | Acting | Bidding | Choosing | TakingCard | TakingBonus | RoundOver | GameOver | Finished


class State(Data, frozen=True):
    """A whole game, secrets included. Leaves the server only through secrets.py."""

    realms: tuple[Realm, ...]
    phase: AnyPhase
    round: int = 1
    order: tuple[int, ...] = ()
    """Seats by their space on the turn order track."""
    on_turn: int | None = None
    """Whose turn of the action step it is, also while others bid or choose in it."""
    deck: tuple[str, ...] = ()
    """Face down, the next card first."""
    current: tuple[str | None, ...] = ()
    future: tuple[str | None, ...] = ()
    discard: tuple[str, ...] = ()
    placed: tuple[Placement, ...] = ()
    """The revealed placements of this round."""
    standings: tuple[Standing, ...] = ()
    """As they were at the end of the round before."""
    ranking: Ranking = ()
    """The result, once the game is over."""
    edition: int = 1
    """Whose rules and content it is played by."""

    @property
    def seats(self) -> int:
        return len(self.realms)

    def with_realm(self, seat: int, realm: Realm) -> State:
        """The state with one realm changed."""
        return replace(self, realms=put(self.realms, seat, realm))


def initial(seats: int, options: NoOptions, edition: int) -> State:
    """Empty realms and an empty board."""
    return State(realms=(Realm(),) * seats, phase=Picking(), edition=edition)


def committed(realm: Realm, placement: Placement) -> bool:
    """Whether a placement is complete (MR-3.9)."""
    return (placement.buffers if realm.buffers else placement.admirals) is not None


def round_of(state: State) -> int:
    """The current round; 0 while starting pairs are picked."""
    return 0 if isinstance(state.phase, Picking) else state.round
