"""A player's tokens: make narrower ones, look, rotate, revoke.

A token may make, rotate and revoke itself and every token that can do no more than itself, so that one handed to a
program is no way to get at the account.
"""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from flask import Response

from moothall.domain.core.codec import to_answer
from moothall.events.accounts.players import SCOPES, Bearer, Player, Token, digest
from moothall.server.apidocs.examples import Example
from moothall.server.auth import any_bearer, bearer_of, tokens
from moothall.server.blueprint import HOLDER, READER, Blueprint, Needs
from moothall.server.bootstrap import now_ms
from moothall.server.problems import InsufficientScope, NotFound
from moothall.server.requests import services
from moothall.server.routes.players import new_secret
from moothall.server.schemas.answers.players import NewTokenAnswer, TokenList
from moothall.server.schemas.bodies.players import NewToken
from moothall.server.schemas.bodies.shared import Nothing

mine = Blueprint("tokens", __name__, url_prefix="/v1/me/tokens", description="Tokens of an account")


@mine.route("", methods=["GET"], needs=READER)
@mine.response(200, TokenList)
def list_tokens() -> Response:
    """Your tokens: what they are called and good for, never the tokens themselves."""
    bearer = bearer_of("read")
    kept = services().players.tokens(bearer.player.id)
    return _answer({"tokens": [_shown(bearer.player, token, bearer.token.id) for token in kept]})


@mine.route("", methods=["POST"], needs=HOLDER, example=Example(body={"name": "my bot", "scopes": ["read", "play"]}))
@mine.arguments(NewToken)
@mine.response(201, NewTokenAnswer)
def make_token(body: dict[str, Any]) -> Response:
    """Make another token, for a program or a device of yours, with the scopes you name. It is in this answer and in
    no other."""
    bearer, players = any_bearer(), services().players
    _check_within(bearer, body["scopes"])
    secret = new_secret()
    scopes = tuple(scope for scope in SCOPES if scope in body["scopes"])
    token = Token(f"t_{secrets.token_hex(6)}", body["name"], scopes, now_ms(), digest(secret))
    players.keep_token(bearer.player.id, token, services().config.most_tokens)
    return _answer({**_shown(bearer.player, token, bearer.token.id), "token": secret}, 201)


@mine.route("/<token_id>/rotate", methods=["POST"], needs=Needs(part="owner"), example=Example({"token_id": "first"}))
@mine.arguments(Nothing, required=False)
@mine.response(201, NewTokenAnswer)
def rotate_token(body: dict[str, Any], token_id: str) -> Response:
    """Give a token a new secret; the old one is of no use from then on. If the answer gets lost, rotate it again with
    another of your tokens."""
    bearer, players = any_bearer(), services().players
    old = _find(bearer, token_id)
    secret = new_secret()
    new = msgspec.structs.replace(old, digest=digest(secret))
    players.keep_token(bearer.player.id, new)
    players.drop_secret(old)
    tokens().forget()
    return _answer({**_shown(bearer.player, new, bearer.token.id), "token": secret}, 201)


@mine.route(
    "/<token_id>", methods=["DELETE"], needs=Needs(part="owner"), limit=None, example=Example({"token_id": "first"})
)
@mine.response(204)
def revoke_token(token_id: str) -> Response:
    """Revoke a token: at once here, within a second in the server's other processes."""
    bearer = any_bearer()
    services().players.drop_token(bearer.player.id, _find(bearer, token_id))
    tokens().forget()
    return Response(status=204, headers={"Cache-Control": "no-store"})


def _find(bearer: Bearer, token_id: str) -> Token:
    """A token of the caller's that it may touch."""
    token = services().players.token(bearer.player.id, token_id)
    if token is None:
        raise NotFound(f"you have no token {token_id}")
    if token.id != bearer.token.id:
        _check_within(bearer, token.allows(bearer.player))
    return token


def _check_within(bearer: Bearer, scopes: tuple[str, ...] | list[str]) -> None:
    for scope in scopes:
        if scope not in bearer.scopes:
            raise InsufficientScope(scope, bearer.scopes)


def _shown(player: Player, token: Token, own: str) -> dict[str, Any]:
    return {
        "id": token.id,
        "name": token.name,
        "scopes": list(token.allows(player)),
        "created_at": token.created_at,
        "current": token.id == own,
    }


def _answer(data: Any, status: int = 200) -> Response:
    headers = {"Cache-Control": "no-store"}
    if status == 201:
        headers["Location"] = f"/v1/me/tokens/{data['id']}"
    return Response(to_answer(data), status, headers, mimetype="application/json")
