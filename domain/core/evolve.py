"""The reducer as a table: from the type of a change to the function that applies it.

The fold is the hottest loop there is, and a `match` over forty classes asks up to forty questions; a table asks one.
Who applies many changes asks the table itself, `evolve.cases[type(change)](state, change)`: that spares a call each.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any, Generic, TypeVar, get_args, get_type_hints

S = TypeVar("S")


class Reducer(Generic[S]):
    """`evolve(state, change)`, by a table from the type of a change to what applies it."""

    __slots__ = ("cases",)

    def __init__(self, cases: dict[type, Callable[[S, Any], S]]) -> None:
        self.cases = cases

    def __call__(self, state: S, change: Any) -> S:
        return self.cases[type(change)](state, change)


def reducer(union: Any, *cases: Callable[[S, Any], S]) -> Reducer[S]:
    """`evolve` for a union of changes, from one function for each of them, `case(state, change) -> state`: which change
    it is for, its annotation says. Raises TypeError, by name, if one is missing, doubled or none of the union's."""
    table: dict[type, Callable[[S, Any], S]] = {}
    members = set(get_args(union) or (union,))
    for case in cases:
        for kind in _kinds(case):
            if kind in table:
                raise TypeError(f"{kind.__name__} is applied by {table[kind].__name__} and by {case.__name__}")
            if kind not in members:
                raise TypeError(f"{case.__name__} applies {kind.__name__}, which is no change of this union")
            table[kind] = case
    missing = sorted(kind.__name__ for kind in members - table.keys())
    if missing:
        raise TypeError(f"nothing applies {', '.join(missing)}")
    return Reducer(table)


def cases_of(name: str) -> list[Callable[..., Any]]:
    """Return the public functions that a module (`__name__`) has defined so far, in their order: the cases of its
    reducer, if everything else in it is private."""
    found = vars(sys.modules[name]).values()
    return [
        each
        for each in found
        if isinstance(each, FunctionType) and each.__module__ == name and not each.__name__.startswith("_")
    ]


def _kinds(case: Callable[..., Any]) -> tuple[type, ...]:
    """A function may apply several changes that do the same: `Added | Removed`."""
    hints = get_type_hints(case)
    hints.pop("return", None)
    annotation = list(hints.values())[1]
    return get_args(annotation) or (annotation,)
