"""Bundles of records over HTTP: signed by the server, packed while they are sent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from moothall.domain.table.decide import Person
from moothall.domain.table.moves import AnnulGame
from moothall.events.audit.game import audit
from moothall.events.audit.report import check_bundle
from moothall.events.records.bundle import look_into, read_bundle
from moothall.server.places import Places
from tests.support.api import Api, Caller
from tests.support.tally import TALLY

TITLES = {"tally": TALLY}


def annulled(api: Api, organiser: Caller, **settings: Any) -> str:
    """A game that was begun, and ended by a ruling."""
    seats = [{"kind": "ai", "level": "random"}] * 2
    game_id: str = api.game(organiser, seats, organiser=True, **settings)["id"]
    api.parts.arbiter.rule(game_id, Person(organiser.id, "Olga"), AnnulGame("late"))
    return game_id


def finished(api: Api) -> str:
    """A game that was played to its end."""
    table = api.table(options={"rounds": 1})
    table.play_round(1, 2)
    api.parts.projections.project([table.id])
    return table.id


def bundle(api: Api, path: Path, caller: Caller, **body: Any) -> list[str]:
    """The games of a bundle, which is good."""
    answer = caller.post("/v1/records", body, 200)
    assert answer.mimetype == "application/zip"
    assert "attachment" in answer.headers["Content-Disposition"]
    path.write_bytes(answer.bytes)
    report = check_bundle(look_into(path), api.parts.keyring.public())
    assert (report.ok, report.trusted) == (True, True)
    members = list(read_bundle(path))
    for member in members:
        assert member.fault is None
        assert audit(member.data, TITLES, trusted=api.parts.keyring.public()).ok
    return [member.file.removeprefix("games/").removesuffix(".ndjson") for member in members]


def test_named_games(api: Api, tmp_path: Path) -> None:
    olga = api.organiser()
    games = [annulled(api, olga), finished(api)]
    assert bundle(api, tmp_path / "games.zip", api.spectator, games=[*games, games[0]]) == games
    assert bundle(api, tmp_path / "games.zip", olga, games=games[1:]) == games[1:]


def test_all_public_games_that_were_played(api: Api, tmp_path: Path) -> None:
    games = {finished(api) for _ in range(3)}
    annulled(api, api.organiser())
    api.table()
    assert set(bundle(api, tmp_path / "games.zip", api.spectator)) == games
    assert set(bundle(api, tmp_path / "games.zip", api.spectator, title="tally")) == games
    assert bundle(api, tmp_path / "games.zip", api.spectator, title="nim") == []


def test_a_page_at_a_time(api: Api, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moothall.server.routes.records.PAGE", 2)
    games = {finished(api) for _ in range(5)}
    assert set(bundle(api, tmp_path / "games.zip", api.spectator)) == games


def test_private_games_are_for_those_who_know_them(api: Api, tmp_path: Path) -> None:
    olga = api.organiser()
    private = annulled(api, olga, private=True)
    assert bundle(api, tmp_path / "games.zip", olga, games=[private]) == [private]
    api.spectator.post("/v1/records", {"games": [private]}, 404)


def test_a_game_that_is_not_over_is_refused_before_anything_is_sent(api: Api) -> None:
    games = [finished(api), api.table().id]
    problem = api.spectator.post("/v1/records", {"games": games}, 409).json
    assert problem["type"] == "/problems/not-over"
    api.spectator.post("/v1/records", {"games": ["nosuchgame"]}, 404)


@pytest.mark.parametrize(
    "body", [{"games": []}, {"games": ["a"] * 1_001}, {"games": ["a"], "title": "tally"}, {"x": 1}]
)
def test_what_makes_no_sense_is_refused(api: Api, body: Any) -> None:
    api.spectator.post("/v1/records", body, 422)


def test_a_place_is_given_back(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    """When it is sent, and when it comes to nothing."""
    places: Places = api.app.extensions["moothall.places"]
    body, client = {"games": [finished(api)]}, api.app.test_client()
    with client.post("/v1/records", json=body) as answer:
        assert places._taken
        assert answer.get_data()
    assert places._taken == {}
    monkeypatch.setattr("moothall.events.records.bundle.MOST_FILES", 0)
    assert client.post("/v1/records", json=body).status_code == 500
    assert places._taken == {}
