"""Legal moves, moves that were made, and moves that were only tried."""

from __future__ import annotations

from marshmallow import Schema, fields

from moothall.server.schemas.answers.events import EventAnswer
from moothall.server.schemas.answers.tables import AwaitingAnswer, DecisionAnswer


class LegalMove(Schema):
    move = fields.Dict(required=True, metadata={"x-move": True})
    text = fields.String(required=True)


class UndoAnswer(Schema):
    to = fields.Integer(required=True, metadata={"description": "The event that cannot be gone behind."})
    steps = fields.List(fields.Integer(), required=True, metadata={"description": "Own acts, latest first."})


class MovesAnswer(Schema):
    seq = fields.Integer(required=True)
    seat = fields.Integer(required=True)
    decision = fields.Nested(DecisionAnswer, required=True, allow_none=True)
    moves = fields.List(fields.Nested(LegalMove), required=True)
    more = fields.Boolean(required=True, metadata={"description": "Ask on with `offset`."})
    undo = fields.Nested(UndoAnswer, required=True, allow_none=True)


class PositionAnswer(Schema):
    seq = fields.Integer(required=True)
    seat = fields.Integer(required=True)
    edition = fields.Integer(required=True, metadata={"description": "Of the title, by which the game is played."})
    state = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "The state of the title, for the `moothall` library of the same version as the server "
            "(`moothall.Client.position`). Opaque: nothing is promised of its inside. Null before the game has begun."
        },
    )


INCLUDED_MOVES = fields.Nested(
    MovesAnswer,
    allow_none=True,
    metadata={"description": "With `include=moves`: what GET moves says now; null if you are not asked."},
)


class PlayedAnswer(Schema):
    seq = fields.Integer(required=True)
    status = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "How the game stands: `active` or over. null only in a dry run of what would make something "
            "random or hidden known."
        },
    )
    events = fields.List(fields.Nested(EventAnswer), required=True)
    awaiting = fields.Nested(
        AwaitingAnswer,
        required=True,
        allow_none=True,
        metadata={"description": "null only in a dry run of what would make something random or hidden known."},
    )
    moves = INCLUDED_MOVES
    state = fields.Dict(allow_none=True, metadata={"x-view": True, "description": "With `include=state`: your view."})


class PreviewAnswer(Schema):
    """What would come of a candidate, as a dry run tells it; of one that is not legal, the rule that refuses it."""

    legal = fields.Boolean(required=True, metadata={"description": "Whether it could be made."})
    events = fields.List(
        fields.Nested(EventAnswer), metadata={"description": "What would happen, as you would see it; if legal."}
    )
    awaiting = fields.Nested(
        AwaitingAnswer,
        allow_none=True,
        metadata={
            "description": "Who would be awaited; if legal. null where something random or hidden would become known."
        },
    )
    scores = fields.List(
        fields.Integer(),
        allow_none=True,
        metadata={"description": "The scores afterwards, by seat; if legal. null where `awaiting` is."},
    )
    rule = fields.String(metadata={"description": "The id of the rule that refuses it; if not legal."})
    detail = fields.String(metadata={"description": "Why, in English; if not legal."})
    position = fields.Integer(
        allow_none=True, metadata={"description": "Which of several moves is refused; if not legal."}
    )


class PreviewsAnswer(Schema):
    seq = fields.Integer(required=True, metadata={"description": "The version that all were tried on."})
    previews = fields.List(
        fields.Nested(PreviewAnswer), required=True, metadata={"description": "In the order of the candidates."}
    )
