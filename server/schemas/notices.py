"""Answers about what concerns a player: the inbox, webhooks and their deliveries."""

from __future__ import annotations

from marshmallow import Schema, fields


class AskedAnswer(Schema):
    id = fields.Integer(required=True)
    kind = fields.String(required=True)


class NoticeAnswer(Schema):
    """Something that concerns you."""

    id = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "Its number in your inbox; null for the turns a live stream begins with."},
    )
    type = fields.String(required=True, metadata={"description": "`my_turn`, `game_started` or `game_finished`."})
    at = fields.Integer(required=True)
    game = fields.String(required=True)
    title = fields.String(required=True)
    seat = fields.Integer(required=True)
    decision = fields.Nested(AskedAnswer, metadata={"description": "With `my_turn`: what you are asked."})
    deadline = fields.Integer(allow_none=True, metadata={"description": "With `my_turn`: until when (ms)."})
    status = fields.String(metadata={"description": "With `game_finished`: `finished` or `annulled`."})


class GapAnswer(Schema):
    """Notices that are no longer kept: those between."""

    after = fields.Integer(required=True)
    next = fields.Integer(required=True)


class InboxAnswer(Schema):
    events = fields.List(fields.Nested(NoticeAnswer), required=True)
    newest = fields.Integer(required=True)
    next = fields.Integer(required=True, allow_none=True, metadata={"description": "`after` of the next page."})
    gap = fields.Nested(GapAnswer, required=True, allow_none=True)


class WebhookAnswer(Schema):
    id = fields.String(required=True)
    url = fields.String(required=True)
    kinds = fields.List(fields.String(), required=True)
    created_at = fields.Integer(required=True)


class WebhookMade(WebhookAnswer):
    secret = fields.String(required=True, metadata={"description": "Signs what is sent; shown this once."})


class WebhookList(Schema):
    webhooks = fields.List(fields.Nested(WebhookAnswer), required=True)


class AttemptAnswer(Schema):
    at = fields.Integer(required=True)
    ms = fields.Integer(required=True, metadata={"description": "How long it took."})
    status = fields.Integer(required=True, allow_none=True, metadata={"description": "What the receiver answered."})
    error = fields.String(required=True, allow_none=True, metadata={"description": "Why there was no answer."})


class DeliveryAnswer(Schema):
    id = fields.String(required=True)
    webhook = fields.String(required=True)
    kind = fields.String(required=True)
    state = fields.String(required=True, metadata={"description": "`pending`, `delivered` or `failed`."})
    created_at = fields.Integer(required=True)
    next_at = fields.Integer(
        required=True, allow_none=True, metadata={"description": "When it is tried next, while it is pending (ms)."}
    )
    attempts = fields.List(fields.Nested(AttemptAnswer), required=True)
    body = fields.Nested(NoticeAnswer, required=True)


class DeliveryList(Schema):
    deliveries = fields.List(fields.Nested(DeliveryAnswer), required=True)
