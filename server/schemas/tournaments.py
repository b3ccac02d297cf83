"""What is sent to tournaments."""

from __future__ import annotations

from typing import Any, get_args

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from domain.core.records import Move
from domain.table.clock import LONGEST_S
from domain.table.rulings import LONGEST_REASON, MOST_POINTS
from domain.table.state import LEVELS, SUBSTITUTE
from domain.tournament.moves import TOURNAMENT_RULINGS
from domain.tournament.settings import EntrantKind, Format, NextRound, OnDeadline, TieBreak, Uneven
from domain.tournament.state import Status
from domain.tournament.terms import LONGEST_NAME as LONGEST_CUP_NAME
from domain.tournament.terms import MOST_ENTRANTS, MOST_ROUNDS
from domain.tournament.terms import MOST_POINTS as MOST_WORTH
from server.schemas.bodies import LONGEST_NAME, MOST_EDITIONS, MOST_SEATS, MOST_SEQ, ClockSpec, different
from server.schemas.fields import MOST, Bool, Int, Shown, Whole
from server.schemas.rulings import check_kind

RULINGS: dict[str, type[Move]] = {str(record.__struct_config__.tag): record for record in TOURNAMENT_RULINGS}

ENTRANT = Whole(r"^e[1-9][0-9]{0,5}$", error="The id of an entrant is expected, such as e7.")
PLAYER = validate.Length(1, 64)


