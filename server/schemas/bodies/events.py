"""What events and their streams are asked for with."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from moothall.events.games.queries import MOST_EVENTS
from moothall.server.schemas.bodies.shared import MOST_SEQ
from moothall.server.schemas.fields import Whole

TICKET = fields.String(
    load_default=None,
    validate=Whole(r"^[\x21-\x7e]{1,128}$", error="Not a ticket."),
    metadata={"description": "A ticket for this stream (see /v1/me/stream-ticket), instead of a token."},
)


class EventsQuery(Schema):
    after = fields.Integer(
        load_default=0, validate=validate.Range(0, MOST_SEQ), metadata={"description": "Events after this."}
    )
    limit = fields.Integer(
        load_default=MOST_EVENTS, validate=validate.Range(1, MOST_EVENTS), metadata={"description": "How many at most."}
    )
    ticket = TICKET


class StreamTicket(Schema):
    """Which stream to open."""

    stream = fields.String(
        required=True,
        validate=Whole(
            r"^/v1/(?:me|(?:games|tournaments)/[0-9A-Za-z_-]{1,64})/events$",
            error="/v1/me/events, or that of a game or a tournament, is expected.",
        ),
        metadata={
            "description": "The path of the stream: `/v1/me/events`, `/v1/games/{id}/events` or "
            "`/v1/tournaments/{id}/events`."
        },
    )
