"""Text from outside on its way to a terminal: made harmless, and with players and things in colour."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rich.text import Text

from moothall.domain.core.words import printable

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
