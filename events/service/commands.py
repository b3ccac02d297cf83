"""The write path: create, join, leave, abort, play (undo and resign included), step.

Each command decides on the game as this process knows it and appends with the seq it decided on. If the log had moved
on, it is read and the command decided again on what is true now: two seats that answer at the same moment never make
each other fail, and nothing is ever decided on an old state and written on a new one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple, get_args

import msgspec
from redis.exceptions import RedisError

from domain.core.codec import explain, to_answer
from domain.core.data import Json
from domain.core.errors import IllegalMove, MoothallError
from domain.core.title import AnyTitle
from domain.table import act
from domain.table.act import Outcome, Person
from domain.table.choices import moves_view
from domain.table.clock import expired
from domain.table.dry_run import dry_run_view
from domain.table.log import EMPTY
from domain.table.moves import TableMove
from domain.table.next_event import draft, next_event
from domain.table.reserving import has_room_for
from domain.table.state import LEVELS, SUBSTITUTE, Clock, Parent, Reserved, Seat, TournamentTable
from domain.table.views import awaiting_view, event_view, game_view, may_know, reader_of
from events.errors import BadMove, Conflict, DecisionClosed, KeyReused, NotSeated, StaleMatch, StoreError, UnknownGame
from events.log import snapshots
from events.log.envelope import GENESIS, Stored, seal
from events.log.meta import meta_of
from events.log.store import Answer, Answered, Append, KeyedAnswer
from events.service.games import Games, Hot

MOVES, STATE = "moves", "state"
INCLUDABLE = (MOVES, STATE)
"""What the answer to a command can tell besides: the caller's legal moves, if it is asked again, and its view."""

TRIES = 200
"""Lost races before a command gives up; each lost race means that somebody else's command went through."""


class Key(NamedTuple):
    """An idempotency key with a digest of the request it stands for."""

    key: str
    request: str


class Done(NamedTuple):
    """What a command answers: the seq it led to and the body for the caller."""

    seq: int
    body: bytes
    repeated: bool = False


