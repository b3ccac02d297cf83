"""What titles are asked for with."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from moothall.server.schemas.bodies.shared import MOST_EDITIONS


class EditionQuery(Schema):
    edition = fields.Integer(
        load_default=None,
        validate=validate.Range(1, MOST_EDITIONS),
        metadata={"description": "The number of an edition; the current one if left out."},
    )
