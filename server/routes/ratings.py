"""How good players are: the history of a player's ratings, and the leaderboards of titles."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from moothall.events.projections.rating_ledger import FEWEST_GAMES
from moothall.server.apidocs.examples import PLAYER_ID, Example
from moothall.server.apidocs.headers import IF_NONE_MATCH_ANY
from moothall.server.blueprint import ANYBODY, Blueprint
from moothall.server.requests import next_link, services, tagged
from moothall.server.routes.players import find_player, rating_shown
from moothall.server.routes.titles import find_title
from moothall.server.schemas.answers.ratings import LeaderboardAnswer, RatingHistory
from moothall.server.schemas.bodies.ratings import LeaderboardQuery, RatingsQuery

ratings = Blueprint("ratings", __name__, url_prefix="/v1", description="Ratings and leaderboards")

_LISTED: dict[str, Any] = {"headers": (IF_NONE_MATCH_ANY,), "gives": ("ETag", "Link"), "problems": (404,)}


@ratings.route(
    "/players/<player_id>/ratings",
    methods=["GET"],
    needs=ANYBODY,
    **_LISTED,
    example=Example({"player_id": PLAYER_ID}, {"limit": 20}),
)
@ratings.arguments(RatingsQuery, location="query")
@ratings.response(200, RatingHistory)
def get_ratings(query: dict[str, Any], player_id: str) -> Response:
    """What each rated game has made of a player, the latest first; of one title or of all."""
    player, known = find_player(player_id), services().titles
    titles = [title for title in known if query["title"] in (None, title)]
    page = services().ratings.history(player.id, titles, query["cursor"], query["limit"])
    entries = [
        {
            "title": title,
            "game": entry.game,
            "at": entry.at,
            **rating_shown(entry.rating),
            "place": entry.rating.place,
            "of": entry.rating.of,
            "formula": entry.rating.formula,
        }
        for title, entry in page.entries
    ]
    return tagged({"ratings": entries, "next": page.cursor}, _next(page.cursor))


@ratings.route(
    "/titles/<slug>/leaderboard",
    methods=["GET"],
    needs=ANYBODY,
    **_LISTED,
    example=Example({"slug": "manaforge"}, {"kind": "all", "limit": 20}),
)
@ratings.arguments(LeaderboardQuery, location="query")
@ratings.response(200, LeaderboardAnswer)
def get_leaderboard(query: dict[str, Any], slug: str) -> Response:
    """The best players of a title: people, bots or both. Who has played fewer rated games than it takes is not listed.
    The house's own AIs stand apart, by level: something to measure oneself by."""
    title, kept = find_title(slug), services().ratings
    board = kept.leaderboard(title.slug, query["kind"], query["cursor"], query["limit"])
    rows = [
        {
            "rank": row.rank,
            "player": row.player.id,
            "name": row.player.name,
            "kind": row.player.kind,
            **rating_shown(row.rating),
        }
        for row in board.rows
    ]
    levels = [{"level": level, **rating_shown(rating)} for level, rating in kept.levels(title.slug).items()]
    answer = {"title": title.slug, "games_needed": FEWEST_GAMES, "players": rows, "levels": levels}
    return tagged({**answer, "next": board.cursor}, _next(board.cursor))


def _next(cursor: str | None) -> list[tuple[str, str]]:
    return next_link(request.path, request.args, cursor=cursor)
