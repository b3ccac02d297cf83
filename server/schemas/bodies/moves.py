"""Moves, candidates and what is taken back."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema
from webargs.fields import DelimitedList

from moothall.domain.table.views import MOST_MOVES
from moothall.events.games.writer import INCLUDABLE
from moothall.server.schemas.fields import AnyMove, Int

MOST_AT_ONCE = 100
"""Moves in one request."""

MOST_CANDIDATES = 64
"""Candidates in one preview."""

MOST_TRIED = 640
"""Moves in all of them together."""

DECISION = Int(
    load_default=None,
    allow_none=True,
    metadata={"description": "The id of the decision that the (first) move answers; refused if it is closed."},
)


class CandidateMoves(Schema):
    """One move, or several that would be made together."""

    move = AnyMove(metadata={"x-move": True, "description": "One move."})
    moves = fields.List(
        AnyMove(metadata={"x-move": True}),
        validate=validate.Length(1, MOST_AT_ONCE),
        metadata={"description": "Several moves, made together or not at all."},
    )

    @validates_schema
    def check_one_of(self, data: dict[str, Any], **kwargs: Any) -> None:
        if ("move" in data) == ("moves" in data):
            raise ValidationError("Send either move or moves.", "move")


class PostMoves(CandidateMoves):
    """One move, or several that are made together or not at all."""

    decision = DECISION


class PostPreview(Schema):
    """What to try."""

    candidates = fields.List(
        fields.Nested(CandidateMoves),
        required=True,
        validate=validate.Length(1, MOST_CANDIDATES),
        metadata={"description": f"Each is tried for itself; no more than {MOST_TRIED} moves in all."},
    )
    decision = DECISION

    @validates_schema
    def check_how_many(self, data: dict[str, Any], **kwargs: Any) -> None:
        if sum(len(each.get("moves", ".")) for each in data["candidates"]) > MOST_TRIED:
            raise ValidationError(f"No more than {MOST_TRIED} moves in all.", "candidates")


class PostUndo(Schema):
    """What to take back."""

    to = Int(
        load_default=None,
        allow_none=True,
        metadata={"description": "Take back all own acts after this event; only the latest if left out."},
    )


class MovesQuery(Schema):
    limit = fields.Integer(
        load_default=MOST_MOVES, validate=validate.Range(1, MOST_MOVES), metadata={"description": "How many at most."}
    )
    offset = fields.Integer(
        load_default=0, validate=validate.Range(0, 10_000_000), metadata={"description": "How many to leave out first."}
    )
    wait = fields.Float(
        load_default=0.0,
        validate=validate.Range(0, 60),
        metadata={"description": "Seconds to wait for a decision of yours, or for the end of the game."},
    )


class IncludeQuery(Schema):
    include = DelimitedList(
        fields.String(validate=validate.OneOf(INCLUDABLE)),
        load_default=tuple,
        metadata={
            "description": "What the answer shall tell besides: `moves`, what GET moves says next (null if you are not "
            "asked again), and `state`, your view of the game."
        },
    )


class PlayQuery(IncludeQuery):
    dry_run = fields.Boolean(
        load_default=False, metadata={"description": "Answer what would happen, and store nothing."}
    )

    @validates_schema
    def check_not_both(self, data: dict[str, Any], **kwargs: Any) -> None:
        if data.get("dry_run") and data.get("include"):
            raise ValidationError("Nothing can be included in a dry run.", "include")
