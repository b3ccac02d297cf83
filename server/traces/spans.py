"""Spans: what is told of a request or a job, and of the parts of it.

Told are the route, the status, the game's id and title, sequence numbers, levels and the class of an error. Never its
text, a name, a token, a move, or anything from a caller: those may be secret, and whoever reads traces sees no table.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from importlib.metadata import version
from typing import Any

from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import INVALID_SPAN, Span, SpanKind, Status, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from moothall.events.games.repository import Hot
from moothall.server.traces.notes import Notes

METHOD, ROUTE, STATUS = "http.request.method", "http.route", "http.response.status_code"
ERROR = "error.type"
GAME, TITLE, SEQ, EVENTS = "moothall.game", "moothall.title", "moothall.seq", "moothall.events"
JOB, DUE, LEVEL, TOURNAMENT = "moothall.job", "moothall.due", "moothall.level", "moothall.tournament"
LEFT_OUT = "moothall.left_out"

MOST = 200
"""Spans within one request or job: an AI among its kind makes dozens of moves in one job, and one is like the other."""

SEND_S = 3.0
"""How long a receiver may take before what was to be sent is lost; a process that ends waits for no longer."""

_CALLER = TraceContextTextMapPropagator()


class _Work:
    """The request or job at hand."""

    __slots__ = ("left_out", "span", "told")

    def __init__(self, span: Span) -> None:
        self.span = span
        self.told = 0
        self.left_out = 0


_at_hand: ContextVar[_Work | None] = ContextVar("moothall_traced", default=None)


class Spans:
    """What one process tells."""

    def __init__(self, address: str, process: str, queue: str) -> None:
        """`address` takes OTLP over HTTP; `queue` is the Redis where it is noted which span an event came from."""
        about = {"service.name": "moothall", "service.version": version("moothall"), "moothall.process": process}
        provider = TracerProvider(resource=Resource.create(about))
        provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=address, timeout=SEND_S)))
        self._tracer = provider.get_tracer("moothall", version("moothall"))
        self._notes = Notes(queue)

    @contextmanager
    def request(self, method: str, traceparent: str | None) -> Iterator[None]:
        """A request, as a part of what its caller does, if that is said."""
        came = _CALLER.extract({"traceparent": traceparent}) if traceparent else None
        with self._whole(method, SpanKind.SERVER, came) as span:
            span.set_attribute(METHOD, method)
            yield

    @contextmanager
    def job(self, name: str, log_id: str, seq: int) -> Iterator[None]:
        """A job that was due at that event, linked to the span that the event came from."""
        with self._whole(name, SpanKind.CONSUMER, None) as span:
            span.set_attribute(JOB, name)
            of_tournament = name == "run_tournament"
            span.set_attribute(TOURNAMENT if of_tournament else GAME, log_id)
            if not of_tournament:
                span.set_attribute(DUE, seq)
            try:
                yield
            finally:  # not before: it may be noted a moment after the event is written
                cause = self._notes.read(log_id, seq) if span.is_recording() else None
                if cause is not None:
                    span.add_link(cause, {SEQ: seq})

    @contextmanager
    def part(self, name: str, **about: str | int) -> Iterator[Span]:
        """A part of the work at hand; nothing is told where there is none, or enough has been told of it."""
        work = _at_hand.get()
        if work is None or work.told >= MOST:
            if work is not None:
                work.left_out += 1
            yield INVALID_SPAN
            return
        work.told += 1
        with self._open(name, SpanKind.INTERNAL, None) as span:
            span.set_attributes({f"moothall.{key}": value for key, value in about.items()})
            yield span

    def answered(self, method: str, route: str, status: int) -> None:
        """How the request at hand ends."""
        work = _at_hand.get()
        if work is not None:
            work.span.update_name(f"{method} {route}")
            work.span.set_attributes({ROUTE: route, STATUS: status})
            if status >= 500:
                work.span.set_status(Status(StatusCode.ERROR))

    def about(self, hot: Hot) -> None:
        """The game that the work at hand is about. Its id is told here, and not as a caller has spelled it."""
        work = _at_hand.get()
        if work is not None:
            work.span.set_attributes({GAME: hot.id, TITLE: hot.title.slug, SEQ: hot.log.seq})

    def reached(self, seq: int) -> None:
        """The event that the work at hand has led to."""
        work = _at_hand.get()
        if work is not None:
            work.span.set_attribute(SEQ, seq)

    def caused(self, game_id: str, seq: int, span: Span | None = None) -> None:
        """The work that is due at that event comes from this span, or the work at hand."""
        work = _at_hand.get()
        if work is not None:
            self._notes.keep(game_id, seq, (span if span is not None and span.is_recording() else work.span))

    @contextmanager
    def _whole(self, name: str, kind: SpanKind, within: Context | None) -> Iterator[Span]:
        with self._open(name, kind, within if within is not None else Context()) as span:
            if not span.is_recording():  # left out by the sampler: so is all that is part of it
                yield span
                return
            work = _Work(span)
            token = _at_hand.set(work)
            try:
                yield span
            finally:
                _at_hand.reset(token)
                if work.left_out:
                    span.set_attribute(LEFT_OUT, work.left_out)

    @contextmanager
    def _open(self, name: str, kind: SpanKind, within: Context | None) -> Iterator[Span]:
        """Of an error the class is told, and not what it says."""
        quiet: Any = {"record_exception": False, "set_status_on_exception": False}
        with self._tracer.start_as_current_span(name, within, kind, **quiet) as span:
            try:
                yield span
            except BaseException as error:
                span.set_attribute(ERROR, type(error).__name__)
                raise
