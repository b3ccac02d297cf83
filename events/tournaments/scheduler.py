"""Running a tournament: what follows by itself is written, and what has to be done at its tables is done, until nothing
is left.

Nobody needs to remember how far a run has come. What is to be done is worked out from the tournament's log and its
tables as they are, every act may be done twice, and every write is a compare-and-append: a run that is cut off anywhere
is gone on with by the next one, and two at once come to the same.

`Marks` tell when a tournament is to be looked at: its place in the due set, and how much news there has been of its
tables. News comes from outside the tournament's own log. It is counted, so that whoever has looked, and settles when to
look next, can tell that nothing came meanwhile; a run that dies settles nothing, and the tournament stays due.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, assert_never, cast

import msgspec
from cachetools import LRUCache
from redis.exceptions import RedisError

from moothall.domain.core.data import snake
from moothall.domain.core.errors import IllegalMove
from moothall.domain.table import ending, rulings
from moothall.domain.table.admission import of_different_players
from moothall.domain.table.changes import SecretTold
from moothall.domain.table.decide import Outcome, Person
from moothall.domain.table.evolve import AnyTable
from moothall.domain.table.moves import Adjudicate, AnnulGame, ReplaceSeat
from moothall.domain.table.state import Reserved, Seat, TournamentTable
from moothall.domain.tournament import steps
from moothall.domain.tournament.context import deal_secret
from moothall.domain.tournament.state import Round, Table, Tournament
from moothall.domain.tournament.steps import Act, Seen
from moothall.events import keys
from moothall.events.errors import Conflict
from moothall.events.event_store.metadata import Meta, SeatMeta
from moothall.events.event_store.store import Store
from moothall.events.games.commands import Arbiter, Commands
from moothall.events.games.repository import Hot
from moothall.events.tournaments.commands import TournamentCommands
from moothall.events.tournaments.repository import HotTournament

AT_DEADLINE = "the round is over"
ABORTED = "the tournament is aborted"

REMEMBERED = 20_000
"""Tables that a process need not look at again as long as nothing has happened there."""

OVER = ("finished", "annulled", "aborted")
TOLD = snake(SecretTold.__name__)

# KEYS news, due; ARGV id, now. Returns the number of the news.
_NOTE = """
redis.call('ZADD', KEYS[2], 'LT', ARGV[2], ARGV[1])
return redis.call('INCR', KEYS[1])
"""

# KEYS events, news, due; ARGV id, seq, number of the latest news, when instead ('' for never)
_SETTLE = """
if redis.call('XLEN', KEYS[1]) ~= tonumber(ARGV[2]) then return end
if (redis.call('GET', KEYS[2]) or '0') ~= ARGV[3] then return end
if ARGV[4] == '' then redis.call('ZREM', KEYS[3], ARGV[1]) else redis.call('ZADD', KEYS[3], ARGV[4], ARGV[1]) end
"""


class Due(NamedTuple):
    """A tournament that is to be looked at, since when, and the number of the latest news."""

    id: str
    since: int
    news: int


def never() -> bool:
    """For who has all the time in the world."""
    return False


class Runner:
    """Runs tournaments."""

    def __init__(
        self,
        commands: TournamentCommands,
        games: Commands,
        tables: Tables,
        marks: Marks,
        secret: Callable[[str], bytes] = lambda game_id: secrets.token_bytes(32),
    ) -> None:
        """`commands` leaves nothing to the outbox, because a run goes on by itself; `games` does, because the workers
        have to play. `secret` makes that of a new game, by its id."""
        self._commands = commands
        self._games = games
        self._arbiter = Arbiter(games)
        self._tables = tables
        self._marks = marks
        self._secret = secret

    def run(self, tournament_id: str, now: int, over: Callable[[], bool] = never) -> bool:
        """Do what is to be done at that moment; False if time was `over` before all of it was. Raises what went wrong
        at a table, once the others have what they need. What is not done leaves the tournament due."""
        marked = self._marks.read(tournament_id)
        hot = self._commands.log.fresh(tournament_id)
        tried: dict[Act, Exception | None] = {}
        while True:
            hot, seen = self._step(hot, now)
            acts = steps.to_do(hot.tournament, seen, now)
            if all(act in tried for act in acts):  # what was tried and is still to be done would be tried for ever
                break
            for act in acts:
                if act not in tried:
                    if over():
                        return False
                    tried[act] = self._try(hot, act)
        for act in acts:
            if (error := tried[act]) is not None:
                raise error
        if not acts:
            self._marks.settle(tournament_id, hot.seq, marked, steps.due(hot.tournament, seen, now))
        return True

    def _step(self, hot: HotTournament, now: int) -> tuple[HotTournament, dict[str, Seen]]:
        """Write what follows by itself; the tournament afterwards, and its tables."""
        seen = self._seen(hot.tournament)
        while True:
            decided = steps.step(hot.tournament, seen, self._commands.context(hot, now))
            if decided is None:
                return hot, seen
            before = len(hot.tournament.rounds)
            try:
                hot = self._commands.write(hot, decided, now)
            except Conflict:
                hot = self._commands.log.fresh(hot.id)
                seen = self._seen(hot.tournament)
            if len(hot.tournament.rounds) != before:
                seen = self._seen(hot.tournament)

    def _seen(self, tournament: Tournament) -> dict[str, Seen]:
        return self._tables.seen(table.game for each in tournament.rounds for table in each.tables)

    def _try(self, hot: HotTournament, act: Act) -> Exception | None:
        """Do it; what went wrong, if anything did but that somebody else was faster. A table that has moved on refuses
        what is no longer to be done."""
        try:
            with suppress(Conflict):
                self._do(hot, act)
        except RedisError:
            raise
        except Exception as error:
            return error
        return None

    def _do(self, hot: HotTournament, act: Act) -> None:
        match act:
            case steps.OpenTable(number, table):
                self._open(hot, number, table)
            case steps.StartWithout(game, seats):
                self._games.start_without(game, seats)
            case steps.EndTable(game, how):
                self._end(hot, game, how)
            case steps.AbortTable(game):
                self._games.abort(game, _organiser(hot.tournament))
            case steps.TellSecret(game):
                self._games.tell_secret(game)
            case steps.ReplaceSeat():
                self._replace(hot, act)
            case _:
                assert_never(act)

    def _open(self, hot: HotTournament, number: int, table: int) -> None:
        """Make the game of a table. Conflict if it is there."""
        tournament = hot.tournament
        settings = tournament.settings
        paired = _table(tournament, number, table)
        entrants = {each.id: each for each in tournament.entrants}
        sitting = [entrants[each] for each in paired.seats]
        seats = [Seat("human") if each.player is not None else Seat("ai", level=each.level) for each in sitting]
        self._games.create(
            paired.game,
            _organiser(tournament),
            self._commands.log.title_of(hot),
            seats,
            settings.options,
            deal_secret(hot.secret, number) if settings.duplicate else self._secret(paired.game),
            organise=True,
            clock=settings.clock,
            substitute=settings.substitute,
            edition=settings.edition,
            reserved=[
                Reserved(seat, each.player, each.name) for seat, each in enumerate(sitting) if each.player is not None
            ],
            tournament=TournamentTable(hot.id, number, table),
            sealed=settings.duplicate,
            rated=settings.rated and of_different_players(seats),
        )

    def _end(self, hot: HotTournament, game_id: str, how: str) -> None:
        """By a ruling in the organiser's name: with the ranking of the position as it stands, or with none."""
        organiser = _organiser(hot.tournament)
        if how == "annul":
            reason = ABORTED if hot.tournament.status == "aborted" else AT_DEADLINE
            self._arbiter.rule(game_id, organiser, AnnulGame(reason))
            return

        def decide(game: Hot) -> list[Outcome]:
            table: AnyTable = game.table
            if table.status != "active":
                raise IllegalMove("TB-7.7", f"the game is {table.status}")
            ruling = Adjudicate(ending.ranking(game.title, table, table.game), AT_DEADLINE)
            return [rulings.rule(game.title, game.log, organiser, ruling, game.secret, lambda seq: table)]

        self._games.seating(game_id, organiser, decide, None)

    def _replace(self, hot: HotTournament, act: steps.ReplaceSeat) -> None:
        entrant = next(each for each in hot.tournament.entrants if act.player in (None, each.player))
        named = Person(act.player, entrant.name) if act.player is not None else None
        ruling = ReplaceSeat(act.seat, "a substitute goes on", level=act.level, player=act.player)
        self._arbiter.rule(act.game, _organiser(hot.tournament), ruling, named)


