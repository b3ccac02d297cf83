"""The command line."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from moothall.domain.titles import TITLES
from moothall.server.cli import COMMANDS, main
from moothall.server.embedded import EmbeddedRedis
from moothall.server.supervisor import AlreadyRunning, free_port, lock
from tests.support.api import Api
from tests.support.live import ROOT, moothall


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_explains_itself(name: str) -> None:
    result = CliRunner().invoke(main, [name, "--help"])
    assert result.exit_code == 0
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert command.name == name
    said = " ".join(str(command.help).split())
    assert said in " ".join(result.output.split())
    assert said.startswith(COMMANDS[name].help.rstrip(".")), "as the list of all commands has it"


def test_the_front_door_lists_them_all() -> None:
    output = CliRunner().invoke(main, ["--help"]).output
    for command in COMMANDS:
        assert re.search(rf"^  {command} ", output, re.MULTILINE)


def test_the_documentation_names_every_command() -> None:
    page = (ROOT / "docs" / "commands.md").read_text("utf-8")
    assert [command for command in COMMANDS if f"moothall {command}" not in page] == []


def test_an_unknown_command_is_refused() -> None:
    assert CliRunner().invoke(main, ["fly"]).exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--bots", "random,genius"], "no bot plays 'genius'"),
        (["--players", "10"], "players, not 10."),
        (["--players", "3", "--bots", "random,random"], "names 2 bots for 3 seats"),
        (["--options", "{"], "--options is not JSON"),
        (["--options", '{"no such option": 1}'], "no such option"),
        (["--options", "[]"], "--options"),
        (["--games", "0"], "--games"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
@pytest.mark.parametrize("title", sorted(TITLES))
def test_a_simulation_that_makes_no_sense_is_refused(title: str, arguments: list[str], said: str) -> None:
    result = CliRunner().invoke(main, ["simulate", title, *arguments])
    assert result.exit_code == 2
    assert said in result.output


def test_a_title_that_is_not_there_is_not_simulated() -> None:
    result = CliRunner().invoke(main, ["simulate", "chess"])
    assert result.exit_code == 2
    assert "'chess' is not" in result.output


def test_options_that_the_title_refuses_are_said_and_not_thrown() -> None:
    result = moothall("simulate", "tally", "--options", '{"rounds": 0}')
    assert result.returncode == 2
    assert "options.rounds: 1 to 9 rounds" in result.stderr


def test_a_simulation_reports_as_json_or_as_text() -> None:
    arguments = ("simulate", "tally", "--games", "5", "--players", "3", "--seed", "7")
    report = json.loads(moothall(*arguments, "--json").stdout)
    assert (report["title"], report["games"], report["players"], report["seed"]) == ("tally", 5, 3, 7)
    text = moothall(*arguments)
    assert text.returncode == 0
    assert "5 games of tally with 3 players" in text.stdout


def test_a_second_server_on_the_same_data_is_refused(tmp_path: Path) -> None:
    with lock(tmp_path):
        result = moothall("serve", "--data", str(tmp_path), "--port", "0")
    assert result.returncode == 1
    assert f"process {os.getpid()}" in result.stderr
    assert not (tmp_path / "redis.sock").exists()


def test_the_data_is_free_again_when_its_holder_ends(tmp_path: Path) -> None:
    with lock(tmp_path), pytest.raises(AlreadyRunning), lock(tmp_path):
        pass
    with lock(tmp_path):
        pass


def test_a_server_on_a_taken_port_is_refused(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = moothall("serve", "--data", str(tmp_path), "--port", str(port))
    assert result.returncode == 1
    assert f"Cannot listen on 127.0.0.1:{port}" in result.stderr
    assert "ready" not in result.stdout


@pytest.mark.parametrize(
    ("setting", "value"), [("MOOTHALL_PORT", "http"), ("MOOTHALL_LOG_LEVEL", "LOUD"), ("MOOTHALL_FSYNC", "sometimes")]
)
def test_a_bad_setting_is_said_and_not_thrown(tmp_path: Path, setting: str, value: str) -> None:
    result = moothall("serve", "--data", str(tmp_path), "--port", "0", environment={**os.environ, setting: value})
    assert result.returncode == 1
    assert result.stderr.startswith("Error: ")
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("command", ["serve", "worker", "dispatcher"])
@pytest.mark.parametrize("scheme", ["redis+cluster", "rediss+cluster"])
def test_the_queue_cannot_be_a_cluster(monkeypatch: pytest.MonkeyPatch, command: str, scheme: str) -> None:
    monkeypatch.setenv("MOOTHALL_REDIS", f"{scheme}://localhost:7000,localhost:7001")
    result = CliRunner().invoke(main, [command])
    assert result.exit_code == 2
    assert "MOOTHALL_QUEUE" in result.output


@pytest.mark.parametrize(
    ("setting", "value"),
    [("MOOTHALL_REPLICAS", "-1"), ("MOOTHALL_REPLICAS_MS", "0"), ("MOOTHALL_REDIS", "redis+cluster://localhost/3")],
)
def test_settings_that_make_no_sense_are_told(monkeypatch: pytest.MonkeyPatch, setting: str, value: str) -> None:
    monkeypatch.setenv(setting, value)
    result = CliRunner().invoke(main, ["serve"])
    assert result.exit_code == 2
    assert "Error: " in result.output


def test_failed_jobs_are_not_looked_for_in_a_cluster() -> None:
    result = CliRunner().invoke(main, ["jobs", "--redis", "redis+cluster://localhost:7000"])
    assert result.exit_code == 1
    assert "MOOTHALL_QUEUE" in result.output


def test_listings_are_rebuilt_from_the_streams(api: Api, redis_server: EmbeddedRedis, redis: Any) -> None:
    table = api.table()
    before = api.spectator.get("/v1/games").json
    for key in [*redis.scan_iter("mh:list:*"), *redis.scan_iter("mh:mine:*"), *redis.scan_iter("*:meta")]:
        redis.delete(key)
    assert api.spectator.get("/v1/games").json["games"] == []
    result = moothall("rebuild", "--redis", redis_server.url)
    assert result.stdout == "1 games listed\n"
    assert api.spectator.get("/v1/games").json == before
    assert [game["id"] for game in table.people[1].get("/v1/me/games").json["games"]] == [table.id]


def test_without_failures_the_list_of_failed_jobs_is_empty(redis_server: EmbeddedRedis, redis: Any) -> None:
    result = CliRunner().invoke(main, ["jobs", "--redis", redis_server.url])
    assert json.loads(result.output) == []


def test_help_waits_for_no_title() -> None:
    code = (
        "import sys; from moothall.server.cli import main; main(['--help'], standalone_mode=False); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert "simulate" in done.stdout
    assert "moothall.domain.titles" not in done.stdout.split()
    assert "redis" not in done.stdout.split()


def test_docs_opens_the_pages_of_a_running_server(address: str, tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    browser.chmod(0o755)
    done = subprocess.run(
        [sys.executable, "-m", "moothall.server", "docs", "--url", address],
        env={**os.environ, "BROWSER": f"{browser} %s"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"{address}/docs\n"
    assert opened.read_text() == f"{address}/docs\n"


def test_docs_says_so_when_there_is_no_server() -> None:
    said = CliRunner().invoke(main, ["docs", "--url", f"http://127.0.0.1:{free_port('127.0.0.1')}"])
    assert said.exit_code == 1
    assert "There are no pages" in said.output
