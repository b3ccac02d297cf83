"""What games are made, joined, listed and looked at with."""

from __future__ import annotations

from typing import Any, get_args

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from moothall.domain.table.admission import LONGEST_TAG, MOST_TAGS
from moothall.domain.table.clock import LONGEST_INCREMENT_S, LONGEST_S
from moothall.domain.table.state import SUBSTITUTE, OnTimeout
from moothall.events.games.queries import MOST_VIEWS
from moothall.events.projections.lobby import STATUSES
from moothall.server.schemas.bodies.shared import CURSOR, LISTED, MOST_SEATS, MOST_SEQ, different
from moothall.server.schemas.fields import Bool, Int, KnownLevel, Shown, Whole

ENTROPY = fields.String(
    load_default=None,
    allow_none=True,
    validate=Whole(r"^[\x20-\x7e]{0,128}$", error="At most 128 printable ASCII characters."),
    metadata={"description": "Text of your own that is mixed into the game's luck, so that you need not trust ours."},
)


class ForkSeatSpec(Schema):
    """One seat of a game that goes on from another."""

    kind = fields.String(
        required=True,
        validate=validate.OneOf(["human", "ai"]),
        metadata={"description": "Whether a person or an AI plays there."},
    )
    level = fields.String(
        load_default=None,
        allow_none=True,
        validate=KnownLevel(),
        metadata={"description": "How strong an AI seat plays; only for AI seats."},
    )


class SeatSpec(ForkSeatSpec):
    """One seat of a new game, kept for a player or for nobody."""

    player = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.Length(1, 64),
        metadata={"description": "The id of the one player who can take the seat; only for seats of persons."},
    )

    @validates_schema
    def check_person(self, data: dict[str, Any], **kwargs: Any) -> None:
        if data.get("player") is not None and data.get("kind") == "ai":
            raise ValidationError("An AI seat is kept for nobody.", "player")


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
    """A new game. The creator takes the first seat for a person that is not kept for another."""

    title = fields.String(required=True, metadata={"description": "The slug of a title."})
    seats = fields.List(fields.Nested(SeatSpec), required=True, validate=validate.Length(1, MOST_SEATS))
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
    tags = fields.List(
        Shown(LONGEST_TAG),
        load_default=list,
        validate=[validate.Length(0, MOST_TAGS), different],
        metadata={"description": "Words to find the game by (`GET /v1/games?tag=`), each once.", "uniqueItems": True},
    )
    private = Bool(
        load_default=False, metadata={"description": "Whether only those who have a part in the game may know of it."}
    )
    rated = Bool(
        load_default=None,
        allow_none=True,
        metadata={
            "description": "Whether the game counts for ratings. If left out it does, provided that it is public and "
            "has seats for at least two persons; no other game can, but for those that an organiser creates, where "
            "two different players are enough."
        },
    )
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
        validate=KnownLevel(),
        metadata={"description": "How strong the AI plays that takes over the seat of a player who resigns."},
    )


class Join(Schema):
    """Take a seat."""

    seat = Int(load_default=None, allow_none=True, metadata={"description": "A free seat; the first if left out."})
    entropy = ENTROPY


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


class ViewsQuery(Schema):
    after = fields.Integer(
        load_default=0, validate=validate.Range(0, MOST_SEQ), metadata={"description": "Events after this."}
    )
    limit = fields.Integer(
        load_default=MOST_VIEWS, validate=validate.Range(1, MOST_VIEWS), metadata={"description": "How many at most."}
    )
    eyes = fields.String(
        data_key="as",
        load_default=None,
        validate=Whole(r"^[0-9]$", error="The number of a seat."),
        metadata={"description": "Whose knowledge to show: a seat's, of a game that is over, or organised."},
    )


class ListQuery(Schema):
    title = fields.String(load_default=None, metadata={"description": "Only games of this title."})
    status = fields.String(
        load_default=None, validate=validate.OneOf(STATUSES), metadata={"description": "Only games in this state."}
    )
    tag = Shown(LONGEST_TAG, load_default=None, metadata={"description": "Only games that were given this tag."})
    tournament = fields.String(
        load_default=None,
        validate=Whole(r"^[0-9A-Za-z_-]{1,64}$", error="The id of a tournament is expected."),
        metadata={"description": "Only tables of this tournament."},
    )
    mine = fields.Boolean(
        load_default=False, metadata={"description": "Only games you have a seat in, are expected in or organise."}
    )
    cursor = CURSOR
    limit = LISTED
