"""The read path: a game as its caller may see it, now or at an earlier seq; its events, legal moves and scores.

Answers and scores are kept for a moment: hundreds of followers with the same eyes, or a client that asks again, cost
one view, and whoever asks for the scores again after a move pays for that move alone.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from cachetools import LRUCache

from moothall.domain.core.codec import plain, to_answer
from moothall.domain.core.data import Json
from moothall.domain.core.draw import Draw
from moothall.domain.core.words import Reader
from moothall.domain.table.ending import sheets
from moothall.domain.table.evolve import AnyTable, write_state
from moothall.domain.table.fold import EMPTY, Log, apply
from moothall.domain.table.views import MOST_MOVES, Eyes, event_view, game_view, may_know, moves_view, reader_of
from moothall.events.errors import NotSeated, StillHidden, StoreError, UnknownGame, UnknownSeat, UnknownSeq
from moothall.events.event_store.stored_events import GENESIS, Stored
from moothall.events.games.repository import Games, Hot

MOST_EVENTS = 500
"""Events on one page."""

MOST_VIEWS = 100
"""Looks back on one page."""

KEPT = 64
"""Games whose scores one process remembers."""

MOST_BYTES = 8 * 1024 * 1024
"""Bytes of answers that one process keeps."""

EventKey = tuple[str, bytes, Reader, bool]
"""Game, chain hash of the event, who reads it, whether nothing in it is secret any more."""

K = TypeVar("K", bound=Hashable)


class Seen(NamedTuple):
    """A body and the seq it is true for."""

    seq: int
    body: bytes
    next: int | None = None
    """Of a page: what the next one comes after."""


class Timeline(NamedTuple):
    """The totals after each event that changed them, up to the log's end."""

    log: Log
    head: bytes
    totals: tuple[Json, ...]


NOTHING = Timeline(EMPTY, GENESIS, ())


