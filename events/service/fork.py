"""Going on from a point of another game, in a new one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from moothall.domain.core.errors import IllegalMove
from moothall.domain.table.decide import Person, parent
from moothall.domain.table.state import Parent, Seat
from moothall.events.errors import NotSeated, UnknownSeat
from moothall.events.event_store.stored_events import GENESIS
from moothall.events.service.commands import Commands
from moothall.events.service.games import Hot
from moothall.events.service.queries import Queries
from moothall.events.service.writer import Done, Key


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
        return parent(hot.title, hot.id, at, table, stored[0].hash if stored else GENESIS, seat, secret)
