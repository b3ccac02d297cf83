"""Proof: the keys that sign, and the verdicts on a game."""

from __future__ import annotations

from flask import Response

from moothall.domain.core.codec import to_answer
from moothall.server.apidocs.examples import of_game
from moothall.server.auth import caller_id
from moothall.server.blueprint import ANYBODY, SPECTATOR, Blueprint
from moothall.server.requests import services, show
from moothall.server.schemas.answers.records import AuditAnswer, KeyList

audits = Blueprint("audits", __name__, url_prefix="/v1", description="Proof that a game was what it says")


@audits.route("/keys", methods=["GET"], needs=ANYBODY)
@audits.response(200, KeyList)
def keys() -> Response:
    """The keys that sign exported games, newest first; older ones stay good for what they signed."""
    body = {"keys": [key._asdict() for key in services().keyring.published()]}
    return Response(to_answer(body), 200, {"Cache-Control": "public, max-age=60"}, mimetype="application/json")


@audits.route(
    "/games/<game_id>/audit", methods=["GET"], needs=SPECTATOR, gives=("ETag",), problems=(409,), example=of_game()
)
@audits.response(200, AuditAnswer)
def audit(game_id: str) -> Response:
    """The four verdicts on a game that is over: chain, replay, rules, draws. The same as `moothall verify` gives on
    its record."""
    return show(services().archive.audit(game_id, caller_id()))