class Tables:
    """The games of tournaments."""

    def __init__(self, store: Store) -> None:
        """`store` is that of the games."""
        self._store = store
        self._known: LRUCache[str, tuple[Meta, Seen]] = LRUCache(REMEMBERED)
        """Tables that are over, as they were last seen."""

    def seen(self, game_ids: Iterable[str]) -> dict[str, Seen]:
        """These games as they are now."""
        ids = list(game_ids)
        metas = {meta.id: meta for meta in self._store.read_metas(ids)}
        return {each: self._seen(metas[each]) if each in metas else Seen(each, "missing") for each in ids}

    def _seen(self, meta: Meta) -> Seen:
        if meta.status not in OVER:
            return _of(meta, meta.seq, "")
        as_known, known = self._known.get(meta.id, (None, None))
        if known is None or as_known != meta:
            known = _of(meta, *self._last(meta))
            self._known[meta.id] = meta, known
        return known

    def _last(self, meta: Meta) -> tuple[int, str]:
        """Seq and chain hash of the latest event that matters: not of one that only tells the secret."""
        *_, latest = events = self._store.tail(meta.id, max(0, meta.seq - 2), min(2, meta.seq))
        if meta.told and len(events) > 1 and all(each.get("type") == TOLD for each in _kinds(latest.data).changes):
            latest = events[0]
        return latest.seq, latest.hash.hex()


