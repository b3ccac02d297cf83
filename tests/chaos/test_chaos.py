"""A little of `make soak`: every fault once, on each kind of Redis, while people of all titles play."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from tests.chaos.soak import play_round
from tests.support.faults import schedule
from tests.support.stages import stage

OFTEN_S = (0.1, 0.6)
SEED = 122
"""Its schedule begins with the worker that dies: what it held is given to another one after a while, and by the end of
the others that while is over."""

OF_NODES = ["primary killed", "primary paused", "replica cut off", "connections cut"]
"""What happens to processes is the same on every Redis: tried on one."""


def test_one_seed_is_one_schedule() -> None:
    plans = [list(islice(schedule(seed, OF_NODES, *OFTEN_S), 40)) for seed in (1, 1, 2)]
    assert plans[0] == plans[1] != plans[2]
    assert {planned.fault for planned in plans[0][: len(OF_NODES)]} == set(OF_NODES)


@pytest.mark.parametrize(
    ("on", "kinds"), [("redis", []), ("sentinel", OF_NODES), ("cluster", [*OF_NODES, "slots moved"])]
)
def test_every_history_fits_its_log(on: str, kinds: list[str], tmp_path: Path) -> None:
    with stage(on, tmp_path) as made:
        kinds = kinds or sorted(made.faults)
        report = play_round(made, SEED, islice(schedule(SEED, kinds, *OFTEN_S), len(kinds)))
    assert report.count.clean, str(report)
    assert report.verdicts == report.count.games >= 4, str(report)
    assert report.faults.total() == len(kinds)
    assert report.count.acknowledged > 0
