"""For whoever runs the server: is it alive, is it ready, what does it offer."""

from __future__ import annotations

from flask import Response, current_app

from moothall.domain.core.codec import to_answer
from moothall.server.blueprint import ANYBODY, Blueprint, Needs
from moothall.server.metrics import exposition
from moothall.server.openapi import document_of, json_of
from moothall.server.readiness import check_ready
from moothall.server.requests import services
from moothall.server.schemas.answers.house import HealthAnswer

_PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"
_TEXT = {"schema": {"type": "string"}}
_OBJECT = {"schema": {"type": "object"}}

operations = Blueprint("operations", __name__, description="Operations and documentation", reads=None)


@operations.route("/healthz", methods=["GET"], needs=ANYBODY)
@operations.response(200, HealthAnswer)
def healthz() -> Response:
    """The process answers."""
    return _status("alive")


@operations.route("/readyz", methods=["GET"], needs=ANYBODY)
@operations.response(200, HealthAnswer)
def readyz() -> Response:
    """The event log and the queue answer too; otherwise 503, which says who does not."""
    check_ready(current_app, services().config)
    return _status("ready")


@operations.route("/openapi.yaml", methods=["GET"], needs=ANYBODY)
@operations.doc(responses={200: {"description": "This description.", "content": {"application/yaml": _OBJECT}}})
def openapi() -> Response:
    """The description of this API."""
    return Response(
        document_of(current_app), 200, {"Cache-Control": "public, max-age=300"}, mimetype="application/yaml"
    )


@operations.route("/openapi.json", methods=["GET"], needs=ANYBODY)
@operations.doc(responses={200: {"description": "This description.", "content": {"application/json": _OBJECT}}})
def openapi_json() -> Response:
    """The description of this API as JSON."""
    return Response(json_of(current_app), 200, {"Cache-Control": "public, max-age=300"}, mimetype="application/json")


@operations.route("/metrics", methods=["GET"], needs=Needs("admin", opened_by="metrics"))
@operations.doc(responses={200: {"description": "Prometheus's text format.", "content": {"text/plain": _TEXT}}})
def get_metrics() -> Response:
    """What the server counts, for Prometheus; for admins only where the server is set so."""
    data = exposition(services().jobs, services().config.metrics_dir)
    return Response(data, 200, {"Cache-Control": "no-store"}, content_type=_PROMETHEUS)


def _status(text: str) -> Response:
    return Response(to_answer({"status": text}), 200, {"Cache-Control": "no-store"}, mimetype="application/json")
