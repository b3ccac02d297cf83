"""A game's events: by page, as lines, or live."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flask import Response

from moothall.domain.table.views import may_know
from moothall.server import streams
from moothall.server.apidocs.examples import of_game
from moothall.server.apidocs.headers import LAST_EVENT_ID
from moothall.server.auth import Standing, caller_id, standing
from moothall.server.blueprint import LISTENING_SPECTATOR, Blueprint
from moothall.server.bootstrap import Services
from moothall.server.requests import services, show
from moothall.server.schemas.answers.events import EventsAnswer
from moothall.server.schemas.bodies.events import EventsQuery

events = Blueprint("events", __name__, url_prefix="/v1/games/<game_id>/events", description="What happened")


@events.route(
    "",
    methods=["GET"],
    needs=LISTENING_SPECTATOR,
    headers=(LAST_EVENT_ID,),
    gives=("ETag", "Link"),
    also=streams.SCHEMAS,
    statuses={204: "The game is over and you have all of it: do not follow it again."},
    example=of_game(query={"after": 0, "limit": 100}),
)
@events.arguments(EventsQuery, location="query")
@events.response(200, EventsAnswer)
def get_events(query: dict[str, Any], game_id: str) -> Response:
    """Events as you may see them: a page of JSON, all up to now as `application/x-ndjson`, or followed live as
    `text/event-stream` (resumes after `Last-Event-ID`, ends with the game, or with your token). Of a game that is over
    the lines are its record, which stands alone: header, stored bytes, signed head; with `after` they stay plain
    events."""
    queries, me, last = services().queries, caller_id(), streams.last_event_id()
    wanted = streams.wanted()
    if wanted == streams.SSE:
        return _stream(game_id, me, query["after"] if last is None else last)
    if wanted == streams.LINES:
        whole = queries.find(game_id, me).table.revealed and query["after"] == 0
        lines = services().archive.record(game_id, me) if whole else queries.all_events(game_id, me, query["after"])
        return Response(lines, 200, streams.HEADERS, mimetype=streams.LINES)
    seen = queries.events(game_id, me, query["after"], query["limit"])
    return show(seen, after=seen.next)


def _stream(game_id: str, player: str | None, after: int) -> Response:
    hot = services().queries.find(game_id, player)
    if hot.table.over and after >= hot.log.seq:
        return Response(status=204, headers=streams.HEADERS)  # tells an EventSource not to come back
    return streams.live(_frames(services(), game_id, player, after, standing()), streams.SSE)


def _frames(parts: Services, game_id: str, player: str | None, after: int, opened: Standing) -> Iterator[bytes]:
    """Made while the answer is sent, when the request and its context are gone. Ends without a word when the token is
    no longer good, or the game no longer the caller's to know: whoever comes back is told why."""
    yield streams.HELLO
    for batch in parts.hub.follow(game_id, after, parts.config.keep_alive_s, opened.holds):
        if not batch:
            yield streams.KEEP_ALIVE
            continue
        hot = parts.games.with_tail(game_id, batch)
        if not may_know(hot.table, player):
            return
        # One piece per batch: a follower that has fallen behind catches up with one write.
        yield b"".join(streams.frame("event", parts.queries.line(hot, player, stored), stored.seq) for stored in batch)
        if hot.table.over and batch[-1].seq >= hot.log.seq:
            yield streams.frame("end", b"{}")
            return
