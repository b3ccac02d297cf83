"""A decision in the making: the actions that are open now, and the move they come to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, Protocol

from moothall.environment.actions import Catalogue, Path


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
