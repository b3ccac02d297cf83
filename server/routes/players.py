"""Accounts: register, and who am I."""

from __future__ import annotations

import secrets
from typing import Any

from flask import Response

from domain.core.codec import plain, to_answer
from events.meta import Meta, listed
from events.players import Player
from server.auth import bearer_of, caller
from server.blueprint import ANYBODY, READER, Blueprint
from server.bootstrap import now_ms
from server.requests import services
from server.schemas import answers, bodies

players = Blueprint("players", __name__, url_prefix="/v1", description="Accounts")


@players.route("/players", methods=["POST"], needs=ANYBODY, limit="register")
@players.arguments(bodies.Register)
@players.response(201, answers.Registered)
def register(body: dict[str, Any]) -> Response:
    """Register: the bearer token is in this answer and in no other."""
    player = Player(f"p_{secrets.token_hex(8)}", body["name"], body["kind"], now_ms())
    token = new_secret()
    services().players.register(player, token)
    return Response(
        to_answer({**plain(player), "token": token}),
        201,
        {"Cache-Control": "no-store"},
        mimetype="application/json",
    )


@players.route("/me", methods=["GET"], needs=READER)
@players.response(200, answers.PlayerAnswer)
def me() -> Response:
    """Who am I, and what may this token do."""
    bearer = bearer_of("read")
    return _private({**plain(bearer.player), "scopes": list(bearer.scopes)})


@players.route("/me/games", methods=["GET"], needs=READER)
@players.arguments(bodies.ListQuery, location="query")
@players.response(200, answers.GameList)
def my_games(query: dict[str, Any]) -> Response:
    """My games, newest first, and in which of them it is my turn."""
    return list_of_mine(query)


def list_of_mine(query: dict[str, Any]) -> Response:
    """A page of the caller's games."""
    me = caller()
    page = services().projections.games_of(
        me.id, title=query["title"], status=query["status"], cursor=query["cursor"], limit=query["limit"]
    )
    return _private({"games": [brief(meta, me.id) for meta in page.games], "next": page.cursor})


def new_secret() -> str:
    """A token to hand out: 256 bits nobody can guess."""
    return f"mh_{secrets.token_urlsafe(32)}"


def brief(meta: Meta, player_id: str | None) -> dict[str, Any]:
    """A game in a list."""
    seat = next((each.seat for each in meta.seats if player_id is not None and each.player == player_id), None)
    return {**listed(meta), "your_seat": seat, "your_turn": seat in meta.awaiting}


def _private(data: Any) -> Response:
    headers = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}
    return Response(to_answer(data), 200, headers, mimetype="application/json")
