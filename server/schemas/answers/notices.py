"""Answers about what concerns a player: the inbox, webhooks and their deliveries."""

from __future__ import annotations

from marshmallow import Schema, fields

from moothall.events.projections import inbox
from moothall.server.schemas.answers.tables import ResultBrief

MEANS = {
    inbox.MY_TURN: "You owe a decision.",
    inbox.GAME_STARTED: "A game of yours has started.",
    inbox.GAME_FINISHED: "A game of yours is over.",
    inbox.SEAT_RESERVED: "A seat is kept for you.",
    inbox.ROUND_PAIRED: "A round of a tournament of yours is paired.",
    inbox.TOURNAMENT_FINISHED: "A tournament of yours is over.",
}
"""By kind of notice."""


class AskedAnswer(Schema):
    id = fields.Integer(required=True, metadata={"description": "The id of the decision, to be sent with the move."})
    kind = fields.String(required=True, metadata={"description": "What is asked for, in a word of the title."})


class NoticeAnswer(Schema):
    """Something that concerns you."""

    id = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "Its number in your inbox; null for the turns a live stream begins with."},
    )
    type = fields.String(
        required=True,
        metadata={
            "description": "`my_turn`, `game_started`, `game_finished`, `seat_reserved`, `round_paired` or "
            "`tournament_finished`."
        },
    )
    at = fields.Integer(required=True)
    title = fields.String(required=True)
    tournament = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The id of the tournament; null for a game that is no table of one."},
    )
    name = fields.String(metadata={"description": "What it is called.", "x-only-with": list(inbox.OF_TOURNAMENTS)})
    round = fields.Integer(metadata={"description": "The number of the round.", "x-only-with": [inbox.ROUND_PAIRED]})
    table = fields.Integer(
        allow_none=True,
        metadata={
            "description": "The number of your table; null: you have a bye.",
            "x-only-with": [inbox.ROUND_PAIRED],
        },
    )
    game = fields.String(
        allow_none=True,
        metadata={
            "description": "The id of the game; null for a bye. That of a table is there once `seat_reserved` says so.",
            "x-only-with": [*inbox.OF_GAMES, inbox.ROUND_PAIRED],
        },
    )
    seat = fields.Integer(
        allow_none=True,
        metadata={"description": "Your seat; null for a bye.", "x-only-with": [*inbox.OF_GAMES, inbox.ROUND_PAIRED]},
    )
    rank = fields.Integer(
        allow_none=True,
        metadata={
            "description": "Your rank in the final standings; null if the tournament was aborted.",
            "x-only-with": [inbox.TOURNAMENT_FINISHED],
        },
    )
    decision = fields.Nested(
        AskedAnswer, metadata={"description": "What you are asked.", "x-only-with": [inbox.MY_TURN]}
    )
    deadline = fields.Integer(
        allow_none=True,
        metadata={
            "description": "Until when, in milliseconds since 1970; null: for ever.",
            "x-only-with": [inbox.MY_TURN],
        },
    )
    status = fields.String(
        metadata={
            "description": "`finished`; or `annulled`, of a game; or `aborted`, of a tournament.",
            "x-only-with": [inbox.GAME_FINISHED, inbox.TOURNAMENT_FINISHED],
        },
    )
    result = fields.Nested(
        ResultBrief,
        allow_none=True,
        metadata={"description": "How it ended; null if it was annulled.", "x-only-with": [inbox.GAME_FINISHED]},
    )


class GapAnswer(Schema):
    """Notices that are no longer kept: those between."""

    after = fields.Integer(required=True, metadata={"description": "The last notice that you have."})
    next = fields.Integer(required=True, metadata={"description": "The first that is kept."})


class InboxAnswer(Schema):
    events = fields.List(
        fields.Nested(NoticeAnswer), required=True, metadata={"description": "The notices, oldest first."}
    )
    newest = fields.Integer(required=True, metadata={"description": "The number of the latest notice."})
    next = fields.Integer(required=True, allow_none=True, metadata={"description": "`after` of the next page."})
    gap = fields.Nested(
        GapAnswer,
        required=True,
        allow_none=True,
        metadata={"description": "The notices that are no longer kept; null if none is missing."},
    )


class WebhookAnswer(Schema):
    id = fields.String(required=True)
    url = fields.String(required=True, metadata={"description": "Where notices are sent."})
    kinds = fields.List(fields.String(), required=True, metadata={"description": "The kinds of notices that are sent."})
    created_at = fields.Integer(required=True)


class WebhookMade(WebhookAnswer):
    secret = fields.String(required=True, metadata={"description": "Signs what is sent; shown this once."})


class WebhookList(Schema):
    webhooks = fields.List(
        fields.Nested(WebhookAnswer), required=True, metadata={"description": "The webhooks, oldest first."}
    )


class AttemptAnswer(Schema):
    at = fields.Integer(required=True)
    ms = fields.Integer(required=True, metadata={"description": "How long it took."})
    status = fields.Integer(required=True, allow_none=True, metadata={"description": "What the receiver answered."})
    error = fields.String(required=True, allow_none=True, metadata={"description": "Why there was no answer."})


class DeliveryAnswer(Schema):
    id = fields.String(required=True)
    webhook = fields.String(required=True, metadata={"description": "The id of the webhook."})
    kind = fields.String(required=True, metadata={"description": "The kind of notice."})
    state = fields.String(required=True, metadata={"description": "`pending`, `delivered` or `failed`."})
    created_at = fields.Integer(required=True)
    next_at = fields.Integer(
        required=True, allow_none=True, metadata={"description": "When it is tried next, while it is pending (ms)."}
    )
    attempts = fields.List(
        fields.Nested(AttemptAnswer), required=True, metadata={"description": "Every time it was tried."}
    )
    body = fields.Nested(NoticeAnswer, required=True, metadata={"description": "The notice."})


class DeliveryList(Schema):
    deliveries = fields.List(
        fields.Nested(DeliveryAnswer), required=True, metadata={"description": "The deliveries, newest first."}
    )
