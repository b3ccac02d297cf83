"""Taking part in a tournament: enter, be entered, be invited, check in, drop out."""

from __future__ import annotations

from typing import Any

from flask import Response, current_app

from moothall.domain.tournament.context import Account
from moothall.domain.tournament.moves import CheckIn, Drop, Enter, EnterAi, EnterPlayer, Invite, TournamentMove
from moothall.server.apidocs.examples import PLAYER_ID, of_tournament
from moothall.server.apidocs.headers import IDEMPOTENCY_KEY
from moothall.server.auth import bearer_of
from moothall.server.blueprint import ENTRANT, ORGANISER, PLAYER, Blueprint
from moothall.server.requests import idempotency_key, services
from moothall.server.routes.tournaments import as_account, organiser, told
from moothall.server.schemas.answers.tournaments import TournamentAnswer
from moothall.server.schemas.bodies.entries import PostEntry, PostInvitation
from moothall.server.schemas.bodies.shared import Nothing

entries = Blueprint(
    "entries",
    __name__,
    url_prefix="/v1/tournaments/<tournament_id>",
    description="Taking part in a tournament",
    writes=None,
)


@entries.route(
    "/entries",
    methods=["POST"],
    needs=PLAYER,
    headers=(IDEMPOTENCY_KEY,),
    gives=("ETag",),
    example=of_tournament({}, Idempotency_Key="enter-1"),
)
@entries.arguments(PostEntry, required=False)
@entries.response(201, TournamentAnswer)
def enter(body: dict[str, Any], tournament_id: str) -> Response:
    """Enter, or come back after you have dropped out. The organiser, with the scope `organise`, enters others: a
    `player`, or an `ai` of the house."""
    if "ai" in body:
        return _ask(tournament_id, organiser(), EnterAi(body["ai"]["level"], body["ai"]["name"]))
    if "player" in body:
        return _ask(tournament_id, organiser(), EnterPlayer(body["player"]), account_of(body["player"]))
    current_app.extensions["moothall.limits"].count("create")
    return _ask(tournament_id, asker(), Enter())


@entries.route(
    "/entries/me",
    methods=["DELETE"],
    needs=ENTRANT,
    headers=(IDEMPOTENCY_KEY,),
    gives=("ETag",),
    example=of_tournament(Idempotency_Key="drop-1"),
)
@entries.response(200, TournamentAnswer)
def drop(tournament_id: str) -> Response:
    """Drop out: you are not paired any more. A table that you play at goes on, and what you have won stays yours."""
    return _ask(tournament_id, asker(), Drop(), status=200)


@entries.route(
    "/check-in",
    methods=["POST"],
    needs=ENTRANT,
    headers=(IDEMPOTENCY_KEY,),
    gives=("ETag",),
    example=of_tournament(Idempotency_Key="check-in-1"),
)
@entries.arguments(Nothing, required=False)
@entries.response(201, TournamentAnswer)
def check_in(body: dict[str, Any], tournament_id: str) -> Response:
    """Say that you are there: where the terms ask for it, nobody else is paired in the first round."""
    return _ask(tournament_id, asker(), CheckIn())


@entries.route(
    "/invitations",
    methods=["POST"],
    needs=ORGANISER,
    headers=(IDEMPOTENCY_KEY,),
    gives=("ETag",),
    example=of_tournament({"player": PLAYER_ID}, Idempotency_Key="invite-1"),
)
@entries.arguments(PostInvitation)
@entries.response(201, TournamentAnswer)
def invite(body: dict[str, Any], tournament_id: str) -> Response:
    """Let a player enter where only those can who are invited."""
    return _ask(tournament_id, organiser(), Invite(body["player"]), account_of(body["player"]))


def asker() -> Account:
    """Who asks, for themselves."""
    return as_account(bearer_of("play").player)


def account_of(player_id: str | None) -> Account | None:
    """The account that a move names; the rules refuse it where there is none."""
    player = services().players.get(player_id) if player_id is not None else None
    return as_account(player) if player is not None else None


def _ask(
    tournament_id: str, who: Account, move: TournamentMove, named: Account | None = None, status: int = 201
) -> Response:
    result = services().tournament_commands.ask(tournament_id, who, move, key=idempotency_key(), named=named)
    return told(result, tournament_id, status)
