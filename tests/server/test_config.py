"""Settings from the environment, and from the file that it names."""

from __future__ import annotations

import os
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from moothall.server.config import SHARED_METRICS, Config, variable

OTHER = {
    "host": "0.0.0.0",
    "port": 9000,
    "web_workers": 3,
    "job_workers": 4,
    "people_workers": 2,
    "job_nice": 5,
    "redis_server": "/usr/bin/redis-server",
    "redis": "redis://a",
    "queue": "redis://b",
    "replicas": 1,
    "replicas_ms": 500,
    "data": Path("elsewhere"),
    "fsync": "no",
    "max_body": 1000,
    "read_s": 3.5,
    "idle_s": 4.5,
    "write_s": 5.5,
    "connections": 100,
    "connections_per_address": 20,
    "connections_per_account": 10,
    "streams_per_address": 8,
    "streams_per_account": 4,
    "keep_alive_s": 0.5,
    "longest_wait_s": 2.5,
    "ai_ms": 250,
    "bots": "sharp=./mine.py:Bot",
    "archive_s": 60,
    "webhook_workers": 2,
    "webhook_private": True,
    "log_level": "DEBUG",
    "access_log": "access.log",
    "cors_origins": "https://a.example",
    "gzip_from": 100,
    "proxies": 1,
    "limit_read": "1 per minute",
    "limit_create": "2 per minute",
    "limit_register": "3 per minute",
    "limit_refused": "4 per minute",
    "limit_address": 7,
    "most_games": 6,
    "most_ai_games": 5,
    "most_tokens": 4,
    "most_webhooks": 3,
    "traces": "http://collector:4318",
    "metrics": "admin",
    "metrics_dir": "counts",
}


def test_every_setting_can_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(OTHER) == {field.name for field in fields(Config)}
    for name, value in OTHER.items():
        monkeypatch.setenv(variable(name), "1" if value is True else str(value))
    assert Config.from_environment() == Config(**OTHER)  # type: ignore[arg-type]


def test_a_child_process_gets_the_same_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    config = Config(**OTHER)  # type: ignore[arg-type]
    for name, value in config.environment().items():
        monkeypatch.setenv(name, value)
    assert Config.from_environment() == config


def test_counts_are_shared_by_one_setting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SHARED_METRICS, "")  # put back afterwards
    Config().share_counts()
    assert os.environ[SHARED_METRICS] == ""
    Config(metrics_dir=str(tmp_path / "counts")).share_counts()
    assert os.environ[SHARED_METRICS] == str(tmp_path / "counts")
    assert (tmp_path / "counts").is_dir()


def test_a_bad_setting_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOOTHALL_PORT", "http")
    with pytest.raises(ValueError, match="MOOTHALL_PORT: 'http' is no int"):
        Config.from_environment()


@pytest.mark.parametrize("text", ["yes", "true", "2", ""])
def test_a_switch_is_1_or_0(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("MOOTHALL_WEBHOOK_PRIVATE", text)
    with pytest.raises(ValueError, match=r"MOOTHALL_WEBHOOK_PRIVATE: '.*' is no bool"):
        Config.from_environment()


def written(tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of settings that the environment names."""
    file = tmp_path / "moothall.toml"
    file.write_text(text, "utf-8")
    monkeypatch.setenv("MOOTHALL_SETTINGS", str(file))
    return file


def test_settings_can_stand_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = {name: str(value) if isinstance(value, Path) else value for name, value in OTHER.items()}
    lines = [f"{name} = {'true' if value is True else repr(value)}" for name, value in plain.items()]
    written(tmp_path, "\n".join(lines), monkeypatch)
    expected: dict[str, Any] = {**OTHER, "data": tmp_path / str(OTHER["data"])}
    assert Config.from_environment() == Config(**expected)


def test_the_environment_wins_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path, "port = 1\nread_s = 3", monkeypatch)
    monkeypatch.setenv("MOOTHALL_PORT", "2")
    config = Config.from_environment()
    assert (config.port, config.read_s, type(config.read_s)) == (2, 3.0, float)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("prot = 8000", "there is no setting prot"),
        ("port = '8000'", "port: '8000' is no int"),
        ("port = true", "port: True is no int"),
        ("webhook_private = 1", "webhook_private: 1 is no bool"),
        ("data = 7", "data: 7 is no Path"),
        ("port 8000", "Expected '='"),
    ],
)
def test_what_is_wrong_in_the_file_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, said: str
) -> None:
    file = written(tmp_path, text, monkeypatch)
    with pytest.raises(ValueError, match=re.escape(said)) as raised:
        Config.from_environment()
    assert str(file) in str(raised.value)


def test_a_file_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOOTHALL_SETTINGS", "/nowhere/moothall.toml")
    with pytest.raises(ValueError, match=r"MOOTHALL_SETTINGS: /nowhere/moothall\.toml cannot be read: No such file"):
        Config.from_environment()


def test_the_queue_is_where_the_events_are_unless_told() -> None:
    assert Config(redis="redis://a").queue_url == "redis://a"
    assert Config(redis="redis://a", queue="redis://b").queue_url == "redis://b"
