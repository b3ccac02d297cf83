"""Rounds of a tournament, their tables, and the standings."""

from __future__ import annotations

from marshmallow import Schema, fields


class TableResult(Schema):
    """How a table ended, as its game says."""

    ranking = fields.List(fields.List(fields.Integer()), required=True)
    scores = fields.List(fields.Integer(), required=True)
    forfeited = fields.List(
        fields.Integer(), required=True, metadata={"description": "Seats that were out of the running."}
    )
    seq = fields.Integer(required=True, metadata={"description": "The event of the game that ended it."})
    head = fields.String(required=True, metadata={"description": "The game's chain hash at that event, in hex."})


class TableCorrection(Schema):
    """What the organiser says of a table; it counts instead of what was played."""

    seq = fields.Integer(required=True, metadata={"description": "The event of the ruling."})
    ranking = fields.List(
        fields.List(fields.Integer()),
        required=True,
        allow_none=True,
        metadata={"description": "Seats, best first, ties together; null: the table does not count."},
    )
    reason = fields.String(required=True)


class TableAnswer(Schema):
    """One table of a round."""

    table = fields.Integer(required=True, metadata={"description": "Its number in the round, from 1."})
    game = fields.String(required=True, metadata={"description": "The id of its game."})
    status = fields.String(required=True, metadata={"description": "`playing`, `ended` or `annulled`."})
    seats = fields.List(fields.String(), required=True, metadata={"description": "Ids of entrants, in seat order."})
    absent = fields.List(fields.Integer(), required=True, metadata={"description": "Seats whose players did not come."})
    result = fields.Nested(TableResult, required=True, allow_none=True)
    correction = fields.Nested(
        TableCorrection,
        required=True,
        allow_none=True,
        metadata={"description": "The organiser's word, if there is one that counts."},
    )
    points = fields.List(
        fields.Float(),
        required=True,
        allow_none=True,
        metadata={"description": "What the table is worth, by seat; null while it does not count."},
    )


class ComparedSeat(Schema):
    """An entrant at a seat of the deal that all tables shared."""

    table_size = fields.Integer(required=True, metadata={"description": "Only tables of one size are compared."})
    seat = fields.Integer(required=True)
    entrant = fields.String(required=True, metadata={"description": "The id of the entrant."})
    table = fields.Integer(required=True, metadata={"description": "The number of its table."})
    score = fields.Integer(required=True, metadata={"description": "What it made of the seat."})
    outscored = fields.Float(
        required=True,
        allow_none=True,
        metadata={
            "description": "Which part of the others at that seat had fewer points, equals half; null if nobody else "
            "sat there."
        },
    )


class RoundAnswer(Schema):
    """One round of a tournament; on a ladder one wave of pairings."""

    round = fields.Integer(required=True)
    status = fields.String(required=True, metadata={"description": "`active` or `closed`."})
    explanation = fields.String(
        required=True, metadata={"description": "How it was paired, in words; an empty line between paragraphs."}
    )
    by = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The id of the organiser, where the pairings are its own; else null."},
    )
    paired_at = fields.Integer(required=True, metadata={"description": "When it was paired, ms since 1970."})
    deadline = fields.Integer(
        required=True, allow_none=True, metadata={"description": "Until when it may take, ms since 1970; null: any."}
    )
    byes = fields.List(fields.String(), required=True, metadata={"description": "Ids of the entrants who sit out."})
    tables = fields.List(fields.Nested(TableAnswer), required=True, metadata={"description": "Its tables, in order."})
    commitment = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "SHA-256 of the secret of the deal that all tables share, in hex; null: none do."},
    )
    secret = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "That deal's secret, in hex, once the last table is over; else null."},
    )
    comparison = fields.List(
        fields.Nested(ComparedSeat),
        required=True,
        allow_none=True,
        metadata={"description": "Of a common deal, once it is told: seat by seat, the best score first; else null."},
    )


class StandingAnswer(Schema):
    """One line of the standings. Numbers are whole, or rounded to four places."""

    rank = fields.Integer(required=True, metadata={"description": "Whom nothing separates share one."})
    entrant = fields.String(required=True, metadata={"description": "The id of the entrant."})
    name = fields.String(required=True, metadata={"description": "What it is called."})
    kind = fields.String(required=True, metadata={"description": "`human`, `bot` or `ai`."})
    player = fields.String(required=True, allow_none=True, metadata={"description": "Its player; null of an AI."})
    points = fields.Float(required=True, metadata={"description": "Of tables, byes and rulings."})
    tie_breaks = fields.List(
        fields.Float(), required=True, metadata={"description": "In the order of the terms; the higher the better."}
    )
    played = fields.Integer(required=True, metadata={"description": "Tables that count."})
    wins = fields.Integer(required=True, metadata={"description": "Tables at which it was first, alone or not."})
    byes = fields.Integer(required=True, metadata={"description": "Rounds that it sat out."})
    dropped = fields.Boolean(required=True, metadata={"description": "Whether it is paired no longer."})


class StandingsAnswer(Schema):
    round = fields.Integer(required=True, metadata={"description": "Up to which round they count."})
    tie_breaks = fields.List(
        fields.String(), required=True, metadata={"description": "What decides between equal points, in order."}
    )
    final = fields.Boolean(required=True, metadata={"description": "Whether the tournament is finished."})
    standings = fields.List(
        fields.Nested(StandingAnswer), required=True, metadata={"description": "Everybody, the best first."}
    )
