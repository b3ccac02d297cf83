"""What tournaments are made and looked for with."""

from __future__ import annotations

from typing import get_args

from marshmallow import Schema, fields, validate

from moothall.domain.table.clock import LONGEST_S
from moothall.domain.table.state import LEVELS, SUBSTITUTE
from moothall.domain.tournament.settings import (
    LONGEST_NAME as LONGEST_CUP_NAME,
    MOST_ENTRANTS,
    MOST_POINTS as MOST_WORTH,
    MOST_ROUNDS,
    EntrantKind,
    Format,
    NextRound,
    OnDeadline,
    TieBreak,
    Uneven,
)
from moothall.domain.tournament.state import Status
from moothall.server.schemas.bodies.games import ClockSpec
from moothall.server.schemas.bodies.shared import CURSOR, LISTED, MOST_EDITIONS, MOST_SEATS, different
from moothall.server.schemas.fields import MOST, Bool, Int, Shown, Whole


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


class TournamentListQuery(Schema):
    title = fields.String(load_default=None, metadata={"description": "Only tournaments of this title."})
    status = fields.String(
        load_default=None,
        validate=validate.OneOf(get_args(Status)),
        metadata={"description": "Only tournaments in this state."},
    )
    cursor = CURSOR
    limit = LISTED


class TournamentQuery(Schema):
    wait = fields.Float(
        load_default=0.0,
        validate=validate.Range(0, 60),
        metadata={"description": "With If-None-Match: seconds to wait for news before answering 304."},
    )
