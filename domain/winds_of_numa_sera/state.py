"""The state: frozen structs, and questions on them that need no rules."""

from __future__ import annotations

from typing import Any, Literal

from msgspec.structs import replace

from domain.core.records import Record, snake

Setting = Literal["throne", "empire"]
Aim = Literal["independent", "stronghold", "hero"]
PledgeKind = Literal["none", "truce", "attack"]


class Options(Record, frozen=True, forbid_unknown_fields=True):
    """What may be set when a game is created: the win setting."""

    setting: Setting = "throne"


# ---------------------------------------------------------------- phases


class Drafting(Record, frozen=True, tag=snake):
    """The seat chooses its kingdom."""

    seat: int


class Succession(Record, frozen=True, tag=snake):
    """All seats order their heroes in secret."""


class Acting(Record, frozen=True, tag=snake):
    """A turn. `marks` are what can be done once per turn and was done."""

    seat: int
    explored: bool = False
    built: bool = False
    attacked: bool = False
    extra: bool = False
    offers: int = 0
    explores: int = 0
    marks: tuple[str, ...] = ()

    @property
    def main(self) -> bool:
        """Whether Phase 2 has not begun."""
        return not (self.built or self.attacked)


class RoundEnd(Record, frozen=True, tag=snake):
    """The end-of-round step is due."""


class GameEnd(Record, frozen=True, tag=snake):
    """The end-of-game step is due; the winner is known unless the limit decides."""

    winner: int
    reasons: tuple[str, ...]


class Finished(Record, frozen=True, tag=snake):
    """It is over and scored."""

    winner: int
    reasons: tuple[str, ...]


Phase = Drafting | Succession | Acting | RoundEnd | GameEnd | Finished


# ---------------------------------------------------------------- what is still to be done in a move


class Resolve(Record, frozen=True, tag=snake):
    """Effects of a host, in order."""

    seat: int
    host: str
    keys: tuple[str, ...]


class ExploreOne(Record, frozen=True, tag=snake):
    """One explore."""

    seat: int


class PickExplored(Record, frozen=True, tag=snake):
    """Choose one of the drawn cards."""

    seat: int


class AcceptMaven(Record, frozen=True, tag=snake):
    """Accept or reject the Maven."""

    seat: int
    card: str


class AfterExplore(Record, frozen=True, tag=snake):
    """The triggers of an explore that is done."""

    seat: int
    card_type: str


class DiscardOpen(Record, frozen=True, tag=snake):
    """A resolved card goes to the discard pile."""

    seat: int
    card: str


class ChooseOption(Record, frozen=True, tag=snake):
    """Choose one of the options of an effect."""

    seat: int
    host: str
    key: str


class DiscardOne(Record, frozen=True, tag=snake):
    """Choose an own card of a kind and discard it."""

    seat: int
    what: str


class TakeOne(Record, frozen=True, tag=snake):
    """Choose a card of these types in the discard pile."""

    seat: int
    card_types: tuple[str, ...]


class StealItem(Record, frozen=True, tag=snake):
    """Choose an Item that the enemy wears."""

    seat: int
    enemy: int


class DrainOne(Record, frozen=True, tag=snake):
    """Choose an opponent whose hero loses Power."""

    seat: int
    amount: int


class UpgradeOne(Record, frozen=True, tag=snake):
    """Choose an equipment slot to upgrade."""

    seat: int


class UnlockOne(Record, frozen=True, tag=snake):
    """Choose a locked Class."""

    seat: int


class RollUse(Record, frozen=True, tag=snake):
    """The cost of a use is paid: roll if needed, then its effects."""

    seat: int
    source: str


class RollTest(Record, frozen=True, tag=snake):
    """The cost of a test is paid: roll if needed, then the blessing."""

    seat: int
    card: str


class BattleCardTriggers(Record, frozen=True, tag=snake):
    """What the seat's Battle Cards do after the outcome."""

    seat: int


class BattleTriggers(Record, frozen=True, tag=snake):
    """What the seat's cards in play do after the outcome."""

    seat: int


class CloseBattle(Record, frozen=True, tag=snake):
    """Battle Cards are discarded, eliminated players cleared."""


class Settle(Record, frozen=True, tag=snake):
    """The state check."""


class EndPhase2(Record, frozen=True, tag=snake):
    """A Build or an Attack is done: the turn ends, or its second half begins."""


class PassTurn(Record, frozen=True, tag=snake):
    """The turn ends."""


Choice = (
    PickExplored | AcceptMaven | ChooseOption | DiscardOne | TakeOne | StealItem | DrainOne | UpgradeOne | UnlockOne
)
Task = (
    Choice
    | Resolve
    | ExploreOne
    | AfterExplore
    | DiscardOpen
    | RollUse
    | RollTest
    | BattleCardTriggers
    | BattleTriggers
    | CloseBattle
    | Settle
    | EndPhase2
    | PassTurn
)