class Marks:
    """The marks of all tournaments."""

    def __init__(self, store: Store) -> None:
        """`store` is one of the tournaments' family."""
        self._store = store
        self._redis: Any = store.redis
        self._keys = store.keys

    def note(self, tournament_ids: Sequence[str], now: int) -> dict[str, int]:
        """There is news of their tables: they are due from now on. The number of the news, by tournament."""
        pipe = self._redis.pipeline(transaction=False)
        for each in tournament_ids:
            pipe.eval(_NOTE, 2, self._keys.news(each), self._due(each), each, now)
        return dict(zip(tournament_ids, map(int, pipe.execute() if tournament_ids else ()), strict=True))

    def read(self, tournament_id: str) -> int:
        """The number of the latest news."""
        return int(self._redis.get(self._keys.news(tournament_id)) or 0)

    def due(self, now: int, limit: int) -> list[Due]:
        """What has been due at that moment; of each shard so many."""
        found = self._store.due(now, limit)
        pipe = self._redis.pipeline(transaction=False)
        for each, _ in found:
            pipe.get(self._keys.news(each))
        news = pipe.execute() if found else []
        return [Due(each, since, int(number or 0)) for (each, since), number in zip(found, news, strict=True)]

    def settle(self, tournament_id: str, seq: int, news: int, until: int | None) -> None:
        """Whoever has seen the tournament at that seq, and its tables after that news, knows when to look next; unless
        something came meanwhile."""
        names = (self._keys.events(tournament_id), self._keys.news(tournament_id), self._due(tournament_id))
        self._redis.eval(_SETTLE, len(names), *names, tournament_id, seq, news, "" if until is None else until)

    def _due(self, tournament_id: str) -> str:
        return self._keys.due(keys.shard_of(tournament_id))


def _organiser(tournament: Tournament) -> Person:
    return Person(tournament.organiser, tournament.organiser_name)


def _table(tournament: Tournament, number: int, table: int) -> Table:
    of_round: Round = next(each for each in tournament.rounds if each.number == number)
    return next(each for each in of_round.tables if each.table == table)


class _Event(msgspec.Struct):
    """As much of a stored event as tells what kind of changes it has."""

    changes: list[dict[str, Any]]


_kinds = msgspec.json.Decoder(_Event).decode


def _of(meta: Meta, seq: int, head: str) -> Seen:
    result = meta.result
    return Seen(
        meta.id,
        cast(Any, meta.status),
        seq,
        head,
        created_at=meta.created_at,
        free=tuple(seat.seat for seat in meta.seats if seat.kind == "human" and seat.player is None),
        absent=tuple(meta.missed),
        ranking=tuple(map(tuple, result.ranking)) if result is not None else (),
        scores=tuple(result.scores) if result is not None else (),
        forfeited=tuple(meta.forfeited),
        people=tuple(seat.player or seat.left or _expected(seat) for seat in meta.seats),
        ai=tuple(seat.seat for seat in meta.seats if seat.kind == "ai"),
        told=meta.status in ("finished", "annulled") and (meta.told or not meta.sealed),
    )


def _expected(seat: SeatMeta) -> str | None:
    return seat.reserved.player if seat.reserved is not None else None
