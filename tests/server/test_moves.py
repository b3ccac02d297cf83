"""Playing through the API."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from moothall.domain.core.title import AnyTitle
from moothall.events import keys
from moothall.server.app import create_app
from moothall.server.bootstrap import Services, wire
from tests.support.api import Api
from tests.support.house import asked_for
from tests.support.tally import TALLY


def everything(redis: Any) -> dict[bytes, bytes]:
    """What the database holds, but for how often somebody has asked."""
    return {key: redis.dump(key) for key in redis.scan_iter() if not key.startswith(keys.LIMITS.encode())}


@pytest.fixture
def quick(parts: Services) -> Iterator[Api]:
    """An app whose Tally ends with the last move, without a step."""

    def decide(turn: Any, move: Any) -> None:
        TALLY.decide(turn, move)
        if TALLY.awaiting(turn.state).step is not None:
            TALLY.step(turn)

    title: AnyTitle = replace(TALLY, decide=decide)
    made = wire(parts.config, {"tally": title})
    yield Api(create_app(parts=made))
    made.store.redis.close()
    made.jobs.connection.close()


def test_legal_moves_can_be_posted_as_they_are_listed(api: Api) -> None:
    table = api.table()
    ada = table.people[0]
    listed = ada.get(f"{table.path}/moves").json
    assert listed["moves"][2] == {"move": {"type": "write", "number": 3}, "text": "Write"}
    assert listed["seat"] == 0
    assert listed["decision"] == {"seat": 0, "id": 2, "kind": "write", "deadline": None}
    for each in listed["moves"]:
        ada.post(f"{table.path}/moves?dry_run=true", {"move": each["move"]}, 200)


def test_a_long_list_is_read_in_parts(api: Api) -> None:
    table = api.table()
    ada = table.people[0]
    parts = [ada.get(f"{table.path}/moves?limit=2&offset={offset}").json for offset in (0, 2, 4, 6)]
    assert [part["more"] for part in parts] == [True, True, False, False]
    numbers = [[each["move"]["number"] for each in part["moves"]] for part in parts]
    assert numbers == [[1, 2], [3, 4], [5], []]


@pytest.mark.parametrize("query", ["limit=0", "limit=1001", "limit=x", "offset=-1", "offset=x", "of=3"])
def test_a_bad_part_is_refused_by_its_name(api: Api, query: str) -> None:
    table = api.table()
    assert list(table.people[0].get(f"{table.path}/moves?{query}", 422).json["errors"]) == [query.partition("=")[0]]


def test_who_is_not_asked_has_no_decision(api: Api) -> None:
    table = api.table()
    table.write(1, 2)
    listed = table.people[1].get(f"{table.path}/moves").json
    assert (listed["decision"], listed["moves"], listed["undo"]) == (None, [], None)


def test_only_seats_have_moves(api: Api) -> None:
    table = api.table()
    api.player().get(f"{table.path}/moves", 403)
    api.spectator.get(f"{table.path}/moves", 401)


def test_a_move_is_answered_with_what_happened_and_who_is_awaited(api: Api) -> None:
    table = api.table()
    answer = table.play(0, "write", number=3)
    assert answer.headers["ETag"] == '"3"'
    (event,) = answer.json["events"]
    assert answer.json["seq"] == event["seq"] == 3
    assert event["move"] == {"type": "write", "number": 3}
    assert event["changes"] == [{"type": "written", "seat": 0, "number": 3}]
    assert answer.json["awaiting"]["decisions"] == [{"seat": 1, "id": 2, "kind": "write", "deadline": None}]


def test_several_moves_are_several_events_and_one_write(api: Api) -> None:
    table = api.table()
    table.write(1, 2)
    batch = [{"type": "add"}, {"type": "add"}, {"type": "done"}]
    answer = table.people[0].post(f"{table.path}/moves", {"moves": batch}).json
    assert [event["seq"] for event in answer["events"]] == [5, 6, 7]
    assert answer["awaiting"]["decisions"][0]["seat"] == 1


def test_of_several_moves_all_are_made_or_none(api: Api) -> None:
    table = api.table()
    table.write(1, 2)
    batch = [{"type": "add"}, {"type": "add"}, {"type": "add"}]
    problem = table.people[0].post(f"{table.path}/moves", {"moves": batch}, 422).json
    assert (problem["rule"], problem["errors"]) == ("TL-1.3", {"moves[2]": ["you have added twice"]})
    assert (table.seq, table.see()["state"]["added"]) == (4, [0, 0])


def test_a_dry_run_tells_what_would_happen_and_stores_nothing(api: Api, redis: Any) -> None:
    table = api.table()
    table.write(1, 2)
    before = everything(redis)
    body = {"moves": [{"type": "add"}, {"type": "done"}]}
    path = f"{table.path}/moves"
    would = table.people[0].post(f"{path}?dry_run=true", body, 200, {"Idempotency-Key": "k"}).json
    assert everything(redis) == before
    did = table.people[0].post(path, body, headers={"Idempotency-Key": "k"}).json
    for event in (*would["events"], *did["events"]):
        del event["at"]
    assert would == did


def test_a_dry_run_is_refused_as_the_move_would_be(api: Api) -> None:
    table = api.table()
    body = {"move": {"type": "write", "number": 9}}
    assert table.people[0].post(f"{table.path}/moves?dry_run=true", body, 422).json["rule"] == "TL-1.2"


def test_a_dry_run_does_not_roll_the_dice_or_turn_secrets_up(api: Api) -> None:
    """Whoever saw what comes could still choose otherwise, since nothing is stored."""
    table = api.table()
    table.play(0, "write", number=4)
    body = {"move": {"type": "write", "number": 2}}
    answer = table.people[1].post(f"{table.path}/moves?dry_run=true", body, 200).json
    (event,) = answer["events"]
    assert event["changes"] == [{"type": "written", "seat": 1, "number": 2}, {"type": "hidden"}]
    assert (event["digest"], answer["awaiting"]) == (None, None)


def test_a_dry_run_of_the_last_move_does_not_tell_the_secret_of_the_game(quick: Api) -> None:
    table = quick.table(options={"rounds": 1})
    table.write(1, 2)
    table.play(0, "done")
    answer = table.people[1].post(f"{table.path}/moves?dry_run=true", {"move": {"type": "done"}}, 200)
    assert answer.json["events"][0]["changes"] == [{"type": "finished", "seat": 1}, {"type": "hidden"}]
    assert quick.parts.games.get(table.id).secret.hex() not in answer.text
    assert table.play(1, "done").json["events"][0]["changes"][-1]["type"] == "game_finished"


def test_the_last_move_tells_that_the_game_is_over(quick: Api) -> None:
    table = quick.table(options={"rounds": 1})
    table.write(1, 2)
    table.play(0, "done")
    path, body = f"{table.path}/moves", {"move": {"type": "done"}}
    assert table.people[1].post(f"{path}?dry_run=true", body, 200).json["status"] is None
    answer = table.people[1].post(f"{path}?include=moves,state", body).json
    assert (answer["status"], answer["moves"]) == ("finished", None)
    assert answer["state"] == table.see(1)["state"]


@pytest.mark.parametrize("dry_run", ["true", "false"])
@pytest.mark.parametrize("then", [{"type": "wave"}, {"type": "done"}, {"type": "write", "number": 1}])
def test_nothing_is_sent_along_after_a_move_that_reveals(api: Api, dry_run: str, then: Any) -> None:
    """Legal or not, the answer is the same: otherwise a refusal would tell the dice and take the move back."""
    table = api.table()
    table.play(0, "write", number=4)
    batch = [{"type": "wave"}, {"type": "write", "number": 2}, then]
    path = f"{table.path}/moves?dry_run={dry_run}"
    problem = table.people[1].post(path, {"moves": batch}, 422).json
    assert (problem["rule"], list(problem["errors"])) == ("TB-2.3", ["moves[2]"])
    assert table.seq == 3


def test_a_move_that_reveals_may_come_last(api: Api) -> None:
    table = api.table()
    table.play(0, "write", number=4)
    batch = [{"type": "wave"}, {"type": "write", "number": 2}]
    answer = table.people[1].post(f"{table.path}/moves", {"moves": batch}).json
    assert answer["events"][1]["changes"][-1]["type"] == "revealed"


@pytest.mark.parametrize("query", ["dry_run=maybe", "dryrun=true", "dry-run=true"])
def test_a_misspelt_dry_run_does_not_become_a_move(api: Api, query: str) -> None:
    table = api.table()
    body = {"move": {"type": "wave"}}
    errors = table.people[0].post(f"{table.path}/moves?{query}", body, 422).json["errors"]
    assert (list(errors), table.seq) == ([query.partition("=")[0]], 2)


def test_a_decision_stays_open_whatever_others_do(api: Api) -> None:
    table = api.table()
    table.play(0, "write", number=1)
    table.play(0, "wave")
    body = {"move": {"type": "write", "number": 2}, "decision": 2}
    table.people[1].post(f"{table.path}/moves", body)


def test_a_closed_decision_is_refused_with_where_the_game_is(api: Api) -> None:
    table = api.table()
    table.write(1, 2)
    body = {"move": {"type": "add"}, "decision": 2}
    problem = table.people[0].post(f"{table.path}/moves", body, 409).json
    assert (problem["type"], problem["seq"]) == ("/problems/conflict", 4)
    table.people[0].post(f"{table.path}/moves", {**body, "decision": 4})


def test_who_is_not_asked_has_no_open_decision(api: Api) -> None:
    table = api.table()
    table.write(1, 2)
    table.people[1].post(f"{table.path}/moves", {"move": {"type": "done"}, "decision": 4}, 409)


@pytest.mark.parametrize("path", ["moves", "undo", "resign"])
def test_if_match_must_match(api: Api, path: str) -> None:
    table = api.table()
    table.play(0, "write", number=1)
    body = {"move": {"type": "wave"}} if path == "moves" else None
    stale = table.people[0].post(f"{table.path}/{path}", body, 412, {"If-Match": '"2"'})
    assert (stale.json["seq"], table.seq) == (3, 3)
    assert table.people[0].post(f"{table.path}/{path}", body, 201, {"If-Match": '"3"'}).json["seq"] == 4


@pytest.mark.parametrize("header", ["3", "three", '"x"', '""', '"1", "2"'])
def test_a_malformed_if_match_is_refused(api: Api, header: str) -> None:
    table = api.table()
    body = {"move": {"type": "wave"}}
    problem = table.people[0].post(f"{table.path}/moves", body, 400, {"If-Match": header}).json
    assert (list(problem["errors"]), table.seq) == (["If-Match"], 2)


def test_any_version_matches_a_star(api: Api) -> None:
    table = api.table()
    table.people[0].post(f"{table.path}/moves", {"move": {"type": "wave"}}, 201, {"If-Match": "*"})


def test_an_illegal_move_names_its_rule_and_leaves_no_trace(api: Api, redis: Any) -> None:
    table = api.table()
    before = everything(redis)
    problem = table.play(0, "write", 422, number=6).json
    assert (problem["type"], problem["rule"], problem["detail"]) == (
        "/problems/illegal-move",
        "TL-1.2",
        "6 is not 1 to 5",
    )
    assert everything(redis) == before
    assert api.spectator.get(f"/v1/titles/tally/rules/{problem['rule']}").json["id"] == "TL-1.2"


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"move": {"type": "write"}}, "move.number"),
        ({"move": {"type": "write", "number": "3"}}, "move.number"),
        ({"move": {"type": "write", "number": True}}, "move.number"),
        ({"move": {"type": "write", "number": 3.5}}, "move.number"),
        ({"move": {"type": "write", "number": None}}, "move.number"),
        ({"move": {"type": "write", "number": 3, "loudly": True}}, "move.loudly"),
        ({"move": {"type": "fly"}}, "move.type"),
        ({"move": {"type": ["write"]}}, "move.type"),
        ({"move": {"number": 3}}, "move.type"),
        ({"move": {}}, "move.type"),
        ({"move": "write"}, "move"),
        ({"move": None}, "move"),
        ({"moves": [{"type": "wave"}, {"type": "fly"}]}, "moves[1].type"),
        ({"moves": [{"type": "wave"}, {"type": "write", "number": "3"}]}, "moves[1].number"),
        ({"moves": [{"type": "wave"}, 7]}, "moves[1]"),
        ({"moves": []}, "moves"),
        ({"moves": [{"type": "wave"}] * 101}, "moves"),
        ({"moves": {"type": "wave"}}, "moves"),
        ({}, "move"),
        ({"move": {"type": "wave"}, "moves": [{"type": "wave"}]}, "move"),
        ({"move": {"type": "wave"}, "decision": "2"}, "decision"),
        ({"move": {"type": "wave"}, "decision": True}, "decision"),
        ({"move": {"type": "wave"}, "if_match": 2}, "if_match"),
    ],
)
def test_a_malformed_move_is_refused_by_its_path(api: Api, body: Any, path: str) -> None:
    table = api.table()
    problem = table.people[0].post(f"{table.path}/moves", body, 422).json
    assert (problem["type"], list(problem["errors"])) == ("/problems/invalid-request", [path])
    assert table.seq == 2


def test_who_is_not_asked_is_told_so(api: Api) -> None:
    table = api.table()
    table.write(1, 2)
    problem = table.play(1, "done", 403).json
    assert (problem["type"], problem["rule"]) == ("/problems/not-your-turn", "TL-1.1")
    assert table.seq == 4


def test_a_free_move_is_made_at_any_time(api: Api) -> None:
    table = api.table()
    table.write(1, 2)
    table.play(1, "wave")
    assert table.see()["state"]["waves"] == 1


@pytest.mark.parametrize("path", ["moves", "undo", "resign"])
def test_who_has_no_seat_cannot_play(api: Api, path: str) -> None:
    table = api.table()
    body = {"move": {"type": "wave"}} if path == "moves" else None
    api.player().post(f"{table.path}/{path}", body, 403)
    api.spectator.post(f"{table.path}/{path}", body, 401)
    api.player().post(f"/v1/games/nosuchgame/{path}", body, 404)


def test_a_finished_game_takes_no_moves(api: Api) -> None:
    table = api.table(options={"rounds": 1})
    table.play_round(1, 2)
    assert table.play(0, "wave", 422).json["rule"] == "TB-2.1"
    listed = table.people[0].get(f"{table.path}/moves").json
    assert (listed["moves"], listed["decision"]) == ([], None)


def test_a_move_that_leaves_a_step_due_asks_a_worker_for_it(api: Api) -> None:
    table = api.table()
    table.write(1, 2)
    table.all_done()
    assert table.see()["awaiting"]["step"] == "score_round"
    assert asked_for(api.parts.store.redis) == [(table.id, 6, "step")]
