"""Looking on at a game: event by event, the table at every new round."""

from __future__ import annotations

import time
from collections.abc import Callable

from moothall.domain.core.data import Json
from moothall.server.cli.play.client import Refused
from moothall.server.cli.play.game import ACTIVE, OPEN, Game
from moothall.server.cli.play.screen import Screen
from moothall.server.cli.play.terminal import WAIT_S, Leave
from moothall.server.cli.play.viewer import Viewer


class Watcher:
    """A spectator's evening, a pause after every event."""

    def __init__(
        self,
        game: Game,
        screen: Screen,
        pause_s: float,
        read: Callable[[str], str],
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._game = game
        self._screen = screen
        self._pause_s = pause_s
        self._read_line = read
        self._sleep = sleep
        self._viewer = Viewer(game, screen)
        self._ahead: list[Json] = []
        self._round = 0

    def run(self, new: bool) -> None:
        """Until the game is over. Raises Leave when the watcher goes before that."""
        self._viewer.start(new)
        self._screen.say("Ctrl-C: stop and type something (? helps, q leaves).")
        self._screen.gap()
        if new:
            self._ahead = self._game.news()
        else:
            self._viewer.news()
            self._round = self._game.now["round"]
        while self._ahead or self._game.status in (OPEN, ACTIVE):
            try:
                self._follow()
            except KeyboardInterrupt:
                self._screen.gap()
                self._obey_lines()
        self._viewer.end()

    def _follow(self) -> None:
        """The next event, as soon as there is one."""
        if not self._ahead:
            self._game.wait(WAIT_S)
            self._ahead = self._game.news()
            return
        event, *self._ahead = self._ahead
        self._viewer.event(event)
        self._table_of_a_new_round(event["seq"])
        self._sleep(self._pause_s)

    def _table_of_a_new_round(self, seq: int) -> None:
        then = self._game.at(seq)
        if then["round"] != self._round:
            self._round = then["round"]
            self._viewer.table(then)

    def _obey_lines(self) -> None:
        """Lines until an empty one."""
        self._screen.say("Enter: go on.")
        while True:
            try:
                line = self._read_line("> ").strip()
            except EOFError:
                raise Leave from None
            if line in ("q", "quit", "exit"):
                raise Leave
            if not line:
                return
            try:
                if not self._viewer.obey(line):
                    self._screen.say("What do you mean? Enter goes on, ? helps.")
            except Refused as refused:
                self._screen.wrong(str(refused))
