"""Random play, for laws to look at: with the engine alone, and through the table's log."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from moothall.domain.core.codec import to_json
from moothall.domain.core.draw import Draw, FastDraw, SeededDraw
from moothall.domain.core.title import AnyTitle, Turn
from moothall.domain.table import decide, rulings
from moothall.domain.table.decide import Outcome, Person
from moothall.domain.table.event import AnyEvent, event_type
from moothall.domain.table.fold import EMPTY, Log, apply
from moothall.domain.table.moves import Ruling
from moothall.domain.table.next_event import next_event
from moothall.domain.table.state import Parent, Reserved, Seat

LONGEST = 5_000
"""Decisions after which a game counts as endless."""

SECRET = bytes(range(32))


@dataclass(frozen=True)
class Point:
    """One decision or step of a random game: the state before, who moved how, and what came of it."""

    state: Any
    seat: int | None
    move: Any
    turn: Turn[Any, Any]


Chosen = tuple[Any, Turn[Any, Any]]
"""A move, and what comes of it."""


def walk(title: AnyTitle, seats: int, seed: int, options: dict[str, Any] | None = None) -> Iterator[Point]:
    """A game from setup to end; awaited seats are served in random order."""

    def choose(state: Any, seat: int, luck: Draw, draw: Draw) -> Chosen:
        move = title.sample_move(title, state, seat, luck)
        return move, title.play(state, seat, move, draw)

    return _walk(title, seats, seed, options or {}, choose)


def eager_walk(title: AnyTitle, seats: int, seed: int, looks_at: int = 12) -> Iterator[Point]:
    """The same, but everybody takes the best of a few moves that come to mind: what random players hardly ever get to,
    such as dear cards, happens too."""

    def choose(state: Any, seat: int, luck: Draw, draw: Draw) -> Chosen:
        moves = [title.sample_move(title, state, seat, luck) for _ in range(looks_at)]
        turns = [(move, title.play(state, seat, move, draw)) for move in moves]
        return max(turns, key=lambda tried: title.evaluate(tried[1].state, seat))

    return _walk(title, seats, seed, {}, choose)


def _walk(
    title: AnyTitle,
    seats: int,
    seed: int,
    options: dict[str, Any],
    choose: Callable[[Any, int, Draw, Draw], Chosen],
) -> Iterator[Point]:
    luck, draw = FastDraw(seed), SeededDraw(seed.to_bytes(8, "big", signed=True))
    state = title.new(seats, msgspec.convert(options, title.options), draw).state
    for _ in range(LONGEST):
        awaiting = title.awaiting(state)
        if awaiting.finished:
            return
        if awaiting.step is not None:
            point = Point(state, None, None, title.run_step(state, draw))
        else:
            seat = awaiting.seats[luck.below("seat", len(awaiting.seats))].seat
            point = Point(state, seat, *choose(state, seat, luck, draw))
        yield point
        state = point.turn.state
    raise AssertionError(f"{title.slug} with {seats} seats does not end (seed {seed})")


class Game:
    """A game kept as a log of events, as the store keeps it, in memory."""

    def __init__(
        self,
        title: AnyTitle,
        seats: int,
        options: dict[str, Any] | None = None,
        secret: bytes = SECRET,
        organiser: Person | None = None,
        parent: Parent | None = None,
        reserved: Sequence[Reserved] = (),
        tags: Sequence[str] = (),
        rated: bool = False,
    ) -> None:
        self.title = title
        self.secret = secret
        self.log: Log = EMPTY
        self.events: list[bytes] = []
        self._decoder = msgspec.json.Decoder(event_type(title))
        people = [Person(f"p{i}", f"Player {i}") for i in range(seats)]
        self.append(
            decide.create(
                title,
                organiser or people[0],
                [Seat("human")] * seats,
                options or {},
                secret,
                0,
                entropy="a",
                organise=organiser is not None,
                parent=parent,
                reserved=reserved,
                tags=tags,
                rated=rated,
            )
        )
        for person in people if organiser else people[1:]:
            self.append(decide.join(title, self.log.table, person, None, person.name, secret))

    def append(self, outcome: Outcome) -> AnyEvent:
        """Write the event as bytes, read it back, fold it."""
        event, log = next_event(self.title, self.log, outcome, self.log.seq + 1, self.secret)
        data = to_json(event)
        stored = self.decode(data)
        assert stored == event, "an event does not survive being written and read"
        assert apply(self.title, self.log, stored).table == log.table
        self.log = log
        self.events.append(data)
        return stored

    def decode(self, data: bytes) -> AnyEvent:
        """An event from its bytes."""
        event: AnyEvent = self._decoder.decode(data)
        return event

    def play(self, seat: int, move: Any) -> AnyEvent:
        """A seat moves."""
        return self.append(decide.play(self.title, self.log, seat, move, self.secret))

    def step(self) -> AnyEvent:
        """The step due runs."""
        return self.append(decide.step(self.title, self.log.table, self.secret))

    def rule(self, ruling: Ruling, named: Person | None = None, by: Person | None = None) -> AnyEvent:
        """The organiser rules."""
        person = by or Person(self.log.table.organiser or "", "")
        outcome = rulings.rule(self.title, self.log, person, ruling, self.secret, self.table_at, named)
        return self.append(outcome)

    def table_at(self, seq: int) -> Any:
        """The table as it stood after that event."""
        log = EMPTY
        for data in self.events[:seq]:
            log = apply(self.title, log, self.decode(data))
        return log.table

    def run(self, luck: FastDraw, each: Callable[[Game], None] | None = None, most: int | None = None) -> None:
        """Random play to the end, or until there are `most` events; `each` sees the game after every event."""
        for _ in range(LONGEST):
            table = self.log.table
            if table.status == "finished" or self.log.seq == most:
                return
            if table.step is not None:
                self.step()
            else:
                seat = table.decisions[luck.below("seat", len(table.decisions))].seat
                move = self.title.sample_move(self.title, table.game, seat, luck)
                level = table.seats[seat].level
                self.append(decide.play(self.title, self.log, seat, move, self.secret, level))
            if each is not None:
                each(self)
        raise AssertionError("the game does not end")
