"""Tournaments in a real log: run as the workers run them, with tables played at random."""

from __future__ import annotations

from typing import Any

from moothall.domain.core.draw import FastDraw
from moothall.domain.tournament.context import Account
from moothall.domain.tournament.moves import EnterAi, EnterPlayer, TournamentMove
from moothall.domain.tournament.settings import Settings
from moothall.domain.tournament.state import Tournament
from moothall.events import keys
from moothall.events.event_store.store import Store
from moothall.events.tournaments.commands import TournamentCommands
from moothall.events.tournaments.scheduler import Marks, Runner, Tables
from moothall.server.bootstrap import Services, now_ms

OLGA = Account("p_olga", "Olga", "human")


class Running:
    """One tournament, and the time of whoever runs it."""

    def __init__(self, parts: Services, tournament_id: str, settings: Settings) -> None:
        self.parts = parts
        self.id = tournament_id
        self.now = now_ms()
        self.title = parts.titles[settings.title]
        log = parts.tournament_queries.log
        self.commands = TournamentCommands(log, parts.ids, clock=lambda: self.now, hands_on=False)
        marks = Marks(Store(parts.store.redis, family=keys.TOURNAMENTS))
        self._runner = Runner(self.commands, parts.commands, Tables(parts.store), marks)
        self.commands.create(tournament_id, OLGA, self.title, settings, bytes(range(32)))

    @property
    def tournament(self) -> Tournament:
        return self.parts.tournament_queries.find(self.id).tournament

    def rule(self, *moves: TournamentMove) -> None:
        """The organiser's word."""
        for move in moves:
            self.commands.ask(self.id, OLGA, move)

    def enter(self, *accounts: Account, ais: int = 0) -> None:
        for account in accounts:
            self.commands.ask(self.id, OLGA, EnterPlayer(account.id), named=account)
        self.rule(*(EnterAi("random", f"House {number}") for number in range(1, ais + 1)))

    def run(self) -> None:
        """What is to be done now."""
        self.now += 1_000
        self._runner.run(self.id, self.now)

    def run_out(self) -> None:
        """Until nothing is left to be done: tables are played, and who does not come is waited for in vain."""
        while True:
            before = self.tournament.seq
            self.run()
            played = [game_id for game_id in self.games() if self._play(game_id)]
            waiting = [game_id for game_id in self.games() if self._table(game_id).status == "open"]
            if waiting:
                self.now += 1_000 * self.tournament.settings.join_s
            elif not played and self.tournament.seq == before:
                return

    def games(self) -> list[str]:
        """The ids of its games that there are."""
        paired = [table.game for each in self.tournament.rounds for table in each.tables]
        return [game_id for game_id in paired if self.parts.store.length(game_id)]

    def _table(self, game_id: str) -> Any:
        return self.parts.games.fresh(game_id).table

    def _play(self, game_id: str) -> bool:
        """A table at which AIs sit, to its end; whether it was not there yet."""
        begun: bool = self._table(game_id).status == "active"
        while (table := self._table(game_id)).status == "active":
            seq, seat = self.parts.store.length(game_id), table.awaited_ai
            if seat is None:
                self.parts.commands.step(game_id, seq)
            else:
                move = self.title.sample_move(self.title, table.game, seat, FastDraw(seq))
                self.parts.commands.play_ai(game_id, seat, move, table.seats[seat].level, seq)
        return begun
