"""Legal moves are counted as they ever were."""

from __future__ import annotations

import pytest

from moothall.domain.titles import TITLES
from tests.golden.perft import PLACES, cases, counts, kept, name


@pytest.mark.parametrize(("slug", "seats"), cases())
def test_there_are_as_many_legal_moves_as_ever(slug: str, seats: int) -> None:
    title = TITLES[slug]
    assert counts(title, seats) == kept()[name(title, seats)], "`python -m tests.golden.perft` counts a new edition"


def test_the_counts_look_into_games_and_ahead() -> None:
    for found in kept().values():
        assert list(found) == [str(place) for place in PLACES][: len(found)]
        assert len(found) >= 2
        assert all(len(each) >= 1 and min(each) > 0 for each in found.values())
