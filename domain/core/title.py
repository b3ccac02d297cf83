"""The title protocol: a title is a record of pure functions, and nothing else about it is known outside.

How an event comes to be: someone makes a `Turn` on the state before, hands it to `decide` (or `step`, `setup`), and
takes the recorded changes. How a state comes to be: `initial`, then `evolve` for every change of every event.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from moothall.domain.core.codec import plain
from moothall.domain.core.content import Content
from moothall.domain.core.data import Data, Json, snake
from moothall.domain.core.draw import Draw
from moothall.domain.core.evolve import Reducer
from moothall.domain.core.ranking import Ranking
from moothall.domain.core.words import Reader, sentence

S = TypeVar("S")
"""A title's state."""

M = TypeVar("M")
"""The union of its moves."""

C = TypeVar("C")
"""The union of its changes."""


class Binding(IntEnum):
    """How firmly a change binds; an event binds as its firmest change does. Undo is computed from nothing else."""

    FREE = 0
    """Stands apart from the turns (looking at one's cards again): no undo touches it, it bars no undo."""
    COMMIT = 1
    """A secret answer that waits for the others: its seat may take it back until it is revealed, whatever other
    seats commit meanwhile. It may touch nothing but what its own seat's answer is stored in."""
    ACT = 2
    """An open act: its seat may take it back until another seat acts."""
    FINAL = 3
    """Something random or hidden became known, or the rules close the window: nothing up to here comes back."""


FREE, COMMIT, ACT, FINAL = Binding
"""By name alone: to find a member in its class takes ten times as long, and the fold asks several times an event."""


class Asked(Data, frozen=True):
    """A seat that owes a decision, and of which kind."""

    seat: int
    kind: str


class Awaiting(Data, frozen=True):
    """What the game waits for: seats, or a step of its own, or nothing because it is over."""

    seats: tuple[Asked, ...] = ()
    step: str | None = None
    finished: bool = False

    def asks(self, seat: int) -> bool:
        """Whether this seat owes a decision."""
        return any(asked.seat == seat for asked in self.seats)


@lru_cache(maxsize=1 << 12)
def asking(kind: str, *seats: int) -> Awaiting:
    """One decision of some seats: there are few, so each is made once."""
    return Awaiting(tuple([Asked(seat, kind) for seat in seats]))


class Turn(Generic[S, C]):
    """One decision in the making: records every change and evolves its state with it."""

    __slots__ = ("_cases", "changes", "draw", "seat", "state")

    def __init__(self, evolve: Reducer[S], state: S, draw: Draw, seat: int = -1) -> None:
        self._cases = evolve.cases
        self.state = state
        self.draw = draw
        self.seat = seat
        self.changes: list[C] = []

    def emit(self, change: C) -> None:
        """It happened."""
        self.changes.append(change)
        self.state = self._cases[type(change)](self.state, change)


class Sheet(Data, frozen=True):
    """One seat's score: the categories add up to the total; `notes` holds what counts for ties or is worth knowing."""

    seat: int
    total: int
    categories: dict[str, int]
    notes: dict[str, Any] = {}  # noqa: RUF012  msgspec copies a default of this kind


class Outlook(Data, frozen=True):
    """How a search of a title looks ahead. All amounts are points as `evaluate` counts them."""

    ahead: int = 1
    """Rounds that are played on before `evaluate` is asked, at least a turn of every seat: the more, the less it can
    judge and the cheaper it is to play on."""
    rivalry: float = 1.0
    """How much of what the strongest rival has counts against what one has; less where `evaluate` reckons with it."""
    victory: float = 20.0
    """What a won game counts beyond its points."""
    doubt: float = 4.0
    """By how much `evaluate` may well be wrong right after a plan."""
    branch: int = 16
    """Moves that are tried of each position where everybody plays on."""


class Insight(NamedTuple):
    """Functions of a title by which a search judges; those of the same name are a simple bot's."""

    evaluate: Callable[[Any, int], float]
    candidates: Callable[[Any, Any, int, Draw, int], Sequence[Any]]
    expect: Callable[[Any, int, Any], float | None]