class PostTournament(Schema):
    """The terms of a tournament. They are fixed from now on."""

    name = Shown(LONGEST_CUP_NAME, required=True, metadata={"description": "What it is called."})
    title = fields.String(required=True, metadata={"description": "The slug of the title that is played."})
    edition = Int(
        load_default=None,
        allow_none=True,
        validate=validate.Range(1, MOST_EDITIONS),
        metadata={"description": "The edition that every table is played by; the current one if left out."},
    )
    format = fields.String(
        required=True,
        validate=validate.OneOf(get_args(Format)),
        metadata={
            "description": "How rounds are paired: `swiss`, `round_robin`, `knockout` or `ladder`. Every round tells "
            "how it was paired, in words."
        },
    )
    table_size = Int(
        required=True,
        validate=validate.Range(2, MOST_SEATS),
        metadata={"description": "Seats at a table; where the numbers do not work out some tables have fewer."},
    )
    rounds = Int(
        load_default=None,
        allow_none=True,
        validate=validate.Range(1, MOST_ROUNDS),
        metadata={
            "description": "How many rounds are played; null: as many as the format needs, on a ladder until you end "
            "it. A Swiss needs a number."
        },
    )
    points = fields.Dict(
        fields.String(validate=Whole(r"^[1-9][0-9]?$", error="A number of seats is expected.")),
        fields.List(Int(validate=validate.Range(0, MOST_WORTH)), validate=validate.Length(1, MOST_SEATS)),
        load_default=dict,
        metadata={
            "description": "By size of table what each place is worth, the first place first; those who tie share. If "
            "left out, a point for everybody one is ahead of. No table is smaller than the smallest that is named."
        },
    )
    bye = Int(load_default=0, validate=validate.Range(0, MOST_WORTH), metadata={"description": "What a bye is worth."})
    tie_breaks = fields.List(
        fields.String(validate=validate.OneOf(get_args(TieBreak))),
        load_default=list,
        validate=[validate.Length(0, len(get_args(TieBreak))), different],
        metadata={"description": "What decides between equal points, in this order.", "uniqueItems": True},
    )
    duplicate = Bool(
        load_default=False,
        metadata={
            "description": "Whether all tables of a round play the same deal, which nobody is told before the last "
            "of them is over."
        },
    )
    rated = Bool(load_default=True, metadata={"description": "Whether its games count for ratings."})
    options = fields.Dict(fields.String(), load_default=dict, metadata={"description": "See the title's options."})
    clock = fields.Nested(
        ClockSpec,
        load_default=None,
        allow_none=True,
        metadata={"description": "How long seats may think; null: as long as they like."},
    )
    next_round = fields.String(
        load_default="auto",
        validate=validate.OneOf(get_args(NextRound)),
        metadata={
            "description": "Whether the next round is paired by itself when the last table is over (`auto`), or when "
            "you say so (`manual`)."
        },
    )
    uneven = fields.String(
        load_default="tables",
        validate=validate.OneOf(get_args(Uneven)),
        metadata={
            "description": "What is done when the entrants do not fill their tables: some tables are smaller "
            "(`tables`), or some entrants sit out (`byes`)."
        },
    )
    advance = Int(
        load_default=1,
        validate=validate.Range(1, MOST_SEATS),
        metadata={"description": "Knockout: how many of every table go on."},
    )
    kinds = fields.List(
        fields.String(validate=validate.OneOf(get_args(EntrantKind))),
        load_default=lambda: list(get_args(EntrantKind)),
        validate=[validate.Length(1, len(get_args(EntrantKind))), different],
        metadata={"description": "Who may enter: people, bots, AIs of the house.", "uniqueItems": True},
    )
    invited_only = Bool(
        load_default=False, metadata={"description": "Whether only those may enter whom you have invited."}
    )
    most_entrants = Int(
        load_default=1_000,
        validate=validate.Range(2, MOST_ENTRANTS),
        metadata={"description": "How many may enter."},
    )
    late_entry = Int(
        load_default=0,
        validate=validate.Range(0, MOST_ROUNDS),
        metadata={
            "description": "The last round that somebody may still enter before; 0: nobody enters once it has started."
        },
    )
    check_in = Bool(
        load_default=False,
        metadata={"description": "Whether only those who have checked in are paired in the first round."},
    )
    starts_at = Int(
        load_default=None,
        allow_none=True,
        validate=validate.Range(0, MOST),
        metadata={"description": "When it starts by itself, in milliseconds since 1970; null: when you say so."},
    )
    join_s = Int(
        load_default=300,
        validate=validate.Range(1, LONGEST_S),
        metadata={
            "description": "Seconds that a seat is kept for its player once the table is open; then an AI plays."
        },
    )
    round_s = Int(
        load_default=None,
        allow_none=True,
        validate=validate.Range(1, LONGEST_S),
        metadata={"description": "Seconds that a round may take; null: as long as it takes."},
    )
    on_deadline = fields.String(
        load_default="adjudicate",
        validate=validate.OneOf(get_args(OnDeadline)),
        metadata={
            "description": "What becomes of tables that are not over by then: the score decides (`adjudicate`), they "
            "are annulled (`annul`), or they are waited for (`wait`)."
        },
    )
    drop_no_shows = Bool(
        load_default=True,
        metadata={"description": "Whether somebody who did not come to a table is no longer paired."},
    )
    substitute = fields.String(
        load_default=SUBSTITUTE,
        validate=validate.OneOf(LEVELS),
        metadata={"description": "How strong the AI plays for somebody who does not come, resigns or is out of time."},
    )


class AiEntry(Schema):
    """An AI of the house."""

    level = fields.String(
        required=True, validate=validate.OneOf(LEVELS), metadata={"description": "How strong it plays."}
    )
    name = Shown(LONGEST_NAME, required=True, metadata={"description": "What it is called here."})


class PostEntry(Schema):
    """Who enters: you, if you say nothing; the organiser can name a player or an AI."""

    player = fields.String(validate=PLAYER, metadata={"description": "The id of a player; only by the organiser."})
    ai = fields.Nested(AiEntry, metadata={"description": "An AI of the house; only by the organiser."})

    @validates_schema
    def check_not_both(self, data: dict[str, Any], **kwargs: Any) -> None:
        if "player" in data and "ai" in data:
            raise ValidationError("Either player or ai.", "player")


class PostInvitation(Schema):
    """Whom to let in."""

    player = fields.String(required=True, validate=PLAYER, metadata={"description": "The id of a player."})


