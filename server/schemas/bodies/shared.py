"""What several of them have in common."""

from __future__ import annotations

from marshmallow import Schema, ValidationError, fields, validate

from moothall.server.schemas.fields import Whole

MOST_SEATS = 10
"""At any table, whatever its title."""

LONGEST_ID = 64

LONGEST_NAME = 40

MOST_EDITIONS = 10**6

MOST_SEQ = 10**15
"""No game has as many events; Redis takes no more digits than a machine word has."""

CURSOR = fields.String(
    load_default=None,
    validate=Whole(r"^[0-9]{15}:[0-9A-Za-z_-]{1,64}$", error="Not a cursor of this list."),
    metadata={"description": "The `next` of the page before."},
)
"""Of a list by age: of games or tournaments by when they were created, or games by when they ended."""

LISTED = fields.Integer(load_default=50, validate=validate.Range(1, 200), metadata={"description": "How many at most."})


def different(values: list[str]) -> None:
    """Refuses what is named twice."""
    if len(set(values)) < len(values):
        raise ValidationError("Each of them once.")


class Nothing(Schema):
    """An empty object, or no body at all."""
