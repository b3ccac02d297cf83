"""The read path: a game as its caller may see it, now or at an earlier seq; its events, legal moves and scores."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, Literal, NamedTuple

from domain.core.codec import plain, to_answer
from domain.core.records import Json
from domain.table.evolve import AnyTable
from domain.table.log import undo_floor, undoable
from domain.table.views import decision_view, event_view, game_view, may_know, reader_of
from events.envelope import Stored
from events.errors import NotSeated, StillHidden, UnknownGame, UnknownSeat, UnknownSeq
from events.frames import Eyed, Frames
from events.games import Games, Hot
from events.timeline import Timelines

MOST_MOVES = 1_000
"""Legal moves listed at once unless asked otherwise; some lists could run to tens of thousands."""

MOST_EVENTS = 500
"""Events on one page."""


Eyes = int | Literal["all"] | None
"""Whose knowledge is asked for: a seat's, everybody's together, or the caller's own."""


class Seen(NamedTuple):
    """A body and the seq it is true for."""

    seq: int
    body: bytes


class Queries:
    """Everything that reads."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self.store = games.store
        self._frames: Frames[Eyed] = Frames()
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

    def table_at(self, hot: Hot, at: int) -> AnyTable:
        """The table as it stood after an event."""
        if not 1 <= at <= hot.log.seq:
            raise UnknownSeq(at, hot.log.seq)
        table: AnyTable = hot.table if at == hot.log.seq else self.games.replay(hot.id, at).table
        return table

    def _as(self, hot: Hot, organiser: str | None, at: int | None, eyes: int | Literal["all"]) -> Seen:
        """With the eyes of another seat, or of all: for a game whose secret is told, and for its organiser."""
        if not hot.table.revealed and (organiser is None or organiser != hot.table.organiser):
            raise StillHidden
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
        hot = self.find(game_id, player)
        seat = _seat(hot, player)
        if seat is None:
            raise NotSeated
        key = (hot.head, seat, limit, offset)
        return Seen(hot.log.seq, self._bodies.get(key, lambda: _moves_body(hot, seat, limit, offset)))

    def events(self, game_id: str, player: str | None, after: int = 0, limit: int = MOST_EVENTS) -> Seen:
        """A page of events with the caller's eyes."""
        hot = self.find(game_id, player)
        views = [self.event(hot, player, stored) for stored in self.store.tail(game_id, after, limit)]
        last = views[-1]["seq"] if views else after
        body = {"events": views, "seq": hot.log.seq, "next": last if last < hot.log.seq else None}
        return Seen(hot.log.seq, to_answer(body))

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
        eyes = (hot.id, stored.hash, reader_of(hot.table, _seat(hot, player)), hot.table.revealed)
        return self._frames.get(eyes, lambda: to_answer(self.event(hot, player, stored)))

    def event(self, hot: Hot, player: str | None, stored: Stored) -> Json:
        """One event as this caller may see it, with its chain hash."""
        event = self.games.read(hot.title, stored)
        shown = event_view(hot.title, event, reader_of(hot.table, _seat(hot, player)), hot.table.revealed)
        return {**shown, "hash": stored.hash.hex()}

    def scores(self, game_id: str, player: str | None) -> Seen:
        """Every seat's score sheet now, and the totals after each event that changed them."""
        hot = self.find(game_id, player)
        timeline = self._timelines.of(hot)
        sheets: list[Any] = [] if hot.table.game is None else plain(list(hot.title.score_sheet(hot.table.game)))
        return Seen(hot.log.seq, to_answer({"seq": hot.log.seq, "sheets": sheets, "timeline": timeline}))


def _game_body(hot: Hot, viewer: int | None) -> bytes:
    return to_answer(game_view(hot.title, hot.id, hot.log.seq, hot.table, viewer))


def _moves_body(hot: Hot, seat: int, limit: int, offset: int) -> bytes:
    table, listed, more = hot.table, [], False
    if table.status == "active" and not table.paused:
        listed = list(islice(hot.title.legal_moves(table.game, seat), offset, offset + limit + 1))
        more = len(listed) > limit
    decision, reader = table.decision_of(seat), reader_of(table, seat)
    steps = undoable(hot.log, seat)
    return to_answer(
        {
            "seq": hot.log.seq,
            "seat": seat,
            "decision": decision_view(decision, seat) if decision else None,
            "moves": [
                {"move": plain(move), "text": hot.title.describe_move(move, table.game, reader)}
                for move in listed[:limit]
            ],
            "more": more,
            "undo": {"to": undo_floor(hot.log, seat), "steps": list(steps)} if steps else None,
        }
    )


def _seat(hot: Hot, player: str | None) -> int | None:
    return hot.table.seat_of(player) if player is not None else None
