"""What each of several candidate moves would do, decided on one state; nothing is stored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from moothall.domain.core.codec import to_answer
from moothall.domain.core.data import Json
from moothall.domain.core.errors import IllegalMove
from moothall.domain.table.decide import Person
from moothall.domain.table.next_event import next_event
from moothall.domain.table.views import preview_view, refusal_view
from moothall.events.service.games import Games, Hot
from moothall.events.service.posted import outcomes_of, parse_move, seat_to_move
from moothall.events.service.queries import Seen


class Candidate(NamedTuple):
    """Moves that would be made together, or the one."""

    moves: Sequence[Json]
    alone: bool
    """Whether it was sent as the one move that it is."""


class Previews:
    """Dry runs, many at a time."""

    def __init__(self, games: Games, clock: Callable[[], int]) -> None:
        self._games = games
        self._clock = clock

    def of(self, game_id: str, person: Person, candidates: Sequence[Candidate], decision: int | None = None) -> Seen:
        """Of each candidate what a dry run would say, in the same order. Malformed is refused before anything is
        tried."""
        hot = self._games.fresh(game_id)
        seat = seat_to_move(hot, person, decision)
        parsed = [
            [parse_move(hot.title, move, _path(number, candidate, place)) for place, move in enumerate(candidate.moves)]
            for number, candidate in enumerate(candidates)
        ]
        now = self._clock()
        told = [_tried(hot, person, seat, moves, now) for moves in parsed]
        return Seen(hot.log.seq, to_answer({"seq": hot.log.seq, "previews": told}))


def _path(number: int, candidate: Candidate, place: int) -> str:
    return f"candidates[{number}].{'move' if candidate.alone else f'moves[{place}]'}"


def _tried(hot: Hot, person: Person, seat: int, moves: Sequence[object], now: int) -> Json:
    try:
        log, events = hot.log, []
        for outcome in outcomes_of(hot, seat, moves):
            event, log = next_event(hot.title, log, outcome, now, hot.secret)
            events.append(event)
    except IllegalMove as error:
        return refusal_view(error)
    return preview_view(hot.title, log, events, log.table.seat_of(person.id))
