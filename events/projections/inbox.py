"""What players are told: a seat is kept for you, a game of yours has started, it is your turn, it is finished.

Every player has an inbox, a bounded stream of numbered notices, derived from the games' outboxes by the dispatcher.
What is told follows from the game as it stands, so telling twice, late or out of order tells nothing twice. Nothing of
it is needed to play.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from itertools import islice
from typing import Any, NamedTuple

from cachetools import LRUCache
from redis.exceptions import NoScriptError

from moothall.domain.core.codec import to_answer
from moothall.domain.core.data import Json
from moothall.events import keys
from moothall.events.event_store.metadata import GOING_ON, Meta, SeatMeta
from moothall.events.event_store.store import Store
from moothall.events.redis_client.connection import call_all

MY_TURN = "my_turn"
GAME_STARTED = "game_started"
GAME_FINISHED = "game_finished"
SEAT_RESERVED = "seat_reserved"
ROUND_PAIRED = "round_paired"
TOURNAMENT_FINISHED = "tournament_finished"
OF_GAMES = (MY_TURN, GAME_STARTED, GAME_FINISHED, SEAT_RESERVED)
OF_TOURNAMENTS = (ROUND_PAIRED, TOURNAMENT_FINISHED)
KINDS = (*OF_GAMES, *OF_TOURNAMENTS)

OVER = ("finished", "annulled")
"""How a game that was begun can end."""

TOGETHER = 200
"""Games that are looked at in one go."""

KEPT = 1_000
"""Notices an inbox holds; whoever comes back after more than that is told of the gap."""

REMEMBERED = 100_000
"""Players at tables of whom a process knows what it last told them."""

RESERVED = "reserved:"
"""Before the id of a game: that the player was told of the seat."""

TOURNAMENT = "tournament:"
"""Before the id of a tournament, and a round or its end: that the player was told of it."""

NOBODY = -1
"""No decision: nothing was told yet."""

_SCRIPT = files("moothall.events").joinpath("projections/tell.lua").read_text("utf-8")
_SHA = hashlib.sha1(_SCRIPT.encode()).hexdigest()


class Notice(NamedTuple):
    """An entry of an inbox: its number in this inbox and its JSON, which has that number as `id`."""

    seq: int
    data: bytes


class Inbox:
    """The inboxes of all players; can be followed by a Hub."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._redis: Any = store.redis
        self.outboxes = tuple(keys.bell(shard) for shard in range(keys.SHARDS))
        self._told: LRUCache[tuple[str, str], int | None] = LRUCache(REMEMBERED)
        """Game and player to the last decision that this process told of."""

    def tell(self, game_ids: Iterable[str]) -> int:
        """Tell the players of these games what is new to them; returns how many notices that were."""
        return self.tell_of(self._store.read_metas(sorted(set(game_ids))))

    def tell_of(self, metas: Iterable[Meta]) -> int:
        """The same with what is known of the games. Whoever knows all of it is not told again: after a move that is
        everybody but who has to answer it."""
        known = list(metas)
        news = [(meta, seat) for meta in known for seat in _seats(meta) if self._is_news(meta, seat)]
        kept = [(meta, seat, player) for meta in known for seat, player in _kept(meta)]
        kept = [each for each in kept if (RESERVED + each[0].id, each[2]) not in self._told]
        calls = [_call(meta, seat, seat.player or "") for meta, seat in news]
        calls += [_call(meta, seat, player) for meta, seat, player in kept]
        if not calls:
            return 0
        try:
            told = self._run("EVALSHA", _SHA, calls)
        except NoScriptError:  # a server that has not seen it yet; what was told already is not told again
            told = self._run("EVAL", _SCRIPT, calls)
        for meta, seat in news:
            self._told[meta.id, seat.player or ""] = _decision(meta, seat)
        for meta, _, player in kept:
            self._told[RESERVED + meta.id, player] = None
        return told

    def catch_up(self) -> int:
        """Tell everybody what they do not know yet of the games that go on; returns how many notices that were."""
        ids, new = iter(set(self._store.game_ids())), 0
        while some := list(islice(ids, TOGETHER)):
            new += self.tell_of(meta for meta in self._store.read_metas(some) if meta.status in GOING_ON)
        return new

    def _run(self, command: str, script: str, calls: Sequence[tuple[list[str], list[Any]]]) -> int:
        return sum(call_all(self._redis, [(command, script, len(names), *names, *more) for names, more in calls]))

    def _is_news(self, meta: Meta, seat: SeatMeta) -> bool:
        known = self._told.get((meta.id, seat.player or ""), NOBODY)
        return known == NOBODY or meta.status in OVER or _decision(meta, seat) not in (None, known)

    def tail(self, player: str, after: int = 0, limit: int | None = None) -> list[Notice]:
        """The notices after that number, as far as they are kept."""
        entries = self._redis.xrange(keys.inbox(player), min=f"{after + 1}-0", count=limit)
        return [_notice(int(entry_id.split(b"-")[0]), fields[b"d"]) for entry_id, fields in entries]

    def newest(self, player: str) -> int:
        """The number of the latest notice."""
        return int(self._redis.hget(keys.told(player), "#") or 0)

    def grown(self, fields: Mapping[bytes, bytes]) -> str:
        """Whose inbox an entry of an outbox speaks of."""
        return fields[b"p"].decode()


