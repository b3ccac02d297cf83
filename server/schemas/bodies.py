"""What clients send."""

from __future__ import annotations

from typing import Any, get_args

from marshmallow import Schema, ValidationError, fields, validate, validates_schema
from webargs.fields import DelimitedList

from domain.table.choices import MOST_MOVES
from domain.table.clock import LONGEST_INCREMENT_S, LONGEST_S
from domain.table.reserving import LONGEST_TAG, MOST_TAGS
from domain.table.state import SUBSTITUTE, OnTimeout
from events.accounts.players import SCOPES
from events.listings.projections import STATUSES
from events.notices.inbox import GAME_FINISHED, KINDS, MY_TURN
from events.ratings.ledger import ALL, BOT, HUMAN
from events.service.commands import INCLUDABLE
from events.service.queries import MOST_EVENTS, MOST_VIEWS
from server.schemas.fields import AnyMove, Bool, Int, KnownLevel, Shown, Whole

MOST_AT_ONCE = 100
"""Moves in one request."""

MOST_CANDIDATES = 64
"""Candidates in one preview."""

MOST_TRIED = 640
"""Moves in all of them together."""

MOST_SEATS = 10
"""At any table, whatever its title."""

MOST_RECORDS = 1_000
"""Games that one can name in a request for records."""

LONGEST_ID = 64

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


def different(values: list[str]) -> None:
    if len(set(values)) < len(values):
        raise ValidationError("Each of them once.")


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


DECISION = Int(
    load_default=None,
    allow_none=True,
    metadata={"description": "The id of the decision that the (first) move answers; refused if it is closed."},
)


class PostMoves(Schema):
    """One move, or several that are made together or not at all."""

    move = AnyMove(metadata={"x-move": True, "description": "One move."})
    moves = fields.List(
        AnyMove(metadata={"x-move": True}),
        validate=validate.Length(1, MOST_AT_ONCE),
        metadata={"description": "Several moves, made together or not at all."},
    )
    decision = DECISION

    @validates_schema
    def check_one_of(self, data: dict[str, Any], **kwargs: Any) -> None:
        _check_one_of_both(data)


class CandidateMoves(Schema):
    """One move, or several that would be made together."""

    move = AnyMove(metadata={"x-move": True, "description": "One move."})
    moves = fields.List(
        AnyMove(metadata={"x-move": True}),
        validate=validate.Length(1, MOST_AT_ONCE),
        metadata={"description": "Several moves, made together or not at all."},
    )

    @validates_schema
    def check_one_of(self, data: dict[str, Any], **kwargs: Any) -> None:
        _check_one_of_both(data)


class PostPreview(Schema):
    """What to try."""

    candidates = fields.List(
        fields.Nested(CandidateMoves),
        required=True,
        validate=validate.Length(1, MOST_CANDIDATES),
        metadata={"description": f"Each is tried for itself; no more than {MOST_TRIED} moves in all."},
    )
    decision = DECISION

    @validates_schema
    def check_how_many(self, data: dict[str, Any], **kwargs: Any) -> None:
        if sum(len(each.get("moves", ".")) for each in data["candidates"]) > MOST_TRIED:
            raise ValidationError(f"No more than {MOST_TRIED} moves in all.", "candidates")


def _check_one_of_both(data: dict[str, Any]) -> None:
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


class PostRecords(Schema):
    """Which games' records are wanted."""

    games = fields.List(
        fields.String(validate=validate.Length(1, LONGEST_ID)),
        load_default=None,
        allow_none=True,
        validate=validate.Length(1, MOST_RECORDS),
        metadata={"description": "Ids of games that are over; left out: all public games that were played to an end."},
    )
    title = fields.String(
        load_default=None, allow_none=True, metadata={"description": "Without `games`: only those of this title."}
    )

    @validates_schema
    def check_not_both(self, data: dict[str, Any], **kwargs: Any) -> None:
        if data.get("games") is not None and data.get("title") is not None:
            raise ValidationError("Name games or a title, not both.", "title")


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


