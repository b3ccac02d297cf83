"""Content files: loaded once, checked on load, every error naming file, entry and field.

A title keeps one file per released edition, `content/1.toml`, `content/2.toml`, ...; a file that was released is never
edited. From edition 2 on a file may hold only what changed: with `based_on = 1` in its header, it adds tables and list
entries to those of that edition, or replaces fields of them (entries are found by their ids), and an entry
`{ id = "...", removed = true }` removes one. However it is written, an edition has the same content and the same hash.
All titles share one shape:

    [title]                      # the header
    slug = "manaforge"
    name = "Manaforge"
    rule_prefix = "MF"
    edition = 1                  # the number that is its file's name
    players_min = 2
    players_max = 4
    source = "printed"

    [counts]                     # how many pieces each list below must hold, copies included
    items = 72
    source = "printed"

    [[items]]                    # a list of components: plural, one entry each
    id = "stone_circle"          # snake_case, unique in its list
    count = 1                    # copies; 1 where it is left out
    source = "designed"          # printed | inferred | designed: the weakest of the entry's fields
    printed = ["name"]           # fields stronger than that
    inferred = ["element"]

Plain tables (`[setup]`) hold settings; they carry `source` too. Copies of one entry are told apart as
`<id>_1`..`<id>_n`; a single copy is just `<id>`.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from importlib.resources import files
from itertools import count
from typing import Any, TypeVar

import msgspec

from moothall.domain.core import codec
from moothall.domain.core.data import Data, Json
from moothall.domain.core.errors import ContentError
from moothall.domain.core.rulebook import Rulebook

T = TypeVar("T")

SOURCES = ("printed", "inferred", "designed")
"""Where a value comes from, strongest first."""

_ID = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_PROVENANCE = ("source", "printed", "inferred")


class Header(Data, frozen=True, forbid_unknown_fields=True):
    """The `[title]` table."""

    slug: str
    name: str
    rule_prefix: str
    edition: int
    players_min: int
    players_max: int
    source: str
    printed: tuple[str, ...] = ()
    inferred: tuple[str, ...] = ()


class Content(Data, frozen=True):
    """One edition: a checked content file, with the rules as they are in that edition."""

    file: str
    header: Header
    tables: Json
    hash: str
    rulebook: Rulebook

    def entries(self, name: str, kind: type[T]) -> tuple[T, ...]:
        """The list `name` as records of `kind` (which need not take all fields)."""
        return tuple(
            _convert(self.file, f"{name}.{entry['id']}", entry, kind) for entry in _list(self.file, self.tables, name)
        )

    def table(self, name: str, kind: type[T]) -> T:
        """The settings table `name` as a record of `kind`."""
        if name not in self.tables:
            raise ContentError(self.file, name, "", "the table is missing")
        return _convert(self.file, name, self.tables[name], kind)

    def error(self, entry: str, field: str, text: str) -> ContentError:
        """A title's own finding, in the common form."""
        return ContentError(self.file, entry, field, text)


class Editions(Mapping[int, Content]):
    """The editions of a title by number, each read and checked when it is first asked for: an old one costs nothing
    until a game of it is met."""

    def __init__(self, package: str) -> None:
        """They count from 1 without a gap."""
        self._package = package
        folder = files(package).joinpath("content")
        self._count = next(number for number in count() if not folder.joinpath(f"{number + 1}.toml").is_file())
        if not self._count:
            raise ContentError(f"{package}/content/1.toml", "file", "", "there is no edition")
        self._read: dict[int, Content] = {}

    def __getitem__(self, number: int) -> Content:
        if number not in self._read:
            if not 1 <= number <= self._count:
                raise KeyError(number)
            self._read[number] = _read(self._package, number)
        return self._read[number]

    def __iter__(self) -> Iterator[int]:
        return iter(range(1, self._count + 1))

    def __len__(self) -> int:
        return self._count


class OnDemand(dict[int, T]):
    """What is made of each edition, when it is first asked for."""

    def __init__(self, editions: Mapping[int, Content], make: Callable[[Content], T]) -> None:
        super().__init__()
        self._editions = editions
        self._make = make

    def __missing__(self, number: int) -> T:
        made = self[number] = self._make(self._editions[number])
        return made


def _read(package: str, number: int) -> Content:
    rules = files(package).joinpath("RULES.md").read_text("utf-8")
    content = checked(_file(package, number), _tables(package, number), rules)
    if content.header.edition != number:
        raise content.error("title", "edition", f"must be the number of its file, {number}")
    return content


def _tables(package: str, number: int) -> Json:
    """Return the tables of an edition, with those of the edition that its file is based on."""
    file = _file(package, number)
    tables = _loaded(file, files(package).joinpath("content", f"{number}.toml").read_text("utf-8"))
    header = tables.get("title")
    base = header.pop("based_on", None) if isinstance(header, dict) else None
    if base is None:
        return tables
    if type(base) is not int or not 1 <= base < number:
        raise ContentError(file, "title", "based_on", f"{base!r} is no edition before this one")
    return overlaid(file, _tables(package, base), tables)