class Queries:
    """Everything that reads."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self.store = games.store
        self._frames: Frames[EventKey] = Frames()
        self._bodies: Frames[tuple[Any, ...]] = Frames()
        """Answers by the chain hash they are true for, and what else they hang on."""
        self._timelines = Timelines(games)

    def find(self, game_id: str, player: str | None) -> Hot:
        """The game as it is now; a private game is unknown to whoever has no part in it."""
        hot = self.games.fresh(game_id)
        if not may_know(hot.table, player):
            raise UnknownGame(game_id)
        return hot

    def game(
        self, game_id: str, player: str | None, at: int | None = None, eyes: Eyes = None, organises: bool = False
    ) -> Seen:
        """The game, now or as it was at an earlier seq, with the caller's eyes or, where that is allowed, with those
        of a seat or of all of them. `organises`: the caller may do now what organisers may."""
        hot = self.find(game_id, player)
        viewer = _seat(hot, player)
        if eyes is not None and eyes != viewer:
            return self._as(hot, player if organises else None, at, eyes)
        if at is None or at == hot.log.seq:
            return Seen(hot.log.seq, self._bodies.get((hot.head, viewer), lambda: _game_body(hot, viewer)))
        table = self.table_at(hot, at)
        # Seats may have changed hands since: the caller sees with the seat it has now, if it had one then.
        viewer = table.seat_of(player) if player is not None and viewer is not None else None
        return Seen(at, to_answer(game_view(hot.title, game_id, at, table, viewer)))

    def views(
        self,
        game_id: str,
        player: str | None,
        after: int = 0,
        limit: int = MOST_VIEWS,
        seat: int | None = None,
        organises: bool = False,
    ) -> Seen:
        """The game as it was after each event of a page, with the caller's eyes or, where that is allowed, a seat's:
        what `game` shows at each of them, for the price of one fold."""
        hot = self.find(game_id, player)
        own = _seat(hot, player)
        if seat is not None and seat != own:
            _check_open(hot, player if organises else None)
            if not 0 <= seat < len(hot.table.seats):
                raise UnknownSeat(seat)
        log = EMPTY if after == 0 else self.games.fold_to(hot.id, min(after, hot.log.seq))
        shown: list[Json] = []
        for stored in self.store.tail(game_id, after, min(limit, max(0, hot.log.seq - after))):
            log = apply(hot.title, log, self.games.read(hot.title, stored))
            then = log.table.seat_of(player) if player is not None and own is not None else None
            viewer = then if seat is None or seat == own else seat
            shown.append(game_view(hot.title, game_id, stored.seq, log.table, viewer))
        last = after + len(shown)
        return Seen(
            hot.log.seq,
            to_answer({"views": shown, "seq": hot.log.seq, "next": last if shown and last < hot.log.seq else None}),
        )

    def table_at(self, hot: Hot, at: int) -> AnyTable:
        """The table as it stood after an event."""
        if not 1 <= at <= hot.log.seq:
            raise UnknownSeq(at, hot.log.seq)
        table: AnyTable = hot.table if at == hot.log.seq else self.games.fold_to(hot.id, at).table
        return table

    def _as(self, hot: Hot, organiser: str | None, at: int | None, eyes: int | Literal["all"]) -> Seen:
        """With the eyes of another seat, or of all: for a game whose secret is told, and for its organiser."""
        _check_open(hot, organiser)
        at = hot.log.seq if at is None else at
        table = self.table_at(hot, at)
        if eyes != "all":
            if not 0 <= eyes < len(table.seats):
                raise UnknownSeat(eyes)
            return Seen(at, to_answer(game_view(hot.title, hot.id, at, table, eyes)))
        view = game_view(hot.title, hot.id, at, table, None)
        if table.game is not None:
            view["views"] = [hot.title.view(table.game, seat) for seat in range(len(table.seats))]
            view["full"] = plain(table.game)
        return Seen(at, to_answer(view))

    def moves(self, game_id: str, player: str, limit: int = MOST_MOVES, offset: int = 0) -> Seen:
        """The caller's legal moves, each with a line of text, and how far it may undo."""
        hot, seat = self._seated(game_id, player)
        body = self._bodies.get(
            (hot.head, seat, limit, offset), lambda: to_answer(moves_view(hot.title, hot.log, seat, limit, offset))
        )
        return Seen(hot.log.seq, body)

    def position(self, game_id: str, player: str, draw: Draw) -> Seen:
        """The state as the caller's seat may imagine it, everything that it cannot see dealt by that luck: what a bot
        on the workers is given, and no more. None before the game has begun."""
        hot, seat = self._seated(game_id, player)
        table = hot.table
        state = None if table.game is None else write_state(hot.title.determinize(table.game, seat, draw))
        return Seen(
            hot.log.seq, to_answer({"seq": hot.log.seq, "seat": seat, "edition": table.edition, "state": state})
        )

    def _seated(self, game_id: str, player: str) -> tuple[Hot, int]:
        """The game, and the caller's seat in it. Raises UnknownGame and NotSeated."""
        hot = self.find(game_id, player)
        seat = _seat(hot, player)
        if seat is None:
            raise NotSeated
        return hot, seat

    def owes(self, game_id: str, player: str, newest: bool) -> bool:
        """Whether the player owes a decision: as this process knows the game, or as it is now."""
        try:
            hot = self.games.fresh(game_id) if newest else self.games.known(game_id)
        except StoreError:
            return False
        return hot is not None and _owes(hot, player)

    def events(self, game_id: str, player: str | None, after: int = 0, limit: int = MOST_EVENTS) -> Seen:
        """A page of events with the caller's eyes."""
        hot = self.find(game_id, player)
        views = [self.event(hot, player, stored) for stored in self.store.tail(game_id, after, limit)]
        last = views[-1]["seq"] if views else after
        following = last if last < hot.log.seq else None
        body = {"events": views, "seq": hot.log.seq, "next": following}
        return Seen(hot.log.seq, to_answer(body), following)

    def all_events(self, game_id: str, player: str | None, after: int = 0) -> Iterator[bytes]:
        """Every event up to now as a line of JSON. What comes later is not told, however slowly it is read: by then
        the caller may have another seat, or none."""
        hot = self.find(game_id, player)
        while after < hot.log.seq:
            page = self.store.tail(game_id, after, min(MOST_EVENTS, hot.log.seq - after))
            for stored in page:
                yield self.line(hot, player, stored) + b"\n"
            after = page[-1].seq

    def line(self, hot: Hot, player: str | None, stored: Stored) -> bytes:
        """One event as this caller may see it, as JSON; made once for all who have the same eyes."""
        key = (hot.id, stored.hash, reader_of(hot.table, _seat(hot, player)), hot.table.revealed)
        return self._frames.get(key, lambda: to_answer(self.event(hot, player, stored)))

    def event(self, hot: Hot, player: str | None, stored: Stored) -> Json:
        """One event as this caller may see it, with its chain hash."""
        event = self.games.read(hot.title, stored)
        shown = event_view(hot.title, event, reader_of(hot.table, _seat(hot, player)), hot.table.revealed)
        return {**shown, "hash": stored.hash.hex()}

    def scores(self, game_id: str, player: str | None) -> Seen:
        """Every seat's score sheet now, and the totals after each event that changed them."""
        hot = self.find(game_id, player)
        timeline = self._timelines.of(hot)
        told = () if hot.table.game is None else sheets(hot.title, hot.table, hot.table.game)
        return Seen(hot.log.seq, to_answer({"seq": hot.log.seq, "sheets": plain(told), "timeline": timeline}))


