"""Who players are, and what they are called."""

from __future__ import annotations

from tests.support.api import Api

PATH = "/v1/players"


def test_a_name_is_taken_once(api: Api) -> None:
    api.player("Ada Lovelace")
    for name in ("Ada Lovelace", "ADA LOVELACE", "\u0410da Lovelace", "Ada  LoveIace"):
        problem = api.spectator.post(PATH, {"name": name}, 409).json
        assert problem["type"] == "/problems/name-taken"
        assert list(problem["errors"]) == ["name"]


def test_a_player_takes_another_name(api: Api) -> None:
    ada, bob = api.player("Ada"), api.player("Bob")
    game = api.game(ada, [{"kind": "human"}] * 2)
    renamed = ada.send("PATCH", "/v1/me", {"name": " Countess "}, 200).json
    assert (renamed["id"], renamed["name"], renamed["scopes"]) == (ada.id, "Countess", ["read", "play"])
    assert ada.get("/v1/me").json["name"] == "Countess"
    seats = bob.post(f"/v1/games/{game['id']}/seats").json["seats"]
    assert [seat["name"] for seat in seats] == ["Ada", "Bob"], "a seat keeps the name it was taken with"
    assert api.game(ada, [{"kind": "human"}] * 2)["seats"][0]["name"] == "Countess"
    assert bob.send("PATCH", "/v1/me", {"name": "countess"}, 409).json["type"] == "/problems/name-taken"
    assert bob.send("PATCH", "/v1/me", {"name": "Ada"}, 200).json["name"] == "Ada", "free at once"


def test_what_is_no_name_or_comes_from_nobody_is_refused(api: Api) -> None:
    ada = api.player("Ada")
    for body, path in (({"name": ""}, "name"), ({}, "name"), ({"name": "A", "kind": "bot"}, "kind")):
        assert list(ada.send("PATCH", "/v1/me", body, 422).json["errors"]) == [path]
    api.spectator.send("PATCH", "/v1/me", {"name": "Eva"}, 401)
    reader = ada.post("/v1/me/tokens", {"name": "eyes", "scopes": ["read"]}).json["token"]
    headers = {"Authorization": f"Bearer {reader}"}
    assert api.spectator.send("PATCH", "/v1/me", {"name": "Eva"}, 403, headers).json["scope"] == "play"


def test_everybody_may_know_how_public_games_ended(api: Api) -> None:
    table = api.table(options={"rounds": 1})
    hidden = api.game(table.people[0], [{"kind": "human"}] * 2, private=True, options={"rounds": 1})
    table.people[1].post(f"/v1/games/{hidden['id']}/seats")
    for person in table.people:
        person.post(f"/v1/games/{hidden['id']}/resign")
    table.play_round(2, 5)
    api.parts.projections.project([table.id, hidden["id"]])
    ranking = table.see()["result"]["ranking"]
    for seat, person in enumerate(table.people):
        profile = api.spectator.get(f"{PATH}/{person.id}").json
        assert (profile["id"], profile["name"], profile["kind"]) == (person.id, f"Player {seat}", "human")
        assert profile["created_at"] == person.player["created_at"]
        outcome = ("won" if len(ranking[0]) == 1 else "shared") if seat in ranking[0] else "lost"
        assert profile["games"] == {"tally": {"won": 0, "shared": 0, "lost": 0, "left": 0, outcome: 1}}


def test_who_has_not_played_has_no_games_and_who_is_nobody_is_not_found(api: Api) -> None:
    bot = api.player("Robbie", "bot")
    profile = api.spectator.get(f"{PATH}/{bot.id}").json
    assert (profile["kind"], profile["games"], profile["ratings"]) == ("bot", {}, {})
    assert set(profile) == {"id", "name", "kind", "created_at", "games", "ratings"}
    assert api.spectator.get(f"{PATH}/nobody", 404).json["type"] == "/problems/not-found"
