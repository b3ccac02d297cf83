"""Who is ahead, with ties."""

from __future__ import annotations

from moothall.domain.core.ranking import groups, leaders, places, rank


def test_the_highest_key_comes_first() -> None:
    assert rank([3, 9, 5]) == ((1,), (2,), (0,))


def test_equal_keys_stand_together_in_seat_order() -> None:
    assert rank([5, 9, 5, 9]) == ((1, 3), (0, 2))


def test_later_parts_of_a_key_break_ties() -> None:
    assert rank([(5, 1), (5, 2), (4, 9)]) == ((1,), (0,), (2,))


def test_a_shared_place_skips_the_next() -> None:
    assert places(rank([7, 9, 7, 1])) == {1: 1, 0: 2, 2: 2, 3: 4}


def test_anything_with_a_key_can_be_grouped() -> None:
    assert groups({"fire": 2, "water": 5, "earth": 2}) == (("water",), ("fire", "earth"))


def test_leaders_share_the_lead() -> None:
    assert leaders({"a": 2, "b": 5, "c": 5}) == ("b", "c")
    assert leaders({}) == ()
