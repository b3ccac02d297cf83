"""Tournaments, alone and in lists."""

from __future__ import annotations

from marshmallow import Schema, fields

from moothall.server.schemas.answers.tables import ClockAnswer


class SettingsAnswer(Schema):
    """The terms of a tournament, as they were fixed when it was created."""

    name = fields.String(required=True, metadata={"description": "What it is called."})
    title = fields.String(required=True)
    edition = fields.Integer(required=True, metadata={"description": "Every table is played by this edition."})
    content_hash = fields.String(required=True)
    format = fields.String(required=True, metadata={"description": "`swiss`, `round_robin`, `knockout` or `ladder`."})
    table_size = fields.Integer(required=True, metadata={"description": "Seats at a table, or fewer."})
    rounds = fields.Integer(
        required=True, allow_none=True, metadata={"description": "How many are played; null: as the format needs."}
    )
    points = fields.Dict(
        fields.String(),
        fields.List(fields.Integer()),
        required=True,
        metadata={"description": "By size of table what each place is worth, the first place first; ties share."},
    )
    bye = fields.Integer(required=True, metadata={"description": "What a bye is worth."})
    tie_breaks = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "What decides between equal points, in this order."},
    )
    duplicate = fields.Boolean(
        required=True, metadata={"description": "Whether all tables of a round play the same deal."}
    )
    rated = fields.Boolean(required=True, metadata={"description": "Whether its games count for ratings."})
    options = fields.Dict(required=True, metadata={"description": "The options that the title is played with."})
    clock = fields.Nested(ClockAnswer, required=True, allow_none=True)
    next_round = fields.String(
        required=True, metadata={"description": "`auto`: the next round is paired by itself; `manual`: on demand."}
    )
    uneven = fields.String(required=True, metadata={"description": "What fills no table: smaller `tables`, or `byes`."})
    advance = fields.Integer(required=True, metadata={"description": "Knockout: how many of every table go on."})
    kinds = fields.List(fields.String(), required=True, metadata={"description": "Who may enter."})
    invited_only = fields.Boolean(
        required=True, metadata={"description": "Whether only those who are invited may enter."}
    )
    most_entrants = fields.Integer(required=True, metadata={"description": "How many may enter."})
    late_entry = fields.Integer(
        required=True, metadata={"description": "The last round that somebody may still enter before; 0: none."}
    )
    check_in = fields.Boolean(
        required=True, metadata={"description": "Whether only those who check in are paired in the first round."}
    )
    starts_at = fields.Integer(
        required=True, allow_none=True, metadata={"description": "When it starts by itself, ms since 1970."}
    )
    join_s = fields.Integer(required=True, metadata={"description": "Seconds that a seat is kept for its player."})
    round_s = fields.Integer(
        required=True, allow_none=True, metadata={"description": "Seconds that a round may take; null: any."}
    )
    on_deadline = fields.String(
        required=True, metadata={"description": "What becomes of tables then: `adjudicate`, `annul` or `wait`."}
    )
    drop_no_shows = fields.Boolean(
        required=True, metadata={"description": "Whether who did not come is no longer paired."}
    )
    substitute = fields.String(
        required=True, metadata={"description": "The level that plays on for somebody who does not come or leaves."}
    )


class EntrantAnswer(Schema):
    """Somebody who takes part."""

    entrant = fields.String(required=True, metadata={"description": "Its id: `e1`, `e2`, ... in the order of entry."})
    name = fields.String(required=True, metadata={"description": "As it was when it entered."})
    kind = fields.String(required=True, metadata={"description": "`human`, `bot` or `ai`."})
    player = fields.String(
        required=True, allow_none=True, metadata={"description": "The id of the player; null of an AI."}
    )
    level = fields.String(required=True, allow_none=True, metadata={"description": "The level of an AI, else null."})
    entered_in = fields.Integer(
        required=True, metadata={"description": "The round that was paired last when it entered; 0: before the start."}
    )
    checked_in = fields.Boolean(required=True, metadata={"description": "Whether it has checked in."})
    dropped = fields.Boolean(required=True, metadata={"description": "Whether it is paired no longer."})
    lot = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "Its place in the order that was drawn by lot at the start; null before."},
    )


class OrganiserAnswer(Schema):
    """Who organises a tournament, and does not play in it."""

    player = fields.String(required=True, metadata={"description": "The id of the player."})
    name = fields.String(required=True, metadata={"description": "As it was when the tournament was created."})


