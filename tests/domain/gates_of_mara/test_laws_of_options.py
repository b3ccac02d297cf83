"""The laws, for every pair of lords and both ways to stand, at every number of players."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest

from moothall.domain.core.title import AnyTitle
from moothall.domain.gates_of_mara import GATES_OF_MARA
from tests.domain.gates_of_mara.tables import BOX
from tests.laws.laws import LAWS
from tests.support.seeds import explore

PAIRS = list(permutations(BOX.lords, 2))


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize(("index", "lords"), list(enumerate(PAIRS)), ids=["-".join(pair) for pair in PAIRS])
def test_law_with_lords(
    law: Callable[[AnyTitle, int, int, dict[str, Any]], None], index: int, lords: tuple[str, str]
) -> None:
    seats = list(GATES_OF_MARA.players)[index % 3]
    tribes = (list(BOX.tribes) * 2)[index % 4 : index % 4 + seats]
    options = {"lords": list(lords), "tribes": tribes}
    case = f"{law.__name__} gates-of-mara {seats} {'-'.join(lords)}"
    explore(case, lambda seed: law(GATES_OF_MARA, seats, seed, options))
