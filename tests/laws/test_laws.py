"""Every law, for every title and number of players, on random games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moothall.domain.core.title import AnyTitle
from moothall.domain.titles import TITLES
from tests.laws.laws import LAWS
from tests.support.seeds import explore

CASES = [(title.slug, seats) for title in TITLES.values() for seats in title.players]

BOUNDED: dict[str, dict[str, Any]] = {"winds-of-numa-sera": {"round_limit": 24}}
"""Options with which a game is sure to end, of titles whose rules leave that to the players."""


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize(("slug", "seats"), CASES)
def test_law(law: Callable[[AnyTitle, int, int, dict[str, Any] | None], None], slug: str, seats: int) -> None:
    """On a whole game: hundreds of decisions."""
    title, options = TITLES[slug], BOUNDED.get(slug)
    explore(f"{law.__name__} {slug} {seats}", lambda seed: law(title, seats, seed, options))
