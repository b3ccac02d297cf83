"""Events of games and of tournaments, and tickets for their streams."""

from __future__ import annotations

from marshmallow import Schema, fields


class EventAnswer(Schema):
    """An event as its caller may see it; `hidden` stands for a change that is secret."""

    seq = fields.Integer(required=True)
    at = fields.Integer(required=True)
    seat = fields.Integer(required=True, allow_none=True)
    level = fields.String(required=True, allow_none=True)
    step = fields.String(required=True, allow_none=True)
    move = fields.Dict(required=True, allow_none=True, metadata={"x-move": True})
    changes = fields.List(fields.Dict(metadata={"x-change": True}), required=True)
    text = fields.List(fields.String(), required=True, metadata={"description": "Lines of English: what happened."})
    undone = fields.List(fields.Integer(), required=True)
    digest = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The digest of the game's facts after the event; null until the game is over."},
    )
    hash = fields.String()


class EventsAnswer(Schema):
    events = fields.List(fields.Nested(EventAnswer), required=True)
    seq = fields.Integer(required=True, metadata={"description": "The number of the game's latest event."})
    next = fields.Integer(required=True, allow_none=True, metadata={"description": "`after` of the next page."})


class TicketAnswer(Schema):
    """A way into one stream."""

    ticket = fields.String(required=True, metadata={"description": "Shown this once; good for one use."})
    stream = fields.String(required=True, metadata={"description": "Where it is good: send it there as `?ticket=`."})
    expires_at = fields.Integer(required=True, metadata={"description": "Until when, ms since 1970."})


class TournamentEventAnswer(Schema):
    """An event of a tournament."""

    seq = fields.Integer(required=True, metadata={"description": "Its number."})
    at = fields.Integer(required=True)
    by = fields.String(
        required=True, allow_none=True, metadata={"description": "The id of the player who asked; null: nobody did."}
    )
    step = fields.String(
        required=True, allow_none=True, metadata={"description": "What followed by itself; null if somebody asked."}
    )
    move = fields.Dict(
        required=True,
        allow_none=True,
        metadata={"x-tournament-move": True, "description": "What was asked; null if it followed by itself."},
    )
    changes = fields.List(
        fields.Dict(metadata={"x-tournament-change": True}),
        required=True,
        metadata={"description": "What it changed, in order."},
    )
    text = fields.List(fields.String(), required=True, metadata={"description": "Lines of English: what happened."})
    hash = fields.String(required=True, metadata={"description": "The chain hash up to it, in hex."})


class TournamentEventsAnswer(Schema):
    events = fields.List(
        fields.Nested(TournamentEventAnswer), required=True, metadata={"description": "The events in order."}
    )
    seq = fields.Integer(required=True)
    next = fields.Integer(required=True, allow_none=True, metadata={"description": "`after` of the next page."})
