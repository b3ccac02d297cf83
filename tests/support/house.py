"""Everything one process has of Moothall, on a real Redis, with Tally as its title unless told otherwise."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from moothall.domain.core.data import Json
from moothall.domain.core.title import AnyTitle
from moothall.domain.table.decide import Person
from moothall.domain.table.state import Seat
from moothall.events import keys
from moothall.events.event_store.store import Store
from moothall.events.games.archive import Archive
from moothall.events.games.commands import Arbiter, Commands, Forks
from moothall.events.games.queries import Queries, Seen
from moothall.events.games.repository import HOT, Games
from moothall.events.games.writer import Done, Key, Writer
from moothall.events.projections.lobby import Projections
from tests.support.records import KEY, TRUSTED
from tests.support.tally import TALLY

ANN = Person("ann", "Ann")
BEN = Person("ben", "Ben")
CAT = Person("cat", "Cat")
PEOPLE = (ANN, BEN, CAT, Person("dan", "Dan"))

ADD: Json = {"type": "add"}
DONE: Json = {"type": "done"}
WAVE: Json = {"type": "wave"}
UNDO: Json = {"type": "undo"}
UNDO_ALL: Json = {"type": "undo_all"}
RESIGN: Json = {"type": "resign"}

SECRET = bytes(range(32))


def write(number: int) -> Json:
    return {"type": "write", "number": number}


class House:
    """Two of them on one Redis are two processes that know nothing of each other."""

    def __init__(self, redis: Any, most: int = HOT, titles: Mapping[str, AnyTitle] | None = None) -> None:
        self.redis = redis
        self.store = Store(redis)
        self.games = Games(self.store, titles or {"tally": TALLY}, most)
        self.queries = Queries(self.games)
        self.projections = Projections(self.store)
        self.time: Iterator[int] = itertools.count(1_000)
        self.commands = Commands(
            Writer(self.games, clock=lambda: next(self.time)),
            changed=lambda game_id: self.projections.project([game_id]),
        )
        self.arbiter = Arbiter(self.commands)
        self.forks = Forks(self.commands, self.queries)
        self.archive = Archive(self.queries, lambda: KEY, lambda: TRUSTED)

    @property
    def due(self) -> list[tuple[str, int]]:
        """The work that the outboxes ask for."""
        return [(game_id, seq) for game_id, seq, _ in asked_for(self.redis)]

    def create(self, game_id: str = "g1", seats: int = 2, rounds: int = 9, **more: Any) -> Done:
        """A game of people that Ann waits in."""
        places = [Seat("human")] * seats
        return self.commands.create(game_id, ANN, TALLY, places, {"rounds": rounds}, SECRET, **more)

    def start(self, game_id: str = "g1", seats: int = 2, rounds: int = 9, **more: Any) -> House:
        """A game with all seats taken, at seq `seats`."""
        self.create(game_id, seats, rounds, **more)
        for person in PEOPLE[1:seats]:
            self.commands.join(game_id, person, None, "")
        return self

    def play(self, person: Person, *moves: Json, game_id: str = "g1", **more: Any) -> Done:
        return self.commands.play(game_id, person, moves, **more)

    def play_round(self, game_id: str = "g1") -> None:
        """One round of a game of two: six events."""
        self.play(ANN, write(2), game_id=game_id)
        self.play(BEN, write(3), game_id=game_id)
        self.play(ANN, ADD, game_id=game_id)
        self.play(ANN, DONE, game_id=game_id)
        seq = self.play(BEN, DONE, game_id=game_id).seq
        self.commands.step(game_id, seq)

    def length(self, game_id: str = "g1") -> int:
        return self.store.length(game_id)

    def table(self, game_id: str = "g1") -> Any:
        return self.games.fresh(game_id).table


def key(name: str = "k1", request: str = "r1") -> Key:
    return Key(name, request)


def body(answer: Done | Seen) -> Any:
    """An answer as its caller reads it."""
    return msgspec.json.decode(answer.body)


def everything(redis: Any) -> dict[bytes, bytes]:
    """The whole database, to see whether anything changed."""
    return {name: redis.dump(name) for name in redis.keys("*")}


def turn_back(redis: Any, before: dict[bytes, bytes]) -> None:
    """The database as it was: what a failover to a replica that is behind, or an old backup, leaves."""
    redis.flushdb()
    for name, data in before.items():
        redis.restore(name, 0, data)


def asked_for(redis: Any) -> list[tuple[str, int, str]]:
    """The work that the outboxes ask for: game, seq, which."""
    entries = [each for shard in range(keys.SHARDS) for each in redis.xrange(keys.feed(shard))]
    return [
        (fields[b"g"].decode(), int(fields[b"s"]), fields[b"w"].decode())
        for _, fields in sorted(entries, key=lambda entry: entry[0])
        if b"w" in fields
    ]


def feed(redis: Any, game_id: str = "g1") -> list[tuple[str, int]]:
    """The outbox of the game's shard."""
    entries = redis.xrange(keys.feed(keys.shard_of(game_id)))
    return [(fields[b"g"].decode(), int(fields[b"s"])) for _, fields in entries]
