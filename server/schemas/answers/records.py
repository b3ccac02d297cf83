"""Audits, and the keys that records are signed with."""

from __future__ import annotations

from marshmallow import Schema, fields


class KeyAnswer(Schema):
    id = fields.String(required=True)
    public_key = fields.String(required=True, metadata={"description": "Ed25519, 32 bytes in hex."})
    created_at = fields.Integer(required=True)
    current = fields.Boolean(required=True, metadata={"description": "Whether it signs what is exported now."})


class KeyList(Schema):
    keys = fields.List(fields.Nested(KeyAnswer), required=True, metadata={"description": "The keys, newest first."})


class VerdictAnswer(Schema):
    ok = fields.Boolean(required=True, allow_none=True, metadata={"description": "null: it could not be checked."})
    seq = fields.Integer(required=True, allow_none=True, metadata={"description": "The first bad event; 0: header."})
    why = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "What is wrong, or why it could not be checked; null if all is well."},
    )


class VerdictsAnswer(Schema):
    chain = fields.Nested(VerdictAnswer, required=True)
    replay = fields.Nested(VerdictAnswer, required=True)
    rules = fields.Nested(
        VerdictAnswer, required=True, metadata={"description": "Whether every move was legal when it was made."}
    )
    draws = fields.Nested(VerdictAnswer, required=True)


class SignedBy(Schema):
    key = fields.String(
        required=True, allow_none=True, metadata={"description": "The id of the key; null if it is not signed."}
    )
    trusted = fields.Boolean(
        required=True,
        allow_none=True,
        metadata={
            "description": "Whether the signature is good and the key one of this server; null if it is not signed."
        },
    )


class AuditAnswer(Schema):
    game = fields.String(required=True)
    title = fields.String(required=True)
    seq = fields.Integer(required=True)
    ok = fields.Boolean(
        required=True,
        allow_none=True,
        metadata={"description": "Whether all four verdicts are good; null if one could not be had."},
    )
    signed_by = fields.Nested(SignedBy, required=True, metadata={"description": "Who signed the record."})
    verdicts = fields.Nested(VerdictsAnswer, required=True)
