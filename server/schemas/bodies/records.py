"""What records are asked for with."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from moothall.server.schemas.bodies.shared import LONGEST_ID

MOST_RECORDS = 1_000
"""Games that one can name in a request for records."""


class PostRecords(Schema):
    """Which games' records are wanted."""

    games = fields.List(
        fields.String(validate=validate.Length(1, LONGEST_ID)),
        load_default=None,
        allow_none=True,
        validate=validate.Length(1, MOST_RECORDS),
        metadata={"description": "Ids of games that are over; left out: all public games that were played to an end."},
    )
    title = fields.String(
        load_default=None, allow_none=True, metadata={"description": "Without `games`: only those of this title."}
    )

    @validates_schema
    def check_not_both(self, data: dict[str, Any], **kwargs: Any) -> None:
        if data.get("games") is not None and data.get("title") is not None:
            raise ValidationError("Name games or a title, not both.", "title")
