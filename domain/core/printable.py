"""Text from outside on its way to a terminal or a log."""

from __future__ import annotations


def printable(text: str) -> str:
    """One line in which everything is spelled out that shows nothing or moves something: control characters, escapes,
    line breaks, directions, joiners. So no file and no server moves the cursor, hides text or adds lines of its own."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)


def printable_lines(text: str) -> str:
    """The same for a text of several lines, which stay."""
    return "\n".join(map(printable, text.split("\n")))
