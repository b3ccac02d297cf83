"""Resource arithmetic never goes below nothing."""

from __future__ import annotations

import pytest

from moothall.domain.core import bag

NAMES = ("wood", "stone", "gold")


def test_bags_add_and_subtract_kind_by_kind() -> None:
    assert bag.plus((1, 0, 2), (3, 1, 0)) == (4, 1, 2)
    assert bag.minus((4, 1, 2), (3, 1, 0)) == (1, 0, 2)


def test_no_more_is_taken_than_there_is() -> None:
    with pytest.raises(ValueError, match="more than"):
        bag.minus((4, 1, 2), (0, 2, 0))
    with pytest.raises(ValueError, match="3 of kind 1 is more than"):
        bag.add_at((4, 1, 2), 1, -3)


def test_a_bag_covers_what_could_be_taken_out_of_it() -> None:
    assert bag.covers((4, 1, 2), (4, 1, 2))
    assert bag.covers((4, 1, 2), (0, 0, 0))
    assert not bag.covers((4, 1, 2), (0, 2, 0))


def test_bags_of_different_kinds_do_not_compare() -> None:
    with pytest.raises(ValueError, match="shorter"):
        bag.covers((4, 1, 2), (4, 1))


def test_one_kind_changes_and_the_others_do_not() -> None:
    assert bag.add_at((4, 1, 2), 0, 2) == (6, 1, 2)
    assert bag.add_at((4, 1, 2), 2, -2) == (4, 1, 0)


def test_a_bag_from_names_and_back() -> None:
    assert bag.of(NAMES, {"gold": 3, "wood": 1}) == (1, 0, 3)
    assert bag.named(NAMES, (1, 0, 3)) == {"wood": 1, "stone": 0, "gold": 3}


def test_an_unknown_kind_is_named() -> None:
    with pytest.raises(KeyError, match="silver"):
        bag.of(NAMES, {"silver": 1})
