"""What an organiser sends, and what a fork is asked with."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from domain.table.clock import LONGEST_S
from domain.table.moves import Ruling
from domain.table.rulings import LONGEST_REASON
from domain.table.state import LEVELS
from server.schemas.bodies import MOST_SEQ, SeatSpec
from server.schemas.fields import Int, Shown

KINDS: dict[str, Any] = {str(record.__struct_config__.tag): record for record in get_args(Ruling)}


class PostRuling(Schema):
    """A ruling: `pause_game`, `resume_game`, `replace_seat` (seat, and level or player), `add_time` (seat, seconds),
    `annul_game` or `restore_game` (to); each with its reason, which everybody can read."""

    type = fields.String(required=True, validate=validate.OneOf(sorted(KINDS)))
    reason = Shown(LONGEST_REASON, required=True)
    seat = Int(metadata={"description": "replace_seat, add_time: which seat."})
    seconds = Int(validate=validate.Range(1, LONGEST_S), metadata={"description": "add_time: how many."})
    level = fields.String(validate=validate.OneOf(LEVELS), metadata={"description": "replace_seat: an AI plays on."})
    player = fields.String(
        validate=validate.Length(1, 64), metadata={"description": "replace_seat: this player (by id) plays on."}
    )
    to = Int(validate=validate.Range(1, MOST_SEQ), metadata={"description": "restore_game: the event to go back to."})

    @validates_schema
    def check_fields(self, data: dict[str, Any], **kwargs: Any) -> None:
        if data.get("type") not in KINDS:
            return
        known = {field.encode_name: field for field in msgspec.structs.fields(KINDS[data["type"]])}
        for name in data.keys() - known.keys() - {"type"}:
            raise ValidationError(f"Not a field of {data['type']}.", name)
        for name, field in known.items():
            if field.required and name not in data:
                raise ValidationError("Missing data for required field.", name)


class PostFork(Schema):
    """Where to go on from, and with whom."""

    at = Int(required=True, validate=validate.Range(1, MOST_SEQ), metadata={"description": "The event to go on from."})
    seat = Int(
        load_default=None,
        allow_none=True,
        metadata={"description": "The seat you take; your own in the parent, else the first, if left out."},
    )
    level = fields.String(
        load_default=LEVELS[0],
        validate=validate.OneOf(LEVELS),
        metadata={"description": "How strong the AI seats play, unless `seats` says who plays."},
    )
    seats = fields.List(
        fields.Nested(SeatSpec),
        load_default=None,
        allow_none=True,
        validate=validate.Length(1, 10),
        metadata={"description": "Who plays, of a game that is over; all others are AIs if left out."},
    )
