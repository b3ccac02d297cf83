"""The latest answer is remembered, and no other."""

from __future__ import annotations

from moothall.domain.core.data import Data
from moothall.domain.core.latest import latest


class _State(Data, frozen=True):
    numbers: tuple[int, ...]


def test_the_same_question_twice_in_a_row_is_answered_once() -> None:
    asked: list[tuple[_State, int]] = []

    @latest
    def times(state: _State, n: int) -> list[int]:
        asked.append((state, n))
        return [n * number for number in state.numbers]

    one, other = _State((1, 2)), _State((1, 3))
    assert times(one, 2) == [2, 4]
    assert times(one, 2) is times(_State((1, 2)), 2), "an equal state is the same question"
    assert len(asked) == 1
    assert times(one, 3) == [3, 6]
    assert times(other, 3) == [3, 9]
    assert times(one, 2) == [2, 4], "an answer before the latest is forgotten"
    assert asked == [(one, 2), (one, 3), (other, 3), (one, 2)]
