"""How everything is written: decided on the game as this process knows it, appended with the seq it was decided on.

If the log had moved on, it is read and decided again on what is true now: two seats that answer at the same moment
never make each other fail, and nothing is ever decided on an old state and written on a new one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
from redis.exceptions import RedisError

from moothall.domain.core.codec import to_answer
from moothall.domain.core.errors import MoothallError
from moothall.domain.table import views
from moothall.domain.table.decide import Outcome
from moothall.domain.table.next_event import next_event
from moothall.events.errors import Conflict, KeyReused, StaleMatch, StoreError, UnknownGame
from moothall.events.event_store import snapshots
from moothall.events.event_store.metadata import meta_of
from moothall.events.event_store.store import Answer, Answered, Append, KeyedAnswer
from moothall.events.event_store.stored_events import Stored, seal
from moothall.events.games.repository import Games, Hot

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


class Writer:
    """The one way into the log of a game."""

    def __init__(self, games: Games, *, clock: Callable[[], int], hands_on: bool = True) -> None:
        """`clock` tells milliseconds. With `hands_on` the outbox asks for the work that an append leaves; without,
        whoever writes sees to it."""
        self.games = games
        self.store = games.store
        self.clock = clock
        self._hands_on = hands_on
        self.later: Callable[[Callable[[], None]], object] = lambda do: do()
        """How to do what nobody waits for: at once, unless the process knows how to answer first."""

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
                    if player is not None and not views.may_know(hot.table, player):
                        raise UnknownGame(game_id)
                    raise StaleMatch(hot.log.seq, if_match)
                outcomes = decide(hot)
                now = self.clock() if at is None else at
                return self.append(hot, outcomes, player, key, now, dry_run=dry_run, whole=whole, include=include)
            except (MoothallError, StoreError):
                # Refused, on a state that may be old: only what is refused on the newest state is refused.
                newer = self.games.refresh(hot)
                if newer.head == hot.head:
                    # Refused because the same request has just been carried out? Then its answer is the answer.
                    if key is not None and player is not None and (answer := self.answered(game_id, player, key)):
                        return answer
                    raise
                hot = newer
        raise Conflict(hot.log.seq, "the game is too busy; try again")

    def append(
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
            return Done(log.seq, to_answer(views.dry_run_view(hot.title, log, events, viewer)))
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

    def answered(self, game_id: str, player: str, key: Key) -> Done | None:
        """The answer that this key has had already."""
        answer = self.store.answer(game_id, player, key.key)
        return repeated(answer, key) if answer is not None else None


def _answer(hot: Hot, events: Sequence[Any], player: str | None, whole: bool, include: Collection[str]) -> bytes:
    """What the caller is told: the whole game after a change of seats, else the new events and who is awaited; and
    what else was asked for."""
    if player is None:
        return b""
    viewer, table = hot.table.seat_of(player), hot.table
    if whole:
        told = views.game_view(hot.title, hot.id, hot.log.seq, table, viewer)
    else:
        revealed, reader = table.revealed, views.reader_of(table, viewer)
        told = {
            "seq": hot.log.seq,
            "status": table.status,
            "events": [views.event_view(hot.title, event, reader, revealed) for event in events],
            "awaiting": views.awaiting_view(table, viewer),
        }
    if MOVES in include:
        told["moves"] = None
        if viewer is not None and table.decision_of(viewer) is not None:
            told["moves"] = views.moves_view(hot.title, hot.log, viewer)
    if STATE in include and not whole:
        told["state"] = hot.title.view(table.game, viewer) if table.game is not None else None
    return to_answer(told)


def repeated(answer: Answer, key: Key | None) -> Done:
    """The answer that was given to this key before. Raises KeyReused if that was another request's."""
    if key is None or answer.request != key.request:
        raise KeyReused(key.key if key else "")
    return Done(answer.seq, answer.body, repeated=True)
