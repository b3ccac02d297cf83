"""What ratings are asked for with."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from moothall.events.projections.rating_ledger import ALL, BOT, HUMAN
from moothall.server.schemas.bodies.shared import CURSOR, LISTED
from moothall.server.schemas.fields import Whole


class RatingsQuery(Schema):
    title = fields.String(load_default=None, metadata={"description": "Only ratings in this title."})
    cursor = CURSOR
    limit = LISTED


class LeaderboardQuery(Schema):
    kind = fields.String(
        load_default=ALL,
        validate=validate.OneOf([ALL, HUMAN, BOT]),
        metadata={"description": "Whom to list: people, bots or all of them."},
    )
    cursor = fields.String(
        load_default=None,
        validate=Whole(r"^-?[0-9]{1,6}\.[0-9]{1,6}:[0-9A-Za-z_]{1,64}$", error="Not a cursor of this list."),
        metadata={"description": "The `next` of the page before."},
    )
    limit = LISTED
