"""The dashboard of deploy/ on what a real `moothall serve` exposes, and in a Prometheus where there is one."""

from __future__ import annotations

import json
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from moothall.server.supervisor import free_port
from tests.e2e.conftest import Hall, small_hall
from tests.e2e.people import Player
from tests.support.live import PATIENCE_S, until
from tests.support.proxies import changed

DEPLOY = Path(__file__).parents[2] / "deploy"
DASHBOARD: dict[str, Any] = json.loads((DEPLOY / "grafana.json").read_text("utf-8"))
QUERIES = [
    pytest.param(each["expr"], each["legendFormat"], id=f"{panel['title']}, {each['legendFormat']}")
    for panel in DASHBOARD["panels"]
    for each in panel["targets"]
]
HOST = "127.0.0.1"
OF_PROMETHEUS = {"job", "instance"}
"""Labels that it gives to everything it reads: one of ours by such a name would be called otherwise."""
ONLY_IN_TROUBLE = 'status=~"5.."'
"""What asks for it has no series while all is well."""

SCRAPE_S = 1
RATE_OVER = f"{4 * SCRAPE_S}s"
"""As Grafana has it: four times what is between two looks."""
LATELY_S = 120
"""What is asked for: all of the test."""


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A game of AIs was played, another is followed, a slow request was cut off."""
    hall = small_hall(tmp_path_factory.mktemp("busy"), MOOTHALL_READ_S="0.2")
    with hall.client() as client:
        ada = Player(client, "Ada")
        followed = ada.create("manaforge", ["human", "human"])
        accepts = {**ada.headers, "Accept": "text/event-stream"}
        with client.stream("GET", f"/v1/games/{followed}/events", headers=accepts):
            cut_off(hall)
            play_out(ada)
            yield hall
    hall.stop()


def cut_off(hall: Hall) -> None:
    """Half a request, until it is answered."""
    address = urlsplit(hall.url)
    with socket.create_connection((address.hostname, address.port), PATIENCE_S) as line:
        line.sendall(b"GET /v1/titles HT")
        assert b" 408 " in line.recv(100)


def play_out(player: Player) -> None:
    game = player.create("medieval-realms", ["greedy", "random"])
    until(lambda: player.look(game)["status"] == "finished", "the end of the game")


def labels_of(hall: Hall) -> dict[str, set[str]]:
    """Of every name that is exposed."""
    with hall.client() as client:
        text = client.get("/metrics").text
    found: dict[str, set[str]] = {}
    for name, labels in re.findall(r"^(\w+)(?:\{(.*)\})? \S+$", text, re.M):
        found.setdefault(name, set()).update(re.findall(r'(\w+)="', labels))
    return found


def named(legend: str) -> set[str]:
    """The labels in the legend of a curve."""
    return set(re.findall(r"\{\{(\w+)\}\}", legend))


@pytest.mark.parametrize(("query", "legend"), QUERIES)
def test_what_the_dashboard_asks_for_is_exposed(busy: Hall, query: str, legend: str) -> None:
    (name,) = re.findall(r"moothall_\w+", query)
    grouped = {label for group in re.findall(r"by \((.*?)\)", query) for label in group.split(", ")}
    chosen = set(re.findall(r"(\w+)=~?\"", query))
    assert grouped | chosen <= labels_of(busy)[name]
    assert named(legend) <= grouped


def test_no_label_is_one_of_those_that_prometheus_gives(busy: Hall) -> None:
    found = labels_of(busy)
    assert found["moothall_jobs_total"] == {"kind", "outcome"}
    assert {name for name, labels in found.items() if labels & OF_PROMETHEUS} == set()


@contextmanager
def prometheus(folder: Path, hall: Hall) -> Iterator[httpx.Client]:
    """One with the settings of deploy/, but for the port and how often it looks."""
    settings = changed(
        (DEPLOY / "prometheus.yml").read_text("utf-8"),
        ("127.0.0.1:8000", hall.url.removeprefix("http://")),
        ("scrape_interval: 15s", f"scrape_interval: {SCRAPE_S}s"),
    )
    (folder / "prometheus.yml").write_text(settings)
    address = f"{HOST}:{free_port(HOST)}"
    options = {"config.file": folder / "prometheus.yml", "storage.tsdb.path": folder, "web.listen-address": address}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            ["prometheus", *(f"--{name}={value}" for name, value in options.items())],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
    try:
        with httpx.Client(base_url=f"http://{address}/api/v1", timeout=PATIENCE_S) as client:
            until(lambda: process.poll() is not None or answers(client), "the start of Prometheus")
            assert process.poll() is None, (folder / "log").read_text()
            yield client
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE_S)
        finally:
            process.kill()
            process.wait()


def answers(client: httpx.Client) -> bool:
    try:
        return client.get("/status/buildinfo").is_success
    except httpx.TransportError:
        return False


@pytest.fixture(scope="module")
def watching(busy: Hall, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A Prometheus that has looked before and after one more game."""
    if shutil.which("prometheus") is None:
        pytest.skip("prometheus is not installed here; the queries of deploy/grafana.json are not asked")
    with prometheus(tmp_path_factory.mktemp("prometheus"), busy) as client, busy.client() as caller:
        until(lambda: series(client, "sum(moothall_events_total)"), "the first look")
        before = value(client, "sum(moothall_events_total)")
        play_out(Player(caller, "Ben"))
        until(lambda: value(client, "sum(moothall_events_total)") > before, "a later look")
        yield client


def series(client: httpx.Client, query: str) -> list[dict[str, str]]:
    """The labels of every curve."""
    now = time.time()
    asked: dict[str, str | float] = {"query": query, "start": now - LATELY_S, "end": now, "step": SCRAPE_S}
    answer = client.get("/query_range", params=asked)
    assert answer.status_code == 200, answer.text
    return [each["metric"] for each in answer.json()["data"]["result"]]


def value(client: httpx.Client, query: str) -> float:
    return float(client.get("/query", params={"query": query}).json()["data"]["result"][0]["value"][1])


@pytest.mark.parametrize(("query", "legend"), QUERIES)
def test_prometheus_has_an_answer_to_every_query_of_the_dashboard(
    watching: httpx.Client, query: str, legend: str
) -> None:
    found = series(watching, query.replace("$__rate_interval", RATE_OVER))
    assert found or ONLY_IN_TROUBLE in query
    assert all(set(labels) >= named(legend) for labels in found)


def test_prometheus_tells_the_kinds_of_jobs_apart(watching: httpx.Client) -> None:
    assert {labels["kind"] for labels in series(watching, "sum by (kind) (moothall_jobs_total)")} >= {"play_ai"}
