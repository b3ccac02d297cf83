"""Seats kept for players, tags and results in listings, over HTTP."""

from __future__ import annotations

import pytest

from tests.support.api import Api, Body, Caller, Table as Played

PERSON = {"kind": "human"}


def kept_for(*players: Caller) -> list[Body]:
    """A seat for the creator, and one for each of these."""
    return [PERSON, *({"kind": "human", "player": player.id} for player in players)]


def listed(caller: Caller, path: str) -> list[str]:
    return [game["id"] for game in caller.get(path).json["games"]]


def test_only_that_player_can_take_the_seat(api: Api) -> None:
    ada, bob, cleo = (api.player(name) for name in ("Ada", "Bob", "Cleo"))
    game = api.game(ada, kept_for(bob))
    assert game["seats"][1]["reserved"] == {"player": bob.id, "name": "Bob"}
    path = f"/v1/games/{game['id']}/seats"
    for body in (None, {"seat": 1}):
        problem = cleo.post(path, body, 403).json
        assert (problem["type"], problem["rule"]) == ("/problems/not-your-turn", "TB-1.6")
    assert bob.post(path).json["status"] == "active"


def test_whoever_leaves_it_can_come_back_and_nobody_else(api: Api) -> None:
    ada, bob, cleo = (api.player(name) for name in ("Ada", "Bob", "Cleo"))
    game = api.game(ada, [*kept_for(bob), PERSON])
    path = f"/v1/games/{game['id']}/seats"
    bob.post(path)
    bob.delete(f"{path}/me")
    cleo.post(path, {"seat": 1}, 403)
    assert cleo.post(path).json["you"] == {"seat": 2}
    assert bob.post(path).json["status"] == "active"


def test_the_player_is_told_and_finds_the_game(api: Api) -> None:
    ada, bob = api.player("Ada"), api.player("Bob")
    game = api.game(ada, kept_for(bob), private=True)
    (mine,) = bob.get("/v1/me/games?status=open").json["games"]
    assert (mine["id"], mine["your_seat"], mine["your_reserved_seat"]) == (game["id"], None, 1)
    assert ada.get("/v1/me/games").json["games"][0]["your_reserved_seat"] is None
    for _ in range(2):
        api.parts.inbox.tell([game["id"]])
    (notice,) = bob.get("/v1/me/events").json["events"]
    assert (notice["type"], notice["game"], notice["seat"]) == ("seat_reserved", game["id"], 1)
    bob.get(f"/v1/games/{game['id']}")
    bob.post(f"/v1/games/{game['id']}/seats")
    api.parts.inbox.tell([game["id"]])
    told = [each["type"] for each in bob.get("/v1/me/events").json["events"]]
    assert told == ["seat_reserved", "game_started", "my_turn"]


def test_a_private_game_with_no_room_for_a_stranger_is_not_there(api: Api) -> None:
    ada, bob, cleo = (api.player(name) for name in ("Ada", "Bob", "Cleo"))
    full = api.game(ada, kept_for(bob), private=True)
    cleo.post(f"/v1/games/{full['id']}/seats", None, 404)
    roomy = api.game(ada, [*kept_for(bob), PERSON], private=True)
    cleo.post(f"/v1/games/{roomy['id']}/seats")


def test_once_it_is_aborted_nobody_is_expected_any_more(api: Api) -> None:
    ada, bob = api.player("Ada"), api.player("Bob")
    game = api.game(ada, kept_for(bob))
    ada.post(f"/v1/games/{game['id']}/abort")
    assert listed(bob, "/v1/me/games") == []


@pytest.mark.parametrize(
    ("seat", "path"),
    [
        ({"kind": "human", "player": "nobody"}, "seats[1].player"),
        ({"kind": "ai", "level": "random", "player": "nobody"}, "seats[1].player"),
        ({"kind": "human", "player": ""}, "seats[1].player"),
        ({"kind": "human", "player": 7}, "seats[1].player"),
    ],
)
def test_a_seat_is_kept_for_somebody_there_is(api: Api, seat: Body, path: str) -> None:
    body = {"title": "tally", "seats": [PERSON, seat]}
    assert list(api.player().post("/v1/games", body, 422).json["errors"]) == [path]


def test_an_organiser_keeps_every_seat_for_somebody_and_others_cannot(api: Api) -> None:
    olga, bob, cleo = api.organiser("Olga"), api.player("Bob"), api.player("Cleo")
    seats = kept_for(bob, cleo)[1:]
    game = api.game(olga, seats, organiser=True)
    for person in (bob, cleo):
        person.post(f"/v1/games/{game['id']}/seats")
    assert olga.get(f"/v1/games/{game['id']}").json["status"] == "active"
    assert olga.post("/v1/games", {"title": "tally", "seats": seats}, 403).json["rule"] == "TB-1.6"


def test_games_are_found_by_tag(api: Api) -> None:
    ada = api.player("Ada")
    tagged = api.game(ada, [PERSON] * 2, tags=["cup", "Runde 1"])
    assert tagged["tags"] == ["cup", "Runde 1"]
    other = api.game(ada, [PERSON] * 2, tags=["cup"])
    api.game(ada, [PERSON] * 2)
    hidden = api.game(ada, [PERSON] * 2, tags=["cup"], private=True)
    assert listed(api.spectator, "/v1/games?tag=cup") == [other["id"], tagged["id"]]
    assert listed(api.spectator, "/v1/games?tag=Runde%201&status=open") == [tagged["id"]]
    assert listed(api.spectator, "/v1/games?tag=cup&status=active") == []
    assert listed(api.spectator, "/v1/games?tag=nothing") == []
    assert listed(ada, "/v1/me/games?tag=cup") == [hidden["id"], other["id"], tagged["id"]]
    page = api.spectator.get("/v1/games?tag=cup&limit=1").json
    assert listed(api.spectator, f"/v1/games?tag=cup&cursor={page['next']}") == [tagged["id"]]


@pytest.mark.parametrize(
    ("tags", "path"), [([""], "tags[0]"), (["x" * 33], "tags[0]"), (list("abcdefghi"), "tags"), (["a", "a"], "tags")]
)
def test_tags_are_few_short_and_different(api: Api, tags: list[str], path: str) -> None:
    body = {"title": "tally", "seats": [PERSON] * 2, "tags": tags}
    assert list(api.player().post("/v1/games", body, 422).json["errors"]) == [path]


def test_a_listing_tells_how_a_game_ended(api: Api) -> None:
    table: Played = api.table(options={"rounds": 1})
    assert api.spectator.get("/v1/games").json["games"][0]["result"] is None
    table.play_round(2, 5)
    api.parts.projections.project([table.id])
    (game,) = api.spectator.get("/v1/games?status=finished").json["games"]
    whole = table.see()["result"]
    assert game["result"] == {"ranking": whole["ranking"], "scores": whole["scores"]}
