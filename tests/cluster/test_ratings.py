"""Ratings on a Cluster: all of a title's lie on one node, the games and accounts on others."""

from __future__ import annotations

from random import Random
from typing import Any

from moothall.events.projections.ratings import Ratings, rebuild
from moothall.server.bootstrap import wire_dispatcher
from tests.cluster.conftest import Make
from tests.support.nodes import ClusterNodes
from tests.support.rated import annulled, digits, drawn_at_random, register
from tests.support.tally import TALLY

PLAYERS = ("anemone", "begonia", "crocus", "dahlia", "ai:greedy")


def test_the_same_digits_in_any_order(client: Any) -> None:
    register(client, *PLAYERS[:4])
    ratings = Ratings(client)
    found = []
    for title, seed in (("one", 1), ("two", 2)):
        games = drawn_at_random(40, PLAYERS, seed=3, title=title)
        told = list(games)
        if seed == 2:
            Random(seed).shuffle(told)
        for start in range(0, 40, 8):
            ratings.note(told[start : start + 8])
            ratings.settle(title, 5)
        ratings.note([annulled(games[11])])
        ratings.settle_all([title])
        found.append(digits(client, title))
    assert found[0] == found[1]
    assert len(found[0]["board:human"]) == 4


def test_games_are_rated_and_rebuilt(app: Make, cluster: ClusterNodes) -> None:
    api = app(cluster.url)
    table = api.table(options={"rounds": 1})
    table.play_round(2, 5)
    dispatcher = wire_dispatcher(api.parts.config, {"tally": TALLY})
    while dispatcher.consume():
        pass
    path = f"/v1/players/{table.people[1].id}"
    stands = api.spectator.get(path).json["ratings"]
    assert stands["tally"]["games"] == 1
    before = digits(api.parts.store.redis)
    rebuild(api.parts.store, ["tally"], 10**12)
    assert digits(api.parts.store.redis) == before
    assert api.spectator.get(path).json["ratings"] == stands
    assert api.spectator.get(f"{path}/ratings").json["ratings"][0]["game"] == table.id
