"""Ruling over a game, and going on from one."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from flask import Response

from moothall.domain.table.decide import Person
from moothall.domain.table.moves import Ruling
from moothall.domain.table.state import Seat
from moothall.server.apidocs.examples import of_game
from moothall.server.apidocs.headers import IDEMPOTENCY_KEY
from moothall.server.auth import bearer_of, caller
from moothall.server.blueprint import ORGANISER, PLAYER, Blueprint
from moothall.server.requests import done, idempotency_key, services
from moothall.server.routes.games import let_in
from moothall.server.schemas.answers.games import GameAnswer
from moothall.server.schemas.bodies.rulings import PostFork, PostRuling

organise = Blueprint(
    "organise", __name__, url_prefix="/v1/games/<game_id>", description="Rulings and forks", writes=None
)


@organise.route(
    "/rulings",
    methods=["POST"],
    needs=ORGANISER,
    headers=(IDEMPOTENCY_KEY,),
    gives=("ETag",),
    example=of_game({"type": "pause_game", "reason": "The venue closes for the night."}, Idempotency_Key="ruling-1"),
)
@organise.arguments(PostRuling)
@organise.response(201, GameAnswer)
def rule(body: dict[str, Any], game_id: str) -> Response:
    """Pause, resume, replace a seat, add time, annul, restore, take points (`penalty`) or decide (`adjudicate`) a game
    that you organise: an event with your reason. Takes the scope `organise`, now and not only when the game was
    created."""
    account = bearer_of("organise").player
    me = Person(account.id, account.name)
    ruling: Ruling = msgspec.convert(body, Ruling)
    wanted = services().players.get(body["player"]) if "player" in body else None
    named = Person(wanted.id, wanted.name) if wanted is not None else None
    return done(services().arbiter.rule(game_id, me, ruling, named, idempotency_key()))


@organise.route(
    "/fork",
    methods=["POST"],
    needs=PLAYER,
    limit="create",
    headers=(IDEMPOTENCY_KEY,),
    gives=("ETag",),
    example=of_game({"at": 2}, Idempotency_Key="fork-1"),
)
@organise.arguments(PostFork)
@organise.response(201, GameAnswer)
def fork(body: dict[str, Any], game_id: str) -> Response:
    """A new game that goes on from an event of this one: exactly, once it is over; before that as your own sandbox,
    with everything you cannot see dealt anew. It names its parent and does not count."""
    me, key = caller(), idempotency_key()
    new_id = services().ids.fresh(me.id, key.key if key else None)
    seats = body["seats"]
    result = services().forks.fork(
        game_id,
        me,
        body["at"],
        new_id,
        secrets.token_bytes(32),
        level=body["level"],
        seat=body["seat"],
        seats=None if seats is None else [Seat(seat["kind"], level=seat["level"]) for seat in seats],
        key=key,
        let_in=lambda taken: let_in(new_id, taken),
    )
    return done(result, location=f"/v1/games/{new_id}")
