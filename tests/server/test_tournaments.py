"""Tournaments over the API: terms, entries, rounds, rulings, standings."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import msgspec
import pytest

from moothall.domain.tournament.settings import Settings
from moothall.server.bootstrap import now_ms
from moothall.server.schemas.bodies.rounds import RULINGS
from moothall.server.schemas.bodies.tournaments import PostTournament
from tests.support import recompute
from tests.support.api import Api
from tests.support.cups import TERMS, Cup

LINES = {"Accept": "application/x-ndjson"}
SPREADSHEET = {"Accept": "text/csv"}


def test_all_terms_can_be_named_and_no_others() -> None:
    named = {field.encode_name for field in msgspec.structs.fields(Settings)}
    assert set(PostTournament().fields) == named - {"content_hash"}


def test_a_tournament_is_created_with_its_terms_in_full(api: Api) -> None:
    olga = api.organiser()
    answer = olga.post("/v1/tournaments", {**TERMS, "points": {"2": [3, 1]}, "clock": {"per_move_s": 60}})
    cup = answer.json
    assert answer.headers["Location"] == f"/v1/tournaments/{cup['id']}"
    assert answer.headers["ETag"] == '"1"'
    assert (cup["status"], cup["round"], cup["awaiting"], cup["entrants"]) == ("open", 0, "start", [])
    assert cup["organiser"] == {"player": olga.id, "name": "Olga"}
    assert (cup["settings"]["points"], cup["settings"]["edition"]) == ({"2": [3, 1]}, 1)
    assert cup["settings"]["clock"]["per_move_s"] == 60
    assert len(cup["commitment"]) == 64
    assert cup["secret"] is None
    assert api.spectator.get(f"/v1/tournaments/{cup['id']}").json == cup


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        ({"name": ""}, "name"),
        ({"format": "league"}, "format"),
        ({"table_size": "2"}, "table_size"),
        ({"points": {"two": [1, 0]}}, "points.two.key"),
        ({"tie_breaks": ["lot", "lot"]}, "tie_breaks"),
        ({"clock": {"per_move_s": 1, "bank_s": 1}}, "clock.per_move_s"),
        ({"content_hash": "x"}, "content_hash"),
        ({"options": {"rounds": 0}}, "options.rounds"),
        ({"edition": 9}, "edition"),
    ],
)
def test_terms_that_make_no_sense_are_refused_by_their_name(api: Api, terms: dict[str, Any], field: str) -> None:
    problem = api.organiser().post("/v1/tournaments", {**TERMS, **terms}, 422).json
    assert problem["type"] == "/problems/invalid-request"
    assert list(problem["errors"]) == [field]


@pytest.mark.parametrize(
    ("terms", "rule"),
    [
        ({"table_size": 5}, "TN-1.2"),
        ({"rounds": None}, "TN-1.3"),
        ({"points": {"2": [1, 3]}}, "TN-1.4"),
        ({"tie_breaks": ["same_seat"]}, "TN-1.5"),
        ({"starts_at": 1}, "TN-1.6"),
    ],
)
def test_terms_against_the_rules_name_the_rule(api: Api, terms: dict[str, Any], rule: str) -> None:
    problem = api.organiser().post("/v1/tournaments", {**TERMS, **terms}, 422).json
    assert (problem["type"], problem["rule"]) == ("/problems/illegal-move", rule)


def test_not_everybody_may_create_one(api: Api) -> None:
    problem = api.player().post("/v1/tournaments", TERMS, 403).json
    assert (problem["type"], problem["scope"]) == ("/problems/insufficient-scope", "organise")


def test_a_key_creates_one_tournament(api: Api) -> None:
    olga, key = api.organiser(), {"Idempotency-Key": "cup"}
    first = olga.post("/v1/tournaments", TERMS, headers=key)
    again = olga.post("/v1/tournaments", TERMS, headers=key)
    assert again.json == first.json
    assert again.headers["Idempotency-Replayed"] == "true"
    problem = olga.post("/v1/tournaments", {**TERMS, "name": "Spring Cup"}, 422, key).json
    assert problem["type"] == "/problems/idempotency-key-reused"


def test_a_key_enters_once(api: Api) -> None:
    cup, ada = Cup(api, people=0), api.player()
    for _ in range(2):
        answer = ada.post(f"{cup.path}/entries", {}, headers={"Idempotency-Key": "me"})
        assert [each["player"] for each in answer.json["entrants"]] == [ada.id]
    assert ada.post(f"{cup.path}/entries", {}, 422).json["rule"] == "TN-2.1"


def test_the_organiser_enters_others_and_nobody_else_does(api: Api) -> None:
    cup, ada, bot = Cup(api, people=0), api.player(), api.player("Deep Tally", "bot")
    house = {"ai": {"level": "random", "name": "House bot 1"}}
    cup.olga.post(f"{cup.path}/entries", {"player": ada.id})
    cup.olga.post(f"{cup.path}/entries", {"player": bot.id})
    entrants = cup.olga.post(f"{cup.path}/entries", house).json["entrants"]
    told = [(each["entrant"], each["kind"], each["player"], each["level"]) for each in entrants]
    assert told == [("e1", "human", ada.id, None), ("e2", "bot", bot.id, None), ("e3", "ai", None, "random")]
    assert cup.olga.post(f"{cup.path}/entries", {"player": "p_nobody"}, 422).json["rule"] == "TN-2.1"
    assert ada.post(f"{cup.path}/entries", house, 403).json["type"] == "/problems/insufficient-scope"
    other = api.organiser("Otto")
    assert other.post(f"{cup.path}/entries", house, 403).json["type"] == "/problems/not-your-turn"
    errors = cup.olga.post(f"{cup.path}/entries", {**house, "player": ada.id}, 422).json["errors"]
    assert list(errors) == ["player"]


def test_who_is_not_invited_stays_out(api: Api) -> None:
    cup, ada = Cup(api, people=0, invited_only=True), api.player()
    assert ada.post(f"{cup.path}/entries", {}, 403).json["type"] == "/problems/not-your-turn"
    assert cup.olga.post(f"{cup.path}/invitations", {"player": ada.id}).json["invited"] == [ada.id]
    ada.post(f"{cup.path}/entries")
    assert ada.post(f"{cup.path}/invitations", {"player": ada.id}, 403).json["scope"] == "organise"


def test_check_in_and_drop(api: Api) -> None:
    cup = Cup(api, people=3, check_in=True)
    ada, ben, cat = cup.people.values()
    for person in (ada, ben):
        person.post(f"{cup.path}/check-in")
    cat.delete(f"{cup.path}/entries/me")
    assert [(each["checked_in"], each["dropped"]) for each in cup.see()["entrants"]] == [
        (True, False),
        (True, False),
        (False, True),
    ]
    assert api.player("Eve").delete(f"{cup.path}/entries/me", 403).json["type"] == "/problems/not-your-turn"
    cat.post(f"{cup.path}/entries")
    cup.start()
    assert [each["dropped"] for each in cup.see()["entrants"]] == [False, False, True]


def test_a_whole_tournament(api: Api) -> None:
    cup = Cup(api, tie_breaks=["opponents", "head_to_head", "score_share", "wins", "lot"])
    cup.start()
    assert (cup.see()["status"], cup.see()["round"], cup.see()["awaiting"]) == ("active", 1, "tables")
    first = cup.round(1)
    assert (first["status"], len(first["tables"]), first["byes"]) == ("active", 2, [])
    assert first["explanation"]
    cup.play_round()
    assert cup.round(1)["status"] == "closed"
    assert [table["points"] for table in cup.round(1)["tables"]] == [[0, 1], [0, 1]]
    after_one = cup.standings("?round=1")
    cup.play_round()
    over = cup.see()
    assert (over["status"], over["awaiting"], over["round"]) == ("finished", None, 2)
    assert over["secret"] is not None
    assert cup.standings("?round=1") != cup.standings()
    assert [row["points"] for row in after_one] == [1, 1, 0, 0]
    assert recomputed(cup) == [
        {name: row[name] for name in ("rank", "entrant", "points", "tie_breaks")} for row in cup.standings()
    ]
    assert api.spectator.get(f"{cup.path}/standings?round=9", 404).json["type"] == "/problems/not-found"
    assert api.spectator.get(f"{cup.path}/rounds/9", 404).json["type"] == "/problems/not-found"


def recomputed(cup: Cup) -> list[dict[str, Any]]:
    """By somebody else, from the events alone."""
    lines = cup.api.spectator.get(f"{cup.path}/events", headers=LINES).text.splitlines()
    return recompute.standings([json.loads(line) for line in lines])


def test_its_tables_are_listed_and_say_where_they_belong(api: Api) -> None:
    cup = Cup(api)
    cup.start()
    games = api.spectator.get(f"/v1/games?tournament={cup.id}").json["games"]
    assert {game["id"] for game in games} == {table["game"] for table in cup.round(1)["tables"]}
    assert sorted((game["tournament"]["round"], game["tournament"]["table"]) for game in games) == [(1, 1), (1, 2)]
    assert api.spectator.get("/v1/games?tournament=another").json["games"] == []
    ada = next(iter(cup.people.values()))
    mine = ada.get(f"/v1/me/games?tournament={cup.id}").json["games"]
    assert [game["your_reserved_seat"] is not None for game in mine] == [True]
    assert api.spectator.get(f"/v1/games/{games[0]['id']}").json["tournament"]["id"] == cup.id


def test_standings_for_a_spreadsheet(api: Api) -> None:
    cup = Cup(api, people=1, tie_breaks=["wins", "lot"])
    cup.olga.post(f"{cup.path}/entries", {"ai": {"level": "random", "name": "=1+1"}})
    cup.start()
    answer = api.spectator.get(f"{cup.path}/standings", headers=SPREADSHEET)
    assert answer.mimetype == "text/csv"
    assert "Accept" in answer.headers["Vary"]
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert {row["name"] for row in rows} == {"Player 1", "'=1+1"}, "nothing that a spreadsheet could reckon with"
    assert [int(row["tie_break_lot"]) for row in rows] == [-1, -2]
    assert {row["dropped"] for row in rows} == {"false"}


def test_the_organiser_pairs_as_it_likes(api: Api) -> None:
    cup = Cup(api, next_round="manual")
    cup.start()
    wanted = {"tables": [["e1", "e3"], ["e4", "e2"]], "byes": []}
    path = f"{cup.path}/rounds/1/pairings"
    before = cup.see()
    tried = cup.olga.put(f"{path}?dry_run=true", wanted, 200).json
    assert [table["seats"] for table in tried["tables"]] == wanted["tables"]
    assert cup.see() == before, "a dry run stores nothing"
    assert cup.olga.put(path, {"tables": [["e1", "e1"]]}, 422).json["rule"].startswith("TN-4")
    assert cup.olga.put(path, {"tables": [["ada"]]}, 422).json["type"] == "/problems/invalid-request"
    assert cup.people["e1"].put(path, wanted, 403).json["scope"] == "organise"
    stale = cup.olga.put(path, wanted, 412, {"If-Match": '"1"'}).json
    assert (stale["type"], stale["seq"]) == ("/problems/precondition-failed", before["seq"])
    paired = cup.olga.put(path, wanted, 201, {"If-Match": f'"{before["seq"]}"'}).json
    assert paired["round"] == 1
    assert (cup.round(1)["by"], [table["seats"] for table in cup.round(1)["tables"]]) == (cup.olga.id, wanted["tables"])
    cup.run()
    cup.play_round()
    assert cup.see()["awaiting"] == "pairing"
    assert cup.olga.post(f"{cup.path}/rounds").json["round"] == 2


def test_rulings_change_what_counts_and_can_be_withdrawn(api: Api) -> None:
    cup = Cup(api, next_round="manual")
    cup.start()
    cup.olga.post(f"{cup.path}/rounds")
    cup.run()
    cup.play_round()
    winner, loser = cup.round(1)["tables"][0]["seats"][::-1]
    points = {row["entrant"]: row["points"] for row in cup.standings()}
    assert (points[winner], points[loser]) == (1, 0)
    ruled = cup.rule("correct_result", round=1, table=1, ranking=[[0, 1]]).json
    assert ruled["rulings"][0]["type"] == "correction"
    assert [row["points"] for row in cup.standings() if row["entrant"] in (winner, loser)] == [0.5, 0.5]
    table = cup.round(1)["tables"][0]
    assert (table["correction"]["ranking"], table["points"]) == ([[0, 1]], [0.5, 0.5])
    taken = cup.rule("take_points", entrant=winner, points=2).json
    assert {row["entrant"]: row["points"] for row in cup.standings()}[winner] == -1.5
    for each in (ruled, taken):
        cup.rule("withdraw_ruling", seq=each["seq"])
    assert {row["entrant"]: row["points"] for row in cup.standings()} == points
    assert cup.see()["rulings"] == []
    assert recomputed(cup)[0]["points"] == 1


def test_every_ruling_is_taken(api: Api) -> None:
    """One after the other, in an order in which each makes sense."""
    cup = Cup(api, people=3, next_round="manual", uneven="byes")
    cup.start()
    cup.olga.post(f"{cup.path}/rounds")
    cup.run()
    cup.play_round()
    taken = [
        ("pause_tournament", {}),
        ("resume_tournament", {}),
        ("correct_result", {"round": 1, "table": 1, "ranking": None}),
        ("withdraw_ruling", {"seq": cup.see()["seq"] + 3}),
        ("take_points", {"entrant": "e1", "points": -1}),
        ("drop_entrant", {"entrant": "e2"}),
        ("return_entrant", {"entrant": "e2"}),
        ("substitute", {"entrant": "e3", "level": "random", "name": "House bot"}),
        ("finish_tournament", {}),
    ]
    for kind, members in taken:
        cup.rule(kind, **members)
    assert cup.see()["status"] == "finished"
    other = Cup(api, people=0)
    other.rule("abort_tournament")
    assert other.see()["status"] == "aborted"
    assert {kind for kind, _ in taken} | {"abort_tournament"} == set(RULINGS)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"type": "take_points", "reason": "x", "entrant": "e1"}, "points"),
        ({"type": "take_points", "reason": "x", "entrant": "e1", "points": 0}, "points"),
        ({"type": "pause_tournament"}, "reason"),
        ({"type": "pause_tournament", "reason": "x", "round": 1}, "round"),
        ({"type": "fly", "reason": "x"}, "type"),
    ],
)
def test_a_ruling_has_the_fields_of_its_kind(api: Api, body: dict[str, Any], field: str) -> None:
    cup = Cup(api, people=0)
    assert list(cup.olga.post(f"{cup.path}/rulings", body, 422).json["errors"]) == [field]


def test_who_does_not_come_is_told_by_the_clock(api: Api) -> None:
    cup = Cup(api, join_s=60)
    cup.start()
    late = cup.round(1)["tables"][0]
    cup.people[late["seats"][0]].post(f"/v1/games/{late['game']}/seats")
    cup.play_table(cup.round(1)["tables"][1])
    cup.run(now_ms() + 61_000)
    told = cup.round(1)["tables"][0]
    assert told["absent"] == [1]
    assert [each["entrant"] for each in cup.see()["entrants"] if each["dropped"]] == [late["seats"][1]]


def test_news_are_waited_for(api: Api) -> None:
    cup = Cup(api, people=0)
    seen = api.spectator.get(cup.path)
    tag = {"If-None-Match": seen.headers["ETag"]}
    assert api.spectator.get(cup.path, 304, tag).bytes == b""
    assert api.spectator.get(f"{cup.path}?wait=0.05", 304, tag).bytes == b""
    cup.enter("Ada")
    assert api.spectator.get(f"{cup.path}?wait=30", 200, tag).json["seq"] == 2


def test_tournaments_are_listed_newest_first_by_title_and_status(api: Api) -> None:
    cups = [Cup(api, people=0, name=f"Cup {number}") for number in range(3)]
    cups[0].rule("abort_tournament")
    page = api.spectator.get("/v1/tournaments?limit=2")
    assert [each["name"] for each in page.json["tournaments"]] == ["Cup 2", "Cup 1"]
    assert f"cursor={page.json['next'].replace(':', '%3A')}" in page.headers["Link"]
    following = api.spectator.get(f"/v1/tournaments?cursor={page.json['next']}").json
    assert ([each["name"] for each in following["tournaments"]], following["next"]) == (["Cup 0"], None)
    listed = api.spectator.get("/v1/tournaments?status=open&title=tally").json["tournaments"]
    assert [each["name"] for each in listed] == ["Cup 2", "Cup 1"]
    assert api.spectator.get("/v1/tournaments?title=chess").json["tournaments"] == []


def test_what_is_not_there_is_not_found(api: Api) -> None:
    for path in ("", "/standings", "/rounds/1", "/events"):
        assert api.spectator.get(f"/v1/tournaments/none{path}", 404).json["type"] == "/problems/not-found"
    olga = api.organiser()
    assert olga.post("/v1/tournaments/none/start", status=404).json["type"] == "/problems/not-found"
