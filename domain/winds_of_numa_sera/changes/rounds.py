"""Setup, rounds, turns and choices."""

from __future__ import annotations

from domain.core.records import Change
from domain.winds_of_numa_sera.state import Choice, Tally, Task


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
    lines: tuple[tuple[str, ...], ...]
    powers: tuple[int, ...]


class CollegesFilled(Change, frozen=True):
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
    seat: int
    cards: tuple[str, ...]
    count: int


class DeckShuffled(Change, frozen=True):
    """`cards` is the Exploration deck from its top, hidden; `again` when the discard pile became it."""

    cards: tuple[str, ...]
    count: int
    again: bool = False


class RoundBegan(Change, frozen=True):
    round: int


class TurnBegan(Change, frozen=True):
    seat: int


class TurnEnded(Change, frozen=True):
    seat: int


class RoundEnded(Change, frozen=True):
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
