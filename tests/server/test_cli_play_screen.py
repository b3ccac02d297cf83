"""What `moothall play` writes: it fits, it is harmless, and it is plain where there is no terminal."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from moothall.domain.core.words import Reader
from moothall.server.cli.play.screen import Entry, Listing, Painter, Screen, wrapped

LONG = "Pick the Phoenix Egg, which costs two fire and gives a great deal to whoever can wait for it to hatch. " * 3
HOSTILE = "Eve\x1b[31m\x9b0m\u202e\r\n[bold red]:smile:\x07"


class Paper:
    """A screen that remembers."""

    def __init__(self, terminal: bool = False, width: int = 80) -> None:
        self._file = StringIO()
        console = Console(
            file=self._file, width=width, force_terminal=terminal, color_system="standard" if terminal else None,
            markup=False, emoji=False, highlight=False, _environ={},
        )  # fmt: skip
        self.screen = Screen(console)

    @property
    def text(self) -> str:
        return self._file.getvalue()

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()


def write_everything(screen: Screen, text: str) -> None:
    screen.heading(text)
    screen.say(text, lead=f"{text[:20]}: ", hang=6)
    screen.say(text)
    screen.hint(text)
    screen.wrong(text)
    screen.events([{"seq": 7, "text": [text, text]}, {"seq": 12345, "text": [text]}])
    screen.table(f"{text}\n   {text}\n\n  x")
    screen.entries([Entry(1, text), Entry(4321, text)])
    screen.definitions([(text[:20], text), ("n", text)])
    sheets = [{"seat": seat, "total": 3, "categories": {text[:30]: 3, "b": 0}} for seat in range(5)]
    screen.scores(sheets, Reader((text[:40], "Ben", text[:40], "D", "E"), 1))


def test_no_line_is_longer_than_eighty_columns_and_no_word_is_broken() -> None:
    paper = Paper()
    write_everything(paper.screen, LONG)
    assert max(map(len, paper.lines)) <= 80
    assert {word for line in paper.lines for word in line.split()} >= set(LONG.split())
    assert not any(line.endswith("Phoeni") for line in paper.lines)
    assert "\x1b" not in paper.text


@pytest.mark.parametrize(("terminal", "there", "width"), [(True, 60, 60), (True, 300, 100), (False, 300, 80)])
def test_it_keeps_to_the_width_of_the_terminal(terminal: bool, there: int, width: int) -> None:
    paper = Paper(terminal, there)
    assert paper.screen.width == width
    paper.screen.say(LONG)
    plain = [Text.from_ansi(line).plain for line in paper.lines]
    assert width - 12 < max(map(len, plain)) <= width


def test_nothing_from_outside_reaches_the_terminal_as_a_command() -> None:
    paper = Paper()
    paper.screen.meet(Reader((HOSTILE, "Ben")), [HOSTILE])
    write_everything(paper.screen, HOSTILE)
    assert not {"\x1b", "\x9b", "\u202e", "\r", "\x07"} & set(paper.text)
    assert r"Eve\x1b[31m\x9b0m\u202e\r\n[bold red]:smile:\x07" in paper.text, "and it is shown for what it is"


def test_a_terminal_shows_who_is_who_and_what_can_be_looked_up() -> None:
    paint = Painter(("Ada", "Ben"), 0, ("Phoenix Egg", "Egg"))
    shown = paint("Ben builds Phoenix Egg, you pay 2 fire mana; Benny has [b]fired[/b]")
    styled = {shown.plain[span.start : span.end]: str(span.style) for span in shown.spans}
    assert styled == {"Ben": "bold magenta", "Phoenix Egg": "bold", "you": "bold green", "fire": "red"}
    paper = Paper(terminal=True)
    paper.screen.say("You draw [bold]Fire[/bold]")
    assert "\x1b[" in paper.text
    assert "[bold]" in paper.text


def test_the_number_of_an_event_stands_once_and_its_lines_under_each_other() -> None:
    paper = Paper()
    paper.screen.events([{"seq": 7, "text": ["Ben rolls", "Ben gains " + "1 gem and " * 10]}, {"seq": 8, "text": []}])
    assert paper.lines[0] == "   7  Ben rolls"
    assert paper.lines[1].startswith("      Ben gains 1 gem")
    assert paper.lines[2].startswith("      ")
    assert len(paper.lines) == 3


def test_a_drawn_table_stays_as_it_is_where_it_fits() -> None:
    paper = Paper()
    drawn = "Round 1\n  1  Fire   |  2  Air\n\n" + "  hand  " + "Card, " * 15
    paper.screen.table(drawn)
    assert paper.lines[:3] == ["Round 1", "  1  Fire   |  2  Air", ""]
    assert paper.lines[3].startswith("  hand  Card, Card")
    assert paper.lines[4].startswith("      Card")


def test_scores_stand_side_by_side() -> None:
    paper = Paper()
    sheets = [{"seat": s, "total": 4 + s, "categories": {"great_persons": s, "gold": 4}} for s in (0, 1)]
    paper.screen.scores(sheets, Reader(("Ada", "Ben"), 1))
    assert [line.split() for line in paper.lines] == [
        ["Ada", "You"], ["great", "persons", "0", "1"], ["gold", "4", "4"], ["total", "4", "5"],
    ]  # fmt: skip


def test_wrapping_counts_columns_and_breaks_only_what_no_line_can_hold() -> None:
    wide = Text("\u9f8d" * 30 + " b " + "x" * 25)
    lines = [line.plain.rstrip() for line in wrapped(wide, 20, 10)]
    assert all(cell_len(line) <= (10 if index else 20) for index, line in enumerate(lines))
    assert "".join("".join(lines).split()) == "\u9f8d" * 30 + "b" + "x" * 25
    assert [line.plain for line in wrapped(Text(""), 20, 10)] == [""]
    assert [line.plain for line in wrapped(Text("Spellblock"), 4, 10)] == ["", "Spellblock"]


def test_a_listing_turns_pages_and_filters() -> None:
    listing = Listing(tuple(f"Move {n} {'gate' if n % 10 == 0 else ''}" for n in range(1, 51)), size=20)
    assert listing.title == "Moves 1-20 of 50"
    assert [entry.number for entry in listing.turned(1).shown] == list(range(21, 41))
    assert listing.turned(9).page == 2
    assert listing.turned(-1).page == 0
    assert listing.turned(9).hints[0] == "p: previous page"
    filtered = listing.turned(2).filtered("GATE")
    assert filtered.title == "5 moves with 'GATE'"
    assert [entry.number for entry in filtered.shown] == [10, 20, 30, 40, 50]
    assert filtered.hints == ["/ alone: all moves again"]
    assert listing.filtered("no such").shown == []
    assert Listing(("a",), more=True).title == "Moves 1-1 of 1+"
    assert Listing(("a",)).title == "1 move"
    assert Listing(("a",)).hints == []
