"""Setup, rounds, turns and choices."""

from __future__ import annotations

from moothall.domain.core.data import Change
from moothall.domain.winds_of_numa_sera.state import Choice, Tally, Task


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
