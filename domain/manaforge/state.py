"""The state of a game: what every seat owns, what lies on the board, the phase, and the state before setup."""

from __future__ import annotations

from msgspec.structs import replace

from moothall.domain.core.bag import Bag
from moothall.domain.core.data import Data, View, snake
from moothall.domain.core.seats import put
from moothall.domain.core.title import NoOptions

ELEMENTS = ("earth", "fire", "wind", "water")
"""The four elements of mana and gems; bags of them stand in this order."""

DICE = (*ELEMENTS, "arcane")
"""The kinds of dice, in the order of the supply's bag."""

ELEMENT_INDEX = {element: index for index, element in enumerate(DICE)}

NOTHING: Bag = (0, 0, 0, 0)


class Amounts(View, frozen=True, forbid_unknown_fields=True):
    """So much of each element."""

    earth: int = 0
    """Of earth."""
    fire: int = 0
    """Of fire."""
    wind: int = 0
    """Of wind."""
    water: int = 0
    """Of water."""

    @property
    def bag(self) -> Bag:
        """The same to reckon with."""
        return (self.earth, self.fire, self.wind, self.water)


class Mana(Amounts, frozen=True):
    """Mana of the reserve, by element."""


class Gems(Amounts, frozen=True):
    """Gem tokens, by element."""


class Dice(View, frozen=True):
    """So many dice of each kind."""

    earth: int
    """Earth dice."""
    fire: int
    """Fire dice."""
    wind: int
    """Wind dice."""
    water: int
    """Water dice."""
    arcane: int
    """Arcane dice."""


class Prestige(View, frozen=True):
    """Prestige by where it comes from."""

    talents: int = 0
    """From talents."""
    workshop: int = 0
    """From abilities of Workshop cards."""
    wands: int = 0
    """From wands."""
    store: int = 0
    """From other Store cards."""
    replica_gifts: int = 0
    """For gems given to others."""


CATEGORIES = Prestige.__struct_fields__
"""Where prestige comes from."""

NO_MANA = Mana()

NO_GEMS = Gems()


class Die(Data, frozen=True):
    """A die of a seat; `face` is 0 before its first roll."""

    id: str
    kind: str
    face: int = 0
    spent: bool = False


class Card(Data, frozen=True):
    """A card in a Workshop with the elements of the gems attached to it, top slot first."""

    id: str
    charged: bool = True
    gems: tuple[str, ...] = ()


class Line(Data, frozen=True):
    """One gain of prestige."""

    round: int
    category: str
    source: str
    n: int


class Seat(Data, frozen=True):
    """One seat's belongings, secrets included. Leaves the server only through secrets.py."""

    prestige: int = 0
    gems: Bag = NOTHING
    prisms: int = 0
    dice: tuple[Die, ...] = ()
    workshop: tuple[Card, ...] = ()
    store: tuple[str, ...] = ()
    """The Store pile, the top card last."""
    talents: tuple[str, ...] = ()
    held: str | None = None
    """The die on Aether Reserve."""
    face: int = 0
    """The face number that a die gained this round shows or would show again; 0 while none was rolled."""
    raises: int = 0
    """Cards raised with Precognition this round."""
    action: str | None = None
    """What the build action of this round went into: a card's id, or `prism`."""
    items_built: int = 0
    prisms_taken: int = 0
    ledger: tuple[Line, ...] = ()
    packet: tuple[str, ...] = ()
    """The talents to pick from (secret)."""
    picked: tuple[str, ...] = ()
    """The talents picked so far (secret)."""
    passed_on: tuple[tuple[str, ...], ...] = ()
    """What was left of the packets handed on during the draft, which their former holder remembers (secret)."""
    passed_over: tuple[str, ...] = ()
    """The picked talents that were not kept (secret)."""

    def die(self, die_id: str) -> Die | None:
        """The seat's die of this id."""
        for die in self.dice:
            if die.id == die_id:
                return die
        return None

    def card(self, card_id: str) -> Card | None:
        """The seat's Workshop card of this id."""
        for card in self.workshop:
            if card.id == card_id:
                return card
        return None

    def next_die(self, kind: str) -> str:
        """MF-1.12: the id of the next die of this kind that the seat gains."""
        return f"{kind}_{1 + sum(die.kind == kind for die in self.dice)}"

    @property
    def left(self) -> int:
        """Gems and prisms owned, which separate ties."""
        return sum(self.gems) + self.prisms


