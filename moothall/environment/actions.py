"""The actions of a title: a fixed list of texts, whose places are the ids, how every move is spelt with them, and the
decisions that seats take action by action.

A move of few parameters is one action. One of many is several actions, taken one after the other: a part of it each.
The same part is the same action wherever it turns up. No spelling begins another, so that a row of actions never
leaves it open whether the move is complete.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import product
from operator import attrgetter
from typing import Any, NamedTuple, Protocol, get_args

import msgspec

from moothall.environment.observations import spoken

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


class Decision(Protocol):
    """What a seat is asked, action by action."""

    ids: Collection[int]
    """The actions that are open; never none."""
    taken: list[int]
    """Those that were taken already."""
    without_id: int
    """How many legal moves cannot be reached by any action."""

    def take(self, action: int) -> Any | None:
        """One of `ids`: answers the move once it is settled, None as long as another action is needed."""
        ...

    def towards(self, move: Any) -> int | None:
        """The one of `ids` that leads to the move; None if none does."""
        ...


class FromList:
    """The decision between listed moves. A part that leaves no choice is not asked for."""

    __slots__ = ("_depth", "_left", "ids", "taken", "without_id")

    def __init__(self, catalogue: Catalogue, moves: Iterable[Any]) -> None:
        paths = catalogue.paths
        spelt = [(paths[move], move) for move in moves]
        self._left = [each for each in spelt if each[0]]
        self.without_id = len(spelt) - len(self._left)
        self.taken: list[int] = []
        self._depth = 0
        self.ids: Collection[int] = self._open()

    def take(self, action: int) -> Any | None:
        depth = self._depth
        self._left = left = [each for each in self._left if each[0][depth] == action]
        self.taken.append(action)
        if len(left) == 1 or depth + 1 == len(left[0][0]):  # several that are spelt alike: the first (there are none)
            return left[0][1]
        self._depth += 1
        self.ids = self._open()
        return None

    def towards(self, move: Any) -> int | None:
        return next((path[self._depth] for path, each in self._left if each == move), None)

    def _open(self) -> set[int]:
        left = self._left
        while True:
            depth = self._depth
            ids = {path[depth] for path, _ in left}
            if len(ids) > 1 or len(left) == 1 or depth + 1 == len(left[0][0]):
                return ids
            self._depth += 1


class Stepwise:
    """The decision between moves that are too many to be listed: number by number. `options(chosen)` are the numbers
    that may come next, none once the move is complete; each must lead to a legal move."""

    __slots__ = ("_chosen", "_make", "_name", "_number", "_only", "_options", "_paths", "ids", "taken", "without_id")

    def __init__(
        self,
        catalogue: Catalogue,
        options: Callable[[list[int]], Sequence[int]],
        name: Callable[[int, int], str],
        make: Callable[[list[int]], Any],
    ) -> None:
        """`name(place, number)`: the action that stands for it. `make`: the move of all the numbers."""
        self._number, self._options, self._name, self._make = catalogue.number, options, name, make
        self._paths = catalogue.paths
        self._chosen: list[int] = []
        self.taken: list[int] = []
        self.without_id = 0
        self.ids: Collection[int] = ()
        self._only = self._go_on()
        if self._only is not None:
            self.ids = catalogue.paths[self._only][:1]

    def take(self, action: int) -> Any | None:
        self.taken.append(action)
        if self._only is not None:
            return self._only
        assert isinstance(self.ids, dict)
        self._chosen.append(self.ids[action])
        return self._go_on()

    def towards(self, move: Any) -> int | None:
        path = self._paths[move]
        if self._only is not None:
            return path[0] if move == self._only else None
        place = len(self._chosen)
        so_far = [self._number[self._name(at, each)] for at, each in enumerate(self._chosen)]
        fits = len(path) > place and list(path[:place]) == so_far and path[place] in self.ids
        return path[place] if fits else None

    def _go_on(self) -> Any | None:
        """Up to the next number that leaves a choice."""
        chosen = self._chosen
        while options := self._options(chosen):
            if len(options) > 1:
                place = len(chosen)
                self.ids = {self._number[self._name(place, each)]: each for each in options}
                return None
            chosen.append(options[0])
        return self._make(chosen)


def same_spelling(catalogue: Catalogue, moves: Iterable[Any]) -> list[Path]:
    """The spellings that several of these moves share: there should be none."""
    seen: set[Path] = set()
    twice = []
    for move in moves:
        path = catalogue.paths[move]
        if path and path in seen:
            twice.append(path)
        seen.add(path)
    return twice
