"""The actions of a title: a fixed list of texts, whose places are the ids, and how every move is spelt with them.

A move of few parameters is one action. One of many is several actions, taken one after the other: a part of it each.
The same part is the same action wherever it turns up. No spelling begins another, so that a row of actions never
leaves it open whether the move is complete.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from operator import attrgetter
from typing import Any, NamedTuple, get_args

import msgspec

from moothall.environment.layout import spoken

Path = tuple[int, ...]

_MOST_KEPT = 1 << 17
"""Spellings that are remembered; a title has far fewer that ever come up, but for payments."""


class Part(NamedTuple):
    """A part of a spelling: the actions that it can be, and which a move takes."""

    names: tuple[str, ...]
    spell: Callable[[Any], tuple[str, ...]]
    fields: tuple[str, ...] = ()
    """The fields of the move that it tells."""


def head(tag: str, fields: Sequence[str] = (), values: Iterable[tuple[Any, ...]] = ((),)) -> Part:
    """The first part: the kind of move and these fields together, one action for each of the combinations."""
    getters = [attrgetter(field) for field in fields]

    def spell(move: Any) -> tuple[str, ...]:
        return (" ".join([tag, *[spoken(get(move)) for get in getters]]),)

    told = tuple(field.partition(".")[0] for field in fields)
    return Part(tuple(" ".join([tag, *map(spoken, each)]) for each in values), spell, told)


def every(*values: Iterable[Any]) -> Iterable[tuple[Any, ...]]:
    """All combinations."""
    return product(*values)


def one(field: str, values: Iterable[Any]) -> Part:
    """One action for what the field says; `none` where it says nothing."""
    get = attrgetter(field)
    names = tuple(f"{field} {spoken(each)}" for each in values)
    return Part((f"{field} none", *names), lambda move: (f"{field} {_said(get(move))}",), (field,))


def _said(value: Any) -> str:
    return "none" if value is None else spoken(value)


def several(field: str, values: Iterable[Any], *, called: str = "", apart: str = "") -> Part:
    """An action for every member of a list, then `end`. `called`: how a member is, if not as the field. `apart` is what
    parts the members of a text."""
    called = called or field
    get, end = attrgetter(field), f"{called} end"

    def spell(move: Any) -> tuple[str, ...]:
        members = get(move)
        if apart:
            members = members.split(apart) if members else ()
        return (*[f"{called} {each}" for each in members], end)

    return Part((*[f"{called} {each}" for each in values], end), spell, (field,))


def amounts(field: str, kinds: Sequence[str], most: int) -> Part:
    """`default` where a payment is left to the rules; else how much of each kind, one action a kind."""
    get, default = attrgetter(field), f"{field} default"

    def spell(move: Any) -> tuple[str, ...]:
        named = get(move)
        return (default,) if named is None else tuple(f"{field} {kind} {getattr(named, kind)}" for kind in kinds)

    return Part((default, *[f"{field} {kind} {n}" for kind in kinds for n in range(most + 1)]), spell, (field,))


Spelling = Mapping[type[Any], tuple[Part, ...]]
"""By type of move its parts. A field that no part tells has its default value, or the move cannot be spelt."""


class Paths(dict[Any, Path]):
    """By move how it is spelt; worked out when it is first asked for. Empty: it cannot be spelt with what there is."""

    def __init__(self, spelling: Spelling, number: Mapping[str, int]) -> None:
        super().__init__()
        self._spelling = spelling
        self._number = number
        self._untold = {kind: _untold(kind, parts) for kind, parts in spelling.items()}

    def __missing__(self, move: Any) -> Path:
        if len(self) >= _MOST_KEPT:
            self.clear()
        self[move] = path = self.spelt(move)
        return path

    def spelt(self, move: Any) -> Path:
        """The same without remembering it."""
        kind, number = type(move), self._number
        if any(getattr(move, field) != default for field, default in self._untold[kind]):
            return ()
        names = [name for part in self._spelling[kind] for name in part.spell(move)]
        return tuple([number[name] for name in names]) if all(name in number for name in names) else ()


def _untold(kind: type[Any], parts: Iterable[Part]) -> list[tuple[str, Any]]:
    """The fields that no part tells, with their defaults."""
    told = {field for part in parts for field in part.fields}
    return [(field.name, field.default) for field in msgspec.structs.fields(kind) if field.name not in told]


class Catalogue:
    """Every action of a title at a table of some size."""

    def __init__(self, moves: Any, spelling: Spelling) -> None:
        if set(spelling) != set(get_args(moves)):
            odd = set(spelling) ^ set(get_args(moves))
            raise TypeError(f"the moves that are spelt are not those there are: {[each.__name__ for each in odd]}")
        parts = [part for each in spelling.values() for part in each]
        self.names = tuple(dict.fromkeys(name for part in parts for name in part.names))
        self.number = {name: place for place, name in enumerate(self.names)}
        self.paths = Paths(spelling, self.number)

    def __len__(self) -> int:
        return len(self.names)

    def spelt(self, move: Any) -> Path:
        """How any move is spelt, also one that cannot be remembered; empty if it cannot be spelt."""
        return self.paths.spelt(move)

    @property
    def digest(self) -> str:
        """The same for the same ids."""
        return hashlib.sha256("\n".join(self.names).encode()).hexdigest()[:16]