class Timelines:
    """The latest timelines of this process."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._kept: LRUCache[str, Timeline] = LRUCache(KEPT)
        self._lock = threading.Lock()

    def of(self, hot: Hot) -> tuple[Json, ...]:
        """The totals of a game up to where it is."""
        with self._lock:
            known = self._kept.get(hot.id, NOTHING)
        line = self._further(hot, known) or self._further(hot, NOTHING) or NOTHING
        with self._lock:
            self._kept[hot.id] = line
        return line.totals

    def _further(self, hot: Hot, line: Timeline) -> Timeline | None:
        """With what came since; None if the log no longer holds what was seen, or is not as far."""
        log, head, totals = line.log, line.head, list(line.totals)
        known = log.seq
        if known > hot.log.seq:
            return None
        for stored in self._games.store.tail(hot.id, max(0, known - 1), hot.log.seq - max(0, known - 1)):
            if stored.seq == known:
                if stored.hash != head:
                    return None
                continue
            log, head = apply(hot.title, log, self._games.read(hot.title, stored)), stored.hash
            if log.table.game is not None:
                scores = [sheet.total for sheet in sheets(hot.title, log.table, log.table.game)]
                if not totals or totals[-1]["scores"] != scores:
                    totals.append({"seq": stored.seq, "scores": scores})
        return Timeline(log, head, tuple(totals))


class Frames(Generic[K]):
    """The latest frames of this process, by all that they hang on."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._kept: LRUCache[K, bytes] = LRUCache(most_bytes, getsizeof=len)
        self._lock = threading.Lock()

    def get(self, key: K, make: Callable[[], bytes]) -> bytes:
        """The frame of this key; made if it is not here."""
        with self._lock:
            frame = self._kept.get(key)
        if frame is not None:
            return frame
        frame = make()
        with self._lock, suppress(ValueError):  # one that is larger than all that may be kept
            self._kept[key] = frame
        return frame


def need_not_wait(hot: Hot, player: str) -> bool:
    """Whether waiting for a decision makes no sense: the player owes one, or has no seat, or the game is over."""
    return hot.table.over or _seat(hot, player) is None or _owes(hot, player)


def _check_open(hot: Hot, organiser: str | None) -> None:
    """Others' eyes are lent only where nothing is secret any more, and to who organises the game."""
    if not hot.table.revealed and (organiser is None or organiser != hot.table.organiser):
        raise StillHidden


def _game_body(hot: Hot, viewer: int | None) -> bytes:
    return to_answer(game_view(hot.title, hot.id, hot.log.seq, hot.table, viewer))


def _owes(hot: Hot, player: str) -> bool:
    seat = _seat(hot, player)
    return seat is not None and hot.table.decision_of(seat) is not None


def _seat(hot: Hot, player: str | None) -> int | None:
    return hot.table.seat_of(player) if player is not None else None
