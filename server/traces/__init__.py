"""Traces of moves for OpenTelemetry, behind the extra `moothall[traces]` and the setting `traces`.

The parts of a process are put together with what tells of them (parts.py, web.py, work.py) only where that is set; else
nothing of it is imported, and nobody pays for it.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

from moothall.server.config import Config

if TYPE_CHECKING:
    from moothall.server.traces.spans import Spans

EXTRA = "moothall[traces]"
PATH = "/v1/traces"
"""Where OpenTelemetry's receivers take traces, if the setting does not say."""

Process = Literal["web", "worker"]


def check_traces(config: Config) -> None:
    """Raise ValueError for a setting that leads nowhere, or whose libraries are not there."""
    if not config.traces:
        return
    parts = urlsplit(config.traces)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"MOOTHALL_TRACES is an http:// or https:// URL, not {config.traces!r}")
    try:
        import moothall.server.traces.spans  # noqa: F401  # here: it takes a third of a second, and is not always installed
    except ImportError as error:
        raise ValueError(
            f"MOOTHALL_TRACES is set, but {error.name} is not installed: install the extra, pip install '{EXTRA}'"
        ) from error


def spans_of(config: Config, process: Process) -> Spans | None:
    """What this process tells of its work, if it shall; one for all its parts. To be called in the process itself, not
    before it is forked: a thread sends what is told. Raises ValueError as check_traces does."""
    check_traces(config)
    return _begun(config.traces, process, config.queue_url) if config.traces else None


@cache
def _begun(address: str, process: Process, queue: str) -> Spans:
    from moothall.server.traces.spans import Spans  # here, as above

    with_path = address if urlsplit(address).path.strip("/") else address.rstrip("/") + PATH
    return Spans(with_path, process, queue)
