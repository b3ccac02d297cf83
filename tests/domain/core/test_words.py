"""English: who does what, to whom, and how many of it."""

from __future__ import annotations

import pytest

from moothall.domain.core.seats import clockwise, put
from moothall.domain.core.words import NOBODY, Reader, counted, listed, sentence

ADA = Reader(("Ada", "Ben"), 0)


def test_the_reader_is_you_and_others_have_names() -> None:
    assert [ADA.who(0), ADA.who(1), ADA.who(2), NOBODY.who(0)] == ["you", "Ben", "seat 2", "seat 0"]
    assert [ADA.whose(0), ADA.whose(1), ADA.their(0), ADA.their(1)] == ["your", "Ben's", "your", "their"]
    assert ADA.all([0, 1]) == "you and Ben"


@pytest.mark.parametrize(
    ("verb", "you", "ben"),
    [
        ("take 2 gems", "you take 2 gems", "Ben takes 2 gems"),
        ("be first", "you are first", "Ben is first"),
        ("have won", "you have won", "Ben has won"),
        ("pass", "you pass", "Ben passes"),
        ("go on", "you go on", "Ben goes on"),
        ("carry it", "you carry it", "Ben carries it"),
        ("pay", "you pay", "Ben pays"),
        ("reach 3", "you reach 3", "Ben reaches 3"),
    ],
)
def test_verbs_agree(verb: str, you: str, ben: str) -> None:
    assert (ADA.does(0, verb), ADA.does(1, verb)) == (you, ben)


def test_numbers_and_lists() -> None:
    assert [counted(1, "gem"), counted(2, "gem"), counted(0, "gem"), counted(2, "die", "dice")] == [
        "1 gem",
        "2 gems",
        "0 gems",
        "2 dice",
    ]
    assert [listed("abc"), listed("ab"), listed("a"), listed(""), listed((), "none")] == [
        "a, b and c",
        "a and b",
        "a",
        "nothing",
        "none",
    ]
    assert [sentence("you win"), sentence("")] == ["You win", ""]


def test_tuples_and_seats() -> None:
    assert put(("a", "b", "c"), 1, "x") == ("a", "x", "c")
    assert [clockwise(3, start) for start in range(3)] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
