"""Tournaments played in memory: the tournament's own log, its games as logs, and whoever runs them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

import msgspec

from moothall.domain.core.codec import to_json
from moothall.domain.core.draw import FastDraw
from moothall.domain.core.title import AnyTitle
from moothall.domain.table import decide as table_decide
from moothall.domain.table.decide import Outcome, Person
from moothall.domain.table.event import event_type
from moothall.domain.table.fold import EMPTY, Log
from moothall.domain.table.moves import Adjudicate, AnnulGame, ReplaceSeat
from moothall.domain.table.state import Reserved, Seat, TournamentTable
from moothall.domain.tournament.context import Account, Context, Decided, deal_secret
from moothall.domain.tournament.decide import create, decide, next_event
from moothall.domain.tournament.moves import TournamentMove
from moothall.domain.tournament.settings import Settings
from moothall.domain.tournament.state import Tournament, TournamentEvent
from moothall.domain.tournament.steps import (
    AbortTable,
    Act,
    EndTable,
    OpenTable,
    ReplaceSeat as ReplaceAt,
    Seen,
    StartWithout,
    TellSecret,
    step,
    to_do,
)
from moothall.events.audit.tables import seen_of
from moothall.events.records import format as record_format
from moothall.events.records.signing import SigningKey
from moothall.events.records.tournament import header_of, write_tournament
from tests.laws.walk import Game
from tests.support.records import KEY, chained

OLGA = Account("org", "Olga", "human")
ID = "t1"
SECRET = bytes(range(32))


class TableGame(Game):
    """The game of a table, created as a tournament creates it."""

    def __init__(self, title: AnyTitle, outcome: Outcome, secret: bytes) -> None:
        self.title = title
        self.secret = secret
        self.log: Log = EMPTY
        self.events: list[bytes] = []
        self._decoder = msgspec.json.Decoder(event_type(title))
        self.append(outcome)


class Hall:
    """A tournament with its games. Time goes on with every act."""

    def __init__(self, title: AnyTitle, settings: Settings, luck: str = "", secret: bytes = SECRET) -> None:
        """`luck` is what players follow when they choose their moves."""
        self.title = title
        self.secret = secret
        self._luck = luck
        self.now = 1_000_000
        self.games: dict[str, TableGame] = {}
        self.events: list[bytes] = []
        self.absent: set[str] = set()
        """Players who come to no table."""
        self.tournament: Tournament = self._write(None, create(title, OLGA, settings, secret, self.now))

    def ask(self, asker: Account, move: TournamentMove, named: Account | None = None) -> None:
        """A move, which must be legal."""
        self._write(self.tournament, decide(self.tournament, asker, move, self._context(named)))

    def rule(self, *moves: TournamentMove) -> None:
        """The organiser's."""
        for move in moves:
            self.ask(OLGA, move)

    def run(self) -> None:
        """Everything that follows by itself; players come and tables are played. Ends where somebody has to speak."""
        while self.goes_on():
            pass

    def goes_on(self) -> bool:
        """One thing that follows by itself; whether there was any."""
        self.now += 1_000
        seen = {game_id: self._seen(game_id) for game_id in self.games}
        if decided := step(self.tournament, seen, self._context()):
            self._write(self.tournament, decided)
            return True
        acts = to_do(self.tournament, seen, self.now)
        for each in acts:
            self._do(each)
        return bool(acts) or self._play()

    def _play(self) -> bool:
        """Whoever comes does; then tables are played; then those who are left are waited for until their time is up."""
        waiting = [game for game in self.games.values() if game.log.table.status == "open"]
        if sum(self._take_seats(game) for game in waiting):  # all of them, not only the first
            return True
        for game_id, game in self.games.items():
            if game.log.table.status == "active":
                seed = hashlib.sha256(f"{self._luck}{game_id}".encode()).digest()
                game.run(FastDraw(int.from_bytes(seed[:6], "big")))
                return True
        self.now += 1_000 * self.tournament.settings.join_s
        return bool(waiting)

    def _take_seats(self, game: TableGame) -> bool:
        came = False
        for each in game.log.table.reserved:
            if each.player not in self.absent and game.log.table.seat_of(each.player) is None:
                entropy = "" if game.log.table.sealed else f"luck of {each.name}"
                person = Person(each.player, each.name)
                game.append(table_decide.join(self.title, game.log.table, person, None, entropy, game.secret))
                came = True
        return came

    def _do(self, wanted: Act) -> None:
        match wanted:
            case OpenTable(round=number, table=table):
                self._open(number, table)
            case StartWithout(game=game_id, seats=seats):
                game = self.games[game_id]
                game.append(table_decide.start_without(self.title, game.log.table, seats, game.secret))
            case EndTable(game=game_id, how="annul"):
                self.games[game_id].rule(AnnulGame("time is up"))
            case EndTable(game=game_id):
                ranking = self.title.ranking(self.games[game_id].log.table.game)
                self.games[game_id].rule(Adjudicate(ranking, "time is up"))
            case AbortTable(game=game_id):
                game = self.games[game_id]
                game.append(table_decide.abort(game.log.table, Person(OLGA.id, OLGA.name)))
            case TellSecret(game=game_id):
                game = self.games[game_id]
                game.append(table_decide.tell_secret(game.log.table, game.secret))
            case ReplaceAt(game=game_id, seat=seat, player=player, level=level):
                named = None if player is None else Person(player, player)
                self.games[game_id].rule(ReplaceSeat(seat, "goes on", level=level, player=player), named)

    def _open(self, number: int, table_number: int) -> None:
        found = self.tournament.table(number, table_number)
        assert found is not None
        entrants = [self.tournament.entrant(entrant) for entrant in found.seats]
        settings = self.tournament.settings
        own = hashlib.sha256(self.secret + found.game.encode()).digest()
        secret = deal_secret(self.secret, number) if settings.duplicate else own
        outcome = table_decide.create(
            self.title,
            Person(OLGA.id, OLGA.name),
            [Seat("ai", level=each.level) if each and each.level else Seat("human") for each in entrants],
            settings.options,
            secret,
            self.now,
            substitute=settings.substitute,
            organise=True,
            clock=settings.clock,
            edition=settings.edition,
            reserved=[
                Reserved(seat, each.player, each.name) for seat, each in enumerate(entrants) if each and each.player
            ],
            tournament=TournamentTable(ID, number, table_number),
            sealed=settings.duplicate,
        )
        self.games[found.game] = TableGame(self.title, outcome, secret)

    def _seen(self, game_id: str) -> Seen:
        """The game at the event that it stands by: telling its secret changes nothing."""
        game = self.games[game_id]
        stored = chained(game.events)
        seq = game.log.seq
        while seq > 1 and game.log.table.over and game.table_at(seq - 1).status == game.log.table.status:
            seq -= 1
        return seen_of(game_id, game.log.table, seq, stored[seq - 1].hash.hex())

    def _context(self, named: Account | None = None) -> Context:
        return Context(self.now, self.secret, lambda number, table: f"g-{number}-{table}", self._players, named)

    @property
    def _players(self) -> range:
        return range(self.title.players[0], self.title.players[-1] + 1)

    def _write(self, before: Tournament | None, decided: Decided) -> Tournament:
        event, self.tournament = next_event(before, decided, self.now)
        data = to_json(event)
        assert msgspec.json.decode(data, type=TournamentEvent) == event, "an event that is not read as it is written"
        self.events.append(data)
        return self.tournament

    def records(self, key: SigningKey = KEY) -> Iterator[bytes]:
        """Those of all its games, by round and table."""
        for each in self.tournament.rounds:
            for table in each.tables:
                if table.game in self.games:
                    yield record_of(self.games[table.game], table.game, key)

    def export(self, key: SigningKey = KEY) -> bytes:
        """The record of the tournament."""
        header = header_of(ID, self.tournament, key.id)
        return b"".join(write_tournament(header, chained(self.events), self.records(key), key))


def record_of(game: Game, game_id: str, key: SigningKey = KEY) -> bytes:
    """A game's record."""
    header = record_format.header_of(game.title, game_id, game.log.table, key.id)
    return b"".join(record_format.write(header, chained(game.events), key))


def bots(names: Iterable[str]) -> list[Account]:
    return [Account(name.lower(), name, "bot") for name in names]