GAMES_CURSOR = fields.String(
    load_default=None,
    validate=Whole(r"^[0-9]{15}:[0-9A-Za-z_-]{1,64}$", error="Not a cursor of this list."),
    metadata={"description": "The `next` of the page before."},
)
"""Of a list of games, by when they were created or ended."""

LISTED = fields.Integer(load_default=50, validate=validate.Range(1, 200), metadata={"description": "How many at most."})


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
    cursor = GAMES_CURSOR
    limit = LISTED


class RatingsQuery(Schema):
    title = fields.String(load_default=None, metadata={"description": "Only ratings in this title."})
    cursor = GAMES_CURSOR
    limit = LISTED


class LeaderboardQuery(Schema):
    kind = fields.String(
        load_default=ALL,
        validate=validate.OneOf([ALL, HUMAN, BOT]),
        metadata={"description": "Whom to list: people, bots or all of them."},
    )
    cursor = fields.String(
        load_default=None,
        validate=Whole(r"^-?[0-9]{1,6}\.[0-9]{1,6}:[0-9A-Za-z_]{1,64}$", error="Not a cursor of this list."),
        metadata={"description": "The `next` of the page before."},
    )
    limit = LISTED


class MovesQuery(Schema):
    limit = fields.Integer(
        load_default=MOST_MOVES, validate=validate.Range(1, MOST_MOVES), metadata={"description": "How many at most."}
    )
    offset = fields.Integer(
        load_default=0, validate=validate.Range(0, 10_000_000), metadata={"description": "How many to leave out first."}
    )
    wait = fields.Float(
        load_default=0.0,
        validate=validate.Range(0, 60),
        metadata={"description": "Seconds to wait for a decision of yours, or for the end of the game."},
    )


class IncludeQuery(Schema):
    include = DelimitedList(
        fields.String(validate=validate.OneOf(INCLUDABLE)),
        load_default=tuple,
        metadata={
            "description": "What the answer shall tell besides: `moves`, what GET moves says next (null if you are not "
            "asked again), and `state`, your view of the game."
        },
    )


class PlayQuery(IncludeQuery):
    dry_run = fields.Boolean(
        load_default=False, metadata={"description": "Answer what would happen, and store nothing."}
    )

    @validates_schema
    def check_not_both(self, data: dict[str, Any], **kwargs: Any) -> None:
        if data.get("dry_run") and data.get("include"):
            raise ValidationError("Nothing can be included in a dry run.", "include")


TICKET = fields.String(
    load_default=None,
    validate=Whole(r"^[\x21-\x7e]{1,128}$", error="Not a ticket."),
    metadata={"description": "A ticket for this stream (see /v1/me/stream-ticket), instead of a token."},
)


class EventsQuery(Schema):
    after = fields.Integer(
        load_default=0, validate=validate.Range(0, MOST_SEQ), metadata={"description": "Events after this."}
    )
    limit = fields.Integer(
        load_default=MOST_EVENTS, validate=validate.Range(1, MOST_EVENTS), metadata={"description": "How many at most."}
    )
    ticket = TICKET


class StreamTicket(Schema):
    """Which stream to open."""

    stream = fields.String(
        required=True,
        validate=Whole(
            r"^/v1/(?:me|(?:games|tournaments)/[0-9A-Za-z_-]{1,64})/events$",
            error="/v1/me/events, or that of a game or a tournament, is expected.",
        ),
        metadata={
            "description": "The path of the stream: `/v1/me/events`, `/v1/games/{id}/events` or "
            "`/v1/tournaments/{id}/events`."
        },
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


class InboxQuery(Schema):
    after = fields.Integer(
        load_default=None, validate=validate.Range(0, MOST_SEQ), metadata={"description": "Notices after this."}
    )
    limit = fields.Integer(
        load_default=MOST_EVENTS, validate=validate.Range(1, MOST_EVENTS), metadata={"description": "How many at most."}
    )
    ticket = TICKET


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
        metadata={"description": "The kinds of notices to send."},
    )
