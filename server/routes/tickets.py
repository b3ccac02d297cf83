"""Tickets for live streams, for whoever can send no headers."""

from __future__ import annotations

import secrets
from typing import Any

from flask import Response

from moothall.domain.core.codec import to_answer
from moothall.events.accounts.players import GOOD_MS, Ticket
from moothall.server.apidocs.examples import Example
from moothall.server.auth import bearer_of
from moothall.server.blueprint import READER, Blueprint
from moothall.server.bootstrap import now_ms
from moothall.server.requests import services
from moothall.server.schemas.answers.events import TicketAnswer
from moothall.server.schemas.bodies.events import StreamTicket

tickets = Blueprint("tickets", __name__, url_prefix="/v1/me/stream-ticket", description="What concerns me")


@tickets.route(
    "",
    methods=["POST"],
    needs=READER,
    limit="read",
    gives=("Location",),
    example=Example(body={"stream": "/v1/me/events"}),
)
@tickets.arguments(StreamTicket)
@tickets.response(201, TicketAnswer)
def make_ticket(body: dict[str, Any]) -> Response:
    """A ticket for a live stream, for `EventSource` in a browser: good for a minute, for one use, and for the stream
    that it names. The stream then is as one opened with the token that made the ticket, and ends with that."""
    bearer, stream = bearer_of("read"), body["stream"]
    _, _, place, *named = stream.split("/")
    if place == "games":
        services().queries.find(named[0], bearer.player.id)
    elif place == "tournaments":
        services().tournament_queries.find(named[0])
    secret = f"tk_{secrets.token_urlsafe(32)}"
    services().tickets.keep(secret, Ticket(stream, bearer.token.digest))
    made = {"ticket": secret, "stream": stream, "expires_at": now_ms() + GOOD_MS}
    headers = {"Cache-Control": "no-store", "Location": stream}
    return Response(to_answer(made), 201, headers, mimetype="application/json")
