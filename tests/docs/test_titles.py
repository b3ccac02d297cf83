"""The smallest title of docs/titles.md: as short as promised, and good for everything that a title is good for."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from moothall.domain.core.draw import FastDraw
from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.title import AnyTitle
from moothall.events.audit.game import audit
from moothall.server.app import create_app
from moothall.server.bootstrap import wire
from moothall.server.config import Config
from moothall.server.openapi import data_of
from moothall.workers.bots import levels
from moothall.workers.bots.planner import Budget
from tests.laws.laws import LAWS
from tests.laws.walk import Game
from tests.support.records import TRUSTED, record

PAGE = Path(__file__).parents[2] / "docs" / "titles.md"
LONGEST = 120


def block() -> str:
    found = re.search(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


@pytest.fixture(scope="module")
def nim() -> Iterator[ModuleType]:
    module = ModuleType("nim")
    sys.modules["nim"] = module
    exec(compile(block(), "nim.py", "exec"), module.__dict__)
    yield module
    del sys.modules["nim"]


def test_it_fits_on_two_screens() -> None:
    assert len(block().splitlines()) <= LONGEST


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("seats", [2, 3])
def test_law(nim: Any, law: Callable[[AnyTitle, int, int], None], seats: int) -> None:
    law(nim.NIM, seats, 7)


def test_its_record_says_ok_four_times(nim: Any) -> None:
    game = Game(nim.NIM, 2)
    game.run(FastDraw(3))
    report = audit(record(game), {"nim": nim.NIM}, trusted=TRUSTED)
    assert all(verdict.ok for verdict in report.verdicts.values()), report


@pytest.mark.parametrize(
    ("seat", "heap", "sticks", "rule"), [(1, 0, 1, "NM-1.1"), (0, 0, 9, "NM-1.2"), (0, 7, 1, "NM-1.2")]
)
def test_it_refuses_by_its_rules(nim: Any, seat: int, heap: int, sticks: int, rule: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        Game(nim.NIM, 2).play(seat, nim.Take(heap, sticks))
    assert refused.value.rule == rule


@pytest.mark.parametrize("level", levels.BOTS)
def test_every_bot_plays_it(nim: Any, level: str) -> None:
    state = Game(nim.NIM, 2).log.table.game
    (move, *_) = levels.BOTS[level](nim.NIM, state, 0, FastDraw(1), Budget(iterations=5))
    assert move in list(nim.NIM.legal_moves(state, 0))


def test_a_title_with_a_single_kind_of_move_and_change_is_described(nim: Any) -> None:
    app = create_app(parts=wire(Config(redis="unix://unused"), {"nim": nim.NIM}))
    schemas = data_of(app)["components"]["schemas"]
    refs = {name: f"#/components/schemas/{name}" for name in ("NimTakeMove", "NimTakenChange", "NimState")}
    assert schemas["Move"]["discriminator"]["mapping"]["take"] == refs["NimTakeMove"]
    assert schemas["NimTakeMove"]["properties"]["sticks"] == {"type": "integer", "description": "How many."}
    assert schemas["Change"]["discriminator"]["mapping"]["taken"] == refs["NimTakenChange"]
    assert schemas["View"]["oneOf"] == [{"$ref": refs["NimState"]}]
