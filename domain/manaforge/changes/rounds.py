"""Setup, draft, and the frame of rounds and turns."""

from __future__ import annotations

from moothall.domain.core.data import Change, View
from moothall.domain.core.ranking import Ranking
from moothall.domain.manaforge.state import NO_MANA, Dice, Mana, Prestige


class DecksShuffled(Change, frozen=True):
    """The item deck, its top first, and the cards put away, both hidden; the dice lie ready."""

    deck: tuple[str, ...]
    count: int
    unused: tuple[str, ...]
    unused_count: int
    dice: Dice
    """The dice in the box, by kind."""


class TalentsDealt(Change, frozen=True):
    """A packet for every seat, which only that seat sees; the other talents are put away."""

    packets: tuple[tuple[str, ...], ...]
    count: int
    """How many talents are in each packet."""
    away: tuple[str, ...]
    away_count: int


class TalentPicked(Change, frozen=True):
    """A seat picks a talent of its packet, in secret."""

    seat: int
    talent: str


class PacketsPassed(Change, frozen=True):
    """All picks are in; the rest of seat i's packet goes to seat `to[i]`."""

    to: tuple[int, ...]


class LastTalentsTaken(Change, frozen=True):
    """Every seat takes the one card left of its packet; the choice of what to keep begins."""


class TalentsKept(Change, frozen=True):
    """A seat chooses the talents to keep, in secret."""

    seat: int
    talents: tuple[str, ...]


class TalentsRevealed(Change, frozen=True):
    """All have chosen: the kept talents by seat."""

    talents: tuple[tuple[str, ...], ...]


class FirstPlayerChosen(Change, frozen=True):
    """The seat gets the first player marker."""

    seat: int


class DieTaken(Change, frozen=True):
    """A die from the supply at setup, not yet rolled; `talent`: the one that brings it."""

    seat: int
    die: str
    kind: str
    talent: str | None = None


class ArchmageAsked(Change, frozen=True):
    """The seat is to choose one more die."""

    seat: int


class ItemsDealt(Change, frozen=True):
    """A new round: cards from the top of the deck to the slots."""

    round: int
    cards: tuple[str, ...]


class CardsRecharged(Change, frozen=True):
    """All cards in all Workshops."""


class HoldAsked(Change, frozen=True):
    """The seat is to say whether the die on Aether Reserve is rolled."""

    seat: int
    die: str


class HoldKept(Change, frozen=True):
    """The die stays on Aether Reserve and is not rolled."""

    seat: int
    die: str


class DieTakenOff(Change, frozen=True):
    """The die leaves Aether Reserve; `apart`: outside of its owner's turn."""

    seat: int
    die: str
    apart: bool = False


class DiceRolled(Change, frozen=True):
    """The faces of a seat's dice in order of gaining; all of them become ready. A die kept back shows the old face."""

    seat: int
    faces: tuple[int, ...]
    dice: tuple[str, ...]


class TurnStarted(Change, frozen=True):
    """The seat's turn begins."""

    seat: int
    expenditures: int


class TurnEnded(Change, frozen=True):
    """`lost`: the mana left in the reserve."""

    seat: int
    lost: Mana = NO_MANA


class RoundClosed(Change, frozen=True):
    """All turns are over; the round is to be scored."""

    round: int


class RoundSheet(View, frozen=True):
    """What a seat did in a round and owns after it."""

    seat: int
    """Whose sheet it is."""
    prestige: Prestige
    """Gained this round, by category."""
    total: int
    """All its prestige."""
    action: str | None
    """What the build action went into: a card, or `prism`."""
    gems: int
    """How many gems it owns."""
    prisms: int
    """How many prisms it owns."""
    workshop: int
    """How many cards stand in its Workshop."""
    store: int
    """How many cards lie on its Store pile."""


class RoundScored(Change, frozen=True):
    """The sheet of every seat, and the seats best first, ties together."""

    round: int
    sheets: tuple[RoundSheet, ...]
    standings: Ranking


class BoardCleared(Change, frozen=True):
    """The cards left go on the discard pile in this order."""

    cards: tuple[str, ...]


class MarkerPassed(Change, frozen=True):
    """The seat has the first player marker from now on."""

    seat: int


class GameEnded(Change, frozen=True):
    """Seats best first, ties together."""

    ranking: Ranking
