"""What the player sees: lines that fit the terminal, words unbroken, in colour where there is any."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from rich.cells import cell_len, chop_cells
from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from moothall.domain.core.words import Reader, printable, sentence
from moothall.server.cli.play.paint import Painter

WIDTH = 80
"""Where there is no terminal to ask."""

WIDEST = 100
NARROWEST = 40

NUMBER = 4
"""Columns of a move's or an event's number."""

LONGEST_NAME = 16
"""Letters of a name at the head of a column."""

HINT = "dim"
WRONG = "bold red"
HEADING = "bold"

_WORD = re.compile(r"\S+")


class Entry(NamedTuple):
    """A line with a number in front."""

    number: int
    text: str


class Screen:
    """A console and how things are written on it."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self.paint = Painter()
        self.width = max(NARROWEST, min(console.width, WIDEST)) if console.is_terminal else WIDTH

    def meet(self, reader: Reader, things: Iterable[str] = ()) -> None:
        """Who plays, and what there is to see in colour."""
        self.paint = Painter(reader.names, reader.you, things)

    def heading(self, text: str) -> None:
        """A line across, with a title."""
        self._console.print(Rule(Text(printable(text), HEADING), align="left", style=HINT), width=self.width)

    def say(self, text: str, style: str = "", lead: str = "", hang: int | None = None) -> None:
        """A paragraph. What does not fit into its first line goes under the end of the lead, or that far in."""
        self._hang(Text(printable(lead), HEADING), self.paint(text, style), hang)

    def hint(self, text: str) -> None:
        """Something by the way."""
        self.say(text, HINT)

    def wrong(self, text: str) -> None:
        """Something that does not go."""
        self._hang(Text("No: ", WRONG), self.paint(text))

    def gap(self) -> None:
        """An empty line."""
        self._console.print()

    def verbatim(self, lines: Iterable[str]) -> None:
        """Lines to be copied, however long."""
        for line in lines:
            self._console.print(Text(printable(line)), soft_wrap=True)

    def events(self, events: Iterable[Mapping[str, Any]]) -> None:
        """The lines of events, each event's number once."""
        for event in events:
            number = f"{printable(str(event['seq'])):>{NUMBER}}  "
            for line in event["text"]:
                self._hang(Text(number, HINT), self.paint(line))
                number = " " * len(number)

    def table(self, text: str) -> None:
        """A table that its title has drawn: kept as it is where it fits."""
        for line in text.split("\n"):
            bare = line.lstrip(" ")
            before = len(line) - len(bare)
            self._hang(Text(" " * before), self.paint(bare), before + 4)

    def entries(self, entries: Iterable[Entry]) -> None:
        """A numbered list."""
        for number, text in entries:
            self._hang(Text(f"{number:{NUMBER}}  ", HEADING), self.paint(text))

    def definitions(self, rows: Iterable[tuple[str, str]]) -> None:
        """Words and what they mean, in two columns."""
        known = list(rows)
        column = max((len(word) for word, _ in known), default=0) + 2
        for word, meaning in known:
            self._hang(Text(f"  {printable(word):{column}}", HEADING), self.paint(meaning))

    def scores(self, sheets: Sequence[Mapping[str, Any]], reader: Reader) -> None:
        """Score sheets side by side: a row per category, a column per seat."""
        shown = Table(box=None, pad_edge=False, header_style=HEADING)
        shown.add_column("")
        for sheet in sheets:
            name = self.paint(sentence(reader.who(sheet["seat"])))
            name.truncate(LONGEST_NAME, overflow="ellipsis")
            shown.add_column(name, justify="right", no_wrap=True)
        for category in dict.fromkeys(name for sheet in sheets for name in sheet["categories"]):
            points = [Text(printable(str(sheet["categories"].get(category, "")))) for sheet in sheets]
            shown.add_row(Text(f"  {printable(category.replace('_', ' '))}"), *points)
        shown.add_row(Text("  total"), *(Text(printable(str(sheet["total"]))) for sheet in sheets), style=HEADING)
        self._console.print(shown, width=self.width)

    def _hang(self, lead: Text, body: Text, column: int | None = None) -> None:
        """The body behind the lead; its further lines start in that column, or where the first one does."""
        column = lead.cell_len if column is None else column
        for index, line in enumerate(wrapped(body, self.width - lead.cell_len, self.width - column)):
            whole = Text.assemble(" " * column if index else lead, line)
            whole.rstrip()
            self._console.print(whole, soft_wrap=True)


def wrapped(text: Text, first: int, rest: int) -> list[Text]:
    """The text in lines of so many columns, broken between words; within one only if no line could hold it."""
    cuts, begin, room = [], 0, first
    for found in _WORD.finditer(text.plain):
        start, word = found.start(), found[0]
        fits = cell_len(text.plain[begin : found.end()]) <= room
        if not fits and (text.plain[begin:start].strip() or room < rest):
            cuts.append(begin := start)
            room = rest
        while cell_len(word) > max(2, room):
            piece = chop_cells(word, max(2, room))[0]
            word, start = word[len(piece) :], start + len(piece)
            cuts.append(begin := start)
            room = rest
    return [_stripped(line) if index else line for index, line in enumerate(text.divide(cuts))]


def _stripped(line: Text) -> Text:
    """Without the blanks in front, where it was cut."""
    return line[len(line.plain) - len(line.plain.lstrip()) :]
