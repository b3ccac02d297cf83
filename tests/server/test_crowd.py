"""Five hundred followers of one game on one web process, while it is played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from moothall.server.config import Config
from moothall.server.embedded import EmbeddedRedis
from moothall.server.supervisor import free_port
from tests.support.crowd import Crowd
from tests.support.live import PATIENCE_S, Person, table, web_server

FOLLOWERS = 500
MOVES = 12


@pytest.fixture
def one_process(redis_server: EmbeddedRedis, redis: Any, tmp_path: Path) -> Iterator[str]:
    """Without limits: this crowd shares one address."""
    port = free_port("127.0.0.1")
    config = Config(redis=redis_server.url, port=port, web_workers=1, data=tmp_path, limit_read="", access_log="")
    with web_server(config) as address:
        yield address


def test_five_hundred_followers_get_every_event_in_order_while_moves_are_posted(one_process: str) -> None:
    with Person(one_process) as ada, Person(one_process) as bob:
        game = table(ada, bob)
        with Crowd(one_process, game, FOLLOWERS, after=0) as crowd:
            assert crowd.wait_until_connected(PATIENCE_S)
            for _ in range(MOVES):
                ada.play(game, "wave")
            assert crowd.wait_for(2 + MOVES, PATIENCE_S), f"{crowd.slowest()} {crowd.troubles()[:5]}"
            assert crowd.troubles() == []
            assert {follower.last for follower in crowd.followers} == {2 + MOVES}
