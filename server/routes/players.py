"""Accounts: register, and who am I."""

from __future__ import annotations

import secrets
from typing import Any

from flask import Response, request

from moothall.domain.core.codec import plain, to_answer
from moothall.events.accounts.players import Player
from moothall.events.event_store.metadata import Meta, listed
from moothall.events.projections.rating_formula import Rating
from moothall.events.projections.rating_ledger import FEWEST_GAMES
from moothall.server.apidocs.examples import PLAYER_ID, Example
from moothall.server.apidocs.headers import IF_NONE_MATCH_ANY
from moothall.server.auth import bearer_of, caller, tokens
from moothall.server.blueprint import ANYBODY, PLAYER, READER, Blueprint
from moothall.server.bootstrap import now_ms
from moothall.server.problems import NotFound
from moothall.server.requests import next_link, services, tagged
from moothall.server.schemas.answers.games import GameList
from moothall.server.schemas.answers.players import PlayerAnswer, ProfileAnswer, Registered
from moothall.server.schemas.bodies.games import ListQuery
from moothall.server.schemas.bodies.players import Register, Rename

players = Blueprint("players", __name__, url_prefix="/v1", description="Accounts")


@players.route(
    "/players",
    methods=["POST"],
    needs=ANYBODY,
    limit="register",
    problems=(409,),
    example=Example(body={"name": "Ada", "kind": "human"}),
)
@players.arguments(Register)
@players.response(201, Registered)
def register(body: dict[str, Any]) -> Response:
    """Register: the bearer token is in this answer and in no other."""
    player = Player(f"p_{secrets.token_hex(8)}", body["name"], body["kind"], now_ms())
    token = new_secret()
    services().players.register(player, token)
    return Response(
        to_answer({**plain(player), "token": token}),
        201,
        {"Cache-Control": "no-store", "Location": f"/v1/players/{player.id}"},
        mimetype="application/json",
    )


@players.route("/me", methods=["GET"], needs=READER)
@players.response(200, PlayerAnswer)
def me() -> Response:
    """Who am I, and what may this token do."""
    bearer = bearer_of("read")
    return _private({**plain(bearer.player), "scopes": list(bearer.scopes)})


@players.route("/me", methods=["PATCH"], needs=PLAYER, problems=(409,), example=Example(body={"name": "Ada Lovelace"}))
@players.arguments(Rename)
@players.response(200, PlayerAnswer)
def rename(body: dict[str, Any]) -> Response:
    """Take another name; the old one is free for others at once. Seats that you have taken keep the name they were
    taken with."""
    bearer = bearer_of("play")
    player = services().players.rename(bearer.player, body["name"], now_ms())
    tokens().forget()
    return _private({**plain(player), "scopes": list(bearer.token.allows(player))})


@players.route(
    "/players/<player_id>",
    methods=["GET"],
    needs=ANYBODY,
    headers=(IF_NONE_MATCH_ANY,),
    gives=("ETag",),
    problems=(404,),
    example=Example(path={"player_id": PLAYER_ID}),
)
@players.response(200, ProfileAnswer)
def profile(player_id: str) -> Response:
    """Who a player is, how the player's public games have ended and what the rated ones have come to, by title. Forks
    and annulled games do not count."""
    account = find_player(player_id)
    counts = services().profiles.of(account.id, services().titles)
    stands = services().ratings.of(account.id, services().titles)
    ratings = {
        title: {**rating_shown(each.rating), "rank": each.rank, "provisional": each.rating.games < FEWEST_GAMES}
        for title, each in stands.items()
    }
    about = {"id": account.id, "name": account.name, "kind": account.kind, "created_at": account.created_at}
    return tagged({**about, "games": counts, "ratings": ratings})


@players.route(
    "/me/games",
    methods=["GET"],
    needs=READER,
    gives=("Link",),
    example=Example(query={"status": "active", "limit": 20}),
)
@players.arguments(ListQuery, location="query")
@players.response(200, GameList)
def my_games(query: dict[str, Any]) -> Response:
    """My games, newest first, and in which of them it is my turn or a seat is kept for me."""
    return list_of_mine(query)


def list_of_mine(query: dict[str, Any]) -> Response:
    """A page of the caller's games."""
    me = caller()
    page = services().projections.games_of(me.id, **wanted(query))
    return listed_page([brief(meta, me.id) for meta in page.games], page.cursor)


def wanted(query: dict[str, Any]) -> dict[str, Any]:
    """Which games a list is asked for, and which page of it."""
    return {name: query[name] for name in ("title", "status", "tag", "tournament", "cursor", "limit")}


def listed_page(games: list[dict[str, Any]], cursor: str | None) -> Response:
    """A page of games, with the way to the next one."""
    answer = _private({"games": games, "next": cursor})
    answer.headers.extend(next_link(request.path, request.args, cursor=cursor))
    return answer


def find_player(player_id: str) -> Player:
    """The account with that id."""
    account = services().players.get(player_id)
    if account is None:
        raise NotFound(f"there is no player {player_id}")
    return account


def rating_shown(rating: Rating) -> dict[str, Any]:
    """A rating as everybody may read it."""
    return {"rating": rating.skill.rating, "mu": rating.mu, "sigma": rating.sigma, "games": rating.games}


def new_secret() -> str:
    """A token to hand out: 256 bits nobody can guess."""
    return f"mh_{secrets.token_urlsafe(32)}"


def brief(meta: Meta, player_id: str | None) -> dict[str, Any]:
    """A game in a list."""
    seat = next((each.seat for each in meta.seats if player_id is not None and each.player == player_id), None)
    return {
        **listed(meta),
        "your_seat": seat,
        "your_turn": seat in meta.awaiting,
        "your_reserved_seat": _kept_for(meta, player_id),
    }


def _kept_for(meta: Meta, player_id: str | None) -> int | None:
    """The free seat that is kept for this player."""
    free = (each for each in meta.seats if meta.status == "open" and each.player is None and each.reserved is not None)
    return next((each.seat for each in free if each.reserved and each.reserved.player == player_id), None)


def _private(data: Any) -> Response:
    headers = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}
    return Response(to_answer(data), 200, headers, mimetype="application/json")
