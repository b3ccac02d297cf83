"""Taking a backup, from a house that goes on meanwhile.

Each game is taken as it was at one moment: an append-only log read once is a beginning of itself. What speaks of games
is read after them, and what it says of later events is left out: an answer to a move that the backup does not have, or
that a player was told of it. What can be made anew (listings, snapshots, outboxes, what is due) is not taken.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

import msgspec

from moothall.events import keys
from moothall.events.backup.file import Game, Header, Kept, KeyFile, Part, TournamentPart
from moothall.events.errors import StoreError, UnknownGame
from moothall.events.event_store.packed_log import pack, unpack
from moothall.events.event_store.store import Answer, Store
from moothall.events.projections.inbox import RESERVED, TOURNAMENT

MADE_ANEW = re.compile(
    r"mh:(\{[st]\d+\}:([gt]:.*|t?(due|feed|over)|waited)|\{p\d+\}:(bell|results:.*)|\{r:.*|list:.*|tlist:.*|tag:.*"
    r"|tables:.*|mine:.*|limit.*|ticket:.*|pulse:.*|restoring)"
)
"""Keys that are not taken: games and tournaments, which are taken by themselves, and what follows from the rest or soon
passes."""

ANSWERED = re.compile(r"mh:\{[st]\d+\}:idem:([^:]+):")
TOLD = re.compile(r"mh:\{p\d+\}:told:")

TOGETHER = 200
"""Keys read in one go."""

Reader = Callable[[Any, str], Any]

LeftOut = Callable[[str, str], None]
"""Takes the game that is left out, and why."""

READERS: dict[str, Reader] = {
    "string": lambda pipe, name: pipe.get(name),
    "hash": lambda pipe, name: pipe.hgetall(name),
    "list": lambda pipe, name: pipe.lrange(name, 0, -1),
    "set": lambda pipe, name: pipe.smembers(name),
    "zset": lambda pipe, name: pipe.zrange(name, 0, -1, withscores=True),
    "stream": lambda pipe, name: pipe.xrange(name),
}


def whole(store: Store, key_files: Iterable[KeyFile], now: int, left_out: LeftOut) -> Iterator[Part]:
    """Everything but games and tournaments that do not hold together: `left_out` is told of them. A tournament is taken
    before its tables, and so never speaks of an end that they do not have."""
    yield Header(now, True)
    yield from key_files
    seqs: dict[str, int] = {}
    tournaments = Store(store.redis, family=keys.TOURNAMENTS)
    for each in sorted(set(tournaments.game_ids())):
        yield from _log(tournaments, TournamentPart, each, seqs, left_out)
    for each in sorted(set(store.game_ids())):
        yield from _log(store, Game, each, seqs, left_out)
    yield from _kept(store, "mh:*", seqs, now)


def single(store: Store, game_ids: Iterable[str], now: int, left_out: LeftOut) -> Iterator[Part]:
    """These games, with the answers that were given in them."""
    yield Header(now, False)
    seqs: dict[str, int] = {}
    for game_id in game_ids:
        yield from _log(store, Game, game_id, seqs, left_out)
    for game_id in seqs:
        yield from _kept(store, keys.idempotency(game_id, "", "")[:-2] + ":*", seqs, now)


def _log(
    store: Store, kind: type[Game | TournamentPart], log_id: str, seqs: dict[str, int], left_out: LeftOut
) -> Iterator[Part]:
    """A log of that store, and into `seqs` how far it is."""
    secret = store.redis.get(store.keys.secret(log_id))
    try:
        log = store.packed.fields(log_id)
        events = unpack(log_id, log, secret or b"") if log else store.tail(log_id)
        if secret is None or not events:
            raise UnknownGame(log_id)
        seqs[log_id] = events[-1].seq
        yield kind(log_id, secret, log or pack(log_id, events, secret))
    except StoreError as error:
        left_out(log_id, str(error))


def _kept(store: Store, pattern: str, seqs: dict[str, int], now: int) -> Iterator[Kept]:
    found = (name.decode() for name in store.redis.scan_iter(match=pattern, count=1000))
    wanted = (name for name in found if not MADE_ANEW.fullmatch(name))
    while names := list(islice(wanted, TOGETHER)):
        pipe = store.redis.pipeline(transaction=False)
        for name in names:
            pipe.type(name)
            pipe.pttl(name)
        about = pipe.execute()
        kinds = [kind.decode() if isinstance(kind, bytes) else str(kind) for kind in about[::2]]
        there = [(name, kind, ms) for name, kind, ms in zip(names, kinds, about[1::2], strict=True) if kind in READERS]
        for name, kind, _ in there:
            READERS[kind](pipe, name)
        for (name, kind, ms), value in zip(there, pipe.execute() if there else (), strict=True):
            yield from _of_these(_plain(name, kind, value, now + ms if ms >= 0 else None), seqs)


def _plain(name: str, kind: str, value: Any, until: int | None) -> Kept:
    return Kept(name, kind, list(value) if kind == "set" else value, until)


def _of_these(kept: Kept, seqs: dict[str, int]) -> Iterator[Kept]:
    """What is true of the games as they were taken."""
    if kept.value is None:  # it ended meanwhile
        return
    if answered := ANSWERED.match(kept.name):
        game_id = answered[1]
        if msgspec.msgpack.decode(kept.value, type=Answer).seq <= seqs.get(game_id, 0):
            yield msgspec.structs.replace(kept, game=game_id)
    elif TOLD.match(kept.name):
        value = {
            game: told
            for game, told in kept.value.items()
            if game == b"#" or int(told.partition(b":")[0]) <= seqs.get(_told_of(game.decode()), 0)
        }
        yield msgspec.structs.replace(kept, value=value)
    else:
        yield kept


def _told_of(field: str) -> str:
    """The game or tournament that a player was told of."""
    if field.startswith(TOURNAMENT):
        return field.removeprefix(TOURNAMENT).partition(":")[0]
    return field.removeprefix(RESERVED)
