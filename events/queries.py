"""The read path: a game as its caller may see it, now or at an earlier seq; its events, legal moves and scores."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from domain.core.codec import plain, to_answer
from domain.core.records import Json
from domain.core.title import AnyTitle
from domain.table.log import EMPTY, apply, undo_floor, undoable
from domain.table.views import decision_view, event_view, game_view, may_know
from events.envelope import Stored
from events.errors import NotSeated, UnknownGame, UnknownSeq
from events.frames import Frames
from events.games import Games, Hot

MOST_MOVES = 1_000
"""Legal moves listed at once unless asked otherwise; some lists could run to tens of thousands."""

MOST_EVENTS = 500
"""Events on one page."""


class Seen(NamedTuple):
    """A body and the seq it is true for."""

    seq: int
    body: bytes


class Queries:
    """Everything that reads."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self.store = games.store
        self._frames = Frames()

    def find(self, game_id: str, player: str | None) -> Hot:
        """The game as it is now; a private game is unknown to whoever has no part in it."""
        hot = self.games.fresh(game_id)
        if not may_know(hot.table, player):
            raise UnknownGame(game_id)
        return hot

    def title_for(self, game_id: str, player: str) -> AnyTitle:
        """The title of a game this caller may know of; asks the log only if what is in memory does not settle it."""
        hot = self.games.get(game_id)
        if not may_know(hot.table, player):
            hot = self.find(game_id, player)
        title: AnyTitle = hot.title
        return title

    def game(self, game_id: str, player: str | None, at: int | None = None) -> Seen:
        """The game, now or as it was at an earlier seq, with the caller's eyes."""
        hot = self.find(game_id, player)
        viewer = _seat(hot, player)
        if at is None or at == hot.log.seq:
            return Seen(hot.log.seq, to_answer(game_view(hot.title, game_id, hot.log.seq, hot.table, viewer)))
        if not 1 <= at <= hot.log.seq:
            raise UnknownSeq(at, hot.log.seq)
        table = self.games.replay(game_id, at).table
        # Seats may have changed hands since: the caller sees with the seat it has now, if it had one then.
        viewer = table.seat_of(player) if player is not None and viewer is not None else None
        return Seen(at, to_answer(game_view(hot.title, game_id, at, table, viewer)))

    def moves(self, game_id: str, player: str, limit: int = MOST_MOVES, offset: int = 0) -> Seen:
        """The caller's legal moves, each with a line of text, and how far it may undo."""
        hot = self.find(game_id, player)
        seat = _seat(hot, player)
        if seat is None:
            raise NotSeated
        table, listed, more = hot.table, [], False
        if table.status == "active":
            listed = list(islice(hot.title.legal_moves(table.game, seat), offset, offset + limit + 1))
            more = len(listed) > limit
        decision = table.decision_of(seat)
        steps = undoable(hot.log, seat)
        return Seen(
            hot.log.seq,
            to_answer(
                {
                    "seq": hot.log.seq,
                    "seat": seat,
                    "decision": decision_view(decision, seat) if decision else None,
                    "moves": [
                        {"move": plain(move), "text": hot.title.describe_move(move, table.game)}
                        for move in listed[:limit]
                    ],
                    "more": more,
                    "undo": {"to": undo_floor(hot.log, seat), "steps": list(steps)} if steps else None,
                }
            ),
        )

    def events(self, game_id: str, player: str | None, after: int = 0, limit: int = MOST_EVENTS) -> Seen:
        """A page of events with the caller's eyes."""
        hot = self.find(game_id, player)
        views = [self.event(hot, player, stored) for stored in self.store.tail(game_id, after, limit)]
        last = views[-1]["seq"] if views else after
        body = {"events": views, "seq": hot.log.seq, "next": last if last < hot.log.seq else None}
        return Seen(hot.log.seq, to_answer(body))

    def all_events(self, game_id: str, player: str | None, after: int = 0) -> Iterator[bytes]:
        """Every event as a line of JSON."""
        hot = self.find(game_id, player)
        while page := self.store.tail(game_id, after, MOST_EVENTS):
            for stored in page:
                yield self.line(hot, player, stored) + b"\n"
            after = page[-1].seq

    def line(self, hot: Hot, player: str | None, stored: Stored) -> bytes:
        """One event as this caller may see it, as JSON; made once for all who have the same eyes."""
        seat, finished = _seat(hot, player), hot.table.status == "finished"
        return self._frames.get(
            (hot.id, stored.hash, seat, finished), lambda: to_answer(self.event(hot, player, stored))
        )

    def event(self, hot: Hot, player: str | None, stored: Stored) -> Json:
        """One event as this caller may see it, with its chain hash."""
        event = self.games.read(hot.title, stored)
        shown = event_view(hot.title, event, _seat(hot, player), hot.table.status == "finished")
        return {**shown, "hash": stored.hash.hex()}

    def scores(self, game_id: str, player: str | None) -> Seen:
        """Every seat's score sheet now, and the totals after each event that changed them."""
        hot = self.find(game_id, player)
        timeline: list[Json] = []
        log = EMPTY
        for stored in self.store.tail(game_id, 0, hot.log.seq):
            log = apply(hot.title, log, self.games.read(hot.title, stored))
            if log.table.game is not None:
                totals = [sheet.total for sheet in hot.title.score_sheet(log.table.game)]
                if not timeline or timeline[-1]["scores"] != totals:
                    timeline.append({"seq": stored.seq, "scores": totals})
        sheets: list[Any] = [] if hot.table.game is None else plain(list(hot.title.score_sheet(hot.table.game)))
        return Seen(hot.log.seq, to_answer({"seq": hot.log.seq, "sheets": sheets, "timeline": timeline}))


def _seat(hot: Hot, player: str | None) -> int | None:
    return hot.table.seat_of(player) if player is not None else None
