"""/metrics for Prometheus: correct whichever web process is asked, since all processes share their counts."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import cache

from flask import Flask, Response, g, request
from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector
from redis.exceptions import RedisError

from moothall.workers.job_queue import Jobs

REQUESTS = Counter("moothall_requests", "Requests answered.", ["method", "route", "status"])
SECONDS = Histogram("moothall_request_seconds", "Time until an answer begins.", ["method", "route"])
FOLLOWERS = Gauge("moothall_followers", "Streams that are open now.", ["route"], multiprocess_mode="livesum")
CUT = Counter("moothall_connections_cut", "Connections refused or ended for want of room or time.", ["why"])

METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
"""What is counted by its name; a caller may invent others, and each would be a counter of its own."""


@cache
def _counters(method: str, route: str, status: int) -> tuple[Counter, Histogram]:
    """Remembered: to find them by their labels costs more than to count."""
    return REQUESTS.labels(method, route, status), SECONDS.labels(method, route)


def answered(method: str, route: str, status: int, seconds: float | None) -> None:
    """A request was answered."""
    requests, times = _counters(method, route, status)
    requests.inc()
    if seconds is not None:
        times.observe(seconds)


def count(app: Flask) -> None:
    """Count this app's requests and open streams. To be called early: its work then comes after everybody else's."""

    @app.after_request
    def counted(response: Response) -> Response:
        rule = request.url_rule
        route = rule.rule if rule is not None else "none"
        method = request.method if request.method in METHODS else "other"
        began = g.get("began")
        answered(method, route, response.status_code, None if began is None else time.perf_counter() - began)
        if response.is_streamed:
            FOLLOWERS.labels(route).inc()
            response.call_on_close(FOLLOWERS.labels(route).dec)
        return response


class QueueCollector(Collector):
    """The queue as it is when somebody looks; left out while it is away."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs

    def collect(self) -> Iterator[GaugeMetricFamily]:
        try:
            waiting, failed = self._jobs.waiting(), len(self._jobs.failed_ids())
        except RedisError:
            return
        gauge = GaugeMetricFamily("moothall_jobs_waiting", "Jobs that wait for a worker.", labels=["games"])
        for games, count in waiting.items():
            gauge.add_metric([games], count)
        yield gauge
        yield GaugeMetricFamily("moothall_jobs_failed", "Jobs in the failed list.", value=failed)


def exposition(jobs: Jobs, shared: str) -> bytes:
    """Everything counted, as Prometheus reads it."""
    now = CollectorRegistry()
    now.register(QueueCollector(jobs))
    counted: CollectorRegistry = REGISTRY
    if shared:
        counted = CollectorRegistry()
        MultiProcessCollector(counted, path=shared)  # type: ignore[no-untyped-call]
    return generate_latest(counted) + generate_latest(now)
