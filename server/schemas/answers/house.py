"""What the house tells of itself."""

from __future__ import annotations

from marshmallow import Schema, fields


class HealthAnswer(Schema):
    status = fields.String(required=True, metadata={"description": "`alive` or `ready`."})


class SearchEntry(Schema):
    """Something that can be found on the pages."""

    kind = fields.String(
        required=True,
        metadata={"description": "`operation`, `problem`, `rule`, `move`, `component` or `effect`."},
    )
    name = fields.String(required=True)
    place = fields.String(required=True, metadata={"description": "The address of the page, with the place on it."})
    text = fields.String(required=True, metadata={"description": "What it says."})
    more = fields.String(required=True, metadata={"description": "The title that it belongs to, if to one."})
