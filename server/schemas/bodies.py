"""What clients send."""

from __future__ import annotations

from typing import Any, get_args

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from domain.table.clock import LONGEST_INCREMENT_S, LONGEST_S
from domain.table.state import LEVELS, SUBSTITUTE, OnTimeout
from events.inbox import GAME_FINISHED, KINDS, MY_TURN
from events.players import SCOPES
from events.projections import STATUSES
from events.queries import MOST_EVENTS, MOST_MOVES
from server.schemas.fields import Bool, Int, Shown, Whole

MOST_AT_ONCE = 100
"""Moves in one request."""

MOST_SEQ = 10**15

MOST_EDITIONS = 10**6
"""No game has as many events; Redis takes no more digits than a machine word has."""

ENTROPY = fields.String(
    load_default=None,
    allow_none=True,
    validate=Whole(r"^[\x20-\x7e]{0,128}$", error="At most 128 printable ASCII characters."),
    metadata={"description": "Text of your own that is mixed into the game's luck, so that you need not trust ours."},
)


LONGEST_NAME = 40
NAME = f"1 to {LONGEST_NAME} characters, none of them invisible; kept composed (NFC) and without spaces at the ends."


class Register(Schema):
    """A new account."""

    name = Shown(LONGEST_NAME, required=True, metadata={"description": NAME})
    kind = fields.String(load_default="human", validate=validate.OneOf(["human", "bot"]))


class NewToken(Schema):
    """Another token for the same account."""

    name = Shown(LONGEST_NAME, required=True, metadata={"description": f"What you will know it by: {NAME}"})
    scopes = fields.List(
        fields.String(validate=validate.OneOf(SCOPES)),
        required=True,
        validate=validate.Length(1, len(SCOPES)),
        metadata={"description": "What it shall be good for; no more than the token that makes it."},
    )


class SeatSpec(Schema):
    """One seat of a new game."""

    kind = fields.String(required=True, validate=validate.OneOf(["human", "ai"]))
    level = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.OneOf(LEVELS),
        metadata={"description": "How strong an AI seat plays; only for AI seats."},
    )


class ClockSpec(Schema):
    """A time for every move, or a bank for the game with an increment per move. Time runs only while a person owes a
    decision; the deadlines stand in `awaiting`."""

    per_move_s = Int(
        load_default=None,
        allow_none=True,
        validate=validate.Range(1, LONGEST_S),
        metadata={"description": "Seconds for every move; either this or bank_s."},
    )
    bank_s = Int(
        load_default=None,
        allow_none=True,
        validate=validate.Range(1, LONGEST_S),
        metadata={"description": "Seconds for the whole game; either this or per_move_s."},
    )
    increment_s = Int(
        load_default=0,
        validate=validate.Range(0, LONGEST_INCREMENT_S),
        metadata={"description": "Seconds that every answer adds to the bank."},
    )
    on_timeout = fields.String(
        load_default="ai",
        validate=validate.OneOf(get_args(OnTimeout)),
        metadata={
            "description": "What happens to a seat whose time runs out: `ai` gives it to an AI for good; `forfeit` "
            "ranks it last as well, and the last seat that has not forfeited wins at once."
        },
    )

    @validates_schema
    def check_one_of(self, data: dict[str, Any], **kwargs: Any) -> None:
        if (data.get("per_move_s") is None) == (data.get("bank_s") is None):
            raise ValidationError("Send either per_move_s or bank_s.", "per_move_s")
        if data.get("per_move_s") is not None and data.get("increment_s"):
            raise ValidationError("Goes with bank_s only.", "increment_s")


class CreateGame(Schema):
    """A new game. The creator takes the first seat for a person."""

    title = fields.String(required=True, metadata={"description": "The slug of a title."})
    seats = fields.List(fields.Nested(SeatSpec), required=True, validate=validate.Length(1, 10))
    options = fields.Dict(fields.String(), load_default=dict, metadata={"description": "See the title's options."})
    edition = Int(
        load_default=None,
        allow_none=True,
        metadata={"description": "The edition to play by; the current one if left out. A game keeps its edition."},
    )
    clock = fields.Nested(
        ClockSpec,
        load_default=None,
        allow_none=True,
        metadata={"description": "How long seats may think; null: as long as they like."},
    )
    private = Bool(load_default=False)
    entropy = ENTROPY
    organiser = Bool(
        load_default=False,
        metadata={
            "description": "You take no seat, see everything and rule over the game (see /rulings). Takes the scope "
            "`organise`."
        },
    )
    substitute = fields.String(
        load_default=SUBSTITUTE,
        validate=validate.OneOf(LEVELS),
        metadata={"description": "How strong the AI plays that takes over the seat of a player who resigns."},
    )


