"""A reducer is complete by construction."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from moothall.domain.core.data import Change
from moothall.domain.core.evolve import cases_of, reducer
from moothall.domain.manaforge import MANAFORGE
from moothall.domain.manaforge.changes import AnyChange


class Added(Change, frozen=True):
    n: int


class Doubled(Change, frozen=True):
    pass


class Cleared(Change, frozen=True):
    pass


class Dropped(Change, frozen=True):
    pass


def added(state: int, change: Added) -> int:
    return state + change.n


def doubled(state: int, change: Doubled) -> int:
    return 2 * state


def emptied(state: int, change: Cleared | Dropped) -> int:
    return 0


def test_every_change_goes_to_the_function_that_its_annotation_names() -> None:
    evolve = reducer(Added | Doubled | Cleared | Dropped, added, doubled, emptied)
    assert [evolve(3, change) for change in (Added(4), Doubled(), Cleared(), Dropped())] == [7, 6, 0, 0]


def test_a_single_change_is_a_union_of_one() -> None:
    assert reducer(Added, added)(1, Added(1)) == 2


@pytest.mark.parametrize(
    ("union", "cases", "why"),
    [
        (Added | Doubled, (added,), "nothing applies Doubled"),
        (Added, (added, added), "Added is applied by added and by added"),
        (Added, (added, doubled), "doubled applies Doubled, which is no change of this union"),
    ],
)
def test_what_is_missing_doubled_or_foreign_is_named(union: Any, cases: Any, why: str) -> None:
    with pytest.raises(TypeError, match=why):
        reducer(union, *cases)


def test_the_cases_of_a_module_are_its_own_public_functions_in_their_order() -> None:
    assert MANAFORGE.slug == "manaforge", "its modules are imported"
    found = cases_of("moothall.domain.manaforge.evolve")
    assert [case.__name__ for case in found[:2]] == ["decks_shuffled", "talents_dealt"]
    assert reducer(AnyChange, *found).cases.keys() == set(get_args(AnyChange))
    assert not [case.__name__ for case in found if case.__name__.startswith("_") or case.__name__ == "replace"]
