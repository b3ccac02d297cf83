"""Quotas on a Cluster: a player's sets lie on one node, the games on others."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from tests.cluster.conftest import Make
from tests.support.nodes import ClusterNodes

AIS = {"title": "tally", "seats": [{"kind": "ai", "level": "random"}] * 2}
PEOPLE = {"title": "tally", "seats": [{"kind": "human"}] * 2}


def test_nobody_has_one_too_many(app: Make, cluster: ClusterNodes) -> None:
    api = app(cluster.url, limit_create="", most_games=5, most_ai_games=2, most_tokens=3)
    ada = api.player()

    def statuses(path: str, body: object) -> Counter[int]:
        def post(_: int) -> int:
            headers = {"Authorization": f"Bearer {ada.token}"}
            return api.app.test_client().post(path, json=body, headers=headers).status_code

        with ThreadPoolExecutor(8) as pool:
            return Counter(pool.map(post, range(24)))

    assert statuses("/v1/games", AIS) == {201: 2, 409: 22}
    assert statuses("/v1/games", PEOPLE) == {201: 3, 409: 21}
    assert statuses("/v1/me/tokens", {"name": "n", "scopes": ["read"]}) == {201: 2, 409: 22}
    gone = next(game["id"] for game in ada.get("/v1/me/games?status=open").json["games"])
    ada.post(f"/v1/games/{gone}/abort")
    assert statuses("/v1/games", PEOPLE) == {201: 1, 409: 23}
