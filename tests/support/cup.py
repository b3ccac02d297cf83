"""A tournament of Tally on a real Redis, as one process sees it. Ids, secrets and times are the same every time, so
that what two runs leave behind can be compared byte by byte."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec

from moothall.domain.core.draw import FastDraw
from moothall.domain.core.title import AnyTitle
from moothall.domain.table.decide import Person
from moothall.domain.tournament.context import Account
from moothall.domain.tournament.moves import CheckIn, Enter, EnterAi, Start, TournamentMove
from moothall.domain.tournament.settings import Settings
from moothall.domain.tournament.state import Round, Tournament
from moothall.events import keys
from moothall.events.event_store.store import SECRET_BYTES, Ids, Store
from moothall.events.games.commands import Arbiter, Commands
from moothall.events.games.queries import Queries
from moothall.events.games.repository import Games
from moothall.events.games.writer import Done, Writer
from moothall.events.projections.inbox import Inbox
from moothall.events.projections.lobby import Projections
from moothall.events.redis_client.connection import connect
from moothall.events.tournaments.commands import TournamentCommands
from moothall.events.tournaments.projections import TournamentListing, TournamentNotices
from moothall.events.tournaments.queries import TournamentQueries
from moothall.events.tournaments.repository import TournamentLog
from moothall.events.tournaments.scheduler import Marks, Runner, Tables
from tests.support.tally import TALLY

CUP = "cup" + "0" * 23
OLGA = Account("olga", "Olga", "human")
SECRET = bytes(range(32))
START = 1_000_000


def account(index: int) -> Account:
    return Account(f"p{index}", f"Player {index}", "human")


def settings(**more: Any) -> Settings:
    """Swiss at tables of two, in games of one round."""
    defaults: dict[str, Any] = {
        "name": "Autumn Cup",
        "title": "tally",
        "edition": 0,
        "content_hash": "",
        "format": "swiss",
        "table_size": 2,
        "rounds": 2,
        "options": {"rounds": 1},
        "tie_breaks": ("opponents", "wins", "lot"),
    }
    return Settings(**{**defaults, **more})


class Cup:
    """Two of them on one Redis are two processes that know nothing of each other."""

    def __init__(self, url: str, now: int = START, title: AnyTitle = TALLY) -> None:
        self.redis = connect(url)
        self.now = now
        self.redis.set(keys.id_secret(), bytes(SECRET_BYTES) + b"0", nx=True)
        self.games_store = Store(self.redis)
        self.store = Store(self.redis, family=keys.TOURNAMENTS)
        self.title = title
        self.games = Games(self.games_store, {title.slug: title})
        self.queries = Queries(self.games)
        self.log = TournamentLog(self.store, {title.slug: title})
        self.listing = TournamentListing(self.store)
        self.marks = Marks(self.store)
        self.ids = Ids(self.redis, self.clock)
        self.tournaments = TournamentQueries(self.log)
        self.notices = TournamentNotices(self.log)
        self.inbox = Inbox(self.games_store)
        self.projections = Projections(self.games_store)
        self.game_commands = Commands(Writer(self.games, clock=self.clock))
        self.arbiter = Arbiter(self.game_commands)
        self.commands = TournamentCommands(
            self.log, self.ids, clock=self.clock, changed=lambda each: self.listing.project([each])
        )
        own = TournamentCommands(self.log, self.ids, clock=self.clock, hands_on=False)
        self.runner = Runner(own, self.game_commands, Tables(self.games_store), self.marks, secret=secret_of)

    def clock(self) -> int:
        return self.now

    def close(self) -> None:
        self.redis.close()

    @property
    def tournament(self) -> Tournament:
        return self.log.fresh(CUP).tournament

    @property
    def last(self) -> Round:
        """The round that was paired last."""
        return self.tournament.rounds[-1]

    def create(self, **more: Any) -> Done:
        return self.commands.create(CUP, OLGA, self.title, settings(**more), SECRET)

    def ask(self, move: TournamentMove, asker: Account = OLGA, **more: Any) -> Done:
        return self.commands.ask(CUP, asker, move, **more)

    def start(self, people: int = 0, ais: int = 0, **more: Any) -> Cup:
        """A tournament that has started, with so many entrants of each kind."""
        self.create(**more)
        for index in range(people):
            self.ask(Enter(), account(index))
            if more.get("check_in"):
                self.ask(CheckIn(), account(index))
        for index in range(ais):
            self.ask(EnterAi("random", f"House {index}"))
        self.ask(Start())
        return self

    def run(self) -> bool:
        return self.runner.run(CUP, self.now)

    def game_ids(self, number: int | None = None) -> list[str]:
        """The games of a round, or of all."""
        rounds = self.tournament.rounds
        wanted = rounds if number is None else rounds[number - 1 : number]
        return [table.game for each in wanted for table in each.tables]

    def table(self, game_id: str) -> Any:
        return self.games.fresh(game_id).table

    def join_all(self, game_id: str, missing: Sequence[str] = ()) -> None:
        """Everybody for whom a seat is kept takes it, but for those who are missing."""
        for kept in self.table(game_id).reserved:
            if kept.player not in missing:
                self.game_commands.join(game_id, Person(kept.player, kept.name), None, "")

    def play_out(self, game_id: str) -> None:
        """A started game, to its end, by luck that hangs on nothing but the game."""
        luck = FastDraw(int.from_bytes(hashlib.sha256(game_id.encode()).digest()[:8], "big"))
        while (table := self.table(game_id)).status == "active":
            seq = self.games.get(game_id).log.seq
            if table.step is not None:
                self.game_commands.step(game_id, seq)
                continue
            seat = table.decisions[0].seat
            move = self.title.sample_move(self.title, table.game, seat, luck)
            player = table.seats[seat]
            if player.kind == "ai":
                self.game_commands.play_ai(game_id, seat, move, player.level or "random", seq)
            else:
                self.game_commands.play(game_id, Person(player.player, player.name), [msgspec.to_builtins(move)])

    def play_round(self, number: int | None = None) -> None:
        """Everybody comes, and every table of the round (or of the latest) is played."""
        for game_id in self.game_ids(number or len(self.tournament.rounds)):
            if self.table(game_id).status == "open":
                self.join_all(game_id)
            self.play_out(game_id)

    def stored(self) -> dict[str, list[bytes]]:
        """Every event of the tournament and of its games, by log."""
        found = {game_id: [each.data for each in self.games_store.tail(game_id)] for game_id in self.game_ids()}
        return {**found, CUP: [each.data for each in self.store.tail(CUP)]}


def secret_of(game_id: str) -> bytes:
    return hashlib.sha256(game_id.encode()).digest()
