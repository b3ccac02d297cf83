"""Lines that fit on the table."""

from __future__ import annotations

from textwrap import wrap

from moothall.domain.gates_of_mara.content.entries import Shape

WIDTH = 80
MARKS: dict[Shape, str] = {"triangle": "L", "square": "C", "circle": "M"}
"""What a space takes, by the first letter of a figure of that shape."""

_UNBROKEN = "\N{NO-BREAK SPACE}"


def whole(text: str) -> str:
    """Text that is not broken between lines."""
    return text.replace(" ", _UNBROKEN)


def lines(text: str, first: str = "", rest: str | None = None) -> list[str]:
    """The text in lines, the first after `first`, the others indented as far or by `rest`."""
    indent = " " * len(first) if rest is None else rest
    wrapped = wrap(text, WIDTH, initial_indent=first, subsequent_indent=indent, break_on_hyphens=False)
    return [line.replace(_UNBROKEN, " ") for line in wrapped]
