"""`moothall serve` on a Cluster, with web processes, workers and dispatcher: everything that works on one Redis."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx

from moothall.domain.titles import TITLES
from moothall.events.event_store.store import Store
from moothall.events.redis_client.connection import connect
from tests.e2e.conftest import Hall
from tests.e2e.people import Player, play_to_the_end
from tests.e2e.test_serve import chain_is_whole
from tests.support.live import frames, moothall, until
from tests.support.nodes import ClusterNodes
from tests.support.receiver import receiver


def finished(person: Player, game: str) -> Any:
    """The game once it is over."""
    state = person.look(game)
    while state["status"] != "finished":
        state = person.wait_past(game, state["seq"])
    return state


def test_full_games_of_every_title_are_followed_listed_and_audited(hall: Hall, cluster: ClusterNodes) -> None:
    with hall.client() as client, ThreadPoolExecutor(len(TITLES)) as pool:
        org = Player(client, "Organiser")
        games = {slug: org.create(slug, ["random"] * TITLES[slug].players[0]) for slug in TITLES}
        heard = {slug: pool.submit(followed, hall.url, game) for slug, game in games.items()}
        for slug, game in games.items():
            end = finished(org, game)
            assert heard[slug].result(60) == list(range(1, end["seq"] + 1)), slug
            assert client.get(f"/v1/games/{game}/audit").json()["ok"] is True, slug
        with connect(cluster.url) as redis:
            for game in games.values():
                chain_is_whole(Store(redis), game)
        for query in ({"status": "finished"}, {}):
            until(lambda query=query: listed(client, query) >= set(games.values()), f"the listing {query}")


def listed(client: httpx.Client, query: dict[str, str]) -> set[str]:
    return {game["id"] for game in client.get("/v1/games", params=query).json()["games"]}


def followed(url: str, game: str) -> list[int]:
    """The numbers of all events of a game, as a follower hears them."""
    headers = {"Accept": "text/event-stream"}
    with (
        httpx.Client(base_url=url, timeout=60) as client,
        client.stream("GET", f"/v1/games/{game}/events?after=0", headers=headers) as answer,
    ):
        return [int(frame.id) for frame in frames(answer) if frame.event == "event"]


def test_people_play_are_told_and_their_webhooks_called(hall: Hall) -> None:
    with receiver() as hook, hall.client() as client:
        ada, ben = Player(client, "Ada"), Player(client, "Ben")
        made = client.post("/v1/me/webhooks", json={"url": hook.url, "kinds": ["game_finished"]}, headers=ada.headers)
        assert made.status_code == 201, made.text
        game = ada.create("manaforge", ["human", "human", "random"])
        ben.join(game)
        until(lambda: kinds(ada) >= {"game_started", "my_turn"}, "the first notices")  # a turn that is over is not told
        play_to_the_end(game, [ada, ben])
        until(lambda: "game_finished" in kinds(ada), "the last notice")
        until(lambda: hook.got, "the delivery")
        deliveries = f"/v1/me/webhooks/{made.json()['id']}/deliveries"
        until(
            lambda: (
                [each["state"] for each in client.get(deliveries, headers=ada.headers).json()["deliveries"]]
                == ["delivered"]
            ),
            "its account",
        )
        mine = client.get("/v1/me/games", params={"status": "finished"}, headers=ada.headers).json()["games"]
        assert [each["id"] for each in mine] == [game]


def kinds(person: Player) -> set[str]:
    page = person.client.get("/v1/me/events", params={"after": 0, "limit": 500}, headers=person.headers).json()
    return {notice["type"] for notice in page["events"]}


def test_a_clock_runs_out(hall: Hall) -> None:
    with hall.client() as client:
        ada = Player(client, "Ada")
        game = ada.create("manaforge", ["human", "random"], clock={"per_move_s": 1, "on_timeout": "forfeit"})
        assert finished(ada, game)["result"]["ranking"] == [[1], [0]]


def test_limits_readiness_and_metrics(hall: Hall) -> None:
    with hall.client() as client:
        assert client.get("/readyz").status_code == 200
        said = client.get("/metrics").text
        assert "moothall_jobs_waiting" in said
        assert "moothall_appends_total" in said
        ada = Player(client, "Ada")
        left = [remaining(client.get("/v1/me", headers=ada.headers)) for _ in range(3)]
        assert all(number < 6_000 for number in left)
        assert min(left) < max(left)


def remaining(answer: httpx.Response) -> int:
    found = re.search(r"r=(\d+)", answer.headers["RateLimit"])
    assert found is not None
    return int(found[1])


def test_the_commands_take_the_clusters_url(hall: Hall, cluster: ClusterNodes) -> None:
    with hall.client() as client:
        ada = Player(client, "Ada")
        game = ada.create("manaforge", ["human", "human"])
        granted = moothall("grant", ada.id, "--scope", "organise", "--redis", cluster.url)
        assert granted.stdout.strip() == f"{ada.name} ({ada.id}): read, play, organise"
        with connect(cluster.url) as redis:
            for key in [*redis.scan_iter(match="mh:list:*")]:
                redis.delete(key)
        assert game not in listed(client, {"status": "open"})
        rebuilt = moothall("rebuild", "--redis", cluster.url)
        assert re.fullmatch(r"\d+ games listed\n", rebuilt.stdout), rebuilt.stderr
        assert game in listed(client, {"status": "open"})
