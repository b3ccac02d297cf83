"""Games: create, list, look, sit down, leave, resign."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from flask import Response

from domain.core.codec import to_answer
from domain.table.state import Clock, Seat
from events import quotas
from server.auth import any_bearer, bearer_of, caller, caller_id, identify_again, may, standing
from server.blueprint import CREATOR, PLAYER, SEATED, SPECTATOR, Blueprint
from server.bootstrap import now_ms
from server.places import staying
from server.requests import done, idempotency_key, if_match, if_none_match, not_modified, services, show
from server.routes.players import brief, list_of_mine
from server.routes.titles import find_title
from server.schemas import answers, bodies

games = Blueprint("games", __name__, url_prefix="/v1/games", description="Games and their seats")


@games.route("", methods=["POST"], needs=PLAYER)
@games.arguments(bodies.CreateGame)
@games.response(201, answers.GameAnswer)
def create_game(body: dict[str, Any]) -> Response:
    """Create a game; you take its first seat for a person, or with `organiser` you rule over it and take none."""
    me, key = caller(), idempotency_key()
    if body["organiser"]:
        bearer_of("organise")
    title = find_title(body["title"])
    game_id = services().ids.fresh(me.id, key.key if key else None)
    result = services().commands.create(
        game_id,
        me,
        title,
        [Seat(seat["kind"], level=seat["level"]) for seat in body["seats"]],
        body["options"],
        secrets.token_bytes(32),
        private=body["private"],
        entropy=body["entropy"] or "",
        organise=body["organiser"],
        clock=Clock(**body["clock"]) if body["clock"] is not None else None,
        substitute=body["substitute"],
        edition=body["edition"],
        key=key,
        let_in=lambda seats: let_in(game_id, seats),
    )
    answer = done(result)
    answer.headers["Location"] = f"/v1/games/{game_id}"
    return answer


@games.route("", methods=["GET"], needs=SPECTATOR)
@games.arguments(bodies.ListQuery, location="query")
@games.response(200, answers.GameList)
def list_games(query: dict[str, Any]) -> Response:
    """Public games, newest first, by title and status; with `mine` only those you have a seat in or organise."""
    if query["mine"]:
        return list_of_mine(query)
    page = services().projections.games(
        title=query["title"], status=query["status"], cursor=query["cursor"], limit=query["limit"]
    )
    data = {"games": [brief(meta, caller_id()) for meta in page.games], "next": page.cursor}
    headers = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}
    return Response(to_answer(data), 200, headers, mimetype="application/json")


@games.route("/<game_id>", methods=["GET"], needs=SPECTATOR)
@games.arguments(bodies.GameQuery, location="query")
@games.response(200, answers.GameAnswer)
def get_game(query: dict[str, Any], game_id: str) -> Response:
    """The game as you may see it. `at` looks back in time, `as` with the eyes of a seat or of `all` once the game is
    over (its organiser, with the scope `organise`, at any time); `wait` with If-None-Match waits for news."""
    queries, have, me = services().queries, if_none_match(), caller_id()
    eyes = query["eyes"] if query["eyes"] in (None, "all") else int(query["eyes"])
    seen = queries.game(game_id, me, query["at"], eyes, may("organise"))
    if have != seen.seq:
        return show(seen)
    if query["at"] is None and query["wait"] > 0:
        wait_s = min(query["wait"], services().config.longest_wait_s)
        with staying():
            moved_on = services().hub.wait(game_id, have, wait_s, standing().holds)
        identify_again()
        me = caller_id()
        if moved_on:
            return show(queries.game(game_id, me, None, eyes, may("organise")))
    return not_modified(seen.seq)


@games.route("/<game_id>/seats", methods=["POST"], needs=PLAYER, limit=None)
@games.arguments(bodies.Join, required=False)
@games.response(201, answers.GameAnswer)
def join(body: dict[str, Any], game_id: str) -> Response:
    """Take a free seat; the last one starts the game."""
    result = services().commands.join(game_id, caller(), body["seat"], body["entropy"] or "", idempotency_key())
    return done(result)


@games.route("/<game_id>/seats/me", methods=["DELETE"], needs=SEATED, limit=None)
@games.response(200, answers.GameAnswer)
def leave(game_id: str) -> Response:
    """Give your seat back before the start; when nobody is left the game is aborted."""
    return done(services().commands.leave(game_id, caller(), idempotency_key()), 200)


@games.route("/<game_id>/abort", methods=["POST"], needs=CREATOR, limit=None)
@games.arguments(bodies.Nothing, required=False)
@games.response(201, answers.GameAnswer)
def abort(body: dict[str, Any], game_id: str) -> Response:
    """Drop a game of yours that has not started."""
    return done(services().commands.abort(game_id, caller(), idempotency_key()))


@games.route("/<game_id>/resign", methods=["POST"], needs=SEATED, limit=None)
@games.arguments(bodies.Nothing, required=False)
@games.response(201, answers.PlayedAnswer)
def resign(body: dict[str, Any], game_id: str) -> Response:
    """Leave a running game for good; an AI plays on in your seat."""
    result = services().commands.play(
        game_id, caller(), [{"type": "resign"}], if_match=if_match(), key=idempotency_key()
    )
    return done(result)


@games.route("/<game_id>/pause", methods=["POST"], needs=SEATED, limit=None)
@games.arguments(bodies.Nothing, required=False)
@games.response(201, answers.PlayedAnswer)
def pause(body: dict[str, Any], game_id: str) -> Response:
    """Ask for a pause; the game and its clocks stand still when every person at the table has asked. Whoever moves
    after asking no longer asks."""
    return _ask(game_id, "ask_pause")


@games.route("/<game_id>/resume", methods=["POST"], needs=SEATED, limit=None)
@games.arguments(bodies.Nothing, required=False)
@games.response(201, answers.PlayedAnswer)
def resume(body: dict[str, Any], game_id: str) -> Response:
    """Ask to go on after a pause that all agreed to; the game goes on when every person has asked."""
    return _ask(game_id, "ask_resume")


def _ask(game_id: str, kind: str) -> Response:
    return done(
        services().commands.play(game_id, caller(), [{"type": kind}], if_match=if_match(), key=idempotency_key())
    )


@games.route("/<game_id>/scores", methods=["GET"], needs=SPECTATOR)
@games.response(200, answers.ScoresAnswer)
def scores(game_id: str) -> Response:
    """Every seat's score sheet, and how the totals came about."""
    return show(services().queries.scores(game_id, caller_id()))


def let_in(game_id: str, seats: Sequence[Seat]) -> None:
    """Count a new game among the caller's. Who organises was chosen by whoever runs the server, and is not counted."""
    bearer, config = any_bearer(), services().config
    if "organise" in bearer.player.scopes:
        return
    most = {quotas.GAMES: config.most_games}
    if quotas.is_ai_only(seat.kind for seat in seats):
        most[quotas.AI_GAMES] = config.most_ai_games
    services().quotas.let_in(bearer.player.id, game_id, most, now_ms())
