"""Titles, their components and their rules."""

from __future__ import annotations

from marshmallow import Schema, fields


class PlayersRange(Schema):
    min = fields.Integer(required=True, metadata={"description": "At least."})
    max = fields.Integer(required=True, metadata={"description": "At most."})


class TitleBrief(Schema):
    slug = fields.String(required=True)
    name = fields.String(required=True)
    players = fields.Nested(PlayersRange, required=True)
    edition = fields.Integer(required=True)
    content_hash = fields.String(required=True)


class TitleList(Schema):
    titles = fields.List(fields.Nested(TitleBrief), required=True)


class MoveKind(Schema):
    type = fields.String(required=True, metadata={"description": "The move's `type`."})
    text = fields.String(required=True, metadata={"description": "What it does."})
    parameters = fields.List(
        fields.String(), required=True, metadata={"description": "The names of its other members."}
    )


class TitleAnswer(TitleBrief):
    editions = fields.List(fields.Integer(), required=True, metadata={"description": "Every edition there is."})
    options = fields.Dict(required=True, metadata={"description": "A JSON Schema of the options."})
    levels = fields.List(fields.String(), required=True)
    moves = fields.List(fields.Nested(MoveKind), required=True, metadata={"description": "Every kind of move."})
    sections = fields.Dict(fields.String(), fields.String(), required=True)


class ContentAnswer(Schema):
    slug = fields.String(required=True)
    edition = fields.Integer(required=True)
    hash = fields.String(required=True)
    tables = fields.Dict(
        required=True,
        metadata={
            "description": "Every component as data, with its `text`: what it costs and does. `source` says where an "
            "entry comes from: printed in the rulebook, "
            "inferred from it, or designed here; `printed` and `inferred` list the fields that are stronger."
        },
    )
    texts = fields.Dict(
        fields.String(),
        fields.Dict(fields.String(), fields.String()),
        required=True,
        metadata={"description": "By kind and id, the text of what lies inside a component: faces of dice, spaces."},
    )


class RuleAnswer(Schema):
    id = fields.String(required=True, metadata={"description": "The rule's number, such as `MF-4.3`."})
    section = fields.String(required=True)
    text = fields.String(required=True, metadata={"description": "What it says."})
    provenance = fields.String(required=True)


class RulesAnswer(Schema):
    slug = fields.String(required=True)
    edition = fields.Integer(required=True)
    sections = fields.Dict(fields.String(), fields.String(), required=True)
    rules = fields.List(fields.Nested(RuleAnswer), required=True)