class NoOptions(Data, frozen=True, forbid_unknown_fields=True):
    """The options of a title that has none."""


# What a title need not say: a game without secrets and luck, its moves and changes in plain words, bots that do not
# know what is good.


def nothing_to_set_up(turn: Any) -> None:
    """The first state is the start of the game."""


def no_step(turn: Any) -> None:
    """Titles that ask for steps have some."""
    raise AssertionError("this title has no steps")


def nothing_to_carry(turn: Any, before: Any) -> None:
    """Most titles restore everything."""


def all_of_it(state: Any, seat: int | None) -> Any:
    """The view of a game without secrets: the state itself."""
    return state


def as_it_is(change: Any, viewer: int | None) -> Any:
    """Nothing to redact."""
    return change


def as_it_was_asked(move: Any, seat: int, viewer: int | None) -> Any:
    """Nothing to redact."""
    return move


def nothing_to_deal(state: Any, seat: int, draw: Draw) -> Any:
    """Everybody sees everything."""
    return state


def move_in_words(move: Any, state: Any, reader: Reader) -> str:
    """`Take: heap 1, count 3`."""
    return sentence(_in_words(move))


def change_in_words(change: Any, reader: Reader) -> str:
    """`Ada: taken, heap 1, count 3`."""
    seat = getattr(change, "seat", None)
    return sentence(_in_words(change) if seat is None else f"{reader.who(seat)}: {_in_words(change)}")


def view_in_words(view: Json, reader: Reader) -> str:
    """A line for every field."""
    return "\n".join(f"{name.replace('_', ' ')}: {value}" for name, value in plain(view).items())


def any_of(title: Any, state: Any, seat: int, draw: Draw) -> Any:
    """A random one of all legal moves."""
    moves = list(title.legal_moves(state, seat))
    return moves[draw.below(f"sample/seat-{seat}", len(moves))]


def some_of(title: Any, state: Any, seat: int, draw: Draw, most: int) -> Sequence[Any]:
    """All moves of a short list, a random part of a long one."""
    moves = list(title.legal_moves(state, seat))
    if len(moves) <= most:
        return moves
    for i in range(most):
        j = i + draw.below(f"candidates/{i}", len(moves) - i)
        moves[i], moves[j] = moves[j], moves[i]
    return moves[:most]


