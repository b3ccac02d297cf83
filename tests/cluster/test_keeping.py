"""Looking after a house on a Cluster and behind Sentinels: packing, rebuilding, backing up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from moothall.domain.table.decide import Person
from moothall.domain.table.moves import AnnulGame
from moothall.events import keys
from moothall.events.event_store.packing import Packing
from moothall.events.event_store.store import Store
from moothall.events.projections.lobby import Projections
from moothall.events.redis_client.connection import connect
from moothall.server.config import Config
from moothall.server.embedded import EmbeddedRedis
from moothall.server.keeping import put_back, take
from tests.cluster.conftest import Make
from tests.support.api import Table
from tests.support.nodes import LoneNode
from tests.support.tally import TALLY

TITLES: dict[str, Any] = {"tally": TALLY}


@pytest.fixture(params=["cluster", "sentinel"])
def url(request: pytest.FixtureRequest) -> str:
    nodes: Any = request.getfixturevalue("cluster" if request.param == "cluster" else "watched")
    return str(nodes.url)


def finished(table: Table) -> Table:
    table.play_round(1, 2)
    assert table.see()["status"] == "finished"
    return table


def asked(table: Table) -> list[Any]:
    """What a game answers to whoever has never seen it."""
    paths = ["", "?at=3", "/events?after=2&limit=3", "/scores", "/audit"]
    table.api.parts.games.forget(table.id)
    return [table.api.spectator.get(table.path + path).bytes for path in paths]


def test_a_game_is_packed_answers_as_before_and_is_brought_back_by_a_ruling(app: Make, url: str) -> None:
    api = app(url)
    organiser = api.organiser()
    game = api.game(organiser, [{"kind": "human"}] * 2, options={"rounds": 1}, organiser=True)
    people = [api.player("Ann"), api.player("Ben")]
    for person in people:
        person.post(f"/v1/games/{game['id']}/seats")
    table = finished(Table(api, game["id"], people))
    before, store = asked(table), api.parts.store
    packed, games = Packing(store, 0).pack_all(now=10**15)
    assert 1 <= packed <= games
    assert store.redis.exists(keys.packed(table.id))
    assert asked(table) == before
    api.parts.arbiter.rule(table.id, Person(organiser.id, "Olga"), AnnulGame("a mistake"))
    assert table.see()["status"] == "annulled"
    assert not store.redis.exists(keys.packed(table.id))


def test_a_rebuild_never_shows_less_than_there_is(app: Make, url: str) -> None:
    api = app(url)
    tables = [api.table(), finished(api.table(options={"rounds": 1})), api.table()]
    store, projections = api.parts.store, api.parts.projections
    projections.project([table.id for table in tables])
    store.redis.zadd(keys.listing(None, "open"), {"000000000000001:ghost": 0})
    seen: list[set[str]] = []

    class Watching(Store):
        def keep_meta(self, game_id: str, meta: bytes) -> None:
            super().keep_meta(game_id, meta)
            seen.append({game.id for game in projections.games(limit=1_000).games})

    before = {game.id for game in projections.games(limit=1_000).games}
    Projections(Watching(store.redis)).rebuild(api.parts.games, 10**12)
    assert seen
    assert all(each == before for each in seen)
    assert not store.redis.zscore(keys.listing(None, "open"), "000000000000001:ghost")


def test_games_move_from_there_to_one_redis_and_back(
    app: Make, url: str, redis_server: EmbeddedRedis, redis: Any, tmp_path: Path
) -> None:
    """A backup does not care where it was taken, nor where it is put back."""
    api = app(url)
    over, going = finished(api.table(options={"rounds": 1})), api.table()
    going.write(1, 2)
    before = {table.id: api.parts.store.tail(table.id) for table in (over, going)}
    there, here = Config(redis=url, data=tmp_path / "there"), Config(redis=redis_server.url, data=tmp_path / "here")
    taken = take(there, tmp_path / "whole")
    assert taken.games >= 2
    restored = put_back(here, tmp_path / "whole", titles={**TITLES, **_all_titles()})
    assert set(restored.games) >= set(before)
    alone = Store(connect(redis_server.url))
    assert {game_id: alone.tail(game_id) for game_id in before} == before

    for game_id in before:
        for key in (keys.events, keys.packed, keys.secret, keys.meta):
            api.parts.store.redis.delete(key(game_id))
        api.parts.games.forget(game_id)
    assert set(put_back(there, tmp_path / "whole", list(before), TITLES).games) == set(before)
    assert {game_id: api.parts.store.tail(game_id) for game_id in before} == before
    going.all_done()
    going.step()
    assert going.see()["round"] == 2
    assert over.api.spectator.get(f"{over.path}/audit").json["ok"] is True


def _all_titles() -> dict[str, Any]:
    from moothall.domain.titles import TITLES as hosted

    return hosted


def test_everything_goes_into_an_empty_cluster(app: Make, empty: LoneNode, tmp_path: Path) -> None:
    api = app(empty.url)
    table = api.table()
    table.write(1, 2)
    config = Config(redis=empty.url, data=tmp_path)
    before = api.parts.store.tail(table.id)
    take(config, tmp_path / "whole")
    empty.redis.flushall()
    restored = put_back(config, tmp_path / "whole", titles=TITLES)
    assert restored.games == [table.id]
    assert api.parts.store.tail(table.id) == before
    table.all_done()
    table.step()
    assert table.people[0].get("/v1/me").json["name"] == "Player 0"