def my_turn(meta: Meta, player: str) -> Json | None:
    """The notice that it is this player's turn, if it is."""
    seat = next((each.seat for each in meta.seats if each.player == player), None)
    decision = next((each for each in meta.decisions if each.seat == seat), None)
    if seat is None or decision is None:
        return None
    about = {"decision": {"id": decision.id, "kind": decision.kind}, "deadline": decision.deadline}
    return {**_notice_of(MY_TURN, meta, seat), **about}


def _seats(meta: Meta) -> list[SeatMeta]:
    """The seats of players, of a game that was begun."""
    if meta.status != "active" and meta.status not in OVER:
        return []
    return [seat for seat in meta.seats if seat.player is not None]


def _kept(meta: Meta) -> list[tuple[SeatMeta, str]]:
    """The free seats of an open game that are kept for somebody, and for whom."""
    if meta.status != "open":
        return []
    return [(seat, seat.reserved.player) for seat in meta.seats if seat.reserved is not None and seat.player is None]


def _decision(meta: Meta, seat: SeatMeta) -> int | None:
    return next((each.id for each in meta.decisions if each.seat == seat.seat), None)


def _call(meta: Meta, seat: SeatMeta, player: str) -> tuple[list[str], list[Any]]:
    """Keys and arguments of the script for a player at the table."""
    names = [keys.inbox(player), keys.told(player), keys.bell(keys.shard_of(player))]
    turn = my_turn(meta, player)
    arguments = [
        player,
        meta.id,
        KEPT,
        meta.seq - meta.told,  # which is no news to anybody
        to_answer(_notice_of(GAME_STARTED, meta, seat.seat)),
        turn["decision"]["id"] if turn is not None else "",
        to_answer(turn) if turn is not None else "",
        to_answer(_game_finished(meta, seat.seat)) if meta.status in OVER else "",
        to_answer(_notice_of(SEAT_RESERVED, meta, seat.seat)) if meta.status == "open" else "",
    ]
    return names, arguments


def _game_finished(meta: Meta, seat: int) -> Json:
    return {**_notice_of(GAME_FINISHED, meta, seat), "status": meta.status, "result": meta.result}


def _notice_of(kind: str, meta: Meta, seat: int) -> Json:
    of = meta.tournament.id if meta.tournament is not None else None
    about = {"game": meta.id, "title": meta.title, "seat": seat, "tournament": of}
    return {"type": kind, "at": meta.updated_at, **about}


def _notice(number: int, data: bytes) -> Notice:
    return Notice(number, b'{"id":%d,%s' % (number, data[1:]))