def _in_words(record: msgspec.Struct) -> str:
    words = snake(type(record).__name__).replace("_", " ")
    fields = [f"{name.replace('_', ' ')} {value}" for name, value in msgspec.structs.asdict(record).items()]
    shown = [each for each, name in zip(fields, record.__struct_fields__, strict=True) if name != "seat"]
    return f"{words}: {', '.join(shown)}" if shown else words


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class Title(Generic[S, M, C]):
    """Everything the rest of Moothall knows of a game. The first part every title must say; the rest has defaults."""

    editions: Mapping[int, Content]
    """Components and rules of every released edition, by number; slug, name and player numbers stand in the headers."""
    state: type[S]
    moves: Any
    """The union of all move records (`Build | EndTurn`)."""
    changes: Any
    """The union of all change records."""
    initial: Callable[[int, Any, int], S]
    """`initial(seats, options, edition)`: the table before setup, without any luck and without any content."""
    decide: Callable[[Turn[S, C], M], None]
    """Judge the move of `turn.seat` (raise IllegalMove), then emit what happens. Nothing is emitted before the
    judgement is complete."""
    evolve: Reducer[S]
    """The reducer: total, one case per change, no rules, no content."""
    awaiting: Callable[[S], Awaiting]
    legal_moves: Callable[[S, int], Iterable[M]]
    """Every legal move of the seat, complete and postable, in a fixed order; made lazily where lists can be long.
    Never empty while the seat is awaited; may hold free moves of a seat that is not. RULES.md says
    what else is legal."""
    score_sheet: Callable[[S], Sequence[Sheet]]
    """Per seat, at any time."""
    ranking: Callable[[S], Ranking]
    """Seats best first by the rules of the game's end, at any time."""

    # Rules that not every game needs.
    options: type[msgspec.Struct] = NoOptions
    """What may be set when a game is created."""
    check_options: Callable[[int, Any, int], None] = field(default=lambda seats, options, edition: None)
    """`check_options(seats, options, edition)`: raises BadOptions where the types alone do not settle it."""
    setup: Callable[[Turn[S, C]], None] = nothing_to_set_up
    """Set the game up, as far as it goes without a decision."""
    step: Callable[[Turn[S, C]], None] = no_step
    """Run the step that `awaiting` says is due."""
    tier: Callable[[S, int], int] = field(default=lambda state, seat: 0)
    """What `ranking` asks of a seat before its points, the higher the better: a victory, an elimination. Penalties
    change points, and nothing that comes before them."""
    round_of: Callable[[S], int] = field(default=lambda state: 1)
    """The number of the current round, from 1; 0 before the first."""
    binding: Callable[[C], Binding] = field(default=lambda change: Binding.ACT)
    reveals: Callable[[C], bool] = field(default=lambda change: False)
    """Whether a change that can be undone makes something random or hidden known all the same (a die rolled whose face
    outlives the undo). Changes that are FINAL need not be named. What is revealed is told by the deed alone: no dry run
    shows it, no move is sent along after it, and no plan of a bot goes on behind it."""
    on_undo: Callable[[Turn[S, C], S], None] = nothing_to_carry
    """`on_undo(turn, before)`: `turn.state` is restored; emit what an undo of `turn.seat` must not wipe out."""
    undo_rule: str = "TB-4.1"
    """The rule that a refused undo cites."""
    check: Callable[[S], list[str]] = field(default=lambda state: [])
    """Broken invariants (pieces created or destroyed), in words; empty when all is well."""

    # Secrets.
    view: Callable[[S, int | None], Any] = all_of_it
    """What the seat (None: a spectator) may see, from an allow-list: a record of `view_type`."""
    view_type: Any = None
    """The type of views; the state's where it is left out."""
    redact: Callable[[C, int | None], Any] = as_it_is
    """The change as that viewer may see it: itself, a thinner copy, or `Hidden`."""
    redact_move: Callable[[M, int, int | None], M | None] = as_it_was_asked
    """`redact_move(move, seat, viewer)`: the move that `seat` posted, or None if that viewer may not see it."""
    determinize: Callable[[S, int, Draw], S] = nothing_to_deal
    """A state with everything the seat cannot see dealt anew, in keeping with what it knows."""

    # Words.
    describe_move: Callable[[M, S, Reader], str] = move_in_words
    """One line of English for a move on this state: what it costs and does, as far as the reader may know."""
    describe_change: Callable[[C, Reader], str] = change_in_words
    """The same for a change, which holds all the facts it needs. Changes that `redact` thins out included. Empty where
    another change of the same event says it already; every event says something."""
    component_texts: Callable[[int], Mapping[str, Mapping[str, str]]] = field(default=lambda edition: {})
    """`component_texts(edition)`: by kind and id what each component costs and does. A kind is a list of the content
    file, or what lies inside one (the faces of a die, the spaces of a board)."""
    table_text: Callable[[Any, Reader], str] = view_in_words
    """The table drawn as text, from a view."""
    domains: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Values a move's parameter may take, by parameter name, for documentation; rules decide what is legal."""
    glossary: Mapping[str, str] = field(default_factory=dict)
    """What a field of that name is, where moves, changes and records do not say it themselves, for documentation."""

    # Statistics.
    factions: Callable[[S], Sequence[Sequence[str]]] = field(default=lambda state: ())
    """Per seat what makes it unlike the others (tribe, kingdom, talents); empty if nothing does."""
    endings: Callable[[S], Sequence[str]] = field(default=lambda state: ())
    """By what a finished game was won, where a title can be won in several ways."""

    # Bots.
    evaluate: Callable[[S, int], float] = field(default=lambda state, seat: 0.0)
    """How good the position is for the seat, in points. Total, and finite for every reachable state."""
    sample_move: Callable[[Title[S, M, C], S, int, Draw], M] = any_of
    """One legal move at random, for titles whose lists are too long to make."""
    candidates: Callable[[Title[S, M, C], S, int, Draw, int], Sequence[M]] = some_of
    """`candidates(title, state, seat, draw, most)`: legal moves worth a bot's time, at most so many, for titles whose
    lists are too long to try or hold moves that no bot gains by."""
    settled: Callable[[S], bool] = field(default=lambda state: True)
    """Whether `evaluate` can judge the position as it stands; not in the middle of a battle, say, whose outcome is
    open. Bots play on from where it is not, several times, and take the mean."""
    chancy: Callable[[M], bool] = field(default=lambda move: False)
    """Whether luck decides so much of what comes of the move that bots should try it several times."""
    expect: Callable[[S, int, M], float | None] = field(default=lambda state, seat, move: None)
    """`evaluate` after a move whose outcome is open, by a reckoning of the title's own; None: make it and see."""
    sketch: Callable[[S, int], Sequence[M]] = field(default=lambda state, seat: ())
    """The moves of a turn that a simple player would make, one after the other as long as they are legal, found without
    trying any: a search plays on with them. Empty: it plans the turn instead."""
    gist: Callable[[Sequence[M]], Hashable] = field(default=lambda moves: moves[0])
    """What a plan is about: a search looks at the best plan of every gist before others of the same."""
    outlook: Outlook = field(default=Outlook())
    """How far a search looks, and what it makes of what it sees."""
    insight: Insight | None = None
    """How a search judges, where it shall judge otherwise than a simple bot does."""
    overture: Callable[[S, int], M | None] = field(default=lambda state, seat: None)
    """A move that a bot should make before it plans the rest of its turn, if there is one: an offer to another seat,
    say, whose answer it had better know first."""

    def __repr__(self) -> str:
        return f"<Title {self.slug}>"

    @property
    def current(self) -> int:
        """The edition that new games are played by."""
        return max(self.editions)

    @property
    def content(self) -> Content:
        """The current edition."""
        return self.editions[self.current]

    @property
    def slug(self) -> str:
        return self.content.header.slug

    @property
    def name(self) -> str:
        return self.content.header.name

    @property
    def players(self) -> range:
        """The numbers of seats it can be played with."""
        return range(self.content.header.players_min, self.content.header.players_max + 1)

    @property
    def shown(self) -> Any:
        """The type of what `view` returns."""
        return self.view_type or self.state

    def searched(self) -> Title[S, M, C]:
        """The title as a search judges it."""
        return replace(self, **self.insight._asdict()) if self.insight is not None else self

    def read_view(self, data: Any) -> Any:
        """A view from plain data, as a client gets it."""
        return msgspec.convert(data, self.view_type) if self.view_type is not None else data

    def tells(self, change: C) -> bool:
        """Whether only doing it may tell what the change says."""
        return self.binding(change) is Binding.FINAL or self.reveals(change)

    def turn(self, state: S, draw: Draw, seat: int = -1) -> Turn[S, C]:
        """A turn on this state, nothing decided yet."""
        return Turn(self.evolve, state, draw, seat)

    def new(self, seats: int, options: Any, draw: Draw, edition: int | None = None) -> Turn[S, C]:
        """A game just set up, by the current edition unless another is named: its state and the changes that made it.
        Raises BadOptions."""
        edition = edition or self.current
        self.check_options(seats, options, edition)
        turn = self.turn(self.initial(seats, options, edition), draw)
        self.setup(turn)
        return turn

    def play(self, state: S, seat: int, move: M, draw: Draw) -> Turn[S, C]:
        """The move decided: its changes and the state after. Raises IllegalMove."""
        turn: Turn[S, C] = Turn(self.evolve, state, draw, seat)
        self.decide(turn, move)
        return turn

    def run_step(self, state: S, draw: Draw) -> Turn[S, C]:
        """The step due, run."""
        turn = self.turn(state, draw)
        self.step(turn)
        return turn


AnyTitle = Title[Any, Any, Any]
