"""The latest answer is remembered, and no other."""

from __future__ import annotations

from domain.core.latest import latest
from domain.core.records import Record


class _State(Record, frozen=True):
    numbers: tuple[int, ...]


def test_the_same_question_twice_in_a_row_is_answered_once() -> None:
    asked: list[tuple[_State, int]] = []

    @latest
    def times(state: _State, n: int) -> list[int]:
        asked.append((state, n))
        return [n * number for number in state.numbers]

    one, other = _State((1, 2)), _State((1, 2))
    assert times(one, 2) == [2, 4]
    assert times(one, 2) is times(one, 2)
    assert len(asked) == 1
    assert times(one, 3) == [3, 6]
    assert times(one, 2) == [2, 4], "the answer before the latest is forgotten"
    assert len(asked) == 3
    assert times(other, 2) == [2, 4], "an equal state is another one"
    assert len(asked) == 4
    assert asked[3][0] is other


def test_what_was_asked_about_is_held_fast() -> None:
    """Or another state could come to lie in its place and be taken for it."""

    @latest
    def first(state: _State) -> int:
        return state.numbers[0]

    assert [first(_State((n,))) for n in range(100)] == list(range(100))
