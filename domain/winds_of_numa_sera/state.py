"""The state of a game, the records that it is made of, and the state before setup."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import replace

from moothall.domain.core.data import Data, snake
from moothall.domain.core.seats import clockwise, put

Setting = Literal["throne", "empire"]
Aim = Literal["independent", "stronghold", "hero"]
PledgeKind = Literal["none", "truce", "attack"]
TargetType = Literal["player", "hero", "stronghold", "independent"]
"""What a promise names: a player with all they have, their hero, one Stronghold of theirs, or one that is nobody's."""

SLOTS = ("head", "chest", "right_hand", "left_hand", "pack")
"""Where a hero wears Items."""


class Options(Data, frozen=True, forbid_unknown_fields=True):
    """What may be set when a game is created."""

    setting: Setting = "throne"
    """How many conditions win (NS-1.1)."""
    round_limit: Annotated[int, msgspec.Meta(ge=12, le=60)] | None = None
    """After so many rounds Renown decides (NS-15.5); none: the game goes on until somebody has won."""
    seat_bonus: bool = False
    """Whether later players in turn order start with extra Capital (NS-1.9)."""


class Drafting(Data, frozen=True, tag=snake):
    """The seat chooses its kingdom."""

    seat: int


class Succession(Data, frozen=True, tag=snake):
    """All seats order their heroes in secret."""


class Acting(Data, frozen=True, tag=snake):
    """A turn. `marks` are what can be done once per turn and was done; `offers_before` how many trades had been offered
    in the whole game when it began."""

    seat: int
    explored: bool = False
    built: bool = False
    attacked: bool = False
    extra: bool = False
    offers_before: int = 0
    explores: int = 0
    marks: tuple[str, ...] = ()

    @property
    def main(self) -> bool:
        """Whether Phase 2 has not begun."""
        return not (self.built or self.attacked)


class RoundEnd(Data, frozen=True, tag=snake):
    """The end-of-round step is due."""


class GameEnd(Data, frozen=True, tag=snake):
    """The end-of-game step is due; the winner is known unless the limit decides."""

    winner: int
    reasons: tuple[str, ...]


class Finished(Data, frozen=True, tag=snake):
    """It is over and scored."""

    winner: int
    reasons: tuple[str, ...]


Phase = Drafting | Succession | Acting | RoundEnd | GameEnd | Finished


class Resolve(Data, frozen=True, tag=snake):
    """Effects of a host, in order."""

    seat: int
    host: str
    keys: tuple[str, ...]


class ExploreOne(Data, frozen=True, tag=snake):
    """One explore."""

    seat: int


class PickExplored(Data, frozen=True, tag=snake):
    """Choose one of the drawn cards."""

    seat: int


class AcceptMaven(Data, frozen=True, tag=snake):
    """Accept or reject the Maven."""

    seat: int
    card: str


class AfterExplore(Data, frozen=True, tag=snake):
    """The triggers of an explore that is done."""

    seat: int
    card_type: str


class DiscardOpen(Data, frozen=True, tag=snake):
    """A resolved card goes to the discard pile."""

    seat: int
    card: str


class ChooseOption(Data, frozen=True, tag=snake):
    """Choose one of the options of an effect."""

    seat: int
    host: str
    key: str


class DiscardOne(Data, frozen=True, tag=snake):
    """Choose an own card of a kind and discard it."""

    seat: int
    what: str


class TakeOne(Data, frozen=True, tag=snake):
    """Choose a card of these types in the discard pile."""

    seat: int
    card_types: tuple[str, ...]


class StealItem(Data, frozen=True, tag=snake):
    """Choose an Item that the enemy wears."""

    seat: int
    enemy: int
    host: str = ""


class DrainOne(Data, frozen=True, tag=snake):
    """Choose an opponent whose hero loses Power."""

    seat: int
    host: str
    amount: int


class UpgradeOne(Data, frozen=True, tag=snake):
    """Choose an equipment slot to upgrade."""

    seat: int


class UnlockOne(Data, frozen=True, tag=snake):
    """Choose a locked Class."""

    seat: int


class RollUse(Data, frozen=True, tag=snake):
    """The cost of a use is paid: roll if needed, then its effects."""

    seat: int
    source: str


class RollTest(Data, frozen=True, tag=snake):
    """The cost of a test is paid: roll if needed, then the blessing."""

    seat: int
    card: str


class BattleCardTriggers(Data, frozen=True, tag=snake):
    """What the seat's Battle Cards do after the outcome."""

    seat: int


class BattleTriggers(Data, frozen=True, tag=snake):
    """What the seat's cards in play do after the outcome."""

    seat: int


class CloseBattle(Data, frozen=True, tag=snake):
    """Battle Cards are discarded, eliminated players cleared."""


