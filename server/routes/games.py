"""Games: create, list, look, sit down, leave, resign."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from flask import Response

from moothall.domain.table.admission import rated_by_default
from moothall.domain.table.state import Clock, Reserved, Seat
from moothall.domain.table.views import Eyes
from moothall.events.accounts import quotas
from moothall.server.apidocs.examples import Example, of_game
from moothall.server.apidocs.headers import IDEMPOTENCY_KEY, IF_MATCH, IF_NONE_MATCH
from moothall.server.auth import any_bearer, bearer_of, caller, caller_id, identify_again, may, standing
from moothall.server.blueprint import CREATOR, OWN, PLAYER, SEATED, SPECTATOR, Blueprint
from moothall.server.bootstrap import now_ms
from moothall.server.places import staying
from moothall.server.problems import InvalidFields
from moothall.server.requests import done, idempotency_key, if_none_match, not_modified, services, show
from moothall.server.routes.moves import play_at_table
from moothall.server.routes.players import brief, list_of_mine, listed_page, wanted
from moothall.server.routes.titles import find_title
from moothall.server.schemas.answers.games import GameAnswer, GameList, ScoresAnswer, ViewsAnswer
from moothall.server.schemas.answers.moves import PlayedAnswer
from moothall.server.schemas.bodies.games import CreateGame, GameQuery, Join, ListQuery, ViewsQuery
from moothall.server.schemas.bodies.moves import IncludeQuery
from moothall.server.schemas.bodies.shared import Nothing

games = Blueprint("games", __name__, url_prefix="/v1/games", description="Games and their seats")


@games.route(
    "",
    methods=["POST"],
    needs=PLAYER,
    headers=(IDEMPOTENCY_KEY,),
    gives=("ETag",),
    example=Example(
        headers={"Idempotency-Key": "my-first-game"},
        body={
            "title": "manaforge",
            "seats": [{"kind": "human"}, {"kind": "ai", "level": "random"}],
            "entropy": "a handful of my own luck",
        },
    ),
)
@games.arguments(CreateGame)
@games.response(201, GameAnswer)
def create_game(body: dict[str, Any]) -> Response:
    """Create a game; you take its first seat for a person, or with `organiser` you rule over it and take none."""
    me, key = caller(), idempotency_key()
    if body["organiser"]:
        bearer_of("organise")
    title = find_title(body["title"])
    game_id = services().ids.fresh(me.id, key.key if key else None)
    seats = [Seat(seat["kind"], level=seat["level"]) for seat in body["seats"]]
    rated = rated_by_default(seats, private=body["private"]) if body["rated"] is None else body["rated"]
    result = services().commands.create(
        game_id,
        me,
        title,
        seats,
        body["options"],
        secrets.token_bytes(32),
        private=body["private"],
        entropy=body["entropy"] or "",
        organise=body["organiser"],
        clock=Clock(**body["clock"]) if body["clock"] is not None else None,
        substitute=body["substitute"],
        edition=body["edition"],
        reserved=_reserved(body["seats"]),
        tags=body["tags"],
        rated=rated,
        key=key,
        let_in=lambda seats: let_in(game_id, seats),
    )
    return done(result, location=f"/v1/games/{game_id}")


@games.route(
    "",
    methods=["GET"],
    needs=SPECTATOR,
    gives=("Link",),
    example=Example(query={"title": "manaforge", "status": "open", "limit": 20}),
)
@games.arguments(ListQuery, location="query")
@games.response(200, GameList)
def list_games(query: dict[str, Any]) -> Response:
    """Public games, newest first, by title, status, tag and tournament; with `mine` only those you have a seat in, are
    expected in or organise."""
    if query["mine"]:
        return list_of_mine(query)
    page = services().projections.games(**wanted(query))
    return listed_page([brief(meta, caller_id()) for meta in page.games], page.cursor)


@games.route(
    "/<game_id>",
    methods=["GET"],
    needs=SPECTATOR,
    limit=OWN,
    headers=(IF_NONE_MATCH,),
    gives=("ETag",),
    example=of_game(query={"wait": 0.1}, If_None_Match='"1"'),
)
@games.arguments(GameQuery, location="query")
@games.response(200, GameAnswer)
def get_game(query: dict[str, Any], game_id: str) -> Response:
    """The game as you may see it. `at` looks back in time, `as` with the eyes of a seat or of `all` once the game is
    over (its organiser, with the scope `organise`, at any time); `wait` with If-None-Match waits for news."""
    queries, have, me = services().queries, if_none_match(), caller_id()
    eyes: Eyes = query["eyes"] if query["eyes"] in (None, "all") else int(query["eyes"])
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


@games.route(
    "/<game_id>/views",
    methods=["GET"],
    needs=SPECTATOR,
    gives=("ETag", "Link"),
    problems=(403,),
    example=of_game(query={"after": 0, "limit": 10}),
)
@games.arguments(ViewsQuery, location="query")
@games.response(200, ViewsAnswer)
def get_views(query: dict[str, Any], game_id: str) -> Response:
    """The game after each of its events, by page, as `at` and `as` would show it: for replays, which need them all."""
    seat, after = None if query["eyes"] is None else int(query["eyes"]), query["after"]
    seen = services().queries.views(game_id, caller_id(), after, query["limit"], seat, may("organise"))
    following = after + query["limit"]
    return show(seen, after=following if following < seen.seq else None)


@games.route(
    "/<game_id>/seats",
    methods=["POST"],
    needs=PLAYER,
    limit=None,
    headers=(IDEMPOTENCY_KEY,),
    gives=("ETag",),
    example=of_game({"entropy": "some luck of mine"}, Idempotency_Key="join-1"),
)
@games.arguments(IncludeQuery, location="query")
@games.arguments(Join, required=False)
@games.response(201, GameAnswer)
def join(query: dict[str, Any], body: dict[str, Any], game_id: str) -> Response:
    """Take a free seat: the one that is kept for you, else any that is kept for nobody. The last one starts the
    game. The answer is the game, with `include=moves` and your legal moves, if you are asked at once."""
    entropy = body["entropy"] or ""
    result = services().commands.join(game_id, caller(), body["seat"], entropy, idempotency_key(), query["include"])
    return done(result, location=f"/v1/games/{game_id}/seats/me")


@games.route(
    "/<game_id>/seats/me",
    methods=["DELETE"],
    needs=SEATED,
    limit=None,
    headers=(IDEMPOTENCY_KEY,),
    gives=("ETag",),
    example=of_game(Idempotency_Key="leave-1"),
)
@games.response(200, GameAnswer)
def leave(game_id: str) -> Response:
    """Give your seat back before the start; when nobody is left the game is aborted."""
    return done(services().commands.leave(game_id, caller(), idempotency_key()), 200)


@games.route(
    "/<game_id>/abort",
    methods=["POST"],
    needs=CREATOR,
    limit=None,
    headers=(IDEMPOTENCY_KEY,),
    gives=("ETag",),
    example=of_game(Idempotency_Key="abort-1"),
)
@games.arguments(Nothing, required=False)
@games.response(201, GameAnswer)
def abort(body: dict[str, Any], game_id: str) -> Response:
    """Drop a game of yours that has not started."""
    return done(services().commands.abort(game_id, caller(), idempotency_key()))


@games.route(
    "/<game_id>/resign",
    methods=["POST"],
    needs=SEATED,
    limit=None,
    headers=(IF_MATCH, IDEMPOTENCY_KEY),
    gives=("ETag",),
    example=of_game(Idempotency_Key="resign-1"),
)
@games.arguments(IncludeQuery, location="query")
@games.arguments(Nothing, required=False)
@games.response(201, PlayedAnswer)
def resign(query: dict[str, Any], body: dict[str, Any], game_id: str) -> Response:
    """Leave a running game for good; an AI plays on in your seat."""
    return done(play_at_table(game_id, {"type": "resign"}, query["include"]))


@games.route(
    "/<game_id>/pause",
    methods=["POST"],
    needs=SEATED,
    limit=None,
    headers=(IF_MATCH, IDEMPOTENCY_KEY),
    gives=("ETag",),
    example=of_game(Idempotency_Key="pause-1"),
)
@games.arguments(IncludeQuery, location="query")
@games.arguments(Nothing, required=False)
@games.response(201, PlayedAnswer)
def pause(query: dict[str, Any], body: dict[str, Any], game_id: str) -> Response:
    """Ask for a pause; the game and its clocks stand still when every person at the table has asked. Whoever moves
    after asking no longer asks."""
    return done(play_at_table(game_id, {"type": "ask_pause"}, query["include"]))


@games.route(
    "/<game_id>/resume",
    methods=["POST"],
    needs=SEATED,
    limit=None,
    headers=(IF_MATCH, IDEMPOTENCY_KEY),
    gives=("ETag",),
    example=of_game(Idempotency_Key="resume-1"),
)
@games.arguments(IncludeQuery, location="query")
@games.arguments(Nothing, required=False)
@games.response(201, PlayedAnswer)
def resume(query: dict[str, Any], body: dict[str, Any], game_id: str) -> Response:
    """Ask to go on after a pause that all agreed to; the game goes on when every person has asked."""
    return done(play_at_table(game_id, {"type": "ask_resume"}, query["include"]))


@games.route("/<game_id>/scores", methods=["GET"], needs=SPECTATOR, gives=("ETag",), example=of_game())
@games.response(200, ScoresAnswer)
def scores(game_id: str) -> Response:
    """Every seat's score sheet, and how the totals came about."""
    return show(services().queries.scores(game_id, caller_id()))


def _reserved(seats: Sequence[dict[str, Any]]) -> list[Reserved]:
    """Whom the seats are kept for; whoever there is not is named by the path of the field."""
    kept, unknown = [], {}
    for index, seat in enumerate(seats):
        if seat["player"] is None:
            continue
        account = services().players.get(seat["player"])
        if account is None:
            unknown[index] = {"player": [f"There is no player {seat['player']}."]}
        else:
            kept.append(Reserved(index, account.id, account.name))
    if unknown:
        raise InvalidFields({"seats": unknown})
    return kept


def let_in(game_id: str, seats: Sequence[Seat]) -> None:
    """Count a new game among the caller's. Who organises was chosen by whoever runs the server, and is not counted."""
    bearer, config = any_bearer(), services().config
    if "organise" in bearer.player.scopes:
        return
    most = {quotas.GAMES: config.most_games}
    if quotas.is_ai_only(seat.kind for seat in seats):
        most[quotas.AI_GAMES] = config.most_ai_games
    services().quotas.let_in(bearer.player.id, game_id, most, now_ms())