class Join(Schema):
    """Take a seat."""

    seat = Int(load_default=None, allow_none=True, metadata={"description": "A free seat; the first if left out."})
    entropy = ENTROPY


class PostMoves(Schema):
    """One move, or several that are made together or not at all."""

    move = fields.Dict(fields.String(), metadata={"x-move": True})
    moves = fields.List(
        fields.Dict(fields.String(), metadata={"x-move": True}), validate=validate.Length(1, MOST_AT_ONCE)
    )
    decision = Int(
        load_default=None,
        allow_none=True,
        metadata={"description": "The id of the decision that the (first) move answers; refused if it is closed."},
    )

    @validates_schema
    def check_one_of(self, data: dict[str, Any], **kwargs: Any) -> None:
        if ("move" in data) == ("moves" in data):
            raise ValidationError("Send either move or moves.", "move")


class PostUndo(Schema):
    """What to take back."""

    to = Int(
        load_default=None,
        allow_none=True,
        metadata={"description": "Take back all own acts after this event; only the latest if left out."},
    )


class Nothing(Schema):
    """An empty object, or no body at all."""


class EditionQuery(Schema):
    edition = fields.Integer(
        load_default=None,
        validate=validate.Range(1, MOST_EDITIONS),
        metadata={"description": "The number of an edition; the current one if left out."},
    )


class GameQuery(Schema):
    eyes = fields.String(
        data_key="as",
        load_default=None,
        validate=Whole(r"^(?:all|[0-9])$", error="The number of a seat, or all."),
        metadata={"description": "Whose knowledge to show: a seat's, or `all`; of a game that is over, or organised."},
    )
    at = fields.Integer(
        load_default=None, validate=validate.Range(1, MOST_SEQ), metadata={"description": "An earlier seq."}
    )
    wait = fields.Float(
        load_default=0.0,
        validate=validate.Range(0, 60),
        metadata={"description": "With If-None-Match: seconds to wait for the game to move on before answering 304."},
    )


class ListQuery(Schema):
    title = fields.String(load_default=None)
    status = fields.String(load_default=None, validate=validate.OneOf(STATUSES))
    mine = fields.Boolean(load_default=False, metadata={"description": "Only games you have a seat in or organise."})
    cursor = fields.String(
        load_default=None,
        validate=Whole(r"^[0-9]{15}:[0-9A-Za-z_-]{1,64}$", error="Not a cursor of this list."),
        metadata={"description": "The `next` of the page before."},
    )
    limit = fields.Integer(load_default=50, validate=validate.Range(1, 200))


class MovesQuery(Schema):
    limit = fields.Integer(load_default=MOST_MOVES, validate=validate.Range(1, MOST_MOVES))
    offset = fields.Integer(load_default=0, validate=validate.Range(0, 10_000_000))


class PlayQuery(Schema):
    dry_run = fields.Boolean(
        load_default=False, metadata={"description": "Answer what would happen, and store nothing."}
    )


class EventsQuery(Schema):
    after = fields.Integer(
        load_default=0, validate=validate.Range(0, MOST_SEQ), metadata={"description": "Events after this."}
    )
    limit = fields.Integer(load_default=MOST_EVENTS, validate=validate.Range(1, MOST_EVENTS))


class InboxQuery(Schema):
    after = fields.Integer(
        load_default=None, validate=validate.Range(0, MOST_SEQ), metadata={"description": "Notices after this."}
    )
    limit = fields.Integer(load_default=MOST_EVENTS, validate=validate.Range(1, MOST_EVENTS))


class PostWebhook(Schema):
    """Where to send what."""

    url = fields.String(
        required=True,
        validate=Whole(r"^https?://[\x21-\x7e]{1,2000}$", error="An http or https URL in ASCII is expected."),
        metadata={"description": "Must resolve to public addresses; redirects are not followed."},
    )
    kinds = fields.List(
        fields.String(validate=validate.OneOf(KINDS)),
        load_default=lambda: [MY_TURN, GAME_FINISHED],
        validate=validate.Length(1, len(KINDS)),
    )
