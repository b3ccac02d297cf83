"""What `?` finds: rules by number, section or word, components by name or id, as the server tells them."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from importlib.resources import files
from typing import Any, NamedTuple

from moothall.domain.core.rulebook import Rulebook
from moothall.server.cli.play.game import Client

RULE = re.compile(r"[A-Z]{2}-\d+\.\d+")
SECTION = re.compile(r"[A-Z]{2}-\d+")
COPY = re.compile(r"_\d+$")

LEAST_WORD = 4
"""Letters from which on a component's name is looked for in the rules."""

CLOSE = 0.6
MOST_CLOSE = 3

_MARKS = re.compile(r"\*\*|`")
_PROVENANCE = ("source", "printed", "inferred", "id", "name", "text")


class Thing(NamedTuple):
    """A component, or something inside one."""

    id: str
    name: str
    kind: str
    text: str
    source: str


class Rule(NamedTuple):
    """A numbered rule."""

    id: str
    text: str
    source: str


class Found(NamedTuple):
    """What a question led to; `close` are names that were perhaps meant."""

    heading: str = ""
    things: tuple[Thing, ...] = ()
    rules: tuple[Rule, ...] = ()
    close: tuple[str, ...] = ()


class Book:
    """The rules and components of one title; fetched when they are first asked for."""

    def __init__(self, client: Client, slug: str) -> None:
        self._client = client
        self._path = f"/v1/titles/{slug}"

    @cached_property
    def _told(self) -> dict[str, Any]:
        told: dict[str, Any] = self._client.call("GET", f"{self._path}/rules")
        return told

    @cached_property
    def rules(self) -> dict[str, Rule]:
        """By id: the title's, then those of every table."""
        told = [(each["id"], each["text"], each["provenance"]) for each in self._told["rules"]]
        told += [(rule.id, rule.text, rule.provenance) for rule in _table_rules().rules.values()]
        return {rule_id: Rule(rule_id, _MARKS.sub("", text), source) for rule_id, text, source in told}

    @cached_property
    def sections(self) -> dict[str, str]:
        """The names of the sections, the title's first."""
        return {**self._told["sections"], **_table_rules().sections}

    @cached_property
    def things(self) -> tuple[Thing, ...]:
        """Every component."""
        return things_of(self._client.call("GET", f"{self._path}/content"))

    @cached_property
    def kinds(self) -> dict[str, int]:
        """The kinds of components, and how many there are of each."""
        counts: dict[str, int] = {}
        for thing in self.things:
            counts[thing.kind] = counts.get(thing.kind, 0) + 1
        return counts

    @cached_property
    def glance(self) -> list[str]:
        """The game in a few sentences."""
        return glance_of(self._client.text(f"{self._path}/rules", "text/markdown"))

    @cached_property
    def _names(self) -> dict[str, str]:
        return {thing.id: thing.name for thing in reversed(self.things)}

    def name(self, value: str) -> str:
        """What a component's id stands for; other ids as words."""
        known = self._names.get(value) or self._names.get(COPY.sub("", value))
        return known or words(value)

    def id_of(self, name: str) -> str | None:
        """The id of the component of that name."""
        return next((thing.id for thing in self.things if _plain(thing.name) == _plain(name)), None)

    def rule(self, rule_id: str) -> Rule | None:
        """The rule of that number."""
        return self.rules.get(rule_id)

    def find(self, what: str) -> Found:
        """Rules or components that the question may mean, the closest kind of meeting first."""
        number, asked = what.upper(), _plain(what)
        if RULE.fullmatch(number):
            return Found(rules=tuple(rule for rule in (self.rule(number),) if rule))
        if SECTION.fullmatch(number):
            rules = tuple(rule for rule in self.rules.values() if rule.id.rpartition(".")[0] == number)
            return Found(f"{number} {self.sections.get(number, '')}", rules=rules)
        if same := tuple(thing for thing in self.things if asked in (_plain(thing.id), _plain(thing.name))):
            return Found(things=same, rules=self._mentions(thing.name for thing in same))
        if COPY.search(what):
            return self.find(COPY.sub("", what))
        if kind := next((kind for kind in self.kinds if _plain(kind) == asked), None):
            return Found(words(kind).capitalize(), tuple(thing for thing in self.things if thing.kind == kind))
        return self._search(asked)

    def _search(self, asked: str) -> Found:
        begins = re.compile(rf"(?<!\w){re.escape(asked)}")
        things = tuple(thing for thing in self.things if begins.search(_plain(thing.name)))
        things = things or tuple(thing for thing in self.things if begins.search(thing.text.lower()))
        rules = tuple(rule for rule in self.rules.values() if begins.search(rule.text.lower()))
        if things or rules:
            return Found(things=things, rules=rules)
        names = {_plain(thing.name): thing.name for thing in self.things}
        close = difflib.get_close_matches(asked, names, MOST_CLOSE, CLOSE)
        return Found(close=tuple(names[each] for each in close))

    def _mentions(self, names: Iterable[str]) -> tuple[Rule, ...]:
        wanted = [name for name in dict.fromkeys(names) if len(name) >= LEAST_WORD]
        return tuple(rule for rule in self.rules.values() if any(name in rule.text for name in wanted))

    def named_in(self, text: str, move: Mapping[str, Any]) -> tuple[Thing, ...]:
        """The components that a move is about: by the ids it holds and the names in its line. A name inside a longer
        one does not count."""
        ids = {part for value in move.values() for part in _ids(value)}
        ids |= {COPY.sub("", each) for each in ids}
        names = sorted({re.escape(thing.name) for thing in self.things if thing.name}, key=len, reverse=True)
        named = set(re.findall(rf"(?<!\w)(?:{'|'.join(names)})(?!\w)", text))
        return tuple(thing for thing in self.things if thing.text and (thing.id in ids or thing.name in named))


