"""Proof of a tournament: its log and all its games in one file."""

from __future__ import annotations

from flask import Response

from moothall.server import streams
from moothall.server.apidocs.examples import Example
from moothall.server.blueprint import SPECTATOR, Blueprint
from moothall.server.requests import services

EXAMPLE = Example({"tournament_id": "123456789abcdefghjkmnpqrst"})

tournament_records = Blueprint(
    "tournament_records",
    __name__,
    url_prefix="/v1/tournaments/<tournament_id>",
    description="Proof that a tournament was what it says",
)


@tournament_records.route("/record", methods=["GET"], needs=SPECTATOR, problems=(409,), example=EXAMPLE)
@tournament_records.doc(responses=streams.a_zip("The record: see docs/records.md."))
def get_tournament_record(tournament_id: str) -> Response:
    """The record of a tournament that is over: its log, the record of every game, and a signed manifest. `moothall
    verify` checks it without a server."""
    parts = services()
    hot = parts.tournament_queries.find(tournament_id)
    events = parts.tournament_queries.store.tail(hot.id, 0, hot.seq)
    return streams.download(parts.archive.tournament(hot.id, hot.tournament, events), "tournament.zip")
