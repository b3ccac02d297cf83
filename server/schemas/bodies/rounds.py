"""An organiser's pairings and rulings, and what rounds are asked for with."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields, validate, validates_schema

from moothall.domain.core.data import Move
from moothall.domain.table.rulings import LONGEST_REASON, MOST_POINTS
from moothall.domain.table.state import LEVELS
from moothall.domain.tournament.moves import TOURNAMENT_RULINGS
from moothall.domain.tournament.settings import MOST_ENTRANTS, MOST_ROUNDS
from moothall.server.schemas.bodies.entries import PLAYER
from moothall.server.schemas.bodies.rulings import check_kind
from moothall.server.schemas.bodies.shared import LONGEST_NAME, MOST_SEATS, MOST_SEQ
from moothall.server.schemas.fields import Int, Shown, Whole

RULINGS: dict[str, type[Move]] = {str(record.__struct_config__.tag): record for record in TOURNAMENT_RULINGS}

ENTRANT = Whole(r"^e[1-9][0-9]{0,5}$", error="The id of an entrant is expected, such as e7.")


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
