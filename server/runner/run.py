"""A run: games are found and played, each in a thread of its own, until there is nothing more to do or it is to
stop."""

from __future__ import annotations

import contextlib
import threading
import time

from moothall.server.client import Client, Refused
from moothall.server.runner.cup import Cup
from moothall.server.runner.finding import Finding, Found
from moothall.server.runner.lines import Lines
from moothall.server.runner.minds import Minds
from moothall.server.runner.stopping import TICK_S, Stopped, Stopping
from moothall.server.runner.table import RunContext, Table
from moothall.server.runner.terms import Terms

LOOK_S = 3.0
"""Between two looks for games, unless there is news."""

MOST = 80
"""Games that are played at once however many there are: a server lets an account wait for so many and no more."""


class Run:
    """One bot on one server. `stopping.ask()` ends it when all that is being decided is decided. Making one raises
    Refused where the token is none, or a title is not hosted."""

    def __init__(self, client: Client, terms: Terms, minds: Minds, lines: Lines) -> None:
        self.stopping = Stopping()
        client.sleep = self.stopping.sleep
        self._client = client
        self._terms = terms
        self._lines = lines
        self._context = RunContext(client, terms, minds, lines, self.stopping)
        me = client.me()["id"]
        for title in terms.titles:
            client.title(title)  # which raises if there is none
        self._finding = Finding(client, terms, me)
        self._cup = None if terms.tournament is None else Cup(client, terms.tournament, me)
        self._tables: dict[str, Table] = {}
        self._threads: dict[str, threading.Thread] = {}
        self._error: Exception | None = None

    @property
    def tables(self) -> list[Table]:
        """All games that were played, or are."""
        return list(self._tables.values())

    def go(self) -> None:
        """Until it is done or stopped. Raises Refused and OSError where nothing can be done."""
        try:
            with contextlib.suppress(Stopped):
                self._take_games()
        finally:
            self.stopping.ask()
            while not self.stopping.is_idle():
                self.stopping.wait(TICK_S)
        if self._error is not None:
            raise self._error
        if self._cup is not None and self._cup.over:
            self._lines.say(self._cup.result())

    def _take_games(self) -> None:
        """Until there is nothing more to do, or it is to stop."""
        if self._cup is not None:
            self._lines.say(self._cup.take_part())
        threading.Thread(target=self._listen, daemon=True).start()
        while not self._done():
            self._look()
            until = time.monotonic() + LOOK_S
            while not self.stopping.asked and not self.stopping.wait(TICK_S) and time.monotonic() < until:
                pass

    def _done(self) -> bool:
        if self.stopping.asked:
            return True
        if self._playing():
            return False
        return self._enough() or (self._cup is not None and self._cup.over)

    def _look(self) -> None:
        """Take up what is there to be played."""
        own = self._finding.own()
        while self._playing() < MOST and not self._enough() and (found := next(own, None)) is not None:
            if found.game not in self._tables:
                self._begin(found)
        if self._cup is not None:
            self._cup.look()
        while self._playing() < self._terms.at_once and not self._enough() and not self.stopping.asked:
            one_more = self._finding.more()
            if one_more is None:
                break
            self._begin(one_more)

    def _enough(self) -> bool:
        return self._terms.games is not None and len(self._tables) >= self._terms.games

    def _playing(self) -> int:
        return sum(thread.is_alive() for thread in self._threads.values())

    def _begin(self, found: Found) -> None:
        table = self._tables[found.game] = Table(self._context, found.game, found.title)
        self._lines.say(f"{found.game}  {found.title}: plays")
        thread = self._threads[found.game] = threading.Thread(target=self._play, args=(table,), daemon=True)
        thread.start()

    def _play(self, table: Table) -> None:
        try:
            with contextlib.suppress(Stopped):
                table.play()
        except Exception as error:  # whatever it is, it is told where the run ends
            self._error = error
            self.stopping.ask()
        finally:
            self._context.minds.forget(table.id)
            self.stopping.wake()

    def _listen(self) -> None:
        """What is told may be a seat to take, unless it is a turn in a game that is played already. Without it games
        are found all the same, a little later."""
        with contextlib.suppress(Refused, OSError, Stopped):
            for notice in self._client.inbox():
                if notice["type"] != "my_turn" or notice.get("game") not in self._tables:
                    self.stopping.wake()
