"""Settings from the environment."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from server.config import Config, variable

OTHER = {
    "host": "0.0.0.0",
    "port": 9000,
    "web_workers": 3,
    "job_workers": 4,
    "people_workers": 2,
    "job_nice": 5,
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


def test_a_bad_setting_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOOTHALL_PORT", "http")
    with pytest.raises(ValueError, match="MOOTHALL_PORT: 'http' is no int"):
        Config.from_environment()


@pytest.mark.parametrize("text", ["yes", "true", "2", ""])
def test_a_switch_is_1_or_0(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("MOOTHALL_WEBHOOK_PRIVATE", text)
    with pytest.raises(ValueError, match=r"MOOTHALL_WEBHOOK_PRIVATE: '.*' is no bool"):
        Config.from_environment()


def test_the_queue_is_where_the_events_are_unless_told() -> None:
    assert Config(redis="redis://a").queue_url == "redis://a"
    assert Config(redis="redis://a", queue="redis://b").queue_url == "redis://b"
