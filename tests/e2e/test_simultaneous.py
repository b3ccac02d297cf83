"""Secret placement in Medieval Realms, by three people from three processes at the same moment."""

from __future__ import annotations

import json
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import httpx

from tests.e2e.conftest import Hall
from tests.e2e.people import Player

PARTS = ("place_mayors", "place_generals", "place_admirals")


def place_leaders(url: str, game: str, headers: dict[str, str], parts: int) -> list[dict[str, Any]]:
    """The next parts of a placement, each the last one listed, from a process of its own."""
    placed = []
    with httpx.Client(base_url=url, headers=headers, timeout=30) as client:
        for _ in range(parts):
            move = client.get(f"/v1/games/{game}/moves").json()["moves"][-1]["move"]
            answer = client.post(f"/v1/games/{game}/moves", json={"move": move})
            assert answer.status_code == 201, answer.text
            placed.append(move)
    return placed


def test_three_people_place_leaders_at_the_same_time(hall: Hall) -> None:
    with hall.client() as client, ProcessPoolExecutor(3) as pool:
        people = [Player(client, name) for name in ("Ada", "Ben", "Cleo")]
        game = people[0].create("medieval-realms", ["human"] * 3)
        for person in people[1:]:
            person.join(game)
        while len(people[0].look(game)["awaiting"]["decisions"]) < 3:
            assert any(person.play_once(game) for person in people)

        began = people[0].look(game)["seq"]
        open_table = everyone_sees(client, people, game)
        begun = [pool.submit(place_leaders, hall.url, game, person.headers, 2) for person in people]
        parts = [each.result(30) for each in begun]
        assert everyone_sees(client, people, game) == open_table, "a part shows before its seat has committed"
        nothing_is_told(people, game, began)

        ending = [pool.submit(place_leaders, hall.url, game, person.headers, 1) for person in people]
        for placed, last in zip(parts, ending, strict=True):
            placed += last.result(30)
        assert [[part["type"] for part in placed] for placed in parts] == [list(PARTS)] * 3
        all_appear_in_one_event(people, game)


def everyone_sees(client: httpx.Client, people: list[Player], game: str) -> list[Any]:
    """The state with each one's own secrets left out, and the awaited list, as others and a spectator see them."""
    views = [client.get(f"/v1/games/{game}").json()]
    views += [person.look(game) for person in people]
    spectator = views[0]
    for seat, view in enumerate(views[1:]):
        others = [each for each in view["awaiting"]["decisions"] if each["seat"] != seat]
        assert others == [each for each in spectator["awaiting"]["decisions"] if each["seat"] != seat]
    return [spectator["state"], spectator["awaiting"]]


def nothing_is_told(people: list[Player], game: str, began: int) -> None:
    """Every part shows to its own seat, and to the others only that something was done in secret."""
    for seat, person in enumerate(people):
        placed = [event for event in person.events(game) if event["seq"] > began]
        assert len(placed) == 6
        for event in placed:
            kinds = {change["type"] for change in event["changes"]}
            assert (event["move"] is None) == (kinds == {"hidden"}) == (event["seat"] != seat), json.dumps(event)


def all_appear_in_one_event(people: list[Player], game: str) -> None:
    """The last commitment's event shows all three placements, the same to everybody."""
    shown = []
    for person in people:
        changes = [change for event in person.events(game) for change in event["changes"]]
        revealed = [change for change in changes if change["type"] == "placements_revealed"]
        assert len(revealed) == 1
        shown.append(revealed[0]["placements"])
    assert shown[0] == shown[1] == shown[2]
    assert len(shown[0]) == 3
