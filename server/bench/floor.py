"""The floor: what a bare Flask route costs that does no more than a move or a read cannot do without.

It runs on the same gunicorn settings, kind and number of workers (server/bench/floor_gunicorn.py) and, for appends, on
a Redis of the same kind with the same care for its disk. How large entries and answers are is said by whoever asks.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from flask import Flask, Response, request

from moothall.events.redis_client.connection import connect
from moothall.server.config import Config

APPEND = "return redis.call('XADD', KEYS[1], '*', 'd', ARGV[1], 'h', ARGV[2])"
HASH = bytes(32)


def create_app() -> Flask:
    """The bare server."""
    app = Flask("floor", static_folder=None)
    redis = connect(Config.from_environment().redis)
    script = _Script(redis)

    @app.post("/floor/<int:entry>/<int:answer>/<game>")
    def append(entry: int, answer: int, game: str) -> Response:
        request.get_json()
        redis.evalsha(script.sha, 1, f"floor:{game}", _bytes(entry), HASH)
        return Response(_bytes(answer), 201, mimetype="application/json")

    @app.get("/floor/<int:answer>")
    def read(answer: int) -> Response:
        return Response(_bytes(answer), 200, mimetype="application/json")

    return app


class _Script:
    """Loaded with the first request, when the worker is what it will be."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis
        self._sha = ""

    @property
    def sha(self) -> str:
        if not self._sha:
            self._sha = self._redis.script_load(APPEND)
        return self._sha


@lru_cache(maxsize=1_024)
def _bytes(size: int) -> bytes:
    return b"x" * size
