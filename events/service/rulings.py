"""The organiser's own door into a game: rulings, written like everything else as events."""

from __future__ import annotations

from moothall.domain.table import rulings
from moothall.domain.table.decide import Outcome, Person
from moothall.domain.table.evolve import AnyTable
from moothall.domain.table.moves import Ruling
from moothall.events.service.commands import Commands
from moothall.events.service.games import Hot
from moothall.events.service.posted import check_known
from moothall.events.service.writer import Done, Key


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