def things_of(content: Mapping[str, Any]) -> tuple[Thing, ...]:
    """The components of an answer of `/content`, and what lies inside them."""
    listed = [
        Thing(entry["id"], entry.get("name") or words(entry["id"]), kind, _text(entry), entry["source"])
        for kind, table in content["tables"].items()
        if isinstance(table, list)
        for entry in table
    ]
    inside = [
        Thing(thing_id, words(thing_id), kind, text, "")
        for kind, texts in content["texts"].items()
        for thing_id, text in texts.items()
    ]
    return (*listed, *inside)


def glance_of(document: str) -> list[str]:
    """The list under "At a glance", a string for every item, without its marks."""
    items: list[str] = []
    _, _, after = document.partition("\n## At a glance\n")
    for line in after.partition("\n## ")[0].splitlines():
        text = _MARKS.sub("", line).strip()
        if text.startswith("- "):
            items.append(text[2:])
        elif text and items:
            items[-1] += f" {text}"
    return items


def words(name: str) -> str:
    """An id as words."""
    return name.replace("_", " ")


def _text(entry: Mapping[str, Any]) -> str:
    """What the entry does; its plain values where the title has no words for it."""
    facts = (f"{words(name)} {value}" for name, value in entry.items() if name not in _PROVENANCE and _short(value))
    return str(entry.get("text") or "; ".join(facts))


def _short(value: Any) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _plain(text: str) -> str:
    return words(text).lower().strip()


def _ids(value: Any) -> list[str]:
    """The ids in a parameter: alone, in a list, joined by `+` or behind a colon."""
    if isinstance(value, list | tuple):
        return [part for each in value for part in _ids(each)]
    return re.split(r"[+:]", value) if isinstance(value, str) else []


def _table_rules() -> Rulebook:
    return Rulebook.parse("TB", files("moothall.domain.table").joinpath("RULES.md").read_text("utf-8"))
