"""Records, audits, keys, rulings and forks over HTTP."""

from __future__ import annotations

import stat
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from moothall.events.audit.game import audit
from moothall.events.records.format import read
from moothall.server.app import create_app
from moothall.server.bootstrap import Services, wire
from moothall.server.embedded import EmbeddedRedis
from moothall.server.keyring import Keyring
from tests.support.api import Api, Body, Caller, Table, paths
from tests.support.live import moothall, until
from tests.support.tally import TALLY

LINES = {"Accept": "application/x-ndjson"}
TITLES = {"tally": TALLY}


def played(api: Api, **settings: Any) -> Table:
    """A game of one round, played to its end."""
    table = api.table(options={"rounds": 1}, **settings)
    for seat in (0, 1):
        table.play(seat, "write", number=seat + 2)
    for seat in (0, 1):
        table.play(seat, "done")
    api.parts.commands.step(table.id, table.seq)
    return table


def keys_of(api: Api) -> dict[str, str]:
    return {key["id"]: key["public_key"] for key in api.spectator.get("/v1/keys").json["keys"]}


def test_a_finished_game_is_exported_as_a_signed_record(api: Api) -> None:
    table = played(api)
    answer = api.spectator.get(f"{table.path}/events", headers=LINES)
    assert answer.mimetype == "application/x-ndjson"
    report = audit(answer.bytes, TITLES, trusted=keys_of(api))
    assert report.ok, report
    assert report.game == table.id


def test_a_running_game_is_exported_as_the_caller_sees_it(api: Api) -> None:
    table = api.table()
    table.play(0, "write", number=4)
    for caller, number in ((table.people[0], 4), (table.people[1], None)):
        lines = caller.get(f"{table.path}/events", headers=LINES).bytes.splitlines()
        change = msgspec.json.decode(lines[-1])["changes"][0]
        assert change.get("number") == number
        assert all(b"salt" not in line for line in lines)


def test_with_after_the_lines_of_a_finished_game_stay_plain_events(api: Api) -> None:
    table = played(api)
    lines = api.spectator.get(f"{table.path}/events?after=5", headers=LINES).bytes.splitlines()
    assert [msgspec.json.decode(line)["seq"] for line in lines] == [6, 7]


def test_the_audit_over_http_has_the_verdicts_of_the_record(api: Api) -> None:
    table = played(api)
    record = api.spectator.get(f"{table.path}/events", headers=LINES).bytes
    answer = api.spectator.get(f"{table.path}/audit")
    assert answer.json == audit(record, TITLES, trusted=keys_of(api)).as_json()
    assert answer.json["ok"] is True


def test_a_running_game_is_not_audited(api: Api) -> None:
    problem = api.spectator.get(f"{api.table().path}/audit", 409).json
    assert problem["type"] == "/problems/not-over"
    assert "active" in problem["detail"]


def test_private_records_are_not_for_strangers(api: Api) -> None:
    table = played(api, private=True)
    for path in ("audit", "events"):
        api.player().get(f"{table.path}/{path}", 404, LINES)
        table.people[0].get(f"{table.path}/{path}", headers=LINES)


def test_old_signatures_stay_good_when_keys_are_rotated(api: Api) -> None:
    table = played(api)
    before = api.spectator.get(f"{table.path}/events", headers=LINES).bytes
    api.parts.keyring.rotate()
    after = api.spectator.get(f"{table.path}/events", headers=LINES).bytes
    listed = api.spectator.get("/v1/keys").json["keys"]
    assert [key["current"] for key in listed] == [True, False]
    ends = [read(data).end for data in (before, after)]
    assert [end.key for end in ends if end] == [listed[1]["id"], listed[0]["id"]]
    assert all(audit(data, TITLES, trusted=keys_of(api)).ok for data in (before, after))
    assert api.spectator.get(f"{table.path}/audit").json["ok"] is True


