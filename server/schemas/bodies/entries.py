"""Who enters a tournament."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from moothall.domain.table.state import LEVELS
from moothall.server.schemas.bodies.shared import LONGEST_NAME
from moothall.server.schemas.fields import Shown

PLAYER = validate.Length(1, 64)


class AiEntry(Schema):
    """An AI of the house."""

    level = fields.String(
        required=True, validate=validate.OneOf(LEVELS), metadata={"description": "How strong it plays."}
    )
    name = Shown(LONGEST_NAME, required=True, metadata={"description": "What it is called here."})


class PostEntry(Schema):
    """Who enters: you, if you say nothing; the organiser can name a player or an AI."""

    player = fields.String(validate=PLAYER, metadata={"description": "The id of a player; only by the organiser."})
    ai = fields.Nested(AiEntry, metadata={"description": "An AI of the house; only by the organiser."})

    @validates_schema
    def check_not_both(self, data: dict[str, Any], **kwargs: Any) -> None:
        if "player" in data and "ai" in data:
            raise ValidationError("Either player or ai.", "player")


class PostInvitation(Schema):
    """Whom to let in."""

    player = fields.String(required=True, validate=PLAYER, metadata={"description": "The id of a player."})