class Commands:
    """Everything that writes."""

    def __init__(
        self,
        games: Games,
        *,
        clock: Callable[[], int],
        changed: Callable[[str], None] = lambda game_id: None,
        hands_on: bool = True,
        levels: Sequence[str] = LEVELS,
    ) -> None:
        """`clock` tells milliseconds; `changed(game)` is called after an append that a listing should show at once.
        With `hands_on` the outbox asks for the work that an append leaves; without, whoever writes sees to it. `levels`
        are those that AI seats can have here."""
        self.games = games
        self.store = games.store
        self.levels = levels
        self._clock = clock
        self._changed = changed
        self._hands_on = hands_on
        self.later: Callable[[Callable[[], None]], object] = lambda do: do()
        """How to do what nobody waits for: at once, unless the process knows how to answer first."""

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
        if key is not None and (answer := self._answered(game_id, person.id, key)):
            return answer
        now = self._clock()
        outcome = act.create(
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
        done = self._append(hot, [outcome], person.id, key, now, whole=True)
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
            return [act.join(hot.title, hot.table, person, seat, entropy, hot.secret)]

        return self.seating(game_id, person, decide, key, include)

    def leave(self, game_id: str, person: Person, key: Key | None = None) -> Done:
        """Give the seat back before the start."""

        def decide(hot: Hot) -> list[Outcome]:
            check_known(hot, person)
            return [act.leave(hot.table, person)]

        return self.seating(game_id, person, decide, key)

    def abort(self, game_id: str, person: Person, key: Key | None = None) -> Done:
        """Drop a game that has not started."""

        def decide(hot: Hot) -> list[Outcome]:
            check_known(hot, person)
            return [act.abort(hot.table, person)]

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
        return self.write(game_id, person.id, decide, if_match=if_match, key=keep, dry_run=dry_run, include=include)

    def play_ai(self, game_id: str, seat: int, move: Any, level: str, expected: int) -> Done:
        """The move of a bot, decided on exactly that seq; Conflict if the game has moved on."""

        def decide(hot: Hot) -> list[Outcome]:
            if hot.table.seats[seat].kind != "ai":
                raise NotSeated
            return [act.play(hot.title, hot.log, seat, move, hot.secret, level)]

        return self.write(game_id, None, decide, if_match=expected)

    def step(self, game_id: str, expected: int) -> Done:
        """The step due at exactly that seq; Conflict if the game has moved on."""

        def decide(hot: Hot) -> list[Outcome]:
            if hot.table.step is None:
                raise Conflict(hot.log.seq, "no step is due")
            return [act.step(hot.title, hot.table, hot.secret)]

        return self.write(game_id, None, decide, if_match=expected)

    def expire(self, game_id: str) -> Done:
        """Whoever's time is up now is out; Conflict if it is nobody's. What a seat still has is told by the log, so a
        move that was written first has its effect, and one that comes later is refused."""
        now = self._clock()

        def decide(hot: Hot) -> list[Outcome]:
            if not expired(hot.table, now):
                raise Conflict(hot.log.seq, "nobody's time is up")
            return [act.expire(hot.title, hot.table, now, hot.secret)]

        return self.write(game_id, None, decide, at=now)

    def start_without(self, game_id: str, seats: Sequence[int]) -> Done:
        """Nobody has come to these seats of a tournament's table."""
        return self.write(
            game_id, None, lambda hot: [act.start_without(hot.title, hot.table, seats, hot.secret)], whole=True
        )

    def tell_secret(self, game_id: str) -> Done:
        """Every table with the same deal is over."""
        return self.write(game_id, None, lambda hot: [act.tell_secret(hot.table, hot.secret)], whole=True)

    def seating(
        self,
        game_id: str,
        person: Person,
        decide: Callable[[Hot], list[Outcome]],
        key: Key | None,
        include: Collection[str] = (),
    ) -> Done:
        """A change of who sits where, or of how the game stands: listings show it at once."""
        done = self.write(game_id, person.id, decide, key=key, whole=True, include=include)
        self._tell(game_id)
        return done

    def _tell(self, game_id: str) -> None:
        with suppress(RedisError):  # it is in the log: the dispatcher brings the listings in line
            self._changed(game_id)

    def write(
        self,
        game_id: str,
        player: str | None,
        decide: Callable[[Hot], list[Outcome]],
        *,
        if_match: int | None = None,
        key: Key | None = None,
        dry_run: bool = False,
        whole: bool = False,
        at: int | None = None,
        include: Collection[str] = (),
    ) -> Done:
        """Decide on the game as it is, and append; again for as long as others are faster. With `whole` the answer
        is the game, else the new events; `include` is what else is told. `at` is the moment that was decided on, if it
        mattered."""
        # A dry run has no append to be told by that its state was old.
        hot = self.games.fresh(game_id) if dry_run else self.games.get(game_id)
        for _ in range(TRIES):
            try:
                if if_match is not None and hot.log.seq != if_match:
                    if player is not None and not may_know(hot.table, player):
                        raise UnknownGame(game_id)
                    raise StaleMatch(hot.log.seq, if_match)
                outcomes = decide(hot)
                now = self._clock() if at is None else at
                return self._append(hot, outcomes, player, key, now, dry_run=dry_run, whole=whole, include=include)
            except (MoothallError, StoreError):
                # Refused, on a state that may be old: only what is refused on the newest state is refused.
                newer = self.games.refresh(hot)
                if newer.head == hot.head:
                    # Refused because the same request has just been carried out? Then its answer is the answer.
                    if key is not None and player is not None and (answer := self._answered(game_id, player, key)):
                        return answer
                    raise
                hot = newer
        raise Conflict(hot.log.seq, "the game is too busy; try again")

    def _append(
        self,
        hot: Hot,
        outcomes: Sequence[Outcome],
        player: str | None,
        key: Key | None,
        now: int,
        *,
        dry_run: bool = False,
        whole: bool = False,
        include: Collection[str] = (),
    ) -> Done:
        """Write the outcomes as events after the game as it is here. Raises Conflict if the log is elsewhere."""
        log, head = hot.log, hot.head
        stored: list[Stored] = []
        events = []
        for outcome in outcomes:
            event, log = next_event(hot.title, log, outcome, now, hot.secret)
            entry = seal(event, head)
            head = entry.hash
            stored.append(entry)
            events.append(event)
        after = Hot(hot.id, hot.title, log, head, hot.secret, hot.snapshot_seq)
        if dry_run:
            viewer = log.table.seat_of(player) if player is not None else None
            return Done(log.seq, to_answer(dry_run_view(hot.title, log, events, viewer)))
        body = _answer(after, events, player, whole, include)
        keyed = KeyedAnswer(player, key.key, Answer(key.request, log.seq, body)) if key and player else None
        table = after.table
        meta = meta_of(hot.title, hot.id, log.seq, table, now)
        secret, before = (b"", hot.head) if hot.log.seq else (hot.secret, b"")
        due = now if table.due else table.deadline
        work = (table.work or "") if self._hands_on else ""
        try:
            self.store.append(Append(hot.id, hot.log.seq, stored, due, meta, secret, keyed, before, work))
        except Answered as answered:
            return repeated(answered.answer, key)
        self.games.keep(self._snapshot(after))
        return Done(log.seq, body)

    def _snapshot(self, hot: Hot) -> Hot:
        """The game, and a snapshot of it if it is time for one. One that cannot be written is not missed: the event is
        in the log, and that is what the caller is told."""
        if not snapshots.due(hot.log, hot.snapshot_seq):
            return hot

        def take() -> None:
            with suppress(RedisError):
                data = self.games.snapshots[hot.title.slug].write(hot.log, hot.head)
                self.store.keep_snapshot(hot.id, hot.log.seq, data)

        self.later(take)
        return msgspec.structs.replace(hot, snapshot_seq=hot.log.seq)

    def _answered(self, game_id: str, player: str, key: Key) -> Done | None:
        answer = self.store.answer(game_id, player, key.key)
        return repeated(answer, key) if answer is not None else None


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


@cache
def _posted(moves: Any) -> msgspec.json.Decoder[Any]:
    """Reads what may be posted in a game with these moves: the table's own, too."""
    return msgspec.json.Decoder(moves | TableMove)


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
                act.check_may_follow(hot.title, event)
            outcomes.append(act.play(hot.title, log, seat, move, hot.secret))
        except IllegalMove as error:
            error.position = position if len(moves) > 1 else None
            raise
    return outcomes


def _answer(hot: Hot, events: Sequence[Any], player: str | None, whole: bool, include: Collection[str]) -> bytes:
    """What the caller is told: the whole game after a change of seats, else the new events and who is awaited; and
    what else was asked for."""
    if player is None:
        return b""
    viewer, table = hot.table.seat_of(player), hot.table
    if whole:
        told = game_view(hot.title, hot.id, hot.log.seq, table, viewer)
    else:
        revealed, reader = table.revealed, reader_of(table, viewer)
        told = {
            "seq": hot.log.seq,
            "status": table.status,
            "events": [event_view(hot.title, event, reader, revealed) for event in events],
            "awaiting": awaiting_view(table, viewer),
        }
    if MOVES in include:
        told["moves"] = None
        if viewer is not None and table.decision_of(viewer) is not None:
            told["moves"] = moves_view(hot.title, hot.log, viewer)
    if STATE in include and not whole:
        told["state"] = hot.title.view(table.game, viewer) if table.game is not None else None
    return to_answer(told)


def repeated(answer: Answer, key: Key | None) -> Done:
    """The answer that was given to this key before. Raises KeyReused if that was another request's."""
    if key is None or answer.request != key.request:
        raise KeyReused(key.key if key else "")
    return Done(answer.seq, answer.body, repeated=True)
