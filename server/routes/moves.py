"""Playing: legal moves, moves, undo."""

from __future__ import annotations

from typing import Any

from flask import Response

from server.auth import caller
from server.blueprint import SEATED, SEATED_READER, Blueprint
from server.requests import done, idempotency_key, if_match, services, show
from server.schemas import answers, bodies

moves = Blueprint("moves", __name__, url_prefix="/v1/games/<game_id>", description="Playing", writes=None)


@moves.route("/moves", methods=["GET"], needs=SEATED_READER)
@moves.arguments(bodies.MovesQuery, location="query")
@moves.response(200, answers.MovesAnswer)
def get_moves(query: dict[str, Any], game_id: str) -> Response:
    """Your legal moves, each ready to be posted and with a line of text."""
    return show(services().queries.moves(game_id, caller().id, query["limit"], query["offset"]))


@moves.route("/moves", methods=["POST"], needs=SEATED)
@moves.arguments(bodies.PlayQuery, location="query")
@moves.arguments(bodies.PostMoves)
@moves.response(201, answers.PlayedAnswer)
def post_moves(query: dict[str, Any], body: dict[str, Any], game_id: str) -> Response:
    """Play one move, or several as one: all or nothing."""
    me = caller()
    result = services().commands.play(
        game_id,
        me,
        body["moves"] if "moves" in body else [body["move"]],
        decision=body["decision"],
        if_match=if_match(),
        key=idempotency_key(),
        dry_run=query["dry_run"],
    )
    return done(result, 200 if query["dry_run"] else 201)


@moves.route("/undo", methods=["POST"], needs=SEATED)
@moves.arguments(bodies.PostUndo, required=False)
@moves.response(201, answers.PlayedAnswer)
def undo(body: dict[str, Any], game_id: str) -> Response:
    """Take back your latest act, or all your acts after an event; what was undone stays in the log."""
    move = {"type": "undo"} if body["to"] is None else {"type": "undo", "to": body["to"]}
    result = services().commands.play(game_id, caller(), [move], if_match=if_match(), key=idempotency_key())
    return done(result)
