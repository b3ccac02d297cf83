"""What a game is made of: seats, decisions, clocks, results."""

from __future__ import annotations

from marshmallow import Schema, fields


class ReservedAnswer(Schema):
    """Whom a seat is kept for."""

    player = fields.String(required=True)
    name = fields.String(required=True, metadata={"description": "As it was when the game was created."})


class SeatAnswer(Schema):
    seat = fields.Integer(required=True)
    kind = fields.String(required=True)
    player = fields.String(required=True, allow_none=True)
    name = fields.String(required=True, allow_none=True)
    level = fields.String(required=True, allow_none=True)
    resigned = fields.Boolean(required=True)
    forfeited = fields.Boolean(required=True, metadata={"description": "Out of the running: its time ran out."})
    time_left_ms = fields.Integer(
        required=True,
        allow_none=True,
        metadata={
            "description": "What the seat's clock showed at the latest event; null without a clock. While it runs, "
            "the deadline of the seat's decision is what counts."
        },
    )
    score = fields.Integer(
        required=True, allow_none=True, metadata={"description": "Penalties are taken off; null before the start."}
    )
    penalty = fields.Integer(
        required=True, metadata={"description": "Points that the organiser took; less than nothing: gave."}
    )
    reserved = fields.Nested(
        ReservedAnswer,
        required=True,
        allow_none=True,
        metadata={"description": "The one player who can take the seat; null: it is kept for nobody."},
    )


class SeatBrief(Schema):
    seat = fields.Integer(required=True)
    kind = fields.String(required=True, metadata={"description": "`human` or `ai`."})
    player = fields.String(required=True, allow_none=True)
    name = fields.String(required=True, allow_none=True)
    level = fields.String(required=True, allow_none=True)
    reserved = fields.Nested(
        ReservedAnswer,
        required=True,
        allow_none=True,
        metadata={"description": "The one player who can take the seat; null: it is kept for nobody."},
    )


class DecisionAnswer(Schema):
    seat = fields.Integer(required=True)
    id = fields.Integer(required=True)
    kind = fields.String(required=True, metadata={"description": "What is asked for, in a word of the title."})
    deadline = fields.Integer(
        required=True, allow_none=True, metadata={"description": "When its time is up, ms since 1970; null: never."}
    )


class AwaitingAnswer(Schema):
    decisions = fields.List(fields.Nested(DecisionAnswer), required=True)
    step = fields.String(required=True, allow_none=True)
    deadline = fields.Integer(
        required=True, allow_none=True, metadata={"description": "The earliest deadline, ms since 1970."}
    )


class YouAnswer(Schema):
    seat = fields.Integer(required=True)


class SheetAnswer(Schema):
    seat = fields.Integer(required=True)
    total = fields.Integer(required=True)
    categories = fields.Dict(
        fields.String(),
        fields.Integer(),
        required=True,
        metadata={"description": "The points by category; they add up to the total."},
    )
    notes = fields.Dict(required=True)


class ResultAnswer(Schema):
    ranking = fields.List(fields.List(fields.Integer()), required=True)
    scores = fields.List(fields.Integer(), required=True)
    sheets = fields.List(fields.Nested(SheetAnswer), required=True)
    secret = fields.String(
        required=True, metadata={"description": "Hex; its SHA-256 is the commitment. Empty while the game is sealed."}
    )


class ResultBrief(Schema):
    """How a game ended."""

    ranking = fields.List(
        fields.List(fields.Integer()),
        required=True,
        metadata={"description": "Groups of seats, the best first, equals together."},
    )
    scores = fields.List(fields.Integer(), required=True, metadata={"description": "By seat."})


class TournamentTableAnswer(Schema):
    """A table of a tournament."""

    id = fields.String(required=True, metadata={"description": "The tournament's id."})
    round = fields.Integer(required=True, metadata={"description": "The number of the round, from 1."})
    table = fields.Integer(required=True, metadata={"description": "The number of the table in its round, from 1."})


class ParentAnswer(Schema):
    """The game that a fork goes on from."""

    game = fields.String(required=True)
    seq = fields.Integer(required=True)
    head = fields.String(required=True, metadata={"description": "The parent's chain hash there."})
    exact = fields.Boolean(required=True, metadata={"description": "False for a sandbox with re-dealt secrets."})


class ClockAnswer(Schema):
    per_move_s = fields.Integer(required=True, allow_none=True)
    bank_s = fields.Integer(required=True, allow_none=True)
    increment_s = fields.Integer(required=True)
    on_timeout = fields.String(required=True)
