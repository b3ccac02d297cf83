"""Tournaments on a Cluster and behind Sentinels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from moothall.events import keys
from tests.support.cup import CUP, Cup
from tests.support.live import until


@pytest.fixture(params=["cluster", "watched"])
def cup(request: pytest.FixtureRequest) -> Iterator[Cup]:
    nodes: Any = request.getfixturevalue(request.param)
    made = Cup(nodes.url)
    yield made
    made.close()


def _settled(cup: Cup) -> bool:
    """Whether nothing is due once somebody has looked: whoever dispatches for other tests here may have noted news."""
    cup.run()
    return cup.marks.due(10**15, 10) == []


def test_a_tournament_runs_is_listed_told_of_and_rebuilt(cup: Cup) -> None:
    cup.start(people=2, ais=2, rounds=2, duplicate=True)
    while cup.tournament.status == "active":
        cup.marks.note([CUP], cup.now)
        cup.run()
        cup.notices.tell(CUP)
        cup.play_round()
        cup.run()
    cup.notices.tell(CUP)
    assert cup.tournament.status == "finished"
    until(lambda: _settled(cup), "nothing being due any more")
    assert all(cup.table(game_id).revealed for game_id in cup.game_ids())
    kinds = [msgspec.json.decode(each.data)["type"] for each in cup.inbox.tail("p0")]
    assert kinds.count("tournament_finished") == 1
    assert kinds.count("round_paired") == 2
    cup.listing.project([CUP])
    assert CUP in [each.id for each in cup.listing.page(status="finished").tournaments]
    cup.redis.delete(keys.TOURNAMENTS.meta(CUP))
    cup.listing.rebuild(cup.log, cup.now)
    assert CUP in [each.id for each in cup.listing.page(status="finished").tournaments]