def _file(package: str, number: int) -> str:
    return f"{package}/content/{number}.toml"


def overlaid(file: str, tables: Json, changes: Json) -> Json:
    """Return the tables of an edition with what a later edition's file changes in them."""
    result = dict(tables)
    for name, change in changes.items():
        old = tables.get(name)
        if isinstance(old, list) and isinstance(change, list):
            result[name] = _overlaid_list(file, name, old, change)
        elif isinstance(old, dict) and isinstance(change, dict):
            result[name] = {**old, **change}
        else:
            result[name] = change
    return result


def _overlaid_list(file: str, name: str, old: list[Json], change: list[Json]) -> list[Json]:
    entries = {entry.get("id"): entry for entry in old}
    seen: set[Any] = set()
    for entry in change:
        where = entry.get("id")
        if where in seen:
            raise ContentError(file, f"{name}.{where}", "id", "stands twice in its list")
        seen.add(where)
        if not entry.get("removed"):
            entries[where] = {**entries.get(where, {}), **entry}
        elif entries.pop(where, None) is None:
            raise ContentError(file, f"{name}.{where}", "removed", "there is no such entry to remove")
    return list(entries.values())


def parse(file: str, toml: str, rules: str) -> Content:
    """Return the content of an edition from the texts of its file and of its rules."""
    return checked(file, _loaded(file, toml), rules)


def _loaded(file: str, toml: str) -> Json:
    try:
        return tomllib.loads(toml)
    except tomllib.TOMLDecodeError as error:
        raise ContentError(file, "file", "toml", str(error)) from error


def checked(file: str, tables: Json, rules: str) -> Content:
    """Return the content of an edition from tables that are parsed already. Raise ContentError if they are not good."""
    if "title" not in tables:
        raise ContentError(file, "title", "", "the header table is missing")
    header = _convert(file, "title", tables["title"], Header)
    for name, table in tables.items():
        if isinstance(table, list):
            _check_list(file, name, table)
        elif isinstance(table, dict):
            _check_provenance(file, name, table)
        else:
            raise ContentError(file, name, "", "a value stands outside of every table")
    _check_counts(file, tables)
    rulebook = Rulebook.parse(header.rule_prefix, rules, header.edition)
    return Content(file, header, tables, codec.digest(tables), rulebook)


def instances(entry_id: str, count: int) -> tuple[str, ...]:
    """The ids of an entry's copies."""
    return (entry_id,) if count == 1 else tuple(f"{entry_id}_{i}" for i in range(1, count + 1))


def _convert(file: str, entry: str, data: Any, kind: type[T]) -> T:
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        path, text = codec.explain(error)
        raise ContentError(file, entry, path.lstrip(".") or "entry", text) from error


def _list(file: str, tables: Json, name: str) -> list[Json]:
    found = tables.get(name)
    if not isinstance(found, list):
        raise ContentError(file, name, "", "the list is missing")
    return found


def _check_list(file: str, name: str, entries: list[Any]) -> None:
    seen: set[str] = set()
    for position, entry in enumerate(entries, 1):
        if not isinstance(entry, dict):
            raise ContentError(file, f"{name}[{position}]", "", "is no table")
        entry_id = entry.get("id")
        where = f"{name}.{entry_id}" if isinstance(entry_id, str) else f"{name}[{position}]"
        if not isinstance(entry_id, str) or not _ID.fullmatch(entry_id):
            raise ContentError(file, where, "id", f"{entry_id!r} is not a snake_case id")
        if entry_id in seen:
            raise ContentError(file, where, "id", "stands twice in its list")
        seen.add(entry_id)
        count = entry.get("count", 1)
        if type(count) is not int or count < 1:
            raise ContentError(file, where, "count", f"{count!r} is not a whole number above 0")
        _check_provenance(file, where, entry)


def _check_provenance(file: str, where: str, entry: Json) -> None:
    if entry.get("source") not in SOURCES:
        raise ContentError(file, where, "source", f"{entry.get('source')!r} is none of {', '.join(SOURCES)}")
    stronger: Counter[str] = Counter()
    for tag in ("printed", "inferred"):
        named = entry.get(tag, [])
        if not isinstance(named, list) or not all(isinstance(field, str) for field in named):
            raise ContentError(file, where, tag, "must be a list of field names")
        for field in named:
            if field not in entry or field in _PROVENANCE:
                raise ContentError(file, where, tag, f"{field!r} is no field of the entry")
        stronger.update(named)
    for field, times in stronger.items():
        if times > 1:
            raise ContentError(file, where, field, "its provenance is given twice")


def _check_counts(file: str, tables: Json) -> None:
    counts = tables.get("counts")
    if not isinstance(counts, dict):
        raise ContentError(file, "counts", "", "the table is missing")
    for name, wanted in counts.items():
        if name in _PROVENANCE:
            continue
        found = sum(entry.get("count", 1) for entry in _list(file, tables, name))
        if found != wanted:
            raise ContentError(file, "counts", name, f"{wanted} expected, the list holds {found}")
