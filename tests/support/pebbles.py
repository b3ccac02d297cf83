"""Pebbles: a small game in two editions, for tests of what an edition must keep.

Seats take pebbles from one heap in turn. Edition 1 lays out 10, lets a turn take up to 3, and the last pebble wins;
edition 2 lays out 14, lets a turn take up to 4, knows a lucky pebble, and the last pebble loses. So rules, content and
starting values differ.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from moothall.domain.core.content import Content, parse
from moothall.domain.core.data import Change, Data, Move
from moothall.domain.core.draw import roll
from moothall.domain.core.errors import IllegalMove, NotYourTurn
from moothall.domain.core.evolve import reducer
from moothall.domain.core.ranking import Ranking, rank
from moothall.domain.core.title import Asked, Awaiting, Binding, NoOptions, Sheet, Title, Turn

RULES = """
### PB-1 All of it
- PB-1.1 Seats take turns, beginning with the one the die names. [designed]
- PB-1.2 A turn takes 1 to 4 pebbles, and no more than there are. Up to edition 1: A turn takes 1 to 3 pebbles, and no
  more than there are. [designed]
- PB-1.3 Whoever takes the last pebble loses. Up to edition 1: Whoever takes the last pebble wins. [designed]
- PB-1.4 From edition 2: Whoever takes a lucky pebble says so. [designed]
"""

_CONTENT = """
[title]
slug = "pebbles"
name = "Pebbles"
rule_prefix = "PB"
edition = {edition}
players_min = 2
players_max = 2
source = "designed"

[counts]
heaps = 1
source = "designed"

[[heaps]]
id = "heap"
pebbles = {pebbles}
most = {most}
source = "designed"
"""

CONTENTS: dict[int, Content] = {
    1: parse("pebbles/content/1.toml", _CONTENT.format(edition=1, pebbles=10, most=3), RULES),
    2: parse("pebbles/content/2.toml", _CONTENT.format(edition=2, pebbles=14, most=4), RULES),
}


class Take(Move, frozen=True):
    """Take pebbles. `n`: how many."""

    n: int


class HeapLaid(Change, frozen=True):
    pebbles: int
    first: int


class PebblesTaken(Change, frozen=True):
    seat: int
    n: int
    lucky: bool = False


class State(Data, frozen=True):
    edition: int
    pebbles: int = 0
    on_turn: int = 0
    luck: tuple[int, int] = (0, 0)


AnyChange = HeapLaid | PebblesTaken
Turning = Turn[State, AnyChange]


def initial(seats: int, options: NoOptions, edition: int) -> State:
    return State(edition)


def setup(turn: Turning) -> None:
    heap = CONTENTS[turn.state.edition].tables["heaps"][0]
    turn.emit(HeapLaid(heap["pebbles"], roll(turn.draw, "first", 2) - 1))


def awaiting(state: State) -> Awaiting:
    return Awaiting((Asked(state.on_turn, "turn"),)) if state.pebbles else Awaiting(finished=True)


def decide(turn: Turning, move: Take) -> None:
    state = turn.state
    if not awaiting(state).asks(turn.seat):
        raise NotYourTurn("PB-1.1", "it is not your turn")
    if not 1 <= move.n <= _most(state):
        raise IllegalMove("PB-1.2", f"a turn takes 1 to {_most(state)} pebbles now")
    lucky = state.edition >= 2 and roll(turn.draw, f"lucky/{state.pebbles}") == 6
    turn.emit(PebblesTaken(turn.seat, move.n, lucky))


def heap_laid(state: State, change: HeapLaid) -> State:
    return replace(state, pebbles=change.pebbles, on_turn=change.first)


def pebbles_taken(state: State, change: PebblesTaken) -> State:
    luck = (state.luck[0] + (change.lucky and change.seat == 0), state.luck[1] + (change.lucky and change.seat == 1))
    return replace(state, pebbles=state.pebbles - change.n, on_turn=1 - change.seat, luck=luck)


def legal_moves(state: State, seat: int) -> Iterator[Take]:
    if awaiting(state).asks(seat):
        yield from (Take(n) for n in range(1, _most(state) + 1))


def score_sheet(state: State) -> tuple[Sheet, ...]:
    return tuple(Sheet(seat, points, {"won": points}) for seat, points in enumerate(_points(state)))


def ranking(state: State) -> Ranking:
    return rank(_points(state))


def binding(change: AnyChange) -> Binding:
    return Binding.FINAL if isinstance(change, HeapLaid) or change.lucky else Binding.ACT


def _most(state: State) -> int:
    most: int = CONTENTS[state.edition].tables["heaps"][0]["most"]
    return min(most, state.pebbles)


def _points(state: State) -> list[int]:
    """PB-1.3: the seat on turn when no pebble is left did not take the last one."""
    if state.pebbles:
        return [0, 0]
    winner = state.on_turn if state.edition >= 2 else 1 - state.on_turn
    return [int(seat == winner) for seat in (0, 1)]


def pebbles(*editions: int) -> Title[State, Take, AnyChange]:
    """The title in a Moothall that has these editions."""
    return Title(
        editions={number: CONTENTS[number] for number in editions},
        state=State,
        moves=Take,
        changes=AnyChange,
        initial=initial,
        setup=setup,
        decide=decide,
        evolve=reducer(AnyChange, heap_laid, pebbles_taken),
        awaiting=awaiting,
        legal_moves=legal_moves,
        score_sheet=score_sheet,
        ranking=ranking,
        binding=binding,
    )


OLD, NEW = pebbles(1), pebbles(1, 2)
