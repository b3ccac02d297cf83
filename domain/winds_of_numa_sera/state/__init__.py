"""The state: frozen structs, and questions on them that need no rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec.structs import replace

from moothall.domain.core.data import Data
from moothall.domain.core.seats import clockwise, put
from moothall.domain.core.title import Turn
from moothall.domain.winds_of_numa_sera.state.matters import (
    Battle,
    Offer,
    Pledge,
)
from moothall.domain.winds_of_numa_sera.state.phases import (
    Acting,
    Aim,
    Drafting,
    Finished,
    GameEnd,
    Options,
    Phase,
    PledgeKind,
    RoundEnd,
    Setting,
    Succession,
    TargetType,
)
from moothall.domain.winds_of_numa_sera.state.tasks import (
    AcceptMaven,
    AfterExplore,
    BattleCardTriggers,
    BattleTriggers,
    Choice,
    ChooseOption,
    CloseBattle,
    DiscardOne,
    DiscardOpen,
    DrainOne,
    EndPhase2,
    ExploreOne,
    PassTurn,
    Pending,
    PickExplored,
    Resolve,
    RollTest,
    RollUse,
    Settle,
    StealItem,
    TakeOne,
    Task,
    UnlockOne,
    UpgradeOne,
)

if TYPE_CHECKING:
    from moothall.domain.winds_of_numa_sera.changes import AnyChange

__all__ = [
    "SLOTS",
    "AcceptMaven",
    "Acting",
    "AfterExplore",
    "Aim",
    "Answer",
    "Battle",
    "BattleCardTriggers",
    "BattleTriggers",
    "Choice",
    "ChooseOption",
    "CloseBattle",
    "DiscardOne",
    "DiscardOpen",
    "Drafting",
    "DrainOne",
    "EndPhase2",
    "ExploreOne",
    "Finished",
    "GameEnd",
    "Mat",
    "Offer",
    "Options",
    "PassTurn",
    "Pending",
    "Phase",
    "PickExplored",
    "Pledge",
    "PledgeKind",
    "Resolve",
    "RollTest",
    "RollUse",
    "RoundEnd",
    "RoundSummary",
    "Seat",
    "Setting",
    "Settle",
    "State",
    "StealItem",
    "Succession",
    "TakeOne",
    "Tally",
    "TargetType",
    "Task",
    "Turning",
    "UnlockOne",
    "UpgradeOne",
]


SLOTS = ("head", "chest", "right_hand", "left_hand", "pack")
"""Where a hero wears Items."""


class Mat(Data, frozen=True, cache_hash=True):
    """What lies in play before a seat: all that its standing effects follow from.

    `line` are the living heroes, the active one first; `skills`, `mavens`, `strongholds` and `upgraded` are in the
    order gained; `slots` are as in SLOTS, empty ones "".
    """

    kingdom: str = ""
    line: tuple[str, ...] = ()
    ticked: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    mavens: tuple[str, ...] = ()
    slots: tuple[str, str, str, str, str] = ("", "", "", "", "")
    upgraded: tuple[str, ...] = ()
    strongholds: tuple[str, ...] = ()
    blessing: str = ""

    @property
    def items(self) -> tuple[str, ...]:
        """The equipped Items, each once."""
        return tuple(dict.fromkeys(filter(None, self.slots)))


class Answer(Data, frozen=True):
    """A secret answer: heroes in order, or Battle Cards with their payment."""

    cards: tuple[str, ...]
    payment: dict[str, int] | None = None


class Tally(Data, frozen=True):
    """What a seat did in this round."""

    battles: int = 0
    """Battles fought."""
    captures: int = 0
    """Strongholds captured."""
    slain: int = 0
    """Enemy heroes slain."""
    earned: int = 0
    """Capital gained."""


class Seat(Data, frozen=True):
    """One seat's belongings, secrets included. Leaves the server only through secrets."""

    mat: Mat = Mat()
    answer: Answer | None = None
    treasury: int = 0
    power: int = 0
    skill_credit: int = 0
    item_credit: int = 0
    purse: dict[str, int] = {}  # noqa: RUF012  msgspec copies a default of this kind
    hand: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    captured: tuple[str, ...] = ()
    fallen: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    wins_with_card: int = 0
    raids: int = 0
    tally: Tally = Tally()

    @property
    def alive(self) -> bool:
        """Whether a hero is left."""
        return bool(self.mat.line)

    @property
    def hero(self) -> str:
        """The Active Hero."""
        return self.mat.line[0] if self.mat.line else ""

    def hidden(self) -> tuple[str, ...]:
        """The hand cards that only the owner can name."""
        return tuple(card for card in self.hand if card not in self.known)


