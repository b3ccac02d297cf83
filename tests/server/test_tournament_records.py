"""The record of a tournament, from the log and over HTTP."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from moothall.domain.titles import TITLES
from moothall.domain.tournament.context import Account
from moothall.domain.tournament.moves import AbortTournament, Start, TakePoints
from moothall.events.audit.report import TournamentReport
from moothall.server.bootstrap import Services, wire
from moothall.server.cli import main
from moothall.server.config import Config
from moothall.server.embedded import EmbeddedRedis
from tests.support.api import Api
from tests.support.autumn_cup import settings
from tests.support.running import Running
from tests.support.spoiling import judged, unpacked
from tests.support.tally import TALLY

ADA = Account("p_ada", "Ada", "bot")
BEN = Account("p_ben", "Ben", "bot")


def running(parts: Services, tournament_id: str = "t1", **more: Any) -> Running:
    terms: dict[str, Any] = {"next_round": "auto", "join_s": 60, "options": {"rounds": 1}, "late_entry": 0, **more}
    return Running(parts, tournament_id, settings(TALLY, **terms))


def fetched(api: Api, path: Path, tournament_id: str = "t1") -> TournamentReport:
    """What the audit says of the record that the server gives."""
    answer = api.spectator.get(f"/v1/tournaments/{tournament_id}/record")
    assert answer.mimetype == "application/zip"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="tournament.zip"'
    return judged(path, answer.bytes, api.parts.keyring.public())


def test_a_tournament_that_is_played_can_be_checked(api: Api, parts: Services, tmp_path: Path) -> None:
    """Seven at tables of four and three; Ada comes to no table and drops out."""
    cup = running(parts)
    cup.enter(ADA, ais=6)
    cup.rule(Start())
    cup.run_out()
    assert cup.tournament.status == "finished"
    assert any(table.absent for each in cup.tournament.rounds for table in each.tables)
    report = fetched(api, tmp_path / "cup.zip")
    assert report.ok, report
    assert (report.trusted, report.games, report.seq) == (True, len(cup.games()), cup.tournament.seq)


def test_what_is_ruled_afterwards_is_in_the_record(api: Api, parts: Services, tmp_path: Path) -> None:
    cup = running(parts, rounds=1)
    cup.enter(ais=4)
    cup.rule(Start())
    cup.run_out()
    before = fetched(api, tmp_path / "cup.zip")
    cup.rule(TakePoints("e1", 3, "played with marked dice"))
    after = fetched(api, tmp_path / "cup.zip")
    assert (before.ok, after.ok, after.seq - before.seq) == (True, True, 1)


def test_duplicate_rounds(api: Api, parts: Services, tmp_path: Path) -> None:
    cup = running(parts, duplicate=True, tie_breaks=("same_seat", "lot"))
    cup.enter(ais=8)
    cup.rule(Start())
    cup.run_out()
    assert fetched(api, tmp_path / "cup.zip").ok


def test_a_table_that_nobody_came_to_has_a_record_too(api: Api, parts: Services, tmp_path: Path) -> None:
    cup = running(parts, rounds=1, table_size=2, points={"2": (3, 1)})
    cup.enter(ADA, BEN)
    cup.rule(Start())
    cup.run_out()
    assert cup.tournament.rounds[0].tables[0].status == "annulled"
    report = fetched(api, tmp_path / "cup.zip")
    assert report.ok, report
    assert report.games == 1


def test_an_aborted_tournament(api: Api, parts: Services, tmp_path: Path) -> None:
    """Its tables are annulled, or dropped where they had not begun."""
    cup = running(parts, table_size=2, points={"2": (3, 1)})
    cup.enter(ADA, ais=3)
    cup.rule(Start())
    cup.run()
    cup.rule(AbortTournament("the hall burns"))
    problem = api.spectator.get("/v1/tournaments/t1/record", 409).json
    assert "is being closed: the record can be had when all of it is over" in problem["detail"]
    cup.run_out()
    report = fetched(api, tmp_path / "cup.zip")
    assert report.ok, report
    assert report.games == 2


def test_a_tournament_aborted_before_it_began(api: Api, parts: Services, tmp_path: Path) -> None:
    cup = running(parts)
    cup.enter(ais=4)
    cup.rule(AbortTournament("nobody likes it"))
    report = fetched(api, tmp_path / "cup.zip")
    assert (report.ok, report.games) == (True, 0)


def test_tables_that_were_never_opened_are_not_missed(api: Api, parts: Services, tmp_path: Path) -> None:
    cup = running(parts)
    cup.enter(ais=4)
    cup.rule(Start(), AbortTournament("nobody likes it"))
    report = fetched(api, tmp_path / "cup.zip")
    assert (report.ok, report.games) == (True, 0)


def test_there_is_no_record_before_the_end(api: Api, parts: Services) -> None:
    cup = running(parts)
    cup.enter(ais=4)
    for status in ("open", "active"):
        problem = api.spectator.get("/v1/tournaments/t1/record", 409).json
        assert problem["type"] == "/problems/not-over"
        assert f"the tournament is {status}" in problem["detail"]
        if status == "open":
            cup.rule(Start())
    api.spectator.get("/v1/tournaments/t9/record", 404)


def test_the_same_tournament_has_the_same_record(api: Api, parts: Services) -> None:
    cup = running(parts, rounds=1)
    cup.enter(ais=4)
    cup.rule(Start())
    cup.run_out()
    one, other = (api.spectator.get("/v1/tournaments/t1/record").bytes for _ in range(2))
    assert one == other
    assert list(unpacked(one)) == ["tournament.ndjson", *(f"games/{game}.ndjson" for game in cup.games())]


def test_what_is_changed_in_redis_is_found(api: Api, parts: Services, redis: Any, tmp_path: Path) -> None:
    cup = running(parts, rounds=1)
    cup.enter(ais=4)
    cup.rule(Start())
    cup.run_out()
    name = next(name for name in redis.keys("*:t1:events"))
    entries = redis.xrange(name)
    redis.delete(name)
    for entry_id, fields in entries:
        fields[b"d"] = fields[b"d"].replace(b'"name":"House 2"', b'"name":"House X"')
        redis.xadd(name, fields, id=entry_id)
    report = fetched(api, tmp_path / "cup.zip")
    assert (report.chain.ok, report.standings.ok, report.standings.seq) == (False, False, 3)


@pytest.fixture
def hall(redis_server: EmbeddedRedis, redis: Any, tmp_path: Path) -> Any:
    made = wire(Config(redis=redis_server.url, data=tmp_path), TITLES)
    yield made
    made.hub.stop()
    made.store.redis.close()
    made.jobs.connection.close()


def test_it_is_fetched_and_verified_in_the_terminal(address: str, hall: Services, tmp_path: Path) -> None:
    title = TITLES["medieval-realms"]
    terms: dict[str, Any] = {"table_size": 2, "rounds": 1, "late_entry": 0, "points": {"2": (3, 1)}}
    cup = Running(hall, "t1", settings(title, next_round="auto", **terms))
    path = tmp_path / "cup.zip"

    def run(*arguments: Any) -> Any:
        return CliRunner().invoke(main, [str(argument) for argument in arguments])

    cup.enter(ais=4)
    cup.rule(Start())
    refused = run("export", "--tournament", "t1", "--server", address, "-o", path)
    assert (refused.exit_code, "the tournament is active" in refused.output, path.exists()) == (1, True, False)
    cup.run_out()
    assert run("export", "--tournament", "t1", "--server", address, "-o", path).exit_code == 0
    told = run("verify", path, "--keys", address)
    assert told.exit_code == 0, told.output
    lines = told.output.splitlines()
    assert lines[-8].startswith(f"{path}: ok (medieval-realms, tournament t1 'Autumn Cup', "), told.output
    verdicts = [line.split() for line in lines[-7:-2]]
    assert verdicts == [[name, "ok"] for name in ("chain", "replay", "rules", "draws", "standings")]
    assert "2 of 2 games are good" in told.output
