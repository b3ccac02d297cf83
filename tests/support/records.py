"""Records made from games in memory, and ways to spoil them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from moothall.domain.core.codec import canonical, to_json
from moothall.domain.core.data import Json
from moothall.domain.core.draw import FastDraw
from moothall.domain.core.title import AnyTitle
from moothall.domain.table.decide import Person
from moothall.domain.table.fold import Log, undoable
from moothall.domain.table.moves import AnnulGame, UndoAll
from moothall.events.event_store.stored_events import GENESIS, Stored, link
from moothall.events.records.format import end_line, event_line, header_of, write
from moothall.events.records.signing import SigningKey
from tests.laws.walk import Game

KEY = SigningKey(bytes(range(32)))
FORGER = SigningKey(bytes(reversed(range(32))))
TRUSTED = {KEY.id: KEY.public}

ORGANISER = Person("org", "Olga")


def chained(events: Sequence[bytes]) -> list[Stored]:
    """Event bytes as a stream would hold them."""
    stored, head = [], GENESIS
    for seq, data in enumerate(events, 1):
        head = link(head, data)
        stored.append(Stored(seq, data, head))
    return stored


def record(game: Game, key: SigningKey = KEY, game_id: str = "g1") -> bytes:
    """The game's record."""
    header = header_of(game.title, game_id, game.log.table, key.id)
    return b"".join(write(header, chained(game.events), key))


def back_to(game: Game, seq: int) -> Game:
    """The game as it was after an event that nobody can undo."""
    table = game.table_at(seq)
    game.events, game.log = game.events[:seq], Log(seq, table, seq, table)
    return game


def with_undos(game: Game, luck: FastDraw) -> Callable[[Game], None]:
    """For `Game.run`: now and then somebody takes everything back, three times at most."""
    left = [3]

    def each(game: Game) -> None:
        able = [seat for seat in range(len(game.log.table.seats)) if undoable(game.log, seat)]
        if left[0] and able and game.log.table.status == "active" and luck.below("undo", 4) == 0:
            left[0] -= 1
            game.play(able[0], UndoAll())

    return each


def annulled(title: AnyTitle, seats: int, events: int, seed: int = 1) -> Game:
    """A game that its organiser ended early: short, and complete."""
    game = Game(title, seats, organiser=ORGANISER)
    luck = FastDraw(seed)
    game.run(luck, with_undos(game, luck), most=events)
    if game.log.table.status == "active":
        game.rule(AnnulGame("the hall closes"))
    return game


def rewritten(data: bytes, change: Callable[[int, Json], Json | None], key: SigningKey | None = None) -> bytes:
    """The record with events changed (None: left out) and everything after hashed again, as a forger would; signed
    with the forger's key, or with none: then the old signature stays."""
    lines = data.splitlines()
    events: list[bytes] = []
    for line in lines[1:-1]:
        event: Json = msgspec.json.decode(msgspec.json.decode(line)["data"])
        changed = change(event["seq"], msgspec.json.decode(canonical(event)))
        if changed is not None:
            events.append(msgspec.json.decode(line)["data"].encode() if changed == event else to_json(changed))
    header = lines[0]
    if key is not None:
        header = canonical({**msgspec.json.decode(header), "key": key.id})
    stored = chained(events)
    end = lines[-1]
    if key is not None:
        game: str = msgspec.json.decode(header)["game"]
        end = end_line(game, len(stored), stored[-1].hash.hex(), header, key)
    return b"".join(line + b"\n" for line in (header, *map(event_line, stored), end))


def events_of(data: bytes) -> list[Any]:
    """The stored events of a record, as plain data."""
    return [msgspec.json.decode(msgspec.json.decode(line)["data"]) for line in data.splitlines()[1:-1]]


def forged(header: Json, events: Sequence[Any], key: SigningKey = FORGER) -> bytes:
    """A record of whatever these are, chained and signed as if a server had written it."""
    first = canonical({**header, "key": key.id})
    stored = chained([event if isinstance(event, bytes) else to_json(event) for event in events])
    lines = [first]
    for each in stored:
        try:
            event = msgspec.json.decode(each.data)
        except (msgspec.DecodeError, RecursionError):
            event = None
        digest = event.get("digest", "") if isinstance(event, dict) else ""
        line = {
            "line": "event",
            "seq": each.seq,
            "data": each.data.decode(),
            "hash": each.hash.hex(),
            "digest": digest if isinstance(digest, str) else "",
        }
        lines.append(canonical(line))
    game = header.get("game")
    head = stored[-1].hash.hex() if stored else bytes(32).hex()
    lines.append(end_line(game if isinstance(game, str) else "", len(stored), head, first, key))
    return b"".join(line + b"\n" for line in lines)


def header_in(data: bytes) -> Json:
    """The header of a record, as plain data."""
    header: Json = msgspec.json.decode(data.partition(b"\n")[0])
    return header