def test_keys_are_for_the_server_alone(tmp_path: Path) -> None:
    ring = Keyring(tmp_path / "data")
    first = ring.current()
    file = tmp_path / "data" / "keys" / "0001.key"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert Keyring(tmp_path / "data").current() == first
    assert [path.name for path in file.parent.iterdir()] == ["0001.key"]
    second = ring.rotate()
    assert second != first
    assert Keyring(tmp_path / "data").current() == second
    assert set(ring.public()) == {first.id, second.id}
    assert first.seed.hex() not in str(ring.published())


def test_the_first_of_two_keys_made_at_once_counts(tmp_path: Path) -> None:
    one, two = Keyring(tmp_path), Keyring(tmp_path)
    assert one._make(1)
    assert not two._make(1)
    assert one.current() == two.current()


def test_looking_back_with_the_eyes_of_a_seat(api: Api) -> None:
    table = api.table(options={"rounds": 1})
    table.play(0, "write", number=4)
    got = table.see(0)
    for eyes in ("0", "all"):
        problem = table.people[1].get(f"{table.path}?at=3&as={eyes}", 403).json
        assert problem["type"] == "/problems/not-your-turn"
    assert table.people[0].get(f"{table.path}?at=3&as=0").json == got
    table.play(1, "write", number=2)
    for seat in (0, 1):
        table.play(seat, "done")
    api.parts.commands.step(table.id, table.seq)
    assert api.spectator.get(f"{table.path}?at=3&as=0").json == got
    assert api.spectator.get(f"{table.path}?at=3&as=all").json["full"]["written"] == [4, None]
    api.spectator.get(f"{table.path}?at=3&as=7", 404)


def organised(api: Api) -> tuple[Caller, Table]:
    organiser = api.organiser()
    game = api.game(organiser, [{"kind": "human"}] * 2, organiser=True)
    people = [api.player(f"Player {index}") for index in range(2)]
    for person in people:
        person.post(f"/v1/games/{game['id']}/seats")
    return organiser, Table(api, game["id"], people)


def test_to_organise_takes_a_scope(api: Api) -> None:
    body = {"title": "tally", "seats": [{"kind": "human"}] * 2, "organiser": True}
    problem = api.player().post("/v1/games", body, 403).json
    assert problem["type"] == "/problems/insufficient-scope"
    assert "organise" in problem["detail"]


def test_an_organiser_rules(api: Api) -> None:
    organiser, table = organised(api)
    path = f"{table.path}/rulings"
    assert organiser.get(table.path).json["organiser"] == organiser.id
    assert organiser.post(path, {"type": "pause_game", "reason": "dinner"}).json["paused"] is True
    assert table.play(0, "write", 422, number=3).json["rule"] == "TB-7.2"
    organiser.post(path, {"type": "resume_game", "reason": "fed"})
    cat = api.player("Cat")
    seats = organiser.post(path, {"type": "replace_seat", "seat": 1, "player": cat.id, "reason": "no show"}).json[
        "seats"
    ]
    assert (seats[1]["name"], seats[1]["player"]) == ("Cat", cat.id)
    table.play(0, "write", number=3)
    organiser.post(path, {"type": "restore_game", "to": 3, "reason": "misclick"})
    assert table.see(0)["state"]["written"] == [None, False]
    assert organiser.post(path, {"type": "annul_game", "reason": "late"}).json["status"] == "annulled"
    assert api.spectator.get(f"{table.path}/audit").json["ok"] is True
    texts = [line for event in api.spectator.get(f"{table.path}/events").json["events"] for line in event["text"]]
    assert "The organiser restores the game to event 3: misclick" in texts
    assert [game["id"] for game in api.spectator.get("/v1/games?status=annulled").json["games"]] == [table.id]


