"""What is read of tournaments. Nothing in them is secret, so everybody gets the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from moothall.domain.core.codec import to_answer
from moothall.domain.core.data import Json
from moothall.domain.tournament.views import event_view, round_view, standings_rows, standings_view, tournament_view
from moothall.events.errors import UnknownRound
from moothall.events.event_store.stored_events import Stored
from moothall.events.games.live import Logs
from moothall.events.games.queries import MOST_EVENTS, Frames, Seen
from moothall.events.tournaments.repository import HotTournament, TournamentLog


class TournamentQueries:
    """Everything that reads tournaments."""

    def __init__(self, log: TournamentLog) -> None:
        self.log = log
        self.store = log.store
        self.logs = Logs(log.store)
        """For those who follow."""
        self._bodies: Frames[tuple[Any, ...]] = Frames()
        """Answers by the chain hash they are true for, and what else they hang on."""

    def find(self, tournament_id: str) -> HotTournament:
        """The tournament as it is now."""
        return self.log.fresh(tournament_id)

    def tournament(self, tournament_id: str) -> Seen:
        """All about it but its rounds in full."""
        hot = self.find(tournament_id)
        return self._seen(hot, ("tournament",), lambda: tournament_view(hot.id, hot.tournament))

    def round(self, tournament_id: str, number: int) -> Seen:
        """One round: its tables, their results, and how it was paired."""
        hot = self.find(tournament_id)
        _check_round(hot, number)
        return self._seen(hot, ("round", number), lambda: round_view(hot.tournament, number))

    def standings(self, tournament_id: str, through: int | None = None) -> Seen:
        """Now, or as they were after a round."""
        hot = self.find(tournament_id)
        if through is not None:
            _check_round(hot, through)
        return self._seen(hot, ("standings", through), lambda: standings_view(hot.tournament, through))

    def standings_rows(self, tournament_id: str, through: int | None = None) -> tuple[int, Any]:
        """The same in rows, with the seq they are true for."""
        hot = self.find(tournament_id)
        if through is not None:
            _check_round(hot, through)
        return hot.seq, standings_rows(hot.tournament, through)

    def events(self, tournament_id: str, after: int = 0, limit: int = MOST_EVENTS) -> Seen:
        """A page of events."""
        hot = self.find(tournament_id)
        page = self.store.tail(tournament_id, after, limit)
        last = page[-1].seq if page else after
        following = last if last < hot.seq else None
        body = {"events": [self.event(hot, stored) for stored in page], "seq": hot.seq, "next": following}
        return Seen(hot.seq, to_answer(body), following)

    def line(self, hot: HotTournament, stored: Stored) -> bytes:
        """One event as JSON; made once for all."""
        return self._bodies.get(("event", stored.hash, hot.head), lambda: to_answer(self.event(hot, stored)))

    def event(self, hot: HotTournament, stored: Stored) -> Json:
        """One event, with its chain hash."""
        shown = event_view(self.log.read(hot.id, stored), hot.tournament)
        return {**shown, "hash": stored.hash.hex()}

    def _seen(self, hot: HotTournament, what: tuple[Any, ...], make: Callable[[], Json]) -> Seen:
        return Seen(hot.seq, self._bodies.get((hot.head, *what), lambda: to_answer(make())))


def _check_round(hot: HotTournament, number: int) -> None:
    if not 1 <= number <= len(hot.tournament.rounds):
        raise UnknownRound(number, len(hot.tournament.rounds))
