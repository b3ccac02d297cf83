"""The laws hold for the smallest title too, so a law that fails elsewhere is not the law's own mistake."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from moothall.domain.core.title import AnyTitle
from tests.laws.laws import LAWS
from tests.support.seeds import explore
from tests.support.tally import TALLY


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("seats", TALLY.players)
def test_law(law: Callable[[AnyTitle, int, int], None], seats: int) -> None:
    explore(f"{law.__name__} tally {seats}", lambda seed: law(TALLY, seats, seed), new=10)