def test_an_organiser_takes_points_and_decides(api: Api) -> None:
    organiser, table = organised(api)
    path = f"{table.path}/rulings"
    seats = organiser.post(path, {"type": "penalty", "seat": 1, "points": 4, "reason": "late"}).json["seats"]
    assert [(seat["score"], seat["penalty"]) for seat in seats] == [(0, 0), (-4, 4)]
    assert api.spectator.get(f"{table.path}/scores").json["timeline"][-1]["scores"] == [0, -4]
    short = {"type": "adjudicate", "ranking": [[0]], "reason": "the hall closes"}
    assert organiser.post(path, short, 422).json["rule"] == "TB-7.7"
    ended = organiser.post(path, {**short, "ranking": [[1], [0]]}).json
    assert (ended["status"], ended["adjudicated"]) == ("finished", True)
    assert (ended["result"]["ranking"], ended["result"]["scores"]) == ([[1], [0]], [0, -4])
    assert api.spectator.get(f"{table.path}/audit").json["ok"] is True


def test_an_organiser_finds_the_games_it_rules(api: Api) -> None:
    organiser, table = organised(api)
    for path in ("/v1/me/games", "/v1/games?mine=true"):
        listed = organiser.get(path).json["games"]
        assert [(game["id"], game["organiser"], game["your_seat"]) for game in listed] == [
            (table.id, organiser.id, None)
        ]


def test_what_can_be_refused_is_described(api: Api) -> None:
    described = paths(api.app)
    assert "403" in described["/v1/games/{game_id}"]["get"]["responses"]
    assert "409" in described["/v1/games/{game_id}/audit"]["get"]["responses"]


def test_only_the_organiser_rules(api: Api) -> None:
    _, table = organised(api)
    ruling = {"type": "annul_game", "reason": "I lose"}
    another = api.organiser("Otto").post(f"{table.path}/rulings", ruling, 403).json
    assert another["rule"] == "TB-7.1"
    player = table.people[0].post(f"{table.path}/rulings", ruling, 403).json
    assert (player["type"], player["scope"]) == ("/problems/insufficient-scope", "organise")
    api.spectator.post(f"{table.path}/rulings", ruling, 401)


def test_who_may_no_longer_organise_neither_rules_nor_sees(
    api: Api, redis_server: EmbeddedRedis, parts: Services
) -> None:
    """Withdrawn on the command line, while another web process remembers the token."""
    organiser, table = organised(api)
    table.play(0, "write", number=4)
    elsewhere = wire(parts.config, parts.titles)
    there = Caller(create_app(parts=elsewhere), organiser.token, organiser.player)
    for caller in (organiser, there):
        assert caller.get(f"{table.path}?as=all").json["full"]["written"] == [4, None]
        assert caller.get(f"{table.path}?as=0").json["state"]["written"] == [4, False]
    withdrawn = moothall("grant", organiser.id, "--scope", "organise", "--withdraw", "--redis", redis_server.url)
    assert withdrawn.returncode == 0, withdrawn.stderr
    for caller in (organiser, there):
        until(partial(_may_only_play, caller), "the scope is gone")
        for eyes in ("all", "0", "1"):
            assert caller.get(f"{table.path}?as={eyes}", 403).json["type"] == "/problems/not-your-turn"
            caller.get(f"{table.path}?as={eyes}&at=3", 403)
        for ruling in ({"type": "annul_game"}, {"type": "pause_game"}, {"type": "restore_game", "to": 3}):
            body = {**ruling, "reason": "still me"}
            assert caller.post(f"{table.path}/rulings", body, 403).json["scope"] == "organise"
        assert caller.get(table.path).json["state"]["written"] == [True, False]
    assert table.seq == 4
    elsewhere.store.redis.close()
    elsewhere.jobs.connection.close()


def _may_only_play(caller: Caller) -> bool:
    return bool(caller.get("/v1/me").json["scopes"] == ["read", "play"])


def test_a_narrow_token_of_an_organiser_neither_rules_nor_sees(api: Api) -> None:
    organiser, table = organised(api)
    made = organiser.post("/v1/me/tokens", {"name": "narrow", "scopes": ["read", "play"]}).json
    narrow = Caller(api.app, made["token"], organiser.player)
    narrow.get(f"{table.path}?as=all", 403)
    narrow.post(f"{table.path}/rulings", {"type": "pause_game", "reason": "x"}, 403)
    organiser.get(f"{table.path}?as=all")


