"""Games, alone and in lists, and their scores."""

from __future__ import annotations

from marshmallow import Schema, fields

from moothall.server.schemas.answers.moves import INCLUDED_MOVES
from moothall.server.schemas.answers.tables import (
    AwaitingAnswer,
    ClockAnswer,
    ParentAnswer,
    ResultAnswer,
    ResultBrief,
    SeatAnswer,
    SeatBrief,
    SheetAnswer,
    TournamentTableAnswer,
    YouAnswer,
)


class GameAnswer(Schema):
    """A game as its caller may see it."""

    id = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.String(required=True)
    seq = fields.Integer(required=True)
    round = fields.Integer(required=True)
    seats = fields.List(fields.Nested(SeatAnswer), required=True)
    options = fields.Dict(required=True)
    tags = fields.List(fields.String(), required=True, metadata={"description": "To find the game by."})
    private = fields.Boolean(required=True)
    rated = fields.Boolean(required=True)
    substitute = fields.String(
        required=True, metadata={"description": "The level of the AI that takes over the seat of who resigns."}
    )
    created_at = fields.Integer(required=True)
    creator = fields.String(required=True)
    awaiting = fields.Nested(AwaitingAnswer, required=True)
    you = fields.Nested(YouAnswer, required=True, allow_none=True)
    state = fields.Dict(required=True, allow_none=True, metadata={"x-view": True})
    result = fields.Nested(ResultAnswer, required=True, allow_none=True)
    adjudicated = fields.Boolean(
        required=True, metadata={"description": "Whether the organiser ended the game and gave the ranking."}
    )
    commitment = fields.String(required=True)
    edition = fields.Integer(required=True)
    content_hash = fields.String(required=True)
    organiser = fields.String(required=True, allow_none=True)
    paused = fields.Boolean(required=True)
    agreed = fields.List(
        fields.Integer(),
        required=True,
        metadata={"description": "Seats that ask for a pause; in a pause, those that ask to go on."},
    )
    clock = fields.Nested(ClockAnswer, required=True, allow_none=True)
    parent = fields.Nested(ParentAnswer, required=True, allow_none=True)
    tournament = fields.Nested(
        TournamentTableAnswer,
        required=True,
        allow_none=True,
        metadata={"description": "Which table of a tournament it is; null: of none."},
    )
    sealed = fields.Boolean(
        required=True,
        metadata={
            "description": "Whether other tables play the same deal: until they are over the game is private, its "
            "secret is not told, and what is hidden in it stays so."
        },
    )
    views = fields.List(fields.Dict(), metadata={"description": "With `as=all`: the view of every seat."})
    full = fields.Dict(metadata={"description": "With `as=all`: the whole state, nothing hidden."})
    moves = INCLUDED_MOVES


class ViewsAnswer(Schema):
    """The game after each event, as its caller may see it."""

    views = fields.List(
        fields.Nested(GameAnswer), required=True, metadata={"description": "The game after each event, in order."}
    )
    seq = fields.Integer(required=True, metadata={"description": "Where the game is now."})
    next = fields.Integer(required=True, allow_none=True, metadata={"description": "`after` of the next page."})


class GameBrief(Schema):
    id = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.String(required=True)
    seq = fields.Integer(required=True)
    round = fields.Integer(required=True)
    seats = fields.List(fields.Nested(SeatBrief), required=True)
    awaiting = fields.List(fields.Integer(), required=True, metadata={"description": "The seats that owe a decision."})
    private = fields.Boolean(required=True)
    rated = fields.Boolean(required=True)
    creator = fields.String(required=True)
    created_at = fields.Integer(required=True)
    updated_at = fields.Integer(required=True)
    organiser = fields.String(required=True, allow_none=True)
    tags = fields.List(fields.String(), required=True, metadata={"description": "To find the game by."})
    result = fields.Nested(
        ResultBrief,
        required=True,
        allow_none=True,
        metadata={"description": "null until the game is finished, and for one that was annulled."},
    )
    tournament = fields.Nested(
        TournamentTableAnswer,
        required=True,
        allow_none=True,
        metadata={"description": "Which table of a tournament it is; null: of none."},
    )
    your_seat = fields.Integer(allow_none=True)
    your_turn = fields.Boolean()
    your_reserved_seat = fields.Integer(
        allow_none=True, metadata={"description": "A free seat that is kept for you; null: there is none."}
    )


class GameList(Schema):
    games = fields.List(fields.Nested(GameBrief), required=True)
    next = fields.String(required=True, allow_none=True)


class TotalsAnswer(Schema):
    seq = fields.Integer(required=True)
    scores = fields.List(fields.Integer(), required=True, metadata={"description": "The totals, by seat."})


class ScoresAnswer(Schema):
    seq = fields.Integer(required=True)
    sheets = fields.List(fields.Nested(SheetAnswer), required=True)
    timeline = fields.List(fields.Nested(TotalsAnswer), required=True)
