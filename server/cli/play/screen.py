"""Output to the player's terminal: lines that fit its width, words unbroken, coloured names, and moves by pages."""

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

YOU = "bold green"
OTHERS = ("bold cyan", "bold magenta", "bold yellow", "bold bright_blue", "bold bright_red")
"""By seat, the reader's own left out of account."""

THING = "bold"
"""What `?` can explain."""

ELEMENTS = {
    "fire": "red",
    "water": "bright_blue",
    "earth": "green",
    "air": "cyan",
    "wind": "cyan",
    "arcane": "magenta",
    "gold": "yellow",
}
"""Words that are colours to whoever knows the games."""


class Entry(NamedTuple):
    """A line with a number in front."""

    number: int
    text: str


class Listing(NamedTuple):
    """What is shown of the moves; `more` says that there are some which were not fetched."""

    texts: tuple[str, ...] = ()
    more: bool = False
    size: int = 20
    page: int = 0
    word: str = ""

    @property
    def chosen(self) -> list[Entry]:
        """The moves that have the word, each by its number among all."""
        numbered = (Entry(number, text) for number, text in enumerate(self.texts, 1))
        return [entry for entry in numbered if self.word.lower() in entry.text.lower()]

    @property
    def shown(self) -> list[Entry]:
        """Those of this page."""
        return self.chosen[self.page * self.size : (self.page + 1) * self.size]

    @property
    def last(self) -> int:
        """The number of the last page."""
        return max(0, len(self.chosen) - 1) // self.size

    @property
    def title(self) -> str:
        """`Moves 1-20 of 75 with "gate":`"""
        shown, total = self.shown, f"{len(self.chosen)}{'+' if self.more else ''}"
        first = self.page * self.size
        which = f"Moves {first + 1}-{first + len(shown)} of {total}" if self.last or self.more else f"{total} moves"
        which = "1 move" if total == "1" else which
        return f"{which} with {self.word!r}" if self.word else which

    @property
    def hints(self) -> list[str]:
        """What else there is to see."""
        hints = ["n: next page"] if self.page < self.last or self.more else []
        hints += ["p: previous page"] if self.page else []
        if self.word:
            return [*hints, "/ alone: all moves again"]
        return [*hints, "/WORD: filter", "f: part by part"] if hints else []

    def turned(self, by: int) -> Listing:
        """Another page, as far as there is one."""
        return self._replace(page=min(max(0, self.page + by), self.last))

    def filtered(self, word: str) -> Listing:
        """Only moves with that word, from the first page on."""
        return self._replace(word=word, page=0)


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


class Painter:
    """Knows the players' names and the names of things."""

    def __init__(self, names: Sequence[str] = (), you: int | None = None, things: Iterable[str] = ()) -> None:
        styles = {form: style for word, style in ELEMENTS.items() for form in (word, word.capitalize())}
        styles |= {printable(thing): THING for thing in things if thing}
        styles |= dict.fromkeys(("You", "you", "Your", "your", "Yours", "yours"), YOU)
        for seat, name in enumerate(names):
            styles[printable(name)] = YOU if seat == you else OTHERS[seat % len(OTHERS)]
        longest_first = sorted(styles, key=len, reverse=True)
        self._styles = styles
        self._pattern = re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, longest_first)) + r")(?!\w)")

    def __call__(self, text: str, style: str = "") -> Text:
        """One line, ready to be shown."""
        shown = Text(printable(text), style)
        for found in self._pattern.finditer(shown.plain):
            shown.stylize(self._styles[found[0]], *found.span())
        return shown


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