class PutPairings(Schema):
    """Who plays with whom, and who sits out. Everybody who is to be paired, once."""

    tables = fields.List(
        fields.List(fields.String(validate=ENTRANT), validate=validate.Length(1, MOST_SEATS)),
        required=True,
        validate=validate.Length(0, MOST_ENTRANTS),
        metadata={"description": "Ids of entrants, table by table, in seat order."},
    )
    byes = fields.List(
        fields.String(validate=ENTRANT),
        load_default=list,
        validate=validate.Length(0, MOST_ENTRANTS),
        metadata={"description": "Ids of the entrants who sit out."},
    )


class PostTournamentRuling(Schema):
    """A ruling: `drop_entrant`, `return_entrant`, `substitute` (entrant, and player, or level and name),
    `correct_result` (round, table, ranking), `take_points` (entrant, points), `withdraw_ruling` (seq),
    `pause_tournament`, `resume_tournament`, `finish_tournament` or `abort_tournament`; each with its reason, which
    everybody can read."""

    type = fields.String(
        required=True, validate=validate.OneOf(sorted(RULINGS)), metadata={"description": "What is decided."}
    )
    reason = Shown(LONGEST_REASON, required=True, metadata={"description": "Why; everybody can read it."})
    entrant = fields.String(validate=ENTRANT, metadata={"description": "The id of an entrant."})
    player = fields.String(
        validate=PLAYER,
        metadata={"description": "The id of the player who goes on; either this, or level and name."},
    )
    level = fields.String(
        validate=validate.OneOf(LEVELS), metadata={"description": "The level of the AI that goes on; with name."}
    )
    name = Shown(LONGEST_NAME, metadata={"description": "What that AI is called; with level."})
    round = Int(validate=validate.Range(1, MOST_ROUNDS), metadata={"description": "The number of a round."})
    table = Int(validate=validate.Range(1, MOST_ENTRANTS), metadata={"description": "The number of a table in it."})
    ranking = fields.List(
        fields.List(Int(validate=validate.Range(0, MOST_SEATS - 1)), validate=validate.Length(1, MOST_SEATS)),
        allow_none=True,
        validate=validate.Length(1, MOST_SEATS),
        metadata={
            "description": "Groups of the table's seats, the best first, equals together; every seat once. null: the "
            "table does not count."
        },
    )
    points = Int(
        validate=[
            validate.Range(-MOST_POINTS, MOST_POINTS),
            validate.NoneOf([0], error="A penalty of no points is none."),
        ],
        metadata={"description": "How many are taken from the entrant; less than nothing gives some."},
    )
    seq = Int(
        validate=validate.Range(1, MOST_SEQ),
        metadata={"description": "The event of the correction or penalty that no longer counts."},
    )

    @validates_schema
    def check_fields(self, data: dict[str, Any], **kwargs: Any) -> None:
        check_kind(RULINGS, data)


class TournamentListQuery(Schema):
    title = fields.String(load_default=None, metadata={"description": "Only tournaments of this title."})
    status = fields.String(
        load_default=None,
        validate=validate.OneOf(get_args(Status)),
        metadata={"description": "Only tournaments in this state."},
    )
    cursor = fields.String(
        load_default=None,
        validate=Whole(r"^[0-9]{15}:[0-9A-Za-z_-]{1,64}$", error="Not a cursor of this list."),
        metadata={"description": "The `next` of the page before."},
    )
    limit = fields.Integer(
        load_default=50, validate=validate.Range(1, 200), metadata={"description": "How many at most."}
    )


class TournamentQuery(Schema):
    wait = fields.Float(
        load_default=0.0,
        validate=validate.Range(0, 60),
        metadata={"description": "With If-None-Match: seconds to wait for news before answering 304."},
    )


class StandingsQuery(Schema):
    round = fields.Integer(
        load_default=None,
        validate=validate.Range(1, MOST_ROUNDS),
        metadata={"description": "After this round, as it counts now; the latest if left out."},
    )


class PairingsQuery(Schema):
    dry_run = fields.Boolean(
        load_default=False, metadata={"description": "Answer the round as it would be, and store nothing."}
    )
