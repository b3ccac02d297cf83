"""/metrics in one process."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from pathlib import Path
from string import ascii_uppercase

import pytest

from moothall.events.errors import StaleMatch
from moothall.server.app import create_app
from moothall.server.bootstrap import Services, wire
from moothall.server.config import Config
from moothall.server.embedded import EmbeddedRedis
from moothall.server.supervisor import free_port
from tests.support.api import Api, Caller
from tests.support.live import Person, web_server

INVENTED = ["".join(letters) for letters in itertools.product(ascii_uppercase[10:16], repeat=3)]
"""Methods that nobody knows: 216 of them."""
PATHS = ("/v1/titles", "/v1/games", "/nowhere")


def samples(api: Api) -> dict[str, float]:
    return read(api.spectator.get("/metrics").text)


def read(text: str) -> dict[str, float]:
    return {name: float(value) for name, value in re.findall(r"^([^#\s]\S*(?:\{.*\})?) (\S+)$", text, re.M)}


def test_moves_and_repeats_are_counted(api: Api) -> None:
    table = api.table()
    before = samples(api)
    key = {"Idempotency-Key": "one"}
    for _ in range(2):
        table.people[0].post(f"{table.path}/moves", {"move": {"type": "wave"}}, 201, key)
    with pytest.raises(StaleMatch):
        api.parts.commands.step(table.id, expected=1)
    after = samples(api)
    assert after["moothall_appends_total"] - before["moothall_appends_total"] == 1
    assert after["moothall_events_total"] - before["moothall_events_total"] == 1
    name = 'moothall_requests_total{method="POST",route="/v1/games/<game_id>/moves",status="201"}'
    assert after[name] - before.get(name, 0) == 2


def test_a_lost_race_is_counted(api: Api, parts: Services) -> None:
    table = api.table()
    before = samples(api)
    blind = wire(parts.config, parts.titles)
    blind.games.get(table.id)
    table.play(0, "wave")
    Caller(create_app(parts=blind), table.people[1].token).post(f"{table.path}/moves", {"move": {"type": "wave"}})
    assert samples(api)["moothall_conflicts_total"] - before["moothall_conflicts_total"] == 1
    blind.store.redis.close()


def test_methods_that_callers_invent_are_counted_as_one(redis_server: EmbeddedRedis, tmp_path: Path) -> None:
    """Over a real connection: what gunicorn lets through is what counts."""
    config = Config(
        redis=redis_server.url,
        port=free_port("127.0.0.1"),
        web_workers=1,
        data=tmp_path,
        limit_refused="",
        access_log="",
    )
    with web_server(config) as address, Person(address, token=False) as stranger:

        def counted() -> dict[str, float]:
            return read(stranger.client.get("/metrics").text)

        def ask(method: str, path: str) -> int:
            return stranger.client.request(method, path).status_code

        for path in PATHS:
            ask("BREW", path)
        counted()  # and this request itself is one of those counted
        before = counted()
        assert set(map(ask, INVENTED, itertools.cycle(PATHS))) == {404, 405}
        after = counted()
    assert after.keys() == before.keys()
    others = [name for name in after if name.startswith('moothall_requests_total{method="other"')]
    assert sum(after[name] - before[name] for name in others) == len(INVENTED)


def test_metrics_can_be_for_admins_only(parts: Services) -> None:
    api = Api(create_app(parts=replace(parts, config=replace(parts.config, metrics="admin"))))
    api.spectator.get("/metrics", 401)
    ada = api.player()
    assert ada.get("/metrics", 403).json["scope"] == "admin"
    account = parts.players.get(ada.id)
    assert account is not None
    parts.players.set_scopes(account, (*account.scopes, "admin"))
    assert Caller(create_app(parts=replace(api.parts)), ada.token).get("/metrics").mimetype == "text/plain"
