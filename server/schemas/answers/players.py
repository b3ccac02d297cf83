"""Players, their profiles and their tokens."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from moothall.events.accounts.players import SCOPES
from moothall.server.schemas.answers.ratings import RatedAnswer


class PlayerAnswer(Schema):
    id = fields.String(required=True)
    name = fields.String(required=True, metadata={"description": "The name that others see."})
    kind = fields.String(required=True, metadata={"description": "`human` or `bot`."})
    created_at = fields.Integer(required=True)
    scopes = fields.List(
        fields.String(validate=validate.OneOf(SCOPES)),
        required=True,
        metadata={"description": "What the token that asked may do."},
    )


class Registered(PlayerAnswer):
    token = fields.String(required=True, metadata={"description": "Shown this once; only its hash is kept."})


class OutcomesAnswer(Schema):
    """How often a player's games have ended how."""

    won = fields.Integer(required=True, metadata={"description": "First place, alone."})
    shared = fields.Integer(required=True, metadata={"description": "First place, with others."})
    lost = fields.Integer(required=True, metadata={"description": "Any other place."})
    left = fields.Integer(
        required=True, metadata={"description": "The seat was given up, lost on time or taken away before the end."}
    )


class ProfileAnswer(Schema):
    """A player, as everybody may know them."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    kind = fields.String(required=True, metadata={"description": "`human` or `bot`."})
    created_at = fields.Integer(required=True, metadata={"description": "When they registered, ms since 1970."})
    games = fields.Dict(
        fields.String(),
        fields.Nested(OutcomesAnswer),
        required=True,
        metadata={"description": "By title, for titles that the player has finished a public game of."},
    )
    ratings = fields.Dict(
        fields.String(),
        fields.Nested(RatedAnswer),
        required=True,
        metadata={"description": "By title, for titles that the player has finished a rated game of."},
    )


class TokenAnswer(Schema):
    """A token without its secret."""

    id = fields.String(required=True)
    name = fields.String(required=True, metadata={"description": "What you called it."})
    scopes = fields.List(
        fields.String(validate=validate.OneOf(SCOPES)), required=True, metadata={"description": "What it is good for."}
    )
    created_at = fields.Integer(required=True)
    current = fields.Boolean(required=True, metadata={"description": "Whether it is the one that asks."})


class TokenList(Schema):
    tokens = fields.List(
        fields.Nested(TokenAnswer), required=True, metadata={"description": "The tokens, oldest first."}
    )


class NewTokenAnswer(TokenAnswer):
    token = fields.String(required=True, metadata={"description": "Shown this once; only its hash is kept."})
