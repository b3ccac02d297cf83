"""The write path: create, join, leave, abort, play (undo and resign included), step. What each decides; how it comes
into the log is the writer's part."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from redis.exceptions import RedisError

from moothall.domain.core.data import Json
from moothall.domain.core.title import AnyTitle
from moothall.domain.table import decide as table_decide
from moothall.domain.table.admission import has_room_for
from moothall.domain.table.clock import expired
from moothall.domain.table.decide import Outcome, Person
from moothall.domain.table.fold import EMPTY
from moothall.domain.table.state import LEVELS, SUBSTITUTE, Clock, Parent, Reserved, Seat, TournamentTable
from moothall.events.errors import Conflict, NotSeated
from moothall.events.event_store.stored_events import GENESIS
from moothall.events.service.games import Hot
from moothall.events.service.posted import check_known, outcomes_of, parse_move, seat_to_move
from moothall.events.service.writer import Done, Key, Writer


class Commands:
    """Everything that writes."""

    def __init__(
        self,
        writer: Writer,
        *,
        changed: Callable[[str], None] = lambda game_id: None,
        levels: Sequence[str] = LEVELS,
    ) -> None:
        """`changed(game)` is called after an append that a listing should show at once. `levels` are those that AI
        seats can have here."""
        self.writer = writer
        self.levels = levels
        self._changed = changed

    def create(
        self,
        game_id: str,
        person: Person,
        title: AnyTitle,
        seats: Sequence[Seat],
        options: Json,
        secret: bytes,
        *,
        private: bool = False,
        entropy: str = "",
        organise: bool = False,
        parent: Parent | None = None,
        place: int | None = None,
        clock: Clock | None = None,
        substitute: str = SUBSTITUTE,
        edition: int | None = None,
        reserved: Sequence[Reserved] = (),
        tags: Sequence[str] = (),
        tournament: TournamentTable | None = None,
        sealed: bool = False,
        rated: bool = False,
        key: Key | None = None,
        let_in: Callable[[Sequence[Seat]], None] = lambda seats: None,
    ) -> Done:
        """A new game under a fresh id (or, with a key, the id that follows from the key). `let_in` may refuse it, when
        nothing else does."""
        if key is not None and (answer := self.writer.answered(game_id, person.id, key)):
            return answer
        now = self.writer.clock()
        outcome = table_decide.create(
            title,
            person,
            seats,
            options,
            secret,
            now,
            private=private,
            entropy=entropy,
            organise=organise,
            parent=parent,
            place=place,
            clock=clock,
            substitute=substitute,
            edition=edition,
            reserved=reserved,
            tags=tags,
            tournament=tournament,
            sealed=sealed,
            rated=rated,
            levels=self.levels,
        )
        let_in(seats)
        hot = Hot(game_id, title, EMPTY, GENESIS, secret, 0)
        done = self.writer.append(hot, [outcome], person.id, key, now, whole=True)
        self._tell(game_id)
        return done

    def join(
        self,
        game_id: str,
        person: Person,
        seat: int | None,
        entropy: str,
        key: Key | None = None,
        include: Collection[str] = (),
    ) -> Done:
        """Take a seat."""

        def decide(hot: Hot) -> list[Outcome]:
            if not has_room_for(
                hot.table, person.id
            ):  # as long as it has, knowing a private game's id is the invitation
                check_known(hot, person)
            return [table_decide.join(hot.title, hot.table, person, seat, entropy, hot.secret)]

        return self.seating(game_id, person, decide, key, include)

    def leave(self, game_id: str, person: Person, key: Key | None = None) -> Done:
        """Give the seat back before the start."""

        def decide(hot: Hot) -> list[Outcome]:
            check_known(hot, person)
            return [table_decide.leave(hot.table, person)]

        return self.seating(game_id, person, decide, key)

    def abort(self, game_id: str, person: Person, key: Key | None = None) -> Done:
        """Drop a game that has not started."""

        def decide(hot: Hot) -> list[Outcome]:
            check_known(hot, person)
            return [table_decide.abort(hot.table, person)]

        return self.seating(game_id, person, decide, key)

    def play(
        self,
        game_id: str,
        person: Person,
        moves: Sequence[Json | msgspec.Raw],
        *,
        decision: int | None = None,
        if_match: int | None = None,
        key: Key | None = None,
        dry_run: bool = False,
        include: Collection[str] = (),
    ) -> Done:
        """Moves of the caller's seat, read or as their JSON, all or none. With `dry_run` the answer tells what would
        happen; `include` names what else it shall tell (INCLUDABLE)."""

        def decide(hot: Hot) -> list[Outcome]:
            seat = seat_to_move(hot, person, decision)
            parsed = [
                parse_move(hot.title, data, f"moves[{position}]" if len(moves) > 1 else "move")
                for position, data in enumerate(moves)
            ]
            return outcomes_of(hot, seat, parsed)

        keep = None if dry_run else key
        return self.writer.write(
            game_id, person.id, decide, if_match=if_match, key=keep, dry_run=dry_run, include=include
        )

    def play_ai(self, game_id: str, seat: int, move: Any, level: str, expected: int) -> Done:
        """The move of a bot, decided on exactly that seq; Conflict if the game has moved on."""

        def decide(hot: Hot) -> list[Outcome]:
            if hot.table.seats[seat].kind != "ai":
                raise NotSeated
            return [table_decide.play(hot.title, hot.log, seat, move, hot.secret, level)]

        return self.writer.write(game_id, None, decide, if_match=expected)

    def step(self, game_id: str, expected: int) -> Done:
        """The step due at exactly that seq; Conflict if the game has moved on."""

        def decide(hot: Hot) -> list[Outcome]:
            if hot.table.step is None:
                raise Conflict(hot.log.seq, "no step is due")
            return [table_decide.step(hot.title, hot.table, hot.secret)]

        return self.writer.write(game_id, None, decide, if_match=expected)

    def expire(self, game_id: str) -> Done:
        """Whoever's time is up now is out; Conflict if it is nobody's. What a seat still has is told by the log, so a
        move that was written first has its effect, and one that comes later is refused."""
        now = self.writer.clock()

        def decide(hot: Hot) -> list[Outcome]:
            if not expired(hot.table, now):
                raise Conflict(hot.log.seq, "nobody's time is up")
            return [table_decide.expire(hot.title, hot.table, now, hot.secret)]

        return self.writer.write(game_id, None, decide, at=now)

    def start_without(self, game_id: str, seats: Sequence[int]) -> Done:
        """Nobody has come to these seats of a tournament's table."""
        return self.writer.write(
            game_id, None, lambda hot: [table_decide.start_without(hot.title, hot.table, seats, hot.secret)], whole=True
        )

    def tell_secret(self, game_id: str) -> Done:
        """Every table with the same deal is over."""
        return self.writer.write(
            game_id, None, lambda hot: [table_decide.tell_secret(hot.table, hot.secret)], whole=True
        )

    def seating(
        self,
        game_id: str,
        person: Person,
        decide: Callable[[Hot], list[Outcome]],
        key: Key | None,
        include: Collection[str] = (),
    ) -> Done:
        """A change of who sits where, or of how the game stands: listings show it at once."""
        done = self.writer.write(game_id, person.id, decide, key=key, whole=True, include=include)
        self._tell(game_id)
        return done

    def _tell(self, game_id: str) -> None:
        with suppress(RedisError):  # it is in the log: the dispatcher brings the listings in line
            self._changed(game_id)
