"""What is sent about players and their tokens."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from moothall.events.accounts.players import SCOPES
from moothall.server.schemas.bodies.shared import LONGEST_NAME
from moothall.server.schemas.fields import Shown

NAME = f"1 to {LONGEST_NAME} characters, none of them invisible; kept composed (NFC) and without spaces at the ends."

UNIQUE = f"{NAME} No other player may have it, or one that could be taken for it."


class Register(Schema):
    """A new account."""

    name = Shown(LONGEST_NAME, required=True, metadata={"description": UNIQUE})
    kind = fields.String(
        load_default="human",
        validate=validate.OneOf(["human", "bot"]),
        metadata={"description": "Whether a person or a program plays."},
    )


class Rename(Schema):
    """Another name for the same account."""

    name = Shown(LONGEST_NAME, required=True, metadata={"description": UNIQUE})


class NewToken(Schema):
    """Another token for the same account."""

    name = Shown(LONGEST_NAME, required=True, metadata={"description": f"What you will know it by: {NAME}"})
    scopes = fields.List(
        fields.String(validate=validate.OneOf(SCOPES)),
        required=True,
        validate=validate.Length(1, len(SCOPES)),
        metadata={"description": "What it shall be good for; no more than the token that makes it."},
    )
