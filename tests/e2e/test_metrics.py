"""/metrics over several web and job workers: the same numbers, whichever process is asked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from moothall.server import supervisor
from moothall.server.embedded import name_for
from moothall.server.supervisor import MEMORY, counts_for
from tests.e2e.conftest import QUICK, Hall, small_hall
from tests.e2e.people import Player
from tests.support.live import until


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A Moothall whose counts nobody else adds to."""
    running = Hall(tmp_path_factory.mktemp("counted"), **QUICK)
    yield running
    running.stop()


def metric(hall: Hall, name: str, **labels: str) -> float:
    """The sum of a metric's samples with these labels."""
    total = 0.0
    with hall.client() as client:  # a new connection each time, so that any process may get it
        for line in client.get("/metrics").text.splitlines():
            found = re.fullmatch(r"(\w+)(?:\{(.*)\})? (\S+)", line)
            if found and found[1] == name:
                given = dict(re.findall(r'(\w+)="([^"]*)"', found[2] or ""))
                if labels.items() <= given.items():
                    total += float(found[3])
    return total


def test_requests_are_counted_over_all_processes(counted: Hall) -> None:
    for path in ["/v1/titles"] * 20 + ["/v1/titles/none-such", "/nowhere"]:
        with counted.client() as client:
            client.get(path)
    for _ in range(6):
        assert metric(counted, "moothall_requests_total", route="/v1/titles", status="200") == 20
        assert metric(counted, "moothall_requests_total", route="/v1/titles/<slug>", status="404") == 1
        assert metric(counted, "moothall_requests_total", route="none", status="404") == 1
        assert metric(counted, "moothall_request_seconds_count", route="/v1/titles") == 20


def test_what_the_workers_do_is_counted_too(counted: Hall) -> None:
    with counted.client() as client:
        ada = Player(client, "Ada")
        game = ada.create("medieval-realms", ["random", "random"])
        until(lambda: ada.look(game)["status"] == "finished", "the end of the game")
        events = ada.look(game)["seq"]
    until(lambda: metric(counted, "moothall_events_total") == events, "the count of what was written last")
    assert 0 < metric(counted, "moothall_appends_total") <= events
    until(lambda: metric(counted, "moothall_jobs_total", kind="play_ai", outcome="done") > 0, "a job counted")
    assert metric(counted, "moothall_ai_seconds_count", title="medieval-realms", level="random") > 10
    for games in ("people", "ai_only"):
        until(lambda games=games: metric(counted, "moothall_jobs_waiting", games=games) == 0, "an empty queue")
    assert metric(counted, "moothall_jobs_failed") == 0


def test_many_games_of_ais_at_once_take_few_jobs(counted: Hall) -> None:
    with counted.client() as client:
        people = [Player(client, name) for name in ("Ada", "Ben", "Cat")]
        events, jobs = metric(counted, "moothall_events_total"), metric(counted, "moothall_jobs_total")
        games = [(each, each.create("medieval-realms", ["random"] * 2)) for each in people * 7]
        for person, game in games:
            while (state := person.look(game))["status"] != "finished":
                person.wait_past(game, state["seq"])
    events, jobs = metric(counted, "moothall_events_total") - events, metric(counted, "moothall_jobs_total") - jobs
    assert events > len(games) * 50
    assert 0 < jobs <= 1.1 * events


def test_followers_come_and_go(counted: Hall) -> None:
    with counted.client() as client:
        ada = Player(client, "Ada")
        game = ada.create("manaforge", ["human", "human"])
        headers = {**ada.headers, "Accept": "text/event-stream"}
        with (
            client.stream("GET", f"/v1/games/{game}/events", headers=headers),
            client.stream("GET", f"/v1/games/{game}/events", headers=headers),
        ):
            until(lambda: metric(counted, "moothall_followers", route="/v1/games/<game_id>/events") == 2, "two streams")
        ada.client.post(f"/v1/games/{game}/abort", headers=ada.headers)
    until(lambda: metric(counted, "moothall_followers", route="/v1/games/<game_id>/events") == 0, "the end of both")


def test_the_counts_are_kept_in_memory_and_gone_afterwards(tmp_path: Path) -> None:
    hall = small_hall(tmp_path)
    folder = MEMORY / name_for(tmp_path) if MEMORY.is_dir() else tmp_path / "metrics"
    with hall.client() as client:
        client.get("/v1/titles")
    assert list(folder.glob("counter_*.db"))
    hall.stop()
    assert not folder.exists() or not MEMORY.is_dir()


def test_where_there_is_no_such_memory_they_are_kept_in_the_data_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "MEMORY", tmp_path / "nowhere")
    assert counts_for(tmp_path) == tmp_path / "metrics"
