"""A receiver of traces: what OpenTelemetry's exporter posts to it, read with OpenTelemetry's own protobuf."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from tests.support.live import until
from tests.support.receiver import Receiver, receiver


class Told(NamedTuple):
    """A span as it came."""

    name: str
    id: str
    parent: str
    trace: str
    attributes: dict[str, str | int]
    links: tuple[str, ...]
    process: str
    raw: Any


class Traces:
    """All that came."""

    def __init__(self, posted: Receiver) -> None:
        self.posted = posted

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.posted.port}"

    def spans(self) -> list[Told]:
        return [
            _told(span, _values(resource.resource.attributes))
            for got in self.posted.got
            for resource in ExportTraceServiceRequest.FromString(got.body).resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]

    def wait_for(self, wanted: Callable[[Told], bool], what: str) -> Told:
        """The first such span, as soon as it is here."""
        until(lambda: any(map(wanted, self.spans())), what)
        return next(filter(wanted, self.spans()))

    def below(self, span: Told) -> list[Told]:
        """The parts of a span, in the order they began."""
        parts = [each for each in self.spans() if each.parent == span.id]
        return sorted(parts, key=lambda each: each.raw.start_time_unix_nano)


@contextmanager
def traces() -> Iterator[Traces]:
    """One that is listening."""
    with receiver() as posted:
        yield Traces(posted)


def _told(span: Any, about: dict[str, Any]) -> Told:
    return Told(
        span.name,
        span.span_id.hex(),
        span.parent_span_id.hex(),
        span.trace_id.hex(),
        _values(span.attributes),
        tuple(link.span_id.hex() for link in span.links),
        about["moothall.process"],
        span,
    )


def _values(attributes: Any) -> dict[str, Any]:
    return {each.key: getattr(each.value, each.value.WhichOneof("value")) for each in attributes}
