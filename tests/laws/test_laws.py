"""Every law, for every title and number of players, on random games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from domain.core.title import AnyTitle
from domain.titles import TITLES
from tests.laws.laws import LAWS

CASES = [(title.slug, seats) for title in TITLES.values() for seats in title.players]
"""By slug: a failing example prints its arguments, and a whole title would drown it."""

BOUNDED: dict[str, dict[str, Any]] = {"winds-of-numa-sera": {"round_limit": 24}}
"""Options with which a game is sure to end, of titles whose rules leave that to the players."""


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize(("slug", "seats"), CASES)
@given(seed=st.integers(0, 2**32))
@settings(
    max_examples=2,  # whole games: each example holds hundreds of decisions
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],  # a seed does not shrink to anything simpler
    suppress_health_check=list(HealthCheck),
)
def test_law(
    law: Callable[[AnyTitle, int, int, dict[str, Any] | None], None], slug: str, seats: int, seed: int
) -> None:
    law(TITLES[slug], seats, seed, BOUNDED.get(slug))
