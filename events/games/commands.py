"""The write path: create, join, leave, abort, play (undo and resign included), step; dry runs of several candidate
moves, the organiser's rulings, forks. What each decides; how it comes into the log is the writer's part.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple, get_args

import msgspec
from redis.exceptions import RedisError

from moothall.domain.core.codec import explain, to_answer
from moothall.domain.core.data import Json
from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.title import AnyTitle
from moothall.domain.table import decide as table_decide, rulings
from moothall.domain.table.admission import has_room_for
from moothall.domain.table.clock import expired
from moothall.domain.table.decide import Outcome, Person
from moothall.domain.table.evolve import AnyTable
from moothall.domain.table.fold import EMPTY
from moothall.domain.table.moves import Ruling, TableMove
from moothall.domain.table.next_event import draft, next_event
from moothall.domain.table.state import LEVELS, SUBSTITUTE, Clock, Parent, Reserved, Seat, TournamentTable
from moothall.domain.table.views import may_know, preview_view, refusal_view
from moothall.events.errors import BadMove, Conflict, DecisionClosed, NotSeated, UnknownGame, UnknownSeat
from moothall.events.event_store.stored_events import GENESIS
from moothall.events.games.queries import Queries, Seen
from moothall.events.games.repository import Games, Hot
from moothall.events.games.writer import Done, Key, Writer


class Candidate(NamedTuple):
    """Moves that would be made together, or the one."""

    moves: Sequence[Json]
    alone: bool
    """Whether it was sent as the one move that it is."""


class Commands:
    """Everything that writes, but for rulings and forks."""

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


class Arbiter:
    """Rulings on games."""

    def __init__(self, commands: Commands) -> None:
        self._commands = commands

    def rule(
        self, game_id: str, person: Person, ruling: Ruling, named: Person | None = None, key: Key | None = None
    ) -> Done:
        """One ruling of the game's organiser; `named` is the player that a seat is given to."""

        def decide(hot: Hot) -> list[Outcome]:
            check_known(hot, person)

            def table_at(seq: int) -> AnyTable:
                table: AnyTable = self._commands.writer.games.fold_to(game_id, seq).table
                return table

            levels = self._commands.levels
            return [rulings.rule(hot.title, hot.log, person, ruling, hot.secret, table_at, named, levels)]

        return self._commands.seating(game_id, person, decide, key)


class Forks:
    """Forks of games."""

    def __init__(self, commands: Commands, queries: Queries) -> None:
        self._commands = commands
        self._queries = queries

    def fork(
        self,
        game_id: str,
        person: Person,
        at: int,
        new_id: str,
        secret: bytes,
        *,
        level: str,
        seat: int | None = None,
        seats: Sequence[Seat] | None = None,
        key: Key | None = None,
        let_in: Callable[[Sequence[Seat]], None] = lambda seats: None,
    ) -> Done:
        """A new game from event `at` on. Of a game that is over exactly, by anyone: `seats` says who plays on
        (AIs of `level` if left out), the caller takes `seat`. Of a running one as the caller's sandbox."""
        hot = self._queries.find(game_id, person.id)
        mine = hot.table.seat_of(person.id)
        sandbox = not hot.table.revealed
        if sandbox and mine is None:
            raise NotSeated
        count = len(hot.table.seats)
        place = mine if sandbox or seat is None else seat
        if place is not None and not 0 <= place < count:
            raise UnknownSeat(place)
        if sandbox or seats is None:
            place = place or 0
            seats = [Seat("human") if index == place else Seat("ai", level=level) for index in range(count)]
        elif len(seats) != count:
            raise IllegalMove("TB-8.1", f"a fork has as many seats as its parent: {count}, not {len(seats)}")
        return self._commands.create(
            new_id,
            person,
            hot.title,
            seats,
            hot.table.options,
            secret,
            private=hot.table.private or sandbox,
            parent=self._parent(hot, at, mine if sandbox else None, secret),
            place=place if place is not None and (seat is not None or not seats[place].taken) else None,
            edition=hot.table.edition,
            key=key,
            let_in=let_in,
        )

    def _parent(self, hot: Hot, at: int, seat: int | None, secret: bytes) -> Parent:
        table = self._queries.table_at(hot, at)
        stored = self._queries.store.tail(hot.id, at - 1, 1)
        head = stored[0].hash if stored else GENESIS
        return table_decide.parent(hot.title, hot.id, at, table, head, seat, secret)


def parse_move(title: AnyTitle, data: Any, where: str = "move") -> Any:
    """A move from plain data; malformed is not illegal. `where` it stands is said in the error."""
    known = _posted(title.moves)
    try:
        return known.decode(data) if isinstance(data, msgspec.Raw) else msgspec.convert(data, known.type)
    except msgspec.ValidationError as error:
        path, text = explain(error)
        if path == ".type":
            names = (str(kind.__struct_config__.tag) for kind in get_args(known.type))
            text = f"Not a move of {title.name}. Must be one of: {', '.join(sorted(names))}."
        raise BadMove(f"{where}{path}", text) from error


def check_known(hot: Hot, person: Person) -> None:
    """A private game is not there for strangers, whatever they ask of it."""
    if not may_know(hot.table, person.id):
        raise UnknownGame(hot.id)


def seat_to_move(hot: Hot, person: Person, decision: int | None) -> int:
    """The caller's seat; if a decision is named, it must be open."""
    seat = hot.table.seat_of(person.id)
    if seat is None:
        check_known(hot, person)
        raise NotSeated
    if decision is not None:
        open_now = hot.table.decision_of(seat)
        if open_now is None or open_now.id != decision:
            raise DecisionClosed(hot.log.seq, decision)
    return seat


def outcomes_of(hot: Hot, seat: int, moves: Sequence[Any]) -> list[Outcome]:
    """What becomes of a seat's moves, one after the other. Raises IllegalMove, with the place of the move."""
    log, outcomes = hot.log, list[Outcome]()
    for position, move in enumerate(moves):
        try:
            if outcomes:
                event, log = draft(hot.title, log, outcomes[-1], 0, hot.secret)
                table_decide.check_may_follow(hot.title, event)
            outcomes.append(table_decide.play(hot.title, log, seat, move, hot.secret))
        except IllegalMove as error:
            error.position = position if len(moves) > 1 else None
            raise
    return outcomes


@cache
def _posted(moves: Any) -> msgspec.json.Decoder[Any]:
    """Reads what may be posted in a game with these moves: the table's own, too."""
    return msgspec.json.Decoder(moves | TableMove)


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
