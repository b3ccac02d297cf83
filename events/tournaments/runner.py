"""Running a tournament: what follows by itself is written, and what has to be done at its tables is done, until nothing
is left.

Nobody needs to remember how far a run has come. What is to be done is worked out from the tournament's log and its
tables as they are, every act may be done twice, and every write is a compare-and-append: a run that is cut off anywhere
is gone on with by the next one, and two at once come to the same.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import assert_never

from redis.exceptions import RedisError

from moothall.domain.core.errors import IllegalMove
from moothall.domain.table import ending, rulings
from moothall.domain.table.admission import of_different_players
from moothall.domain.table.decide import Outcome, Person
from moothall.domain.table.evolve import AnyTable
from moothall.domain.table.moves import Adjudicate, AnnulGame, ReplaceSeat
from moothall.domain.table.state import Reserved, Seat, TournamentTable
from moothall.domain.tournament import steps
from moothall.domain.tournament.context import deal_secret
from moothall.domain.tournament.state import Round, Table, Tournament
from moothall.domain.tournament.steps import Act, Seen
from moothall.events.errors import Conflict
from moothall.events.service.commands import Commands
from moothall.events.service.games import Hot
from moothall.events.service.rulings import Arbiter
from moothall.events.tournaments.commands import TournamentCommands
from moothall.events.tournaments.log import HotTournament
from moothall.events.tournaments.marks import Marks
from moothall.events.tournaments.tables import Tables

AT_DEADLINE = "the round is over"
ABORTED = "the tournament is aborted"


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


def _organiser(tournament: Tournament) -> Person:
    return Person(tournament.organiser, tournament.organiser_name)


def _table(tournament: Tournament, number: int, table: int) -> Table:
    of_round: Round = next(each for each in tournament.rounds if each.number == number)
    return next(each for each in of_round.tables if each.table == table)
