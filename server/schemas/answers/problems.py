"""What went wrong, and what kinds of that there are."""

from __future__ import annotations

from marshmallow import Schema, fields


class Problem(Schema):
    """RFC 9457."""

    type = fields.String(required=True, metadata={"description": "The kind of problem; its page is at that address."})
    title = fields.String(required=True, metadata={"description": "The kind of problem, for people."})
    status = fields.Integer(required=True, metadata={"description": "The HTTP status."})
    detail = fields.String(required=True, metadata={"description": "What went wrong this time."})
    instance = fields.String(metadata={"description": "The path that was asked for."})
    request_id = fields.String(allow_none=True, metadata={"description": "The id of the request, as in X-Request-Id."})
    errors = fields.Dict(fields.String(), fields.List(fields.String()), metadata={"description": "By path."})
    rule = fields.String(metadata={"description": "The id of the rule that refuses the move."})
    seq = fields.Integer(metadata={"description": "Where the game is now."})
    scope = fields.String(metadata={"description": "The scope that the token lacks."})
    limit = fields.String(metadata={"description": "The name of the limit that was reached."})
    most = fields.Integer(metadata={"description": "How many there may be of what `limit` names."})
    retry_after = fields.Integer(metadata={"description": "Seconds to wait, as in Retry-After."})


class ProblemKind(Schema):
    """A page of the catalogue of problems."""

    type = fields.String(required=True, metadata={"description": "The `type` that such problems have."})
    status = fields.Integer(required=True, metadata={"description": "Their HTTP status."})
    title = fields.String(required=True, metadata={"description": "What it is called."})
    means = fields.String(required=True, metadata={"description": "What has happened."})
    do = fields.String(required=True, metadata={"description": "What to do about it."})


class ProblemKinds(Schema):
    problems = fields.List(
        fields.Nested(ProblemKind), required=True, metadata={"description": "Every kind of problem."}
    )
