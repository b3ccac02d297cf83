"""/metrics in one process."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from events.errors import StaleMatch
from server.app import create_app
from server.bootstrap import Services, wire
from tests.support.api import Api, Caller


def samples(api: Api) -> dict[str, float]:
    text = api.spectator.get("/metrics").text
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


def test_metrics_can_be_for_admins_only(parts: Services) -> None:
    api = Api(create_app(parts=replace(parts, config=replace(parts.config, metrics="admin"))))
    api.spectator.get("/metrics", 401)
    ada = api.player()
    assert ada.get("/metrics", 403).json["scope"] == "admin"
    account = parts.players.get(ada.id)
    assert account is not None
    parts.players.set_scopes(account, (*account.scopes, "admin"))
    assert Caller(create_app(parts=replace(api.parts)), ada.token).get("/metrics").mimetype == "text/plain"
