"""Games: create, list, look."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from tests.support.api import Api, Body, Caller
from tests.support.live import until

PEOPLE: list[Body] = [{"kind": "human"}, {"kind": "human"}]
AI: Body = {"kind": "ai", "level": "random"}


def test_a_new_game_is_answered_whole_with_its_address_and_version(api: Api) -> None:
    ada = api.player("Ada")
    answer = ada.post("/v1/games", {"title": "tally", "seats": PEOPLE})
    game = answer.json
    assert answer.headers["Location"] == f"/v1/games/{game['id']}"
    assert answer.headers["ETag"] == '"1"'
    assert (game["status"], game["seq"], game["you"]) == ("open", 1, {"seat": 0})
    assert [seat["name"] for seat in game["seats"]] == ["Ada", None]
    assert api.spectator.get(answer.headers["Location"]).json["commitment"] == game["commitment"]


def test_the_creator_takes_the_first_seat_for_a_person(api: Api) -> None:
    game = api.game(api.player(), [AI, {"kind": "human"}, {"kind": "human"}])
    assert game["you"] == {"seat": 1}
    assert game["seats"][0] == {
        "seat": 0,
        "kind": "ai",
        "player": None,
        "name": None,
        "level": "random",
        "resigned": False,
        "forfeited": False,
        "time_left_ms": None,
        "score": None,
        "penalty": 0,
        "reserved": None,
    }


def test_a_game_with_no_seat_left_starts_at_once(api: Api) -> None:
    game = api.game(api.player(), [{"kind": "human"}, AI])
    assert game["status"] == "active"
    assert [decision["seat"] for decision in game["awaiting"]["decisions"]] == [0, 1]


def test_a_game_of_ai_seats_alone_has_its_creator_as_a_spectator(api: Api) -> None:
    game = api.game(api.player(), [AI, AI])
    assert (game["status"], game["you"]) == ("active", None)


def test_options_are_told_in_full(api: Api) -> None:
    ada = api.player()
    assert api.game(ada, PEOPLE)["options"] == {"rounds": 3}
    assert api.game(ada, PEOPLE, options={"rounds": 1})["options"] == {"rounds": 1}


@pytest.mark.parametrize(
    ("settings", "path"),
    [
        ({"options": {"rounds": "3"}}, "options.rounds"),
        ({"options": {"rounds": True}}, "options.rounds"),
        ({"options": {"rounds": 0}}, "options.rounds"),
        ({"options": {"laps": 3}}, "options.laps"),
        ({"options": []}, "options"),
        ({"options": None}, "options"),
        ({"clock": {"per_move_s": 30, "seconds": 30}}, "clock.seconds"),
        ({"clock": {}}, "clock.per_move_s"),
        ({"clock": {"per_move_s": 30, "bank_s": 30}}, "clock.per_move_s"),
        ({"clock": {"per_move_s": 30, "increment_s": 1}}, "clock.increment_s"),
        ({"clock": {"per_move_s": 0}}, "clock.per_move_s"),
        ({"clock": {"per_move_s": "30"}}, "clock.per_move_s"),
        ({"clock": {"bank_s": 1.5}}, "clock.bank_s"),
        ({"clock": {"bank_s": 30, "increment_s": -1}}, "clock.increment_s"),
        ({"clock": {"bank_s": 30, "on_timeout": "shrug"}}, "clock.on_timeout"),
        ({"clock": False}, "clock"),
        ({"private": "yes"}, "private"),
        ({"private": 1}, "private"),
        ({"entropy": "x" * 129}, "entropy"),
        ({"entropy": "é"}, "entropy"),
        ({"entropy": "a\n"}, "entropy"),
        ({"entropy": 7}, "entropy"),
        ({"seats": []}, "seats"),
        ({"seats": "two"}, "seats"),
        ({"seats": [{"kind": "human"}, {"kind": "robot"}]}, "seats[1].kind"),
        ({"seats": [{"kind": "human"}, {"kind": "ai", "level": "godlike"}]}, "seats[1].level"),
        ({"seats": [{"kind": "human"}, {"level": "random"}]}, "seats[1].kind"),
        ({"seats": [{"kind": "human", "colour": "red"}, {"kind": "human"}]}, "seats[0].colour"),
        ({"title": 3}, "title"),
        ({"rated": 1}, "rated"),
        ({"ranked": True}, "ranked"),
    ],
)
def test_a_bad_field_is_refused_by_its_path(api: Api, settings: Body, path: str) -> None:
    body = {"title": "tally", "seats": PEOPLE, **settings}
    assert list(api.player().post("/v1/games", body, 422).json["errors"]) == [path]
    assert api.spectator.get("/v1/games").json["games"] == []


@pytest.mark.parametrize(
    "seats",
    [PEOPLE[:1], PEOPLE * 3, [{"kind": "human"}, {"kind": "ai"}], [{"kind": "human", "level": "random"}, *PEOPLE]],
)
def test_seats_that_the_title_does_not_take_break_a_rule(api: Api, seats: list[Body]) -> None:
    assert api.player().post("/v1/games", {"title": "tally", "seats": seats}, 422).json["rule"] == "TB-1.1"


def test_an_unknown_title_is_not_found(api: Api) -> None:
    problem = api.player().post("/v1/games", {"title": "chess", "seats": PEOPLE}, 404).json
    assert "tally" in problem["detail"]


def test_only_players_create_games(api: Api) -> None:
    api.spectator.post("/v1/games", {"title": "tally", "seats": PEOPLE}, 401)


def test_a_game_can_be_kept_until_it_moves_on(api: Api) -> None:
    table = api.table()
    answer = api.spectator.get(table.path)
    assert answer.headers["ETag"] == '"2"'
    assert answer.headers["Cache-Control"].startswith("private")
    assert "Authorization" in answer.headers["Vary"]
    kept = api.spectator.get(table.path, 304, {"If-None-Match": '"2"'})
    assert (kept.bytes, kept.headers["ETag"]) == (b"", '"2"')
    table.play(0, "wave")
    assert api.spectator.get(table.path, 200, {"If-None-Match": '"2"'}).json["seq"] == 3


@pytest.mark.parametrize("header", ["2", "x", '"x"', "", '"-1"'])
def test_a_malformed_version_is_refused(api: Api, header: str) -> None:
    table = api.table()
    assert list(api.spectator.get(table.path, 400, {"If-None-Match": header}).json["errors"]) == ["If-None-Match"]


def test_looking_back_shows_the_game_as_the_caller_saw_it_then(api: Api) -> None:
    table = api.table()
    table.play(0, "write", number=4)
    table.play(1, "write", number=5)
    then = table.people[0].get(f"{table.path}?at=3")
    assert then.headers["ETag"] == '"3"'
    assert then.json["state"]["written"] == [4, False]
    assert api.spectator.get(f"{table.path}?at=3").json["state"]["written"] == [True, False]
    assert api.spectator.get(f"{table.path}?at=1").json["status"] == "open"
    assert api.spectator.get(f"{table.path}?at=4").json == table.see()


def test_one_cannot_look_ahead(api: Api) -> None:
    table = api.table()
    api.spectator.get(f"{table.path}?at=3", 404)


@pytest.mark.parametrize(
    "query", ["at=0", "at=-1", "at=x", "at=", "wait=-1", "wait=61", "wait=nan", "wait=x", "as=x", "as=-1", "as="]
)
def test_a_bad_query_is_refused_by_its_name(api: Api, query: str) -> None:
    table = api.table()
    assert list(api.spectator.get(f"{table.path}?{query}", 422).json["errors"]) == [query.partition("=")[0]]


@pytest.mark.parametrize("path", ["", "/moves", "/events", "/scores"])
def test_an_unknown_game_is_not_found(api: Api, path: str) -> None:
    api.player().get(f"/v1/games/nosuchgame{path}", 404)


def test_a_long_poll_without_news_ends_with_304(api: Api) -> None:
    table = api.table()
    api.spectator.get(f"{table.path}?wait=0.05", 304, {"If-None-Match": '"2"'})


def test_a_long_poll_wakes_up_with_the_news(api: Api) -> None:
    table = api.table()
    answers: list[Any] = []

    def wait() -> None:
        answers.append(Caller(api.app).get(f"{table.path}?wait=30", 200, {"If-None-Match": '"2"'}).json)

    waiting = threading.Thread(target=wait)
    waiting.start()
    until(lambda: api.parts.hub.followers > 0, "somebody who waits")
    table.play(0, "wave")
    waiting.join(30)
    assert [answer["seq"] for answer in answers] == [3]


def test_a_long_poll_with_an_old_version_is_answered_at_once(api: Api) -> None:
    table = api.table()
    assert api.spectator.get(f"{table.path}?wait=30", 200, {"If-None-Match": '"1"'}).json["seq"] == 2


def test_the_list_is_newest_first_and_paged(api: Api) -> None:
    ada = api.player()
    made = [api.game(ada, PEOPLE)["id"] for _ in range(5)]
    seen: list[str] = []
    query = "limit=2"
    for expected in (2, 2, 1):
        page = api.spectator.get(f"/v1/games?{query}").json
        assert len(page["games"]) == expected
        seen += [game["id"] for game in page["games"]]
        query = f"limit=2&cursor={page['next']}"
    assert page["next"] is None
    assert sorted(seen) == sorted(made)
    ages = [game["created_at"] for game in api.spectator.get("/v1/games").json["games"]]
    assert ages == sorted(ages, reverse=True)


def test_a_full_last_page_has_no_next(api: Api) -> None:
    ada = api.player()
    for _ in range(2):
        api.game(ada, PEOPLE)
    assert api.spectator.get("/v1/games?limit=2").json["next"] is None


def test_the_list_can_be_asked_by_title_and_status(api: Api) -> None:
    ada = api.player()
    open_game = api.game(ada, PEOPLE)["id"]
    active = api.table().id
    aborted = api.game(ada, PEOPLE)["id"]
    ada.post(f"/v1/games/{aborted}/abort")

    def ids(query: str) -> set[str]:
        return {game["id"] for game in api.spectator.get(f"/v1/games?{query}").json["games"]}

    assert ids("status=open") == {open_game}
    assert ids("status=active") == {active}
    assert ids("status=aborted") == {aborted}
    assert ids("status=finished") == set()
    assert ids("title=tally") == {open_game, active, aborted}
    assert ids("title=tally&status=active") == {active}
    assert ids("title=chess") == set()


@pytest.mark.parametrize("query", ["status=paused", "limit=0", "limit=201", "limit=x", "cursor=x", "mine=x", "page=2"])
def test_a_bad_filter_is_refused_by_its_name(api: Api, query: str) -> None:
    assert list(api.player().get(f"/v1/games?{query}", 422).json["errors"]) == [query.partition("=")[0]]


def test_mine_are_the_games_i_sit_in(api: Api) -> None:
    table = api.table()
    api.table()
    ada, bob = table.people
    private = api.game(ada, PEOPLE, private=True)["id"]
    assert {game["id"] for game in ada.get("/v1/me/games").json["games"]} == {table.id, private}
    assert ada.get("/v1/games?mine=true").json == ada.get("/v1/me/games").json
    assert [game["id"] for game in bob.get("/v1/me/games").json["games"]] == [table.id]
    assert [game["id"] for game in ada.get("/v1/me/games?status=open").json["games"]] == [private]


def test_my_games_say_where_it_is_my_turn(api: Api) -> None:
    table = api.table()
    ada, bob = table.people
    table.play(0, "write", number=1)

    def turn(caller: Caller) -> tuple[int, bool]:
        (game,) = caller.get("/v1/me/games").json["games"]
        return game["your_seat"], game["your_turn"]

    assert (turn(ada), turn(bob)) == ((0, False), (1, True))
    (public,) = api.spectator.get("/v1/games").json["games"]
    assert (public["your_seat"], public["your_turn"]) == (None, False)


@pytest.mark.parametrize("path", ["", "/events", "/scores", "?at=1", "?wait=1"])
def test_a_private_game_is_not_there_for_others(api: Api, path: str) -> None:
    table = api.table(private=True)
    for stranger in (api.spectator, api.player("Eve")):
        unknown = stranger.get(f"/v1/games/nosuchgame{path}", 404).json
        private = stranger.get(table.path + path, 404).json
        assert private["type"] == unknown["type"]
        assert private["detail"] == unknown["detail"].replace("nosuchgame", table.id)
    table.people[1].get(table.path + path)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/moves", {"move": {"type": "wave"}}),
        ("POST", "/moves", {"move": {"type": "nonsense"}}),
        ("POST", "/undo", None),
        ("POST", "/resign", None),
        ("POST", "/seats", None),
        ("POST", "/abort", None),
        ("DELETE", "/seats/me", None),
        ("GET", "/moves", None),
    ],
)
def test_a_private_game_is_not_there_for_others_to_write_to(api: Api, method: str, path: str, body: Any) -> None:
    table = api.table(private=True)
    api.player("Eve").send(method, table.path + path, body, 404)
    assert table.seq == 2


def test_whoever_knows_the_id_of_an_open_private_game_may_join_it(api: Api) -> None:
    ada, bob = api.player(), api.player()
    game = api.game(ada, PEOPLE, private=True)
    assert bob.post(f"/v1/games/{game['id']}/seats").json["status"] == "active"
    bob.get(f"/v1/games/{game['id']}")


def test_a_private_game_is_in_no_public_list(api: Api) -> None:
    api.table(private=True)
    assert api.spectator.get("/v1/games").json["games"] == []


def test_scores_tell_how_the_totals_came_about(api: Api) -> None:
    table = api.table()
    table.write(1, 5)
    table.play(0, "add")
    table.all_done()
    before = api.spectator.get(f"{table.path}/scores").json
    assert before["timeline"] == [{"seq": 2, "scores": [0, 0]}]
    table.step()
    after = api.spectator.get(f"{table.path}/scores").json
    face = (after["sheets"][1]["total"]) // 5
    assert [sheet["total"] for sheet in after["sheets"]] == [face + 1, 5 * face]
    assert after["timeline"][1:] == [{"seq": table.seq, "scores": [face + 1, 5 * face]}]


def test_scores_of_a_game_that_has_not_started_are_empty(api: Api) -> None:
    game = api.game(api.player(), PEOPLE)
    assert api.spectator.get(f"/v1/games/{game['id']}/scores").json == {"seq": 1, "sheets": [], "timeline": []}


def test_a_finished_game_tells_its_result_and_its_secret(api: Api) -> None:
    table = api.table(options={"rounds": 1})
    table.play_round(1, 5)
    game = table.see()
    assert game["status"] == "finished"
    assert game["result"]["ranking"] == [[1], [0]]
    assert game["result"]["scores"] == [seat["score"] for seat in game["seats"]]
    assert game["awaiting"] == {"decisions": [], "step": None, "deadline": None}
    assert api.parts.games.get(table.id).secret.hex() == game["result"]["secret"]