class Settle(Data, frozen=True, tag=snake):
    """The state check."""


class EndPhase2(Data, frozen=True, tag=snake):
    """A Build or an Attack is done: the turn ends, or its second half begins."""


class PassTurn(Data, frozen=True, tag=snake):
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


class Pending(Data, frozen=True):
    """A choice that is waited for, and what is to be done after it (last first)."""

    choice: Choice
    rest: tuple[Task, ...]


class Battle(Data, frozen=True):
    """A battle from its declaration to its end."""

    attacker: int
    """The seat that attacks."""
    target_type: Aim
    """What is attacked."""
    stronghold: str
    """The Stronghold that is attacked; empty for a hero."""
    defender: int
    """The seat that is attacked; -1 for an independent Stronghold."""
    attack: int
    """The attacker's attack, before dice and Battle Cards."""
    defense: int
    """The defense it must reach, before dice and Battle Cards."""
    heroes: tuple[str, str]
    """The heroes that were active when it began, the attacker's first; empty where there is none."""
    attacker_cards: tuple[str, ...] = ()
    """The attacker's Battle Cards, once they are revealed."""
    defender_cards: tuple[str, ...] = ()
    """The defender's Battle Cards, once they are revealed."""
    cancelled: tuple[bool, bool] = (False, False)
    """Whether the attacker's and the defender's cards have no effect."""
    fought: bool = False
    """Whether the dice have fallen."""
    winner: int = -1
    """The seat that won, once it is fought; -1: the independent Stronghold."""
    slain: tuple[int, ...] = ()
    """Seats whose hero fell in it."""

    @property
    def sides(self) -> tuple[int, ...]:
        """The seats that fight."""
        return (self.attacker,) if self.defender < 0 else (self.attacker, self.defender)

    def enemy_of(self, seat: int) -> int:
        """The other side; -1 for an independent Stronghold."""
        return self.defender if seat == self.attacker else self.attacker


class Offer(Data, frozen=True):
    """A trade offer."""

    by: int
    """The seat that offers."""
    to: int
    """The seat that answers."""
    give_cards: tuple[str, ...] = ()
    """Cards that are offered and open to all."""
    give_hidden: tuple[str, ...] = ()
    """Hand cards that are offered; only the two partners see which."""
    hidden: int = 0
    """How many hidden cards are offered."""
    get_cards: tuple[str, ...] = ()
    """Cards that are asked for and open to all."""
    get_hidden: tuple[str, ...] = ()
    """Hidden cards that are asked for; only the two partners see which."""
    hidden_asked: int = 0
    """How many hidden cards are asked for by name."""
    give_capital: int = 0
    """Capital that is offered."""
    get_capital: int = 0
    """Capital that is asked for."""
    give_power: int = 0
    """Power that is offered."""
    get_power: int = 0
    """Power that is asked for."""
    get_battle_cards: int = 0
    """How many Battle Cards of the partner's own choice are asked for."""
    give_pledge: PledgeKind = "none"
    """What the one who offers promises."""
    get_pledge: PledgeKind = "none"
    """What the partner is to promise."""
    give_pledge_target_type: TargetType = "player"
    """What kind of target the offered promise names."""
    get_pledge_target_type: TargetType = "player"
    """What kind of target the promise asked for names."""
    give_pledge_target: str | None = None
    """The target of the offered promise: a Stronghold, or a seat number as text; null: the partner."""
    get_pledge_target: str | None = None
    """The target of the promise asked for; null: the one who offers."""
    give_pledge_turns: int = 1
    """For how many turns the offered promise binds."""
    get_pledge_turns: int = 1
    """For how many turns the promise asked for binds."""

    @property
    def public(self) -> Offer:
        """As everybody may see it."""
        return replace(self, give_hidden=(), get_hidden=()) if self.give_hidden or self.get_hidden else self


class Pledge(Data, frozen=True):
    """A promise that binds."""

    kind: PledgeKind
    """`truce`: to spare a player; `attack`: to attack a target."""
    by: int
    """The seat that has promised."""
    to: int
    """The seat it was promised to."""
    target_type: TargetType
    """What kind of target it names."""
    target: str
    """The target: a Stronghold, or a seat number as text."""
    seat: int
    """Whose the target is; -1: nobody's."""
    turns: int = 1
    """How many turns of the promiser it still binds, one that is being played included."""


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
        """Return the state with fields of one seat changed; reducers have a quicker way."""
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


def initial(seats: int, options: Options, edition: int) -> State:
    """Empty seats; nothing is drawn, nobody has a kingdom."""
    return State(
        setting=options.setting,
        seats=(Seat(),) * seats,
        phase=Drafting(-1),
        round_limit=options.round_limit,
        seat_bonus=options.seat_bonus,
        edition=edition,
    )
