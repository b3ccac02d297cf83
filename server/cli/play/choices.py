"""What can be picked for a part of a form, and how it is called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from moothall.domain.core.data import Json
from moothall.server.cli.play.forms import Choice, Field, Form, each_once, matching, owners
from moothall.server.cli.play.game import Game
from moothall.server.cli.play.lookup import COPY, Book, words


class Choices:
    """Knows the moves that are listed and what lies on the table."""

    def __init__(self, game: Game, book: Book) -> None:
        self._game = game
        self._book = book

    @property
    def moves(self) -> list[Json]:
        """The listed moves."""
        return [entry["move"] for entry in self._game.offered["moves"]]

    def of(self, form: Form, field: Field, move: Json, listed: Sequence[Any]) -> list[Choice]:
        """What legal moves have there; where more may be allowed, also what lies on the table."""
        values = [item for value in listed for item in (value if field.many else [value]) if item is not None]
        if field.required and listed:
            lines = [] if field.many else self._lines(form, field, narrowing(form, field, move))
            return lines or self._labelled(field, values, {})
        seen = owners(self._game.now["state"], field.values, self._game.seat)
        seen = {value: seat for value, seat in seen.items() if _may_be(field, seat, self._game.seat)}
        mine_first = sorted(seen, key=lambda each: (seen[each] != self._game.seat, seen[each] is None, seen[each]))
        return self._labelled(field, [*values, *(mine_first or field.values)], seen)

    def named(self, field: Field, value: Any) -> str:
        """A value in words."""
        if value is None or value == [] or value == {}:
            return "none"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, list):
            return ", ".join(self.named(field, each) for each in value)
        if isinstance(value, dict):
            return ", ".join(f"{words(name)} {amount}" for name, amount in value.items())
        if field.is_seat and str(value).isdecimal():
            return self._game.reader.who(int(value))
        return self._book.name(value) if isinstance(value, str) else str(value)

    def _lines(self, form: Form, field: Field, chosen: Json) -> list[Choice]:
        """Each value by the line of the one listed move that has it; none if some value leaves more to choose."""
        entries = self._game.offered["moves"]
        wanted = {id(move) for move in matching(form, (entry["move"] for entry in entries), chosen)}
        found = [(form.value(entry["move"], field), entry["text"]) for entry in entries if id(entry["move"]) in wanted]
        values = [value for value, _ in found]
        return [Choice(*each) for each in found] if len(each_once(values)) == len(values) else []

    def _labelled(self, field: Field, values: Sequence[Any], seen: Mapping[str, int | None]) -> list[Choice]:
        """The values by their names and owners; what would have the same label by its number too."""
        known = each_once(values)
        labels = [self.named(field, value) + self._whose(value, seen) for value in known]
        common = Counter(labels)
        return [
            Choice(value, f"{label} no. {copy[0][1:]}" if common[label] > 1 and (copy := COPY.search(value)) else label)
            for value, label in zip(known, labels, strict=True)
        ]

    def _whose(self, value: Any, seen: Mapping[str, int | None]) -> str:
        seat = seen.get(value) if isinstance(value, str) else None
        if seat is None:
            return ""
        return " (yours)" if seat == self._game.seat else f" ({self._game.reader.whose(seat)})"


def narrowing(form: Form, field: Field, move: Json) -> Json:
    """The parts of a move by which this one's values are narrowed down: those before it, and for what may be left out
    also those after it that may not."""
    names = [each.name for each in form.fields]
    known = set(names[: names.index(field.name)])
    if not field.required:
        known |= {each.name for each in form.fields if each.required}
    return {name: value for name, value in move.items() if name in known}


def _may_be(field: Field, owner: int | None, me: int | None) -> bool:
    """Whether something of that owner fits: one gives what one has, and gets what others have."""
    if field.name.startswith("give"):
        return owner == me
    return not field.name.startswith("get") or owner not in (me, None)
