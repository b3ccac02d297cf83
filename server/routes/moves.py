"""Playing: legal moves, the position for a bot, moves, undo."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from flask import Response

from moothall.domain.core.data import Json
from moothall.domain.core.draw import FastDraw
from moothall.events.event_store.stored_events import Stored
from moothall.events.games.commands import Candidate
from moothall.events.games.queries import need_not_wait
from moothall.events.games.writer import Done
from moothall.server.apidocs.examples import move_bodies, of_game, preview_bodies
from moothall.server.apidocs.headers import IDEMPOTENCY_KEY, IF_MATCH
from moothall.server.auth import caller, identify_again, reader, standing
from moothall.server.blueprint import OWN, SEATED, SEATED_READER, Blueprint
from moothall.server.places import staying
from moothall.server.requests import done, idempotency_key, if_match, offset_after, services, show
from moothall.server.schemas.answers.moves import MovesAnswer, PlayedAnswer, PositionAnswer, PreviewsAnswer
from moothall.server.schemas.bodies.moves import IncludeQuery, MovesQuery, PlayQuery, PostMoves, PostPreview, PostUndo

moves = Blueprint("moves", __name__, url_prefix="/v1/games/<game_id>", description="Playing", writes=None)


@moves.route(
    "/moves",
    methods=["GET"],
    needs=SEATED_READER,
    limit=OWN,
    gives=("ETag", "Link"),
    example=of_game(query={"limit": 10}),
)
@moves.arguments(MovesQuery, location="query")
@moves.response(200, MovesAnswer)
def get_moves(query: dict[str, Any], game_id: str) -> Response:
    """Your legal moves, each ready to be posted and with a line of text. `wait` waits until you are asked for a
    decision or the game is over; whoever is not asked by then has no `decision` and no moves."""
    if query["wait"] > 0:
        _wait_until_asked(game_id, caller().id, query["wait"])
    seen = services().queries.moves(game_id, caller().id, query["limit"], query["offset"])
    return show(seen, offset=offset_after(seen, query["limit"], query["offset"]))


def _wait_until_asked(game_id: str, me: str, seconds: float) -> None:
    """Come back when the caller is asked, or there is no point in waiting, or its time is up."""
    parts = services()
    hot = parts.queries.find(game_id, me)
    if need_not_wait(hot, me):
        return

    def enough(news: Sequence[Stored]) -> bool:
        return need_not_wait(parts.games.with_tail(game_id, news) if news else parts.games.fresh(game_id), me)

    with staying():
        parts.hub.wait(game_id, hot.log.seq, min(seconds, parts.config.longest_wait_s), standing().holds, enough)
    identify_again()


@moves.route("/position", methods=["GET"], needs=SEATED_READER, limit=OWN, example=of_game())
@moves.response(200, PositionAnswer)
def get_position(game_id: str) -> Response:
    """The position as your seat may imagine it, for a bot that tries moves ahead with the `moothall` library. All that
    you cannot see is dealt anew, by other luck with every request: it tells no more than your view does."""
    luck = FastDraw(int.from_bytes(secrets.token_bytes(8), "big"))
    seen = services().queries.position(game_id, caller().id, luck)
    return Response(seen.body, 200, {"Cache-Control": "no-store"}, mimetype="application/json")


@moves.route(
    "/moves",
    methods=["POST"],
    needs=SEATED,
    headers=(IF_MATCH, IDEMPOTENCY_KEY),
    gives=("ETag",),
    statuses={200: "What would happen; nothing is stored."},
    example=of_game(Idempotency_Key="move-1", If_Match='"2"')._replace(bodies=move_bodies),
)
@moves.arguments(PlayQuery, location="query")
@moves.arguments(PostMoves)
@moves.response(201, PlayedAnswer)
def post_moves(query: dict[str, Any], body: dict[str, Any], game_id: str) -> Response:
    """Play one move, or several as one: all or nothing. With `include` the answer tells what you need for your next
    decision as well."""
    me = caller()
    posted = body["moves"] if "moves" in body else [body["move"]]
    result = services().commands.play(
        game_id,
        me,
        posted,
        decision=body["decision"],
        if_match=if_match(),
        key=idempotency_key(),
        dry_run=query["dry_run"],
        include=query["include"],
    )
    return done(result, 200 if query["dry_run"] else 201, events=len(posted))


@moves.route(
    "/moves/preview",
    methods=["POST"],
    needs=SEATED_READER,
    limit=OWN,
    gives=("ETag",),
    example=of_game()._replace(bodies=preview_bodies),
)
@moves.arguments(PostPreview)
@moves.response(200, PreviewsAnswer)
def preview(body: dict[str, Any], game_id: str) -> Response:
    """What each of several candidate moves would do, as a dry run tells it: all tried on the same version of the game,
    and nothing stored."""
    candidates = [
        Candidate([each["move"]], alone=True) if "move" in each else Candidate(each["moves"], alone=False)
        for each in body["candidates"]
    ]
    return show(services().previews.of(game_id, reader(), candidates, body["decision"]))


@moves.route(
    "/undo",
    methods=["POST"],
    needs=SEATED,
    headers=(IF_MATCH, IDEMPOTENCY_KEY),
    gives=("ETag",),
    example=of_game({}, Idempotency_Key="undo-1"),
)
@moves.arguments(IncludeQuery, location="query")
@moves.arguments(PostUndo, required=False)
@moves.response(201, PlayedAnswer)
def undo(query: dict[str, Any], body: dict[str, Any], game_id: str) -> Response:
    """Take back your latest act, or all your acts after an event; what was undone stays in the log."""
    move = {"type": "undo"} if body["to"] is None else {"type": "undo", "to": body["to"]}
    return done(play_at_table(game_id, move, query["include"]))


def play_at_table(game_id: str, move: Json, include: Sequence[str]) -> Done:
    """One of the moves that every title knows, which have routes of their own."""
    return services().commands.play(
        game_id, caller(), [move], if_match=if_match(), key=idempotency_key(), include=include
    )
