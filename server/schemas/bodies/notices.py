"""What notices are asked for with, and where webhooks lead."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from moothall.events.games.queries import MOST_EVENTS
from moothall.events.projections.inbox import GAME_FINISHED, KINDS, MY_TURN
from moothall.server.schemas.bodies.events import TICKET
from moothall.server.schemas.bodies.shared import MOST_SEQ
from moothall.server.schemas.fields import Whole


class InboxQuery(Schema):
    after = fields.Integer(
        load_default=None, validate=validate.Range(0, MOST_SEQ), metadata={"description": "Notices after this."}
    )
    limit = fields.Integer(
        load_default=MOST_EVENTS, validate=validate.Range(1, MOST_EVENTS), metadata={"description": "How many at most."}
    )
    ticket = TICKET


class PostWebhook(Schema):
    """Where to send what."""

    url = fields.String(
        required=True,
        validate=Whole(r"^https?://[\x21-\x7e]{1,2000}$", error="An http or https URL in ASCII is expected."),
        metadata={"description": "Must resolve to public addresses; redirects are not followed."},
    )
    kinds = fields.List(
        fields.String(validate=validate.OneOf(KINDS)),
        load_default=lambda: [MY_TURN, GAME_FINISHED],
        validate=validate.Length(1, len(KINDS)),
        metadata={"description": "The kinds of notices to send."},
    )
