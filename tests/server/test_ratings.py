"""Rated games, histories and leaderboards over HTTP."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.api import Api, Caller, Table
from tests.support.rated import over

PEOPLE = [{"kind": "human"}] * 2
ALONE = [{"kind": "human"}, {"kind": "ai", "level": "greedy"}]
AIS = [{"kind": "ai", "level": "greedy"}, {"kind": "ai", "level": "random"}]
BOARD = "/v1/titles/tally/leaderboard"


def play(api: Api, table: Table) -> None:
    """To the end, and everybody is told."""
    table.play_round(2, 5)
    api.parts.ratings.note(api.parts.store.read_metas([table.id]))
    api.parts.ratings.settle_all(["tally"])


def win(api: Api, winner: Caller, loser: Caller, games: int = 10, at: int = 1_000) -> None:
    """So many rated games in a row."""
    standing = [winner.id, loser.id]
    metas = [over(f"{winner.id}-{at + number}", at + number, standing, ((0,), (1,))) for number in range(games)]
    api.parts.ratings.note(metas)
    api.parts.ratings.settle_all(["tally"])


class TestWhichGames:
    def test_a_public_game_of_two_persons_is_rated_unless_its_creator_says_no(self, api: Api) -> None:
        ada = api.player()
        assert api.game(ada, PEOPLE)["rated"] is True
        assert api.game(ada, PEOPLE, rated=None)["rated"] is True
        assert api.game(ada, PEOPLE, rated=True)["rated"] is True
        assert api.game(ada, PEOPLE, rated=False)["rated"] is False
        assert api.game(ada, ALONE)["rated"] is False
        assert api.game(ada, PEOPLE, private=True)["rated"] is False
        listed = ada.get("/v1/me/games").json["games"]
        assert [game["rated"] for game in listed] == [False, False, False, True, True, True]

    @pytest.mark.parametrize(("seats", "more"), [(ALONE, {}), (AIS, {}), (PEOPLE, {"private": True})])
    def test_what_cannot_be_rated_is_refused(self, api: Api, seats: Any, more: Any) -> None:
        body = {"title": "tally", "seats": seats, "rated": True, **more}
        problem = api.player().post("/v1/games", body, 422).json
        assert (problem["type"], problem["rule"]) == ("/problems/illegal-move", "TB-12.1")

    def test_an_organiser_may_rate_a_game_with_the_houses_ais(self, api: Api) -> None:
        olga = api.organiser()
        for seats in (ALONE, AIS):
            body = {"title": "tally", "seats": seats, "rated": True, "organiser": True}
            assert olga.post("/v1/games", body).json["rated"] is True

    def test_a_fork_is_not_rated(self, api: Api) -> None:
        table = api.table(options={"rounds": 1})
        assert table.see()["rated"] is True
        table.play_round(2, 5)
        body = {"at": 3, "seats": PEOPLE}
        assert table.people[0].post(f"{table.path}/fork", body).json["rated"] is False

    def test_it_is_yes_or_no(self, api: Api) -> None:
        body = {"title": "tally", "seats": PEOPLE, "rated": "yes"}
        assert list(api.player().post("/v1/games", body, 422).json["errors"]) == ["rated"]


class TestPlayers:
    def test_a_profile_tells_how_the_player_stands(self, api: Api) -> None:
        table = api.table(options={"rounds": 1})
        play(api, table)
        winner, loser = (api.spectator.get(f"/v1/players/{table.people[seat].id}").json["ratings"] for seat in (1, 0))
        assert winner["tally"] == {
            "rating": 1_138,
            "mu": 27.635389,
            "sigma": 8.065901,
            "games": 1,
            "rank": None,
            "provisional": True,
        }
        assert loser["tally"]["mu"] == 22.364611
        assert table.see()["result"]["ranking"] == [[1], [0]]

    def test_after_some_games_there_is_a_rank(self, api: Api) -> None:
        ada, bob = api.player("Ada"), api.player("Bob")
        win(api, ada, bob, 9)
        assert api.spectator.get(f"/v1/players/{ada.id}").json["ratings"]["tally"]["provisional"] is True
        win(api, ada, bob, 1, at=2_000)
        for rank, person in enumerate((ada, bob), 1):
            stands = api.spectator.get(f"/v1/players/{person.id}").json["ratings"]["tally"]
            assert (stands["rank"], stands["provisional"], stands["games"]) == (rank, False, 10)

    def test_what_every_game_has_made_of_a_player(self, api: Api) -> None:
        ada, bob = api.player("Ada"), api.player("Bob")
        win(api, ada, bob, 5)
        path = f"/v1/players/{bob.id}/ratings"
        first = api.spectator.get(f"{path}?title=tally&limit=3")
        assert [entry["games"] for entry in first.json["ratings"]] == [5, 4, 3]
        assert first.json["ratings"][0]["game"] == f"{ada.id}-1004"
        entry = first.json["ratings"][0]
        assert (entry["title"], entry["at"], entry["place"], entry["of"], entry["formula"]) == ("tally", 1_004, 2, 2, 1)
        following = first.headers["Link"].partition("<")[2].partition(">")[0]
        second = api.spectator.get(following)
        assert [entry["games"] for entry in second.json["ratings"]] == [2, 1]
        assert (second.json["next"], "Link" in second.headers) == (None, False)
        assert len(api.spectator.get(path).json["ratings"]) == 5
        assert api.spectator.get(f"{path}?title=chess").json == {"ratings": [], "next": None}

    def test_of_nobody_there_is_nothing(self, api: Api) -> None:
        assert api.spectator.get("/v1/players/nobody/ratings", 404).json["type"] == "/problems/not-found"
        ada = api.player()
        for query in ("cursor=ann", "limit=0", "limit=201", "kind=bot"):
            api.spectator.get(f"/v1/players/{ada.id}/ratings?{query}", 422)


class TestLeaderboard:
    def test_it_lists_who_has_played_enough(self, api: Api) -> None:
        ada, bob, robbie = api.player("Ada"), api.player("Bob"), api.player("Robbie", "bot")
        win(api, ada, bob)
        win(api, robbie, ada, 9, at=2_000)
        board = api.spectator.get(BOARD).json
        assert (board["title"], board["games_needed"], board["next"]) == ("tally", 10, None)
        assert [(row["rank"], row["name"], row["kind"]) for row in board["players"]] == [
            (1, "Ada", "human"),
            (2, "Bob", "human"),
        ]
        assert board["players"][0]["games"] == 19
        win(api, robbie, ada, 1, at=3_000)
        assert [row["name"] for row in api.spectator.get(BOARD).json["players"]] == ["Robbie", "Ada", "Bob"]
        assert [row["name"] for row in api.spectator.get(f"{BOARD}?kind=human").json["players"]] == ["Ada", "Bob"]
        assert [row["name"] for row in api.spectator.get(f"{BOARD}?kind=bot").json["players"]] == ["Robbie"]
        ada.send("PATCH", "/v1/me", {"name": "Countess"}, 200)
        assert api.spectator.get(BOARD).json["players"][1]["name"] == "Countess", "by the name of today"

    def test_by_page(self, api: Api) -> None:
        ada, bob, cat = (api.player(name) for name in ("Ada", "Bob", "Cat"))
        win(api, ada, bob)
        win(api, bob, cat, at=2_000)
        seen, path = [], f"{BOARD}?limit=1"
        while path:
            page = api.spectator.get(path)
            seen += [(row["rank"], row["name"]) for row in page.json["players"]]
            path = page.headers.get("Link", "").partition("<")[2].partition(">")[0]
        assert seen == [(1, "Ada"), (2, "Bob"), (3, "Cat")]

    def test_the_houses_ais_stand_apart(self, api: Api) -> None:
        ada, bob = api.player("Ada"), api.player("Bob")
        game = over("g1", 1_000, [ada.id, bob.id, "ai:greedy"], ((2,), (0,), (1,)))
        api.parts.ratings.note([game])
        api.parts.ratings.settle_all(["tally"])
        board = api.spectator.get(BOARD).json
        assert board["players"] == []
        (level,) = board["levels"]
        assert (level["level"], level["games"]) == ("greedy", 1)
        assert level["mu"] > 25

    def test_what_there_is_not_is_refused(self, api: Api) -> None:
        assert api.spectator.get("/v1/titles/chess/leaderboard", 404).json["type"] == "/problems/not-found"
        for query in ("kind=ai", "cursor=1", "limit=0", "limit=201", "title=tally"):
            api.spectator.get(f"{BOARD}?{query}", 422)


def test_whoever_has_it_already_is_told_so(api: Api) -> None:
    ada, bob = api.player("Ada"), api.player("Bob")
    win(api, ada, bob)
    paths = (BOARD, f"/v1/players/{ada.id}", f"/v1/players/{ada.id}/ratings")
    tags = {path: api.spectator.get(path).headers["ETag"] for path in paths}
    for path, tag in tags.items():
        assert api.spectator.get(path, 304, {"If-None-Match": tag}).bytes == b""
    win(api, bob, ada, 1, at=2_000)
    for path, tag in tags.items():
        assert api.spectator.get(path, 200, {"If-None-Match": tag}).headers["ETag"] != tag
