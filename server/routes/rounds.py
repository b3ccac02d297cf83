"""Running a tournament: start, pair, look at a round, rule."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response

from moothall.domain.tournament.moves import PairRound, SetPairings, Start, TournamentRuling
from moothall.server.apidocs.examples import of_tournament
from moothall.server.apidocs.headers import IDEMPOTENCY_KEY, IF_MATCH
from moothall.server.blueprint import ORGANISER, SPECTATOR, Blueprint
from moothall.server.requests import done, idempotency_key, if_match, services, show
from moothall.server.routes.entries import account_of
from moothall.server.routes.tournaments import organiser, told
from moothall.server.schemas.answers.rounds import RoundAnswer
from moothall.server.schemas.answers.tournaments import TournamentAnswer
from moothall.server.schemas.bodies.rounds import PairingsQuery, PostTournamentRuling, PutPairings
from moothall.server.schemas.bodies.shared import Nothing

rounds = Blueprint(
    "rounds",
    __name__,
    url_prefix="/v1/tournaments/<tournament_id>",
    description="Running a tournament",
    writes=None,
)


@rounds.route(
    "/start",
    methods=["POST"],
    needs=ORGANISER,
    headers=(IF_MATCH, IDEMPOTENCY_KEY),
    gives=("ETag",),
    example=of_tournament(Idempotency_Key="start-1"),
)
@rounds.arguments(Nothing, required=False)
@rounds.response(201, TournamentAnswer)
def start_tournament(body: dict[str, Any], tournament_id: str) -> Response:
    """Start: lots are drawn and the first round is paired. Nobody enters any more, unless late entries are
    allowed."""
    return _ask(tournament_id, Start())


@rounds.route(
    "/rounds",
    methods=["POST"],
    needs=ORGANISER,
    headers=(IF_MATCH, IDEMPOTENCY_KEY),
    gives=("ETag",),
    example=of_tournament(Idempotency_Key="pair-1"),
)
@rounds.arguments(Nothing, required=False)
@rounds.response(201, TournamentAnswer)
def pair_round(body: dict[str, Any], tournament_id: str) -> Response:
    """Pair the next round by the format, when every table of the last one is over; its tables open by themselves."""
    return _ask(tournament_id, PairRound())


@rounds.route(
    "/rounds/<int:number>",
    methods=["GET"],
    needs=SPECTATOR,
    gives=("ETag",),
    problems=(404,),
    example=of_tournament(number=1),
)
@rounds.response(200, RoundAnswer)
def get_round(tournament_id: str, number: int) -> Response:
    """A round: its tables with their games and results, byes, and how it was paired, in words. Of a round in which all
    tables played the same deal, also how each seat did against the same seat elsewhere."""
    return show(services().tournament_queries.round(tournament_id, number))


@rounds.route(
    "/rounds/<int:number>/pairings",
    methods=["PUT"],
    needs=ORGANISER,
    headers=(IF_MATCH, IDEMPOTENCY_KEY),
    gives=("ETag",),
    example=of_tournament({"tables": [["e1", "e4"], ["e2", "e3"]], "byes": []}, number=1, Idempotency_Key="pairings-1"),
)
@rounds.arguments(PairingsQuery, location="query")
@rounds.arguments(PutPairings)
@rounds.response(201, TournamentAnswer)
@rounds.alt_response(200, schema=RoundAnswer, description="A dry run: the round as it would be.")
def set_pairings(query: dict[str, Any], body: dict[str, Any], tournament_id: str, number: int) -> Response:
    """Pair the next round yourself: everybody who is to be paired sits at one table or sits out. With `dry_run` you
    get the round as it would be, and nothing is stored."""
    move = SetPairings(number, tuple(map(tuple, body["tables"])), tuple(body["byes"]))
    if query["dry_run"]:
        tried = services().tournament_commands.ask(tournament_id, organiser(), move, if_match=if_match(), dry_run=True)
        return done(tried, 200)
    return _ask(tournament_id, move)


@rounds.route(
    "/rulings",
    methods=["POST"],
    needs=ORGANISER,
    headers=(IF_MATCH, IDEMPOTENCY_KEY),
    gives=("ETag",),
    example=of_tournament(
        {"type": "take_points", "entrant": "e2", "points": 1, "reason": "Twenty minutes late."},
        Idempotency_Key="ruling-1",
    ),
)
@rounds.arguments(PostTournamentRuling)
@rounds.response(201, TournamentAnswer)
def rule_tournament(body: dict[str, Any], tournament_id: str) -> Response:
    """Rule: drop an entrant or bring one back, put somebody else in its place, correct a result, take points, withdraw
    such a ruling, pause, resume, finish or abort the tournament. What is corrected changes the standings, never
    pairings that were played."""
    ruling: TournamentRuling = msgspec.convert(body, TournamentRuling)
    return _ask(tournament_id, ruling, body.get("player"))


def _ask(tournament_id: str, move: Any, named: str | None = None) -> Response:
    result = services().tournament_commands.ask(
        tournament_id, organiser(), move, if_match=if_match(), key=idempotency_key(), named=account_of(named)
    )
    return told(result, tournament_id)
