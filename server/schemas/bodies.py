"""What clients send."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from domain.table.state import LEVELS
from events.players import SCOPES
from events.projections import STATUSES
from events.queries import MOST_EVENTS, MOST_MOVES
from server.schemas.fields import Bool, Int, Whole

MOST_AT_ONCE = 100
"""Moves in one request."""

MOST_SEQ = 10**15
"""No game has as many events; Redis takes no more digits than a machine word has."""

ENTROPY = fields.String(
    load_default=None,
    allow_none=True,
    validate=Whole(r"^[\x20-\x7e]{0,128}$", error="At most 128 printable ASCII characters."),
    metadata={"description": "Text of your own that is mixed into the game's luck, so that you need not trust ours."},
)


NAME = "1 to 40 characters, no control characters, no spaces at the ends."


class Register(Schema):
    """A new account."""

    name = fields.String(
        required=True,
        validate=Whole(r"^[^\s\x00-\x1f\x7f](?:[^\x00-\x1f\x7f]{0,38}[^\s\x00-\x1f\x7f])?$", error=NAME),
        metadata={"description": NAME},
    )
    kind = fields.String(load_default="human", validate=validate.OneOf(["human", "bot"]))


class NewToken(Schema):
    """Another token for the same account."""

    name = fields.String(
        required=True,
        validate=Whole(r"^[^\s\x00-\x1f\x7f](?:[^\x00-\x1f\x7f]{0,38}[^\s\x00-\x1f\x7f])?$", error=NAME),
        metadata={"description": f"What you will know it by: {NAME}"},
    )
    scopes = fields.List(
        fields.String(validate=validate.OneOf(SCOPES)),
        required=True,
        validate=validate.Length(1, len(SCOPES)),
        metadata={"description": "What it shall be good for; no more than the token that makes it."},
    )


class SeatSpec(Schema):
    """One seat of a new game."""

    kind = fields.String(required=True, validate=validate.OneOf(["human", "ai"]))
    level = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.OneOf(LEVELS),
        metadata={"description": "How strong an AI seat plays; only for AI seats."},
    )


class CreateGame(Schema):
    """A new game. The creator takes the first seat for a person."""

    title = fields.String(required=True, metadata={"description": "The slug of a title."})
    seats = fields.List(fields.Nested(SeatSpec), required=True, validate=validate.Length(1, 10))
    options = fields.Dict(fields.String(), load_default=dict, metadata={"description": "See the title's options."})
    clock = fields.Raw(
        load_default=None,
        allow_none=True,
        validate=validate.OneOf([None], error="Clocks are not offered: leave it out or send null."),
    )
    private = Bool(load_default=False)
    entropy = ENTROPY


class Join(Schema):
    """Take a seat."""

    seat = Int(load_default=None, allow_none=True, metadata={"description": "A free seat; the first if left out."})
    entropy = ENTROPY


class PostMoves(Schema):
    """One move, or several that are made together or not at all."""

    move = fields.Dict(fields.String(), metadata={"x-move": True})
    moves = fields.List(
        fields.Dict(fields.String(), metadata={"x-move": True}), validate=validate.Length(1, MOST_AT_ONCE)
    )
    decision = Int(
        load_default=None,
        allow_none=True,
        metadata={"description": "The id of the decision that the (first) move answers; refused if it is closed."},
    )

    @validates_schema
    def check_one_of(self, data: dict[str, Any], **kwargs: Any) -> None:
        if ("move" in data) == ("moves" in data):
            raise ValidationError("Send either move or moves.", "move")


class PostUndo(Schema):
    """What to take back."""

    to = Int(
        load_default=None,
        allow_none=True,
        metadata={"description": "Take back all own acts after this event; only the latest if left out."},
    )


class Nothing(Schema):
    """An empty object, or no body at all."""


class GameQuery(Schema):
    at = fields.Integer(
        load_default=None, validate=validate.Range(1, MOST_SEQ), metadata={"description": "An earlier seq."}
    )
    wait = fields.Float(
        load_default=0.0,
        validate=validate.Range(0, 60),
        metadata={"description": "With If-None-Match: seconds to wait for the game to move on before answering 304."},
    )


class ListQuery(Schema):
    title = fields.String(load_default=None)
    status = fields.String(load_default=None, validate=validate.OneOf(STATUSES))
    mine = fields.Boolean(load_default=False, metadata={"description": "Only games the caller has a seat in."})
    cursor = fields.String(
        load_default=None,
        validate=Whole(r"^[0-9]{15}:[0-9A-Za-z_-]{1,64}$", error="Not a cursor of this list."),
        metadata={"description": "The `next` of the page before."},
    )
    limit = fields.Integer(load_default=50, validate=validate.Range(1, 200))


class MovesQuery(Schema):
    limit = fields.Integer(load_default=MOST_MOVES, validate=validate.Range(1, MOST_MOVES))
    offset = fields.Integer(load_default=0, validate=validate.Range(0, 10_000_000))


class PlayQuery(Schema):
    dry_run = fields.Boolean(
        load_default=False, metadata={"description": "Answer what would happen, and store nothing."}
    )


class EventsQuery(Schema):
    after = fields.Integer(
        load_default=0, validate=validate.Range(0, MOST_SEQ), metadata={"description": "Events after this."}
    )
    limit = fields.Integer(load_default=MOST_EVENTS, validate=validate.Range(1, MOST_EVENTS))
