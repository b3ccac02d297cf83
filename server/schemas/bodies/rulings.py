"""What an organiser sends, and what a fork is asked with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import msgspec
from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from moothall.domain.table.clock import LONGEST_S
from moothall.domain.table.moves import Ruling
from moothall.domain.table.rulings import LONGEST_REASON, MOST_POINTS
from moothall.domain.table.state import LEVELS
from moothall.server.schemas.bodies.games import ForkSeatSpec
from moothall.server.schemas.bodies.shared import MOST_SEATS, MOST_SEQ
from moothall.server.schemas.fields import Int, KnownLevel, Shown

KINDS: dict[str, Any] = {str(record.__struct_config__.tag): record for record in get_args(Ruling)}


class PostRuling(Schema):
    """A ruling: `pause_game`, `resume_game`, `replace_seat` (seat, and level or player), `add_time` (seat, seconds),
    `annul_game`, `restore_game` (to), `penalty` (seat, points) or `adjudicate` (ranking); each with its reason, which
    everybody can read."""

    type = fields.String(
        required=True, validate=validate.OneOf(sorted(KINDS)), metadata={"description": "What is decided."}
    )
    reason = Shown(LONGEST_REASON, required=True, metadata={"description": "Why; everybody can read it."})
    seat = Int(metadata={"description": "Which seat."})
    seconds = Int(validate=validate.Range(1, LONGEST_S), metadata={"description": "How many seconds."})
    level = fields.String(
        validate=KnownLevel(),
        metadata={"description": "The level of the AI that plays on; either this or player."},
    )
    player = fields.String(
        validate=validate.Length(1, 64),
        metadata={"description": "The id of the player who plays on; either this or level."},
    )
    to = Int(validate=validate.Range(1, MOST_SEQ), metadata={"description": "The event to go back to."})
    points = Int(
        validate=[
            validate.Range(-MOST_POINTS, MOST_POINTS),
            validate.NoneOf([0], error="A penalty of no points is none."),
        ],
        metadata={"description": "How many are taken from the seat's score; less than nothing gives some."},
    )
    ranking = fields.List(
        fields.List(Int(validate=validate.Range(0, MOST_SEATS - 1)), validate=validate.Length(1, MOST_SEATS)),
        validate=validate.Length(1, MOST_SEATS),
        metadata={"description": "Groups of seats, the best first, equals together; every seat once."},
    )

    @validates_schema
    def check_fields(self, data: dict[str, Any], **kwargs: Any) -> None:
        check_kind(KINDS, data)


def check_kind(kinds: Mapping[str, Any], data: Mapping[str, Any]) -> None:
    """A ruling has all fields of its kind, and no others."""
    if data.get("type") not in kinds:
        return
    known = {field.encode_name: field for field in msgspec.structs.fields(kinds[data["type"]])}
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
        validate=KnownLevel(),
        metadata={"description": "How strong the AI seats play, unless `seats` says who plays."},
    )
    seats = fields.List(
        fields.Nested(ForkSeatSpec),
        load_default=None,
        allow_none=True,
        validate=validate.Length(1, MOST_SEATS),
        metadata={"description": "Who plays, of a game that is over; all others are AIs if left out."},
    )
