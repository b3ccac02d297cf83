"""English that all titles need: who does what, numbers of things, lists; and text from outside, made printable."""

from __future__ import annotations

from collections.abc import Iterable

from moothall.domain.core.data import Data

_IRREGULAR = {"be": "is", "have": "has"}
_SIBILANTS = ("s", "x", "z", "ch", "sh", "o")


class Reader(Data, frozen=True):
    """Who a text is for: what the seats are called, which of them reads ("you"), and the edition it speaks of."""

    names: tuple[str, ...] = ()
    you: int | None = None
    edition: int = 1

    def who(self, seat: int) -> str:
        """`you`, `Ada`, `seat 2`."""
        if seat == self.you:
            return "you"
        return self.names[seat] if seat < len(self.names) else f"seat {seat}"

    def whose(self, seat: int) -> str:
        """`your`, `Ada's`, `seat 2's`."""
        return "your" if seat == self.you else f"{self.who(seat)}'s"

    def their(self, seat: int) -> str:
        """The same where the seat was just named: `your`, `their`."""
        return "your" if seat == self.you else "their"

    def does(self, seat: int, verb: str) -> str:
        """`you take`, `Ada takes`: the verb is given in its plain form and may have words behind it."""
        return f"{self.who(seat)} {self.form(seat, verb)}"

    def form(self, seat: int, verb: str) -> str:
        """The verb alone: `take` or `takes`."""
        first, space, rest = verb.partition(" ")
        if seat == self.you:
            return f"are{space}{rest}" if first == "be" else verb
        return f"{_third_person(first)}{space}{rest}"

    def all(self, seats: Iterable[int]) -> str:
        """`you, Ada and seat 3`."""
        return listed(map(self.who, seats))


NOBODY = Reader()
"""A reader without a seat at a table without names."""


def sentence(text: str) -> str:
    """The text with a capital letter in front."""
    return text[:1].upper() + text[1:]


def listed(words: Iterable[str], nothing: str = "nothing") -> str:
    """`a, b and c`."""
    *front, last = list(words) or [nothing]
    return f"{', '.join(front)} and {last}" if front else last


def counted(n: int, thing: str, things: str = "") -> str:
    """`1 gem`, `2 gems`, `2 dice`."""
    return f"{n} {thing if n == 1 else things or f'{thing}s'}"


def printable(text: str) -> str:
    """One line in which everything is spelled out that shows nothing or moves something: control characters, escapes,
    line breaks, directions, joiners. So no file and no server moves the cursor, hides text or adds lines of its own."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)


def printable_lines(text: str) -> str:
    """Make a text of several lines printable, line by line."""
    return "\n".join(map(printable, text.split("\n")))


def _third_person(verb: str) -> str:
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(_SIBILANTS) else f"{verb}s"
