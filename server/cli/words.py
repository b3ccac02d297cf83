"""Text from files that anybody may have made, on its way to a terminal."""

from __future__ import annotations


def printable(text: str) -> str:
    """One line, in which control characters are spelled out: no file moves the cursor or adds lines of its own."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)
