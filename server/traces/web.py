"""Requests that are traced, on the fast path and the long way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flask import Flask, Response, request

from moothall.events.accounts.players import Bearer
from moothall.server.fast_path import Environ, FastPath, StartResponse, Wsgi
from moothall.server.metrics import METHODS
from moothall.server.traces.spans import Spans

OTHER = "_OTHER"
"""OpenTelemetry's word for a method that nobody knows."""

NOWHERE = "none"
"""The route of what is not there, as in /metrics."""


class TracedApp:
    """Stands before everything that a request goes through. A stream is told of until it begins."""

    def __init__(self, spans: Spans, app: Wsgi) -> None:
        self._spans = spans
        self._app = app

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        with self._spans.request(method_of(environ["REQUEST_METHOD"]), environ.get("HTTP_TRACEPARENT")):
            return self._app(environ, start_response)


class TracedFastPath(FastPath):
    """The fast path, which tells how it answers."""

    def __init__(self, spans: Spans, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._spans = spans

    def _send(
        self,
        environ: Environ,
        start_response: StartResponse,
        began: float,
        route: str,
        bearer: Bearer,
        answer: Any,
    ) -> Iterable[bytes]:
        self._spans.answered(method_of(environ["REQUEST_METHOD"]), route, answer.status)
        with self._spans.part("answer"):
            return super()._send(environ, start_response, began, route, bearer, answer)


def trace_long_way(spans: Spans, app: Flask) -> None:
    """The same for what goes through the framework."""
    finish = app.finalize_request

    def finalize_request(answer: Any, from_error_handler: bool = False) -> Response:
        with spans.part("answer"):
            response = finish(answer, from_error_handler)
        rule = request.url_rule
        spans.answered(method_of(request.method), rule.rule if rule is not None else NOWHERE, response.status_code)
        return response

    finalized: Any = finalize_request
    app.finalize_request = finalized  # type: ignore[method-assign]


def method_of(text: str) -> str:
    """A caller may invent methods, and each would be a word from outside."""
    return text if text in METHODS else OTHER
