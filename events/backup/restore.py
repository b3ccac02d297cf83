"""Putting a backup back. Everything in it is checked before anything is written: the file's hash, the chain of every
game, that its events fold here, and that it contradicts no game that is there. A game is written in one piece."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from moothall.domain.table.fold import EMPTY, Log, apply
from moothall.domain.tournament.evolve import fold
from moothall.events import keys
from moothall.events.backup.file import BadBackup, Game, Header, Kept, KeyFile, TournamentPart, fingerprint, parts
from moothall.events.errors import StoreError
from moothall.events.event_store.metadata import meta_of
from moothall.events.event_store.packed_log import unpack
from moothall.events.event_store.packing import ENDED
from moothall.events.event_store.store import Store
from moothall.events.event_store.stored_events import GENESIS, NewerEvent, Stored
from moothall.events.games.repository import Games, first_title
from moothall.events.projections.lobby import Projections
from moothall.events.tournaments.projections import TournamentListing
from moothall.events.tournaments.repository import TournamentLog, meta_of as tournament_meta

TRIES = 20
"""Lost races with a game that goes on, before a restore gives up."""

_SCRIPT = files("moothall.events").joinpath("backup/restore.lua").read_text("utf-8")


class Refused(Exception):
    """Nothing was written."""


class Restored(NamedTuple):
    """What came back."""

    games: list[str]
    there: list[str]
    """Games that were there already, as far or further."""
    others: int
    """Accounts, tokens, webhooks, answers and the like: keys of Redis."""
    tournaments: int = 0


class Checked(NamedTuple):
    """A game of the backup that is as it should be."""

    known: int
    """How many of its events are there already."""
    head: bytes
    """The chain hash there."""
    meta: bytes
    due: int | None
    ended_at: int | None


class Restoring:
    """Restores into one house."""

    def __init__(self, store: Store, games: Games, clock: Callable[[], int]) -> None:
        self._store = store
        self._redis: Any = store.redis
        self._games = games
        self._tournaments = TournamentLog(Store(store.redis, family=keys.TOURNAMENTS), games.titles)
        self._clock = clock

    def run(self, path: Path, keep_key: Callable[[KeyFile], None], game_ids: Collection[str] = ()) -> Restored:
        """Put back everything into an empty house, or these games into any. Raises BadBackup or Refused."""
        mark = fingerprint(path)
        header = next(parts(path), None)
        if not isinstance(header, Header):
            raise BadBackup(f"{path} does not say what it holds")
        everything = header.whole and not game_ids
        if everything:
            self._check_empty(mark)
        checked = self._check(path, game_ids)
        if missing := set(game_ids) - set(checked):
            raise Refused(f"the backup has no game {', '.join(sorted(missing))}")
        if everything:
            # A restore that is broken off can be run again; until then the house is known to be half full.
            self._redis.set(keys.restoring(), mark)
        restored = self._write(path, checked, everything, keep_key)
        Projections(self._store).project([*restored.games, *restored.there])
        if everything:
            TournamentListing(self._tournaments.store).project(list(self._tournaments.store.game_ids()))
        if everything:
            self._redis.delete(keys.restoring())
        return restored

    def _check_empty(self, mark: str) -> None:
        begun = self._redis.get(keys.restoring())
        if begun is not None and begun.decode() == mark:
            return
        if begun is not None:
            raise Refused("another backup is half restored here: run that one again, or empty this Redis")
        for pattern in (keys.all_secrets(), keys.TOURNAMENTS.all_secrets(), keys.player("*")):
            if next(iter(self._redis.scan_iter(match=pattern, count=1000)), None) is not None:
                raise Refused(
                    "there are games or accounts already: everything can be restored into an empty house only"
                )

    def _check(self, path: Path, game_ids: Collection[str]) -> dict[str, Checked]:
        checked = {}
        for part in parts(path):
            if isinstance(part, Game | TournamentPart) and (not game_ids or part.id in game_ids):
                try:
                    checked[part.id] = self._checked(part)
                except (StoreError, NewerEvent, msgspec.ValidationError) as error:
                    raise Refused(f"{_kind(part)} {part.id} cannot be read here: {error}") from error
        return checked

    def _checked(self, part: Game | TournamentPart) -> Checked:
        return self._check_game(part) if isinstance(part, Game) else self._check_tournament(part)

    def _check_tournament(self, part: TournamentPart) -> Checked:
        store = self._tournaments.store
        events = unpack(part.id, part.log, part.secret)
        known = self._common(store, part, events)
        read = [self._tournaments.read(part.id, stored) for stored in events]
        meta = tournament_meta(part.id, fold(read), read[-1].at)
        head = events[known - 1].hash if known else GENESIS
        return Checked(known, head, meta, self._clock(), None)

    def _check_game(self, game: Game) -> Checked:
        events = unpack(game.id, game.log, game.secret)
        known = self._common(self._store, game, events)
        title = first_title(self._games.titles, game.id, events[0].data)
        log: Log = EMPTY
        at = 0
        for stored in events:
            event = self._games.read(title, stored)
            log, at = apply(title, log, event), event.at
        table = log.table
        meta = meta_of(title, game.id, log.seq, table, at)
        due = self._clock() if table.due else table.deadline
        head = events[known - 1].hash if known else GENESIS
        return Checked(known, head, meta, due, at if table.status in ENDED else None)

    def _common(self, store: Store, part: Game | TournamentPart, events: list[Stored]) -> int:
        """How many of these events the house has already. Raises Refused if it has others."""
        there = store.tail(part.id)
        same = min(len(there), len(events))
        if same and (there[same - 1].hash != events[same - 1].hash):
            first = next(one.seq for one, other in zip(there, events, strict=False) if one.hash != other.hash)
            raise Refused(f"{_kind(part)} {part.id} went on otherwise here, from event {first} on: it is left as it is")
        return same

    def _write(
        self, path: Path, checked: dict[str, Checked], everything: bool, keep_key: Callable[[KeyFile], None]
    ) -> Restored:
        restored = Restored([], [], 0)
        others = tournaments = 0
        for part in parts(path):
            match part:
                case KeyFile() if everything:
                    keep_key(part)
                case Game() if part.id in checked:
                    wrote = self._put_back(part, checked[part.id])
                    (restored.games if wrote else restored.there).append(part.id)
                case TournamentPart() if part.id in checked:
                    self._put_back(part, checked[part.id])
                    tournaments += 1
                case Kept() if everything or part.game in checked:
                    others += self._keep(part)
                case _:
                    pass
        return restored._replace(others=others, tournaments=tournaments)

    def _put_back(self, part: Game | TournamentPart, checked: Checked) -> bool:
        """Write a game or tournament, or what it is behind; False if it is there as far already."""
        events = unpack(part.id, part.log, part.secret)
        for _ in range(TRIES):
            if checked.known == len(events):
                return False
            if self._put(part, events, checked):
                return True
            checked = self._checked(part)  # it has gone on since
        raise Refused(f"{_kind(part)} {part.id} is too busy to be restored")

    def _put(self, part: Game | TournamentPart, events: list[Stored], checked: Checked) -> bool:
        store = self._store if isinstance(part, Game) else self._tournaments.store
        store.packed.bring_back(part.id)
        shard, own = keys.shard_of(part.id), store.keys
        names = [each(part.id) for each in (own.events, own.packed, own.secret, own.meta)]
        names += [own.due(shard), own.feed(shard), own.over(shard), own.snapshot(part.id), own.past(part.id)]
        packed = checked.ended_at is not None and not checked.known
        pairs: Iterable[tuple[bytes, bytes]] = (
            part.log.items() if packed else ((each.data, each.hash) for each in events[checked.known :])
        )
        arguments = [
            part.id,
            part.secret,
            checked.known,
            checked.head,
            len(events),
            checked.meta,
            "" if checked.due is None else checked.due,
            "" if packed or checked.ended_at is None else checked.ended_at,
            int(packed),
            *(word for pair in pairs for word in pair),
        ]
        return bool(self._redis.eval(_SCRIPT, len(names), *names, *arguments))

    def _keep(self, kept: Kept) -> bool:
        """Write anything else, unless its time is over."""
        left = None if kept.until is None else kept.until - self._clock()
        if (left is not None and left <= 0) or kept.value in ({}, []):
            return False
        pipe = self._redis.pipeline(transaction=False)
        pipe.delete(kept.name)
        for words in _writes(kept):
            pipe.execute_command(*words)
        if left is not None:
            pipe.pexpire(kept.name, left)
        pipe.execute()
        return True


def _kind(part: Game | TournamentPart) -> str:
    return "game" if isinstance(part, Game) else "tournament"


def _writes(kept: Kept) -> Iterator[tuple[Any, ...]]:
    """The commands that write it."""
    value = kept.value
    match kept.kind:
        case "string":
            yield "SET", kept.name, value
        case "hash":
            yield "HSET", kept.name, *(word for pair in value.items() for word in pair)
        case "list":
            yield "RPUSH", kept.name, *value
        case "set":
            yield "SADD", kept.name, *value
        case "zset":
            yield "ZADD", kept.name, *(word for member, score in value for word in (score, member))
        case "stream":
            for entry_id, fields in value:
                yield "XADD", kept.name, entry_id, *(word for pair in fields.items() for word in pair)
        case _:
            raise BadBackup(f"{kept.name} is of a kind that this Moothall does not know: {kept.kind}")
