"""Tally: the smallest game with one of everything, for tests of what stands around a title.

Three rounds. In each, all seats secretly write a number (a COMMIT), the last one reveals them with a die roll (FINAL),
then the seats in turn add points (an ACT) and finish (an ACT, so the next seat's act bars its undo); a step scores the
round. Anyone may wave at any time (FREE).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from moothall.domain.core import content
from moothall.domain.core.data import Change, Data, Hidden, Move, View
from moothall.domain.core.draw import Draw, roll
from moothall.domain.core.errors import BadOptions, IllegalMove, NotYourTurn
from moothall.domain.core.evolve import reducer
from moothall.domain.core.ranking import Ranking, rank
from moothall.domain.core.title import Asked, Awaiting, Binding, Sheet, Title, Turn

RULES = """
### TL-1 All of it
- TL-1.1 A seat moves when it is asked. [designed]
- TL-1.2 The secret number is 1 to 5. [designed]
- TL-1.3 A seat adds at most twice. [designed]
"""

CONTENT = """
[title]
slug = "tally"
name = "Tally"
rule_prefix = "TL"
edition = 1
players_min = 2
players_max = 4
source = "designed"

[counts]
dice = 1
source = "designed"

[[dice]]
id = "die"
source = "designed"
"""


class Write(Move, frozen=True):
    """Write a secret number."""

    number: int


class Add(Move, frozen=True):
    """Add a point."""


class Done(Move, frozen=True):
    """Finish the turn."""


class Wave(Move, frozen=True):
    """Wave, at any time."""


class Written(Change, frozen=True):
    seat: int
    number: int


class Revealed(Change, frozen=True):
    numbers: tuple[int, ...]
    face: int


class Added(Change, frozen=True):
    seat: int


class Finished(Change, frozen=True):
    seat: int


class Waved(Change, frozen=True):
    seat: int


class RoundScored(Change, frozen=True):
    points: tuple[int, ...]


class Options(Data, frozen=True, forbid_unknown_fields=True):
    rounds: int = 3


class State(Data, frozen=True):
    rounds: int
    round: int
    written: tuple[int | None, ...]
    face: int | None
    added: tuple[int, ...]
    turn: int
    waves: int
    points: tuple[int, ...]
    edition: int = 1

    @property
    def seats(self) -> int:
        return len(self.points)


TallyMove = Write | Add | Done | Wave
TallyChange = Written | Revealed | Added | Finished | Waved | RoundScored


def check_options(seats: int, options: Options, edition: int) -> None:
    if not 1 <= options.rounds <= 9:
        raise BadOptions("options.rounds", "1 to 9 rounds")


def initial(seats: int, options: Options, edition: int) -> State:
    return State(options.rounds, 1, (None,) * seats, None, (0,) * seats, 0, 0, (0,) * seats, edition)


def awaiting(state: State) -> Awaiting:
    if state.round > state.rounds:
        return Awaiting(finished=True)
    if state.face is None:
        return Awaiting(tuple(Asked(seat, "write") for seat, n in enumerate(state.written) if n is None))
    if state.turn < state.seats:
        return Awaiting((Asked(state.turn, "turn"),))
    return Awaiting(step="score_round")


def decide(turn: Turn[State, Any], move: TallyMove) -> None:
    state, seat = turn.state, turn.seat
    if isinstance(move, Wave):
        turn.emit(Waved(seat))
        return
    kind = next((asked.kind for asked in awaiting(state).seats if asked.seat == seat), None)
    if kind != ("write" if isinstance(move, Write) else "turn"):
        raise NotYourTurn("TL-1.1", "you are not asked for that")
    match move:
        case Write(number):
            if not 1 <= number <= 5:
                raise IllegalMove("TL-1.2", f"{number} is not 1 to 5")
            turn.emit(Written(seat, number))
            if all(turn.state.written):
                face = roll(turn.draw, f"roll/round-{state.round}")
                turn.emit(Revealed(tuple(n or 0 for n in turn.state.written), face))
        case Add():
            if state.added[seat] == 2:
                raise IllegalMove("TL-1.3", "you have added twice")
            turn.emit(Added(seat))
        case Done():
            turn.emit(Finished(seat))


def step(turn: Turn[State, Any]) -> None:
    state = turn.state
    turn.emit(
        RoundScored(tuple((n or 0) * (state.face or 0) + a for n, a in zip(state.written, state.added, strict=True)))
    )


def written(state: State, change: Written) -> State:
    return replace(state, written=_put(state.written, change.seat, change.number))


def revealed(state: State, change: Revealed) -> State:
    return replace(state, written=change.numbers, face=change.face)


def added(state: State, change: Added) -> State:
    return replace(state, added=_put(state.added, change.seat, state.added[change.seat] + 1))


def finished(state: State, change: Finished) -> State:
    return replace(state, turn=change.seat + 1)


def waved(state: State, change: Waved) -> State:
    return replace(state, waves=state.waves + 1)


def round_scored(state: State, change: RoundScored) -> State:
    total = tuple(a + b for a, b in zip(state.points, change.points, strict=True))
    fresh = initial(state.seats, Options(state.rounds), state.edition)
    return replace(fresh, round=state.round + 1, points=total, waves=state.waves)


evolve = reducer(TallyChange, written, revealed, added, finished, waved, round_scored)


def legal_moves(state: State, seat: int) -> Iterator[TallyMove]:
    for asked in awaiting(state).seats:
        if asked.seat == seat and asked.kind == "write":
            yield from (Write(n) for n in range(1, 6))
        elif asked.seat == seat:
            yield from [Add()] if state.added[seat] < 2 else []
            yield Done()


class TallyView(View, frozen=True, tag_field="title", tag="tally"):
    """What a seat may see of a game of Tally."""

    round: int
    """The round, from 1."""
    written: tuple[int | bool | None, ...]
    """By seat: the number, where the viewer knows it; else whether one is written."""
    face: int | None
    """What the die shows, once the numbers are revealed."""
    added: tuple[int, ...]
    """How often each seat has added a point."""
    waves: int
    """How often anybody waved."""
    points: tuple[int, ...]
    """By seat."""


def view(state: State, seat: int | None) -> TallyView:
    shown = tuple(n if state.face or i == seat else n is not None for i, n in enumerate(state.written))
    return TallyView(state.round, shown, state.face, state.added, state.waves, state.points)


def redact(change: Any, viewer: int | None) -> Any:
    match change:
        case Written(seat) if seat != viewer:
            return Hidden(seat, "written")
        case _:
            return change


def determinize(state: State, seat: int, draw: Draw) -> State:
    if state.face is not None:
        return state
    written = tuple(
        n if n is None or i == seat else draw.below(f"guess/{i}", 5) + 1 for i, n in enumerate(state.written)
    )
    return replace(state, written=written)


def binding(change: Any) -> Binding:
    match change:
        case Written():
            return Binding.COMMIT
        case Waved():
            return Binding.FREE
        case Added() | Finished():
            return Binding.ACT
        case _:
            return Binding.FINAL


def score_sheet(state: State) -> tuple[Sheet, ...]:
    return tuple(Sheet(seat, points, {"points": points}) for seat, points in enumerate(state.points))


def ranking(state: State) -> Ranking:
    return rank(state.points)


def check(state: State) -> list[str]:
    return [f"seat {seat} added {n} times" for seat, n in enumerate(state.added) if n > 2]


def _put(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    return (*values[:index], value, *values[index + 1 :])


TALLY: Title[State, TallyMove, TallyChange] = Title(
    editions={1: content.parse("tally/content/1.toml", CONTENT, RULES)},
    options=Options,
    state=State,
    moves=TallyMove,
    changes=TallyChange,
    check_options=check_options,
    initial=initial,
    setup=lambda turn: None,
    decide=decide,
    step=step,
    evolve=evolve,
    awaiting=awaiting,
    legal_moves=legal_moves,
    view=view,
    view_type=TallyView,
    redact=redact,
    redact_move=lambda move, seat, viewer: None if isinstance(move, Write) and viewer != seat else move,
    determinize=determinize,
    binding=binding,
    score_sheet=score_sheet,
    ranking=ranking,
    round_of=lambda state: state.round,
    describe_move=lambda move, state, reader: type(move).__name__,
    describe_change=lambda change, reader: type(change).__name__,
    table_text=lambda view, reader: str(view),
    evaluate=lambda state, seat: float(state.points[seat]),
    check=check,
)