class TableCounts(Schema):
    """How many tables there were so far, of all rounds."""

    playing = fields.Integer(required=True, metadata={"description": "Not over yet."})
    ended = fields.Integer(required=True, metadata={"description": "Played to their end."})
    annulled = fields.Integer(required=True, metadata={"description": "Without a result."})


class HeldRuling(Schema):
    """A ruling that counts."""

    seq = fields.Integer(required=True, metadata={"description": "The event of the ruling."})
    type = fields.String(required=True, metadata={"description": "`correction` or `points`."})
    reason = fields.String(required=True)
    round = fields.Integer(metadata={"description": "Of which round.", "x-only-with": ["correction"]})
    table = fields.Integer(metadata={"description": "Of which table in it.", "x-only-with": ["correction"]})
    entrant = fields.String(metadata={"description": "The id of the entrant.", "x-only-with": ["points"]})
    points = fields.Integer(
        metadata={"description": "How many were taken; less than nothing: given.", "x-only-with": ["points"]}
    )


class TournamentAnswer(Schema):
    """A tournament as it stands. Nothing in it is secret."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.String(required=True, metadata={"description": "`open`, `active`, `finished` or `aborted`."})
    seq = fields.Integer(required=True)
    round = fields.Integer(required=True, metadata={"description": "The round that was paired last; 0: none yet."})
    rounds = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "How many are played; null: as many as the format needs."},
    )
    organiser = fields.Nested(
        OrganiserAnswer, required=True, metadata={"description": "Who rules over it, and does not play in it."}
    )
    created_at = fields.Integer(required=True)
    paused = fields.Boolean(required=True, metadata={"description": "Whether no round is paired for now."})
    ending = fields.Boolean(
        required=True, metadata={"description": "Whether it ends when the tables that are being played are over."}
    )
    awaiting = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "What has to happen next: `start`, `tables` (their results), `pairing` or `resume`; null "
            "when it is over."
        },
    )
    due = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "When something happens by itself, at the latest, ms since 1970: start or deadline."},
    )
    settings = fields.Nested(SettingsAnswer, required=True, metadata={"description": "Its terms."})
    entrants = fields.List(
        fields.Nested(EntrantAnswer),
        required=True,
        metadata={"description": "Everybody who has entered, those who dropped out included."},
    )
    invited = fields.List(
        fields.String(), required=True, metadata={"description": "The ids of the players who were invited."}
    )
    tables = fields.Nested(TableCounts, required=True, metadata={"description": "How many there were so far."})
    rulings = fields.List(
        fields.Nested(HeldRuling),
        required=True,
        metadata={"description": "Corrections and penalties that count, in the order they were made."},
    )
    commitment = fields.String(
        required=True,
        metadata={"description": "SHA-256 of the secret that lots and pairings are drawn with, in hex."},
    )
    secret = fields.String(
        required=True, allow_none=True, metadata={"description": "That secret, in hex, once it is over; else null."}
    )


class TournamentBrief(Schema):
    """A tournament in a list."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    title = fields.String(required=True)
    format = fields.String(required=True, metadata={"description": "`swiss`, `round_robin`, `knockout` or `ladder`."})
    status = fields.String(required=True, metadata={"description": "`open`, `active`, `finished` or `aborted`."})
    seq = fields.Integer(required=True)
    round = fields.Integer(required=True, metadata={"description": "The round that was paired last; 0: none yet."})
    rounds = fields.Integer(
        required=True, allow_none=True, metadata={"description": "How many are played; null: as the format needs."}
    )
    entrants = fields.Integer(required=True, metadata={"description": "How many take part."})
    organiser = fields.String(required=True, metadata={"description": "The id of the player who organises it."})
    organiser_name = fields.String(required=True, metadata={"description": "What that player is called."})
    created_at = fields.Integer(required=True)
    updated_at = fields.Integer(required=True)
    starts_at = fields.Integer(
        required=True, allow_none=True, metadata={"description": "When it starts by itself, ms since 1970."}
    )
    paused = fields.Boolean(required=True, metadata={"description": "Whether no round is paired for now."})
    duplicate = fields.Boolean(
        required=True, metadata={"description": "Whether all tables of a round play the same deal."}
    )
    rated = fields.Boolean(required=True, metadata={"description": "Whether its games count for ratings."})


class TournamentList(Schema):
    tournaments = fields.List(
        fields.Nested(TournamentBrief), required=True, metadata={"description": "The tournaments, newest first."}
    )
    next = fields.String(required=True, allow_none=True)