class RoundSummary(Data, frozen=True):
    """What the end-of-round step found."""

    round: int
    """The round."""
    renown: tuple[int, ...]
    """Renown, by seat."""
    categories: tuple[dict[str, int], ...]
    """Renown by category, by seat."""
    progress: tuple[dict[str, int], ...]
    """How far each seat is towards each victory condition, by seat."""
    leader: int
    """The seat that leads."""
    tallies: tuple[Tally, ...]
    """What each seat did in the round, by seat."""


_CLOCKWISE = {seats: [clockwise(seats, start) for start in range(seats)] for seats in range(2, 5)}
"""By number of seats and first seat: asked so often that it is reckoned once."""


class State(Data, frozen=True):
    """The whole game. Decks are listed from the top.

    `offers` counts the trades ever offered, those taken back by undo too; `offered` are those of this turn as everybody
    saw them, the undone ones forgotten."""

    setting: Setting
    seats: tuple[Seat, ...]
    phase: Phase
    first: int = -1
    round: int = 0
    deck: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    forge_deck: tuple[str, ...] = ()
    forge: tuple[str, ...] = ()
    stronghold_deck: tuple[str, ...] = ()
    strongholds: tuple[str, ...] = ()
    colleges: dict[str, tuple[str, ...]] = {}  # noqa: RUF012  msgspec copies a default of this kind
    reshuffles: int = 0
    pending: Pending | None = None
    battle: Battle | None = None
    offer: Offer | None = None
    offers: int = 0
    offered: tuple[Offer, ...] = ()
    pledges: tuple[Pledge, ...] = ()
    eliminated: tuple[int, ...] = ()
    summary: RoundSummary | None = None
    round_limit: int | None = None
    seat_bonus: bool = False
    edition: int = 1
    """Whose rules and content it is played by."""

    def with_seat(self, index: int, **fields: Any) -> State:
        """The state with one seat changed; reducers take the quicker `evolve.parts.with_seat`."""
        return replace(self, seats=put(self.seats, index, replace(self.seats[index], **fields)))

    def with_mat(self, index: int, **fields: Any) -> State:
        """The state with one mat changed."""
        return self.with_seat(index, mat=replace(self.seats[index].mat, **fields))

    @property
    def turn(self) -> Acting:
        """The turn that is being played."""
        assert isinstance(self.phase, Acting)
        return self.phase

    @property
    def offers_this_turn(self) -> int:
        """Counter-offers included."""
        phase = self.phase  # as `turn` has it, written out: asked for every list and every offer
        assert isinstance(phase, Acting)
        return self.offers - phase.offers_before

    @property
    def dealt(self) -> bool:
        """Whether the setup is complete."""
        return not isinstance(self.phase, Drafting | Succession)

    def clockwise(self, start: int) -> tuple[int, ...]:
        """All seats from this one on."""
        return _CLOCKWISE[len(self.seats)][start]

    def living(self) -> tuple[int, ...]:
        """The seats still in the game."""
        return tuple([index for index, seat in enumerate(self.seats) if seat.mat.line])

    def opponents(self, seat: int) -> tuple[int, ...]:
        """The living others, clockwise."""
        seats = self.seats
        return tuple([other for other in _CLOCKWISE[len(seats)][seat][1:] if seats[other].mat.line])

    def opposed(self, seat: int, other: int) -> bool:
        """Whether the other is one of them."""
        return 0 <= other < len(self.seats) and other != seat and bool(self.seats[other].mat.line)


Turning: TypeAlias = "Turn[State, AnyChange]"
"""A decision in the making."""
