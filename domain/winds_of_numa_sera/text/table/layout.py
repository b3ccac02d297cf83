"""How the table is laid out in eighty columns."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

WIDTH = 80
WIDE = 20
"""The column of names, where names stand in it."""
LABEL = 13
"""The column of labels."""
_INDENT = 2


def heading(text: str) -> str:
    """A line that begins a part of the table."""
    return f"== {text} {'=' * max(2, WIDTH - len(text) - 4)}"[:WIDTH]


def paragraph(text: str, indent: int = 0) -> list[str]:
    """Running text."""
    return _wrapped(text, " " * indent, " " * indent)


def entry(label: str, text: str, width: int = LABEL) -> list[str]:
    """A label with what belongs to it in the column beside; a label too long for that stands above."""
    beside = " " * (_INDENT + width + 1)
    first = f"{' ' * _INDENT}{label:<{width}} "
    if len(first) > len(beside):
        return [first.rstrip(), *_wrapped(text, beside, beside)]
    return _wrapped(text, first, beside)


def entries(label: str, texts: Sequence[str]) -> list[str]:
    """A label with several things, each on a line of its own."""
    lines: list[str] = []
    for index, text in enumerate(texts):
        lines += entry("" if index else label, text)
    return lines


def row(label: str, cells: Sequence[str], width: int = 12) -> str:
    """A line of a small table."""
    return f"{' ' * _INDENT}{label[:WIDE]:<{WIDE}} {''.join(f'{cell:<{width}}' for cell in cells)}".rstrip()


def _wrapped(text: str, first: str, rest: str) -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [first.rstrip()]
