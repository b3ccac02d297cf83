"""What is shown of a run: a live line for every game at a terminal, plain lines elsewhere."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Protocol

import click
from rich.console import Console
from rich.live import Live
from rich.table import Table as Grid

from moothall.domain.core.words import printable, printable_lines


class Lines(Protocol):
    """Where it is shown. May be used by several threads."""

    def show(self, game: str, text: str) -> None:
        """How a game stands."""

    def say(self, text: str) -> None:
        """Something that stays to be read."""

    def over(self, game: str, text: str) -> None:
        """A game is over; that stays to be read."""

    def close(self) -> None:
        """Nothing more will be shown."""


class PlainLines:
    """For files and pipes: what stays to be read, and nothing else."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._lock = threading.Lock()
        self._last = ""

    def show(self, game: str, text: str) -> None:
        pass

    def say(self, text: str) -> None:
        with self._lock:
            if text != self._last:  # several games notice the same: that the server is away
                self._write(f"{time.strftime('%H:%M:%S')}  {printable_lines(text)}")
            self._last = text

    def over(self, game: str, text: str) -> None:
        self.say(f"{game}  {text}")

    def close(self) -> None:
        pass


class LiveLines:
    """For a terminal: games in play below, in lines that change; what stays to be read above them."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._texts: dict[str, str] = {}
        self._plain = PlainLines(lambda text: console.print(text, markup=False, emoji=False, highlight=False))
        self._live = Live(console=console, refresh_per_second=5, get_renderable=self._grid, redirect_stderr=False)
        self._live.start()

    def show(self, game: str, text: str) -> None:
        self._texts[game] = printable(text)

    def say(self, text: str) -> None:
        self._plain.say(text)

    def over(self, game: str, text: str) -> None:
        self._texts.pop(game, None)
        self._plain.over(game, text)

    def close(self) -> None:
        self._live.stop()

    def _grid(self) -> Grid:
        grid = Grid.grid(padding=(0, 2))
        for game, text in list(self._texts.items()):
            grid.add_row(game, text)
        return grid


def lines_for(console: Console) -> Lines:
    """Live ones where somebody looks on."""
    if console.is_terminal:
        return LiveLines(console)
    return PlainLines(lambda text: click.echo(text))