def test_a_ruling_is_not_a_move(api: Api) -> None:
    organiser, table = organised(api)
    table.people[0].post(f"{table.path}/moves", {"move": {"type": "annul_game", "reason": "I lose"}}, 422)
    organiser.post(f"{table.path}/moves", {"move": {"type": "wave"}}, 403)
    assert table.seq == 3


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"type": "pause_game"}, "reason"),
        ({"type": "pause_game", "reason": ""}, "reason"),
        ({"type": "pause_game", "reason": 5}, "reason"),
        ({"type": "stop", "reason": "x"}, "type"),
        ({"reason": "x"}, "type"),
        ({"type": "pause_game", "reason": "x", "to": 3}, "to"),
        ({"type": "restore_game", "reason": "x"}, "to"),
        ({"type": "restore_game", "reason": "x", "to": "3"}, "to"),
        ({"type": "replace_seat", "reason": "x", "seat": 0, "level": "divine"}, "level"),
        ({"type": "replace_seat", "reason": "x", "level": "random"}, "seat"),
        ({"type": "annul_game", "reason": "x", "why": "y"}, "why"),
        ({"type": "penalty", "reason": "x", "seat": 0}, "points"),
        ({"type": "penalty", "reason": "x", "seat": 0, "points": 0}, "points"),
        ({"type": "penalty", "reason": "x", "seat": 0, "points": 1.5}, "points"),
        ({"type": "adjudicate", "reason": "x"}, "ranking"),
        ({"type": "adjudicate", "reason": "x", "ranking": []}, "ranking"),
        ({"type": "adjudicate", "reason": "x", "ranking": [[0], []]}, "ranking[1]"),
        ({"type": "adjudicate", "reason": "x", "ranking": [[0], ["1"]]}, "ranking[1][0]"),
        ({"type": "adjudicate", "reason": "x", "ranking": [[0], 1]}, "ranking[1]"),
    ],
)
def test_a_malformed_ruling_is_refused_by_its_field(api: Api, body: Body, path: str) -> None:
    organiser, table = organised(api)
    assert list(organiser.post(f"{table.path}/rulings", body, 422).json["errors"]) == [path]
    assert table.seq == 3


def test_an_unknown_player_gets_no_seat(api: Api) -> None:
    organiser, table = organised(api)
    body = {"type": "replace_seat", "reason": "x", "seat": 0, "player": "nobody"}
    assert organiser.post(f"{table.path}/rulings", body, 422).json["rule"] == "TB-7.3"


def test_a_fork_over_http(api: Api) -> None:
    table = played(api)
    cat = api.player("Cat")
    answer = cat.post(f"{table.path}/fork", {"at": 4})
    fork = answer.json
    assert answer.headers["Location"] == f"/v1/games/{fork['id']}"
    assert (fork["parent"]["game"], fork["parent"]["seq"], fork["parent"]["exact"]) == (table.id, 4, True)
    assert fork["you"] == {"seat": 0}
    seats = [{"kind": "human"}, {"kind": "human"}]
    assert cat.post(f"{table.path}/fork", {"at": 4, "seat": 1, "seats": seats}).json["status"] == "open"
    assert cat.post(f"{table.path}/fork", {"at": 1}, 422).json["rule"] == "TB-8.1"
    cat.post(f"{table.path}/fork", {"at": 99}, 404)
    assert list(cat.post(f"{table.path}/fork", {}, 422).json["errors"]) == ["at"]


def test_a_sandbox_of_a_running_game_is_private(api: Api) -> None:
    table = api.table()
    table.play(1, "write", number=4)
    sandbox = table.people[0].post(f"{table.path}/fork", {"at": 3}).json
    assert sandbox["private"] is True
    table.people[1].get(f"/v1/games/{sandbox['id']}", 404)
    api.player().post(f"{table.path}/fork", {"at": 3}, 403)


def test_a_repeated_fork_is_one_game(api: Api) -> None:
    table = played(api)
    once = {"Idempotency-Key": "once"}
    first, again = (table.people[0].post(f"{table.path}/fork", {"at": 4}, headers=once).json for _ in range(2))
    assert first == again
