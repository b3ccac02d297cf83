"""What is still to be done in a move that waits for a choice."""

from __future__ import annotations

from moothall.domain.core.data import Data, snake


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
