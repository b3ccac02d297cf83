"""A move composed part by part: a question for what it needs, then a sheet on which everything can be changed.

The listed moves guide the questions: only what some legal move has is suggested, and what has one answer is not asked.
But whatever is typed is tried, so that moves which no list can hold (trades, payments) are made here too. The sheet
always shows what the move would do, or the rule that forbids it, by a dry run.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from moothall.domain.core.data import Json
from moothall.server.cli.play import forms
from moothall.server.cli.play.forms import BadValue, Choice, Field, Form
from moothall.server.cli.play.game import Game
from moothall.server.cli.play.lookup import COPY, Book, words
from moothall.server.cli.play.screen import Entry, Screen
from moothall.server.client import Refused

MOST_CHOICES = 40
"""Values shown of one part; others can be typed."""

_ID = re.compile(r"(its|their) ids?\b")
"""An explanation for programs; people see names to choose from."""


class Cancelled(Exception):
    """The player leaves the form."""


class Composer:
    """Asks for the parts of one move at a time."""

    def __init__(
        self, game: Game, book: Book, screen: Screen, read: Callable[[str], str], explain: Callable[[str], None]
    ) -> None:
        self._game = game
        self._book = book
        self._screen = screen
        self._read = read
        self._explain = explain
        self._forms = forms.forms_of(game.title)
        self._choices = Choices(game, book)

    def compose(self, what: str) -> bool:
        """Make a move of that kind, or one that starts from the listed move of that number; whether one was made."""
        self._game.more_moves()
        try:
            form, move = self._start(what)
            self._screen.say(_unquoted(form.text))
            return self._sheet(form, self._complete(form, move))
        except (Cancelled, KeyboardInterrupt):
            self._screen.say("Left as it was.")
            return False

    def _start(self, what: str) -> tuple[Form, Json]:
        if what.isdecimal() and 1 <= int(what) <= len(self._choices.moves):
            move = self._choices.moves[int(what) - 1]
            return self._forms[move["type"]], move
        return self._kind(what), {}

    def _kind(self, what: str) -> Form:
        """The kind of move, asked for unless it is named or the only one."""
        listed = [kind for kind in self._forms if any(move["type"] == kind for move in self._choices.moves)]
        others = [kind for kind in self._forms if kind not in listed]
        if not what and len(listed) == 1:
            return self._forms[listed[0]]
        choices = [Choice(kind, words(kind)) for kind in (*listed, *others)]
        field = Field("kind", "", "text", False, True, None, ())
        while True:
            if not what:
                self._screen.say("What kind of move?")
                introduced = [f"{words(kind)}: {_first_sentence(self._forms[kind].text)}" for kind in listed]
                self._pick_from([Entry(number, text) for number, text in enumerate(introduced, 1)])
                self._screen.hint(f"Not possible or not listed now: {', '.join(map(words, others)) or 'nothing'}.")
            try:
                return self._forms[forms.read_value(field, what or self._line("kind> "), choices)]
            except BadValue as error:
                self._screen.wrong(str(error))
                what = ""

    def _complete(self, form: Form, move: Json) -> Json:
        """The move with every part that it cannot do without."""
        for field in form.fields:
            if field.name in move:
                continue
            values = forms.listed_values(form, field, self._choices.moves, move)
            if not field.required and (not values or field.default in values):
                continue
            if len(values) == 1 and not self._game.offered["more"]:
                self._screen.say(f"{words(field.name)}: {self._choices.named(field, values[0])}, the only way")
                move = {**move, field.name: values[0]}
            else:
                move = {**move, field.name: self._ask(form, field, move)}
        return {"type": form.kind, **move}

    def _sheet(self, form: Form, move: Json) -> bool:
        """Everything at once, with what it would lead to; until it is made or left."""
        while True:
            playable = self._show(form, move)
            number, _, typed = self._line("form> ").partition(" ")
            if not number:
                if playable and self._make(move):
                    return True
            elif number.isdecimal() and 1 <= int(number) <= len(form.fields):
                field = form.fields[int(number) - 1]
                rest = {name: value for name, value in move.items() if name != field.name}
                value = self._ask(form, field, rest, typed.strip())
                move = rest if value == field.default and not field.required else {**rest, field.name: value}
            else:
                self._screen.say("Enter plays it, a number changes that part, ? NAME explains, x leaves the form.")

    def _show(self, form: Form, move: Json) -> bool:
        """The sheet; whether the move can be made as it stands."""
        self._screen.gap()
        self._screen.say(words(form.kind).capitalize(), "bold")
        self._screen.entries(
            Entry(number, f"{words(field.name)}: {self._choices.named(field, form.value(move, field))}")
            for number, field in enumerate(form.fields, 1)
        )
        try:
            told = self._game.try_out(move)
        except Refused as refused:
            self.refuse(refused)
            self._screen.hint("NUMBER or NUMBER VALUE changes a part, x leaves the form.")
            return False
        told = told or [entry["text"] for entry in self._game.offered["moves"] if entry["move"] == move]
        self._screen.say("It would be:" if told else "It can be played; what comes of it is not known before.")
        for line in told:
            self._screen.say(line, lead=" " * 6)
        change = "NUMBER or NUMBER VALUE changes a part, " if form.fields else ""
        self._screen.hint(f"Enter plays it, {change}x leaves the form.")
        return True

    def _make(self, move: Json) -> bool:
        try:
            self._game.play(move)
        except Refused as refused:
            self.refuse(refused)
            return refused.moved_on
        return True

    def refuse(self, refused: Refused) -> None:
        """Why not, with the words of the rule."""
        if refused.moved_on:
            self._screen.wrong("the table has moved on meanwhile")
            return
        self._screen.wrong(str(refused))
        rule = self._book.rule(refused.rule) if refused.rule else None
        if rule is not None:
            self._screen.say(rule.text, lead=f"    {rule.id} ", hang=6)

    def _ask(self, form: Form, field: Field, move: Json, typed: str = "") -> Any:
        """One part; asked for unless something was typed already."""
        listed = forms.listed_values(form, field, self._choices.moves, narrowing(form, field, move))
        choices = self._choices.of(form, field, move, listed)
        if not typed:
            self._question(field, listed, choices)
        while True:
            line = typed or self._line(f"{words(field.name)}> ")
            typed = ""
            if not line and not field.required:
                return field.default
            if field.shape == "text" and not choices:
                line = self._book.id_of(line) or line
            try:
                return forms.in_listed_order(forms.read_value(field, line, choices, self._game.reader.names), listed)
            except BadValue as error:
                self._screen.wrong(str(error))

    def _question(self, field: Field, listed: list[Any], choices: list[Choice]) -> None:
        if field.text and not _ID.match(field.text):
            self._screen.say(_unquoted(field.text), lead=f"{words(field.name)}: ", hang=4)
        if field.required or field.shape != "number" or field.is_seat:  # other numbers are up to the player
            self._suggest(field, listed, choices)
        if not field.required:
            self._screen.hint(f"Enter: {self._choices.named(field, field.default)}")

    def _suggest(self, field: Field, listed: list[Any], choices: list[Choice]) -> None:
        """What may be typed."""
        if field.many:
            sizes = (
                f"{forms.span([len(value) for value in listed])} of these" if field.required and listed else "Several"
            )
            self._screen.hint(f"{sizes}, separated by commas:")
        if field.is_seat and not listed:
            self._screen.entries(Entry(seat, name) for seat, name in enumerate(self._game.reader.names))
        elif field.shape != "number":
            self._pick_from([Entry(number, choice.label) for number, choice in enumerate(choices, 1)])
        elif any(choice.label == str(choice.value) for choice in choices):
            self._screen.hint(f"possible: {forms.span([choice.value for choice in choices])}")
        else:
            self._pick_from([Entry(choice.value, choice.label) for choice in choices])

    def _pick_from(self, entries: list[Entry]) -> None:
        self._screen.entries(entries[:MOST_CHOICES])
        if len(entries) > MOST_CHOICES:
            self._screen.hint(f"and {len(entries) - MOST_CHOICES} more: type a name")

    def _line(self, prompt: str) -> str:
        """What is typed, once it is not a question."""
        while True:
            line = self._read(prompt)
            if line in ("x", "q", "exit", "quit"):
                raise Cancelled
            if not line.startswith("?"):
                return line
            self._explain(line[1:].strip())


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
        seen = forms.owners(self._game.now["state"], field.values, self._game.seat)
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
        wanted = {id(move) for move in forms.matching(form, (entry["move"] for entry in entries), chosen)}
        found = [(form.value(entry["move"], field), entry["text"]) for entry in entries if id(entry["move"]) in wanted]
        values = [value for value, _ in found]
        return [Choice(*each) for each in found] if len(forms.each_once(values)) == len(values) else []

    def _labelled(self, field: Field, values: Sequence[Any], seen: Mapping[str, int | None]) -> list[Choice]:
        """The values by their names and owners; what would have the same label by its number too."""
        known = forms.each_once(values)
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


def _first_sentence(text: str) -> str:
    return _unquoted(text.partition(". ")[0].removesuffix("."))


def _unquoted(text: str) -> str:
    return text.replace("`", "")


def _may_be(field: Field, owner: int | None, me: int | None) -> bool:
    """Whether something of that owner fits: one gives what one has, and gets what others have."""
    if field.name.startswith("give"):
        return owner == me
    return not field.name.startswith("get") or owner not in (me, None)
