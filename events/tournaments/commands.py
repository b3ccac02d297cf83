"""What is written to tournaments: decided on the tournament as this process knows it, appended with the seq it was
decided on, and decided again if others were faster, as with games."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from redis.exceptions import RedisError

from moothall.domain.core.codec import to_answer
from moothall.domain.core.data import Json
from moothall.domain.core.errors import MoothallError
from moothall.domain.core.title import AnyTitle
from moothall.domain.tournament.context import Account, Context, Decided
from moothall.domain.tournament.decide import create, decide, next_event
from moothall.domain.tournament.moves import TournamentMove
from moothall.domain.tournament.settings import Settings
from moothall.domain.tournament.state import Tournament
from moothall.domain.tournament.views import round_view, tournament_view
from moothall.events.errors import Conflict, StaleMatch, StoreError
from moothall.events.event_store.store import Answer, Answered, Append, Ids, KeyedAnswer
from moothall.events.event_store.stored_events import GENESIS, seal
from moothall.events.games.writer import TRIES, Done, Key, repeated
from moothall.events.tournaments.repository import HotTournament, TournamentLog, meta_of

RUN = "run"
"""The work that an append leaves: to see what follows from it."""


class TournamentCommands:
    """Everything that writes tournaments."""

    def __init__(
        self,
        log: TournamentLog,
        ids: Ids,
        *,
        clock: Callable[[], int],
        changed: Callable[[str], None] = lambda tournament_id: None,
        hands_on: bool = True,
    ) -> None:
        """As `Commands` has it: `changed` is called after an append that a listing should show at once, and with
        `hands_on` the outbox asks for what follows."""
        self.log = log
        self.store = log.store
        self._ids = ids
        self._clock = clock
        self._changed = changed
        self._hands_on = hands_on

    def create(
        self,
        tournament_id: str,
        organiser: Account,
        title: AnyTitle,
        settings: Settings,
        secret: bytes,
        key: Key | None = None,
    ) -> Done:
        """A new tournament under a fresh id (or, with a key, the id that follows from the key)."""
        if key is not None and (answer := self._answered(tournament_id, organiser.id, key)):
            return answer
        now = self._clock()
        decided = create(title, organiser, settings, secret, now)
        done = self._append(tournament_id, None, secret, decided, now, organiser.id, key)
        self._tell(tournament_id)
        return done

    def ask(
        self,
        tournament_id: str,
        asker: Account,
        move: TournamentMove,
        *,
        if_match: int | None = None,
        key: Key | None = None,
        dry_run: bool = False,
        named: Account | None = None,
    ) -> Done:
        """What an entrant or the organiser asks for. `named` is the account that the move names. The answer is the
        tournament; of a dry run the round that it would lead to, or else the tournament as it would be."""
        key = None if dry_run else key
        hot = self.log.fresh(tournament_id) if dry_run else self.log.get(tournament_id)
        for _ in range(TRIES):
            try:
                if if_match is not None and hot.seq != if_match:
                    raise StaleMatch(hot.seq, if_match)
                now = self._clock()
                decided = decide(hot.tournament, asker, move, self.context(hot, now, named))
                if dry_run:
                    return _dry_run(hot, decided, now)
                done = self._append(hot.id, hot, hot.secret, decided, now, asker.id, key)
                self._tell(tournament_id)
                return done
            except (MoothallError, StoreError):
                # Refused, on a state that may be old: only what is refused on the newest state is refused.
                newer = self.log.refresh(hot)
                if newer.head == hot.head:
                    if key is not None and (answer := self._answered(tournament_id, asker.id, key)):
                        return answer
                    raise
                hot = newer
        raise Conflict(hot.seq, "the tournament is too busy; try again")

    def write(self, hot: HotTournament, decided: Decided, now: int) -> HotTournament:
        """What follows by itself at exactly that seq; Conflict if the tournament has moved on."""
        self._append(hot.id, hot, hot.secret, decided, now)
        self._tell(hot.id)
        return self.log.get(hot.id)

    def context(self, hot: HotTournament, now: int, named: Account | None = None) -> Context:
        """What deciding needs from outside."""

        def game_id(number: int, table: int) -> str:
            return self._ids.of_table(hot.id, number, table)

        return Context(now=now, secret=hot.secret, game_id=game_id, players=self.log.title_of(hot).players, named=named)

    def _append(
        self,
        tournament_id: str,
        before: HotTournament | None,
        secret: bytes,
        decided: Decided,
        now: int,
        player: str | None = None,
        key: Key | None = None,
    ) -> Done:
        event, after = next_event(before.tournament if before is not None else None, decided, now)
        stored = seal(event, before.head if before is not None else GENESIS)
        body = to_answer(tournament_view(tournament_id, after))
        keyed = KeyedAnswer(player, key.key, Answer(key.request, after.seq, body)) if key and player else None
        write = Append(
            tournament_id,
            after.seq - 1,
            [stored],
            due=now,  # something may follow: whoever has looked puts it off
            meta=meta_of(tournament_id, after, now),
            secret=b"" if before is not None else secret,
            keyed=keyed,
            head=before.head if before is not None else b"",
            work=RUN if self._hands_on else "",
        )
        try:
            self.store.append(write)
        except Answered as answered:
            return repeated(answered.answer, key)
        self.log.keep(HotTournament(tournament_id, after, stored.hash, secret))
        return Done(after.seq, body)

    def _tell(self, tournament_id: str) -> None:
        with suppress(RedisError):  # it is in the log: the dispatcher brings the listings in line
            self._changed(tournament_id)

    def _answered(self, tournament_id: str, player: str, key: Key) -> Done | None:
        answer = self.store.answer(tournament_id, player, key.key)
        return repeated(answer, key) if answer is not None else None


def _dry_run(hot: HotTournament, decided: Decided, now: int) -> Done:
    _, after = next_event(hot.tournament, decided, now)
    return Done(after.seq, to_answer(_would_be(hot, after)))


def _would_be(hot: HotTournament, after: Tournament) -> Json:
    if len(after.rounds) > len(hot.tournament.rounds):
        return round_view(after, len(after.rounds))
    return tournament_view(hot.id, after)
