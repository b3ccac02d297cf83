"""A tournament over `moothall serve`, whose workers and dispatcher are killed again and again: it ends as it should."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

import pytest

from moothall.domain.titles import TITLES
from moothall.domain.tournament.changes import RoundClosed, RoundPaired, TableEnded, TournamentFinished
from moothall.domain.tournament.context import Account
from moothall.domain.tournament.moves import EnterAi, Start
from moothall.domain.tournament.settings import Settings
from moothall.events.audit.game import audit
from moothall.server.bootstrap import Services, wire
from moothall.server.config import Config
from tests.e2e.conftest import QUICK, Hall
from tests.support.cup import CUP
from tests.support.live import until
from tests.support.stages import SETTINGS

OLGA = Account("p_olga", "Olga", "human")
KILLS = 6


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Hall]:
    hall = Hall(tmp_path / "data", "--workers", "2", "--web-workers", "1", **QUICK, **SETTINGS)
    try:
        yield hall
        hall.stop()
    finally:
        hall.abandon()


@pytest.fixture
def parts(served: Hall) -> Iterator[Services]:
    made = wire(Config(redis=served.redis_url, data=served.data, access_log=""))
    yield made
    made.hub.stop()
    made.store.redis.close()
    made.jobs.connection.close()


@pytest.mark.parametrize("duplicate", [False, True], ids=["", "duplicate"])
def test_it_survives_whoever_runs_it(served: Hall, parts: Services, duplicate: bool) -> None:
    begin(parts, entrants=4, rounds=2, duplicate=duplicate)
    killed = []
    for word in islice(cycle(["worker", "dispatcher"]), KILLS):
        if over(parts):
            break
        served.kill_one(word)
        killed.append(word)
        before = progress(parts)
        until(lambda before=before: over(parts) or progress(parts) > before, "it goes on", 60)
    assert len(killed) >= KILLS // 2, "it was over before it could be disturbed"
    until(lambda: over(parts), "it comes to its end", 180)
    check_log(parts, rounds=2, tables=2)
    check_games(parts, duplicate)
    until(lambda: not parts.tournament_queries.store.due(10**15), "nothing is left to do", 30)


def begin(parts: Services, entrants: int, rounds: int, duplicate: bool) -> None:
    commands = parts.tournament_commands
    settings = Settings(
        "Autumn Cup",
        "medieval-realms",
        0,
        "",
        "swiss",
        2,
        rounds=rounds,
        duplicate=duplicate,
        tie_breaks=("opponents", "wins", "lot"),
    )
    commands.create(CUP, OLGA, TITLES["medieval-realms"], settings, bytes(range(32)))
    for number in range(entrants):
        commands.ask(CUP, OLGA, EnterAi("random", f"House {number}"))
    commands.ask(CUP, OLGA, Start())


def over(parts: Services) -> bool:
    return parts.tournament_queries.find(CUP).tournament.status == "finished"


def game_ids(parts: Services) -> list[str]:
    rounds = parts.tournament_queries.find(CUP).tournament.rounds
    return [table.game for each in rounds for table in each.tables]


def progress(parts: Services) -> int:
    """How much was written of the tournament and its tables."""
    own = parts.tournament_queries.store.length(CUP)
    return own + sum(parts.store.length(game_id) for game_id in game_ids(parts))


def check_log(parts: Services, rounds: int, tables: int) -> None:
    """Every round paired and closed once, every result counted once."""
    log = parts.tournament_queries.log
    events = [log.read(CUP, stored) for stored in log.store.tail(CUP)]
    found: Counter[object] = Counter()
    for change in (change for event in events for change in event.changes):
        match change:
            case RoundPaired(number) | RoundClosed(number):
                found[type(change), number] += 1
            case TableEnded(number, table):
                found[type(change), number, table] += 1
            case TournamentFinished():
                found[type(change)] += 1
    assert set(found.values()) == {1}
    assert len(found) == 2 * rounds + rounds * tables + 1
    assert len(set(game_ids(parts))) == rounds * tables


def check_games(parts: Services, duplicate: bool) -> None:
    """Every game was created once, holds by all four verdicts, and ended as the tournament says."""
    wanted = set(game_ids(parts))
    assert set(parts.store.game_ids()) == wanted
    for each in parts.tournament_queries.find(CUP).tournament.rounds:
        for table in each.tables:
            until(lambda game=table.game: parts.games.fresh(game).table.revealed, "its secret is told", 30)
            report = audit(parts.archive.record(table.game, None), TITLES)
            assert report.ok, report
            assert table.result is not None
            assert parts.store.tail(table.game, table.result.seq - 1, 1)[0].hash.hex() == table.result.head
        commitments = {parts.games.get(table.game).table.commitment for table in each.tables}
        assert (len(commitments) == 1) == duplicate
