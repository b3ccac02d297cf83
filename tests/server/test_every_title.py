"""Every title through the API: its moves are accepted as they are listed, its answers are as documented."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from moothall.domain.core.draw import FastDraw
from moothall.domain.titles import TITLES
from moothall.events.games.commands import parse_move
from moothall.server.app import create_app
from moothall.server.bootstrap import wire
from moothall.server.config import Config
from moothall.server.embedded import EmbeddedRedis
from tests.support.api import Api

EVENTS = 60
"""How far each game is played: whole games are for the engine's own tests."""


@pytest.fixture
def real(redis_server: EmbeddedRedis, redis: Any) -> Iterator[Api]:
    parts = wire(Config(redis=redis_server.url))
    yield Api(create_app(parts=parts))
    parts.store.redis.close()
    parts.jobs.connection.close()


@pytest.mark.parametrize("slug", sorted(TITLES))
def test_a_game_is_played_as_its_moves_are_listed(real: Api, slug: str) -> None:
    title, luck = TITLES[slug], FastDraw(7)
    people = [real.player(f"Player {seat}") for seat in range(title.players[-1])]
    body = {"title": slug, "seats": [{"kind": "human"}] * len(people)}
    game = people[0].post("/v1/games", body).json
    path = f"/v1/games/{game['id']}"
    for person in people[1:]:
        game = person.post(f"{path}/seats").json
    while game["status"] == "active" and game["seq"] < EVENTS:
        awaiting = game["awaiting"]
        if awaiting["step"] is not None:
            real.parts.commands.step(game["id"], expected=game["seq"])
        else:
            person = people[awaiting["decisions"][luck.below("seat", len(awaiting["decisions"]))]["seat"]]
            asked = person.get(f"{path}/moves").json
            listed = asked["moves"]
            for each in listed[:50]:
                parse_move(title, each["move"])
                assert each["text"]
            move = listed[luck.below("move", len(listed))]["move"]
            person.post(f"{path}/moves?dry_run=true", {"move": move}, 200)
            person.post(f"{path}/moves", {"move": move, "decision": asked["decision"]["id"]})
        game = real.spectator.get(path).json
    for caller in (real.spectator, *people):
        caller.get(path)
        caller.get(f"{path}/scores")
        events = caller.get(f"{path}/events").json["events"]
        assert [event["seq"] for event in events] == list(range(1, game["seq"] + 1))
    assert game["seq"] >= EVENTS


@pytest.mark.parametrize("slug", sorted(TITLES))
def test_its_pages_of_the_catalogue_are_as_documented(real: Api, slug: str) -> None:
    for page in ("", "/content", "/rules"):
        real.spectator.get(f"/v1/titles/{slug}{page}")
    for rule in TITLES[slug].content.rulebook.rules:
        real.spectator.get(f"/v1/titles/{slug}/rules/{rule}")
