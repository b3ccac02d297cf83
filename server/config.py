"""Settings. The only place that reads the environment, and the file of settings that it may name."""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

SHARED_METRICS = "PROMETHEUS_MULTIPROC_DIR"
"""What prometheus-client looks for when it is imported: without it each process counts for itself."""

SETTINGS_FILE = "MOOTHALL_SETTINGS"
"""The environment variable that names a file of settings: TOML, with the names of Config's fields."""


@dataclass(frozen=True)
class Config:
    """Every setting, its environment variable being MOOTHALL_ and its name in capitals."""

    host: str = "127.0.0.1"
    """Address the server listens on."""
    port: int = 8000
    """Port the server listens on; 0 takes a free one."""
    web_workers: int = 2
    """Web processes."""
    job_workers: int = 2
    """RQ worker processes, which play the AI seats and score."""
    people_workers: int = 1
    """RQ worker processes more that do so in games with people only, and never wait for a game of AIs alone."""
    job_nice: int = 10
    """How much the other job workers let everybody else go first: their niceness, 0 to 19."""
    redis: str = ""
    """URL of the event store's Redis; empty for the embedded one."""
    queue: str = ""
    """URL of the queue's Redis (no Cluster: RQ cannot use one); empty for the same as `redis`."""
    replicas: int = 0
    """Replicas that must have a move before its player is told that it is made; 0 to wait for none."""
    replicas_ms: int = 1_000
    """Milliseconds they may take before the player is told that it is not safe yet."""
    data: Path = Path("data")
    """Directory of the embedded Redis, the signing keys and the lock."""
    redis_server: str = ""
    """Program of the embedded Redis or Valkey, 6.2 or newer; empty for the one that is installed with Moothall. PATH is
    never searched."""
    fsync: str = "always"
    """When the embedded Redis syncs its log to disk: `always`, `everysec` or `no`. Anything but `always` may lose
    the last moves when the machine loses power."""
    max_body: int = 64 * 1024
    """Bytes a request body may have."""
    read_s: float = 20.0
    """Seconds that a request may take to arrive, head and body together."""
    idle_s: float = 30.0
    """Seconds that a connection may lie idle between requests."""
    write_s: float = 30.0
    """Seconds that a client may take to accept an answer, or a piece of a stream."""
    connections: int = 4_000
    """Connections of one web process; fewer where the system allows fewer open files."""
    connections_per_address: int = 1_000
    """Connections of one address (with IPv6: of one network of 64 bits) to one web process."""
    connections_per_account: int = 250
    """Connections of one account to one web process."""
    streams_per_address: int = 600
    """Live streams and long polls of one address in one web process."""
    streams_per_account: int = 100
    """Live streams and long polls of one account in one web process."""
    keep_alive_s: float = 15.0
    """Seconds without an event after which a stream sends a comment, so that nobody takes it for dead."""
    longest_wait_s: float = 60.0
    """Seconds a long poll may last."""
    webhook_workers: int = 1
    """Processes that deliver webhooks."""
    webhook_private: bool = False
    """Whether webhooks may lead to addresses that are not public: 1 or 0."""
    ai_ms: int = 1_000
    """Milliseconds an AI seat may think about its turn; simple levels need far less."""
    bots: str = ""
    """More levels for AI seats, each a bot of somebody else: `sharp=./mine.py:Bot,deep=package.module:Bot`."""
    archive_s: int = 24 * 60 * 60
    """Seconds after its last event when a game that is over is packed, which takes a seventh of the room; 0 for
    never."""
    log_level: str = "INFO"
    """What the processes log to standard error."""
    access_log: str = "-"
    """Where a line of JSON per request goes: `-` for standard error, the name of a file, or nothing for none."""
    cors_origins: str = "*"
    """Origins of browser clients, separated by commas; `*` for all (nothing but a token opens anything), empty for
    none."""
    gzip_from: int = 2_048
    """Bytes from which on an answer is compressed for whoever accepts that; 0 for never."""
    proxies: int = 0
    """Reverse proxies in front of the server whose X-Forwarded-For is believed: whose address is limited and logged."""
    limit_read: str = "6000 per minute"
    """Reading, per account, or per address without one; empty for no limit, as with the other limits."""
    limit_create: str = "120 per minute"
    """Making games, tokens and the like, per account."""
    limit_register: str = "600 per minute"
    """New accounts, per address."""
    limit_refused: str = "600 per minute"
    """Refused requests, per account, or per address without one."""
    limit_address: int = 5
    """How many times as much all accounts of one address may do together; 0 for any number of times."""
    most_games: int = 500
    """Games that one account has made and that are not over."""
    most_ai_games: int = 50
    """Those among them that have no seat for a person."""
    most_tokens: int = 50
    """Tokens of one account."""
    most_webhooks: int = 10
    """Webhooks of one account."""
    traces: str = ""
    """Where traces of requests and jobs go: the URL of an OpenTelemetry receiver (OTLP over HTTP); empty for none.
    Needs the extra `moothall[traces]`."""
    metrics: str = "open"
    """Who may read /metrics: `open` for everybody, `admin` for tokens with that scope."""
    metrics_dir: str = ""
    """Where the processes share their counts; `serve` makes one in the data directory."""

    @classmethod
    def from_environment(cls) -> Config:
        """Defaults, overridden by the file of settings, overridden by the environment. Raises ValueError, which names
        the variable, or the file and what is wrong in it."""
        named = os.environ.get(SETTINGS_FILE)
        values = _in_file(cls, Path(named)) if named else {}
        for field in fields(cls):
            text = os.environ.get(variable(field.name))
            if text is not None:
                kind: Any = type(field.default)
                try:
                    values[field.name] = _switch(text) if kind is bool else kind(text)
                except ValueError as error:
                    raise ValueError(f"{variable(field.name)}: {text!r} is no {kind.__name__}") from error
        return cls(**values)

    def environment(self) -> dict[str, str]:
        """The environment for a child process that shall have these settings."""
        own = {variable(field.name): _text(getattr(self, field.name)) for field in fields(self)}
        if self.metrics_dir:
            own[SHARED_METRICS] = self.metrics_dir
        return {**os.environ, **own}

    def share_counts(self) -> None:
        """Have this process, and whatever it starts, count where the others do. To be called before anything counts."""
        if self.metrics_dir:
            Path(self.metrics_dir).mkdir(parents=True, exist_ok=True)
            os.environ[SHARED_METRICS] = self.metrics_dir

    @property
    def queue_url(self) -> str:
        return self.queue or self.redis


def _in_file(settings: type[Config], path: Path) -> dict[str, Any]:
    """What a file of settings says."""
    try:
        said = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ValueError(f"{SETTINGS_FILE}: {path} cannot be read: {error.strerror}") from error
    except ValueError as error:  # no UTF-8, or no TOML
        raise ValueError(f"{path}: {error}") from error
    known = {field.name: field.default for field in fields(settings)}
    return {name: _of_kind(path, name, value, known) for name, value in said.items()}


def _of_kind(path: Path, name: str, value: Any, known: dict[str, Any]) -> Any:
    if name not in known:
        raise ValueError(f"{path}: there is no setting {name}")
    kind: Any = Path if isinstance(known[name], Path) else type(known[name])
    if kind is Path and isinstance(value, str):
        return path.parent / value
    if kind is float and type(value) is int:
        return float(value)
    if type(value) is not kind:
        raise ValueError(f"{path}: {name}: {value!r} is no {kind.__name__}")
    return value


def _switch(text: str) -> bool:
    """On or off, and nothing that could be meant so."""
    if text not in ("1", "0"):
        raise ValueError(text)
    return text == "1"


def _text(value: Any) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return f"MOOTHALL_{name.upper()}"