class Making(Data, frozen=True):
    """A card just built that lies in no slot and no pile yet."""

    card: str
    copied: str | None = None
    """The Store card whose effects are resolved in its place."""
    choice: str | None = None
    """What the builder is asked before it goes on."""
    at: int = 0
    """The effect that the question belongs to."""


class Draft(Data, frozen=True, tag_field="phase", tag=snake):
    """Every seat picks a talent of its packet; `answers` are the picks not yet revealed."""

    pick: int
    answers: tuple[str | None, ...]


class Keep(Data, frozen=True, tag_field="phase", tag=snake):
    """Every seat keeps two of its picked talents; an empty answer is none yet."""

    answers: tuple[tuple[str, ...], ...]


class Archmage(Data, frozen=True, tag_field="phase", tag=snake):
    """A seat chooses its further die."""

    seat: int


class PreRoll(Data, frozen=True, tag_field="phase", tag=snake):
    """A seat decides whether its held die is rolled."""

    seat: int


class Playing(Data, frozen=True, tag_field="phase", tag="turn"):
    """A seat's turn."""

    seat: int
    expenditures: int
    mana: Bag = NOTHING
    used: tuple[str, ...] = ()
    """Talents activated this turn."""
    making: Making | None = None


class Offers(Data, frozen=True, tag_field="phase", tag=snake):
    """Other seats may hand the builder a gem; `answers` stands by seat, None where none came (yet)."""

    turn: Playing
    element: str
    n: int
    source: str
    asked: tuple[int, ...]
    answers: tuple[str | None, ...]


class RoundScoring(Data, frozen=True, tag_field="phase", tag=snake):
    """All turns of the round are over; the step is due."""


class Finished(Data, frozen=True, tag_field="phase", tag=snake):
    """The game is over."""


Phase = Draft | Keep | Archmage | PreRoll | Playing | Offers | RoundScoring | Finished


class State(Data, frozen=True):
    """Everything, secrets included."""

    seats: tuple[Seat, ...]
    phase: Phase
    supply: Bag = (0, 0, 0, 0, 0)
    """Dice left, by kind."""
    round: int = 0
    first: int = 0
    """Who holds the first player marker."""
    board: tuple[str | None, ...] = ()
    deck: tuple[str, ...] = ()
    """The item deck, its top first."""
    discard: tuple[str, ...] = ()
    """The discard pile, its top last."""
    unused: tuple[str, ...] = ()
    """Item cards put away at setup."""
    talents_away: tuple[str, ...] = ()
    """Talents never dealt."""
    edition: int = 1
    """Whose rules and content it is played by."""

    def with_seat(self, index: int, seat: Seat) -> State:
        """The state with one seat's belongings changed."""
        return replace(self, seats=put(self.seats, index, seat))

    @property
    def turn(self) -> Playing | None:
        """The running turn, also while it waits for offers."""
        phase = self.phase
        if type(phase) is Playing:
            return phase
        return phase.turn if type(phase) is Offers else None

    def next_seat(self, seat: int) -> int:
        """The next one clockwise."""
        return (seat + 1) % len(self.seats)


def initial(seats: int, options: NoOptions, edition: int) -> State:
    """MF-1.1: mats, and counters at 0."""
    return State(seats=(Seat(),) * seats, phase=Draft(0, ()), edition=edition)


def mana_in(bag: Bag) -> Mana:
    """A bag of mana as everybody reads it."""
    return Mana(*bag) if any(bag) else NO_MANA


def gems_in(bag: Bag) -> Gems:
    """A bag of gems as everybody reads it."""
    return Gems(*bag) if any(bag) else NO_GEMS