class Pending(Record, frozen=True):
    """A choice that is waited for, and what is to be done after it (last first)."""

    choice: Choice
    rest: tuple[Task, ...]


# ---------------------------------------------------------------- battle and trade


class Battle(Record, frozen=True):
    """A battle from its declaration to its end. `defender` is -1 for an independent Stronghold; the heroes are those
    that were active when it began; after the rolls `winner` is the seat that won (-1: the independent Stronghold)."""

    attacker: int
    aim: Aim
    stronghold: str
    defender: int
    attack: int
    defense: int
    heroes: tuple[str, str]
    attacker_cards: tuple[str, ...] = ()
    defender_cards: tuple[str, ...] = ()
    cancelled: tuple[bool, bool] = (False, False)
    fought: bool = False
    winner: int = -1
    slain: tuple[int, ...] = ()

    @property
    def sides(self) -> tuple[int, ...]:
        """The seats that fight."""
        return (self.attacker,) if self.defender < 0 else (self.attacker, self.defender)

    def enemy_of(self, seat: int) -> int:
        """The other side; -1 for an independent Stronghold."""
        return self.defender if seat == self.attacker else self.attacker


class Offer(Record, frozen=True):
    """An open trade offer. `give_hidden` are the hand cards that only the partners may see."""

    by: int
    to: int
    give_cards: tuple[str, ...] = ()
    give_hidden: tuple[str, ...] = ()
    hidden: int = 0
    get_cards: tuple[str, ...] = ()
    give_capital: int = 0
    get_capital: int = 0
    give_power: int = 0
    get_power: int = 0
    get_battle_cards: int = 0
    give_pledge: PledgeKind = "none"
    get_pledge: PledgeKind = "none"
    give_pledge_target: int | None = None
    get_pledge_target: int | None = None


class Pledge(Record, frozen=True):
    """A promise that binds `by` towards `to`; `begun` once a turn of `by` has begun after it."""

    kind: PledgeKind
    by: int
    to: int
    target: int = -1
    begun: bool = False


# ---------------------------------------------------------------- seats


class Mat(Record, frozen=True, cache_hash=True):
    """What lies in play before a seat: all that its standing effects follow from.

    `line` are the living heroes, the active one first; `skills`, `mavens`, `strongholds` and `upgraded` are in the
    order gained; `slots` are head, chest, right hand, left hand, pack, empty ones "".
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
        return tuple(dict.fromkeys(item for item in self.slots if item))


class Answer(Record, frozen=True):
    """A secret answer: heroes in order, or Battle Cards with their payment."""

    cards: tuple[str, ...]
    payment: dict[str, int] | None = None


class Tally(Record, frozen=True):
    """What a seat did in this round."""

    battles: int = 0
    captures: int = 0
    slain: int = 0
    earned: int = 0


class Seat(Record, frozen=True):
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


class RoundSummary(Record, frozen=True):
    """What the end-of-round step found, per seat."""

    round: int
    renown: tuple[int, ...]
    progress: tuple[dict[str, int], ...]
    leader: int
    tallies: tuple[Tally, ...]


_CLOCKWISE = {n: [tuple((start + i) % n for i in range(n)) for start in range(n)] for n in range(2, 5)}
"""By number of seats and first seat."""


class State(Record, frozen=True):
    """The whole game. Decks are listed from the top."""

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
    pledges: tuple[Pledge, ...] = ()
    eliminated: tuple[int, ...] = ()
    summary: RoundSummary | None = None

    def with_seat(self, index: int, **fields: Any) -> State:
        """The state with one seat changed."""
        seats = self.seats
        return replace(self, seats=(*seats[:index], replace(seats[index], **fields), *seats[index + 1 :]))

    def with_mat(self, index: int, **fields: Any) -> State:
        """The state with one mat changed."""
        return self.with_seat(index, mat=replace(self.seats[index].mat, **fields))

    @property
    def turn(self) -> Acting:
        """The turn that is being played."""
        assert isinstance(self.phase, Acting)
        return self.phase

    @property
    def dealt(self) -> bool:
        """Whether the setup is complete."""
        return not isinstance(self.phase, Drafting | Succession)

    def clockwise(self, start: int) -> tuple[int, ...]:
        """All seats from this one on."""
        return _CLOCKWISE[len(self.seats)][start]

    def living(self) -> tuple[int, ...]:
        """The seats still in the game."""
        return tuple(index for index, seat in enumerate(self.seats) if seat.mat.line)

    def opponents(self, seat: int) -> tuple[int, ...]:
        """The living others, clockwise."""
        return tuple(other for other in self.clockwise(seat)[1:] if self.seats[other].mat.line)
