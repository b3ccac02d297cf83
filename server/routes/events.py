"""A game's events: by page, as lines, or live."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

from flask import Response, request
from redis.exceptions import RedisError

from domain.core.codec import to_answer
from server.auth import caller_id
from server.blueprint import Blueprint
from server.bootstrap import Services
from server.problems import BadRequest
from server.requests import services, show
from server.schemas import answers, bodies

events = Blueprint("events", __name__, url_prefix="/v1/games/<game_id>/events", description="What happened")

SSE = "text/event-stream"
LINES = "application/x-ndjson"

log = logging.getLogger(__name__)


@events.route("", methods=["GET"])
@events.arguments(bodies.EventsQuery, location="query")
@events.response(200, answers.EventsAnswer)
def get_events(query: dict[str, Any], game_id: str) -> Response:
    """Events as you may see them: a page of JSON, all as `application/x-ndjson`, or followed live as
    `text/event-stream` (resumes after `Last-Event-ID`, ends with the game)."""
    queries, me, last = services().queries, caller_id(), _last_event_id(query["after"])
    wanted = request.accept_mimetypes.best_match(["application/json", SSE, LINES])
    if wanted == SSE:
        return _stream(game_id, me, last)
    if wanted == LINES:
        queries.find(game_id, me)
        return Response(queries.all_events(game_id, me, query["after"]), 200, _HEADERS, mimetype=LINES)
    return show(queries.events(game_id, me, query["after"], query["limit"]))


_HEADERS = {"Cache-Control": "private, no-cache", "Vary": "Authorization, Accept"}


def _stream(game_id: str, player: str | None, after: int) -> Response:
    hot = services().queries.find(game_id, player)
    if hot.table.status in ("finished", "aborted") and after >= hot.log.seq:
        return Response(status=204, headers=_HEADERS)  # tells an EventSource not to come back
    headers = {**_HEADERS, "X-Accel-Buffering": "no"}
    return Response(_until_redis_fails(_frames(services(), game_id, player, after)), 200, headers, mimetype=SSE)


def _until_redis_fails(frames: Iterator[bytes]) -> Iterator[bytes]:
    """An answer under way cannot become a problem any more: it ends, and its reader comes back after the last event."""
    try:
        yield from frames
    except RedisError:
        log.warning("a live stream ends: the event log is out of reach")


def _frames(parts: Services, game_id: str, player: str | None, after: int) -> Iterator[bytes]:
    """Made while the answer is sent, when the request and its context are gone."""
    yield b"retry: 1000\n\n"
    for batch in parts.hub.follow(game_id, after, parts.config.keep_alive_s):
        if not batch:
            yield b": keep-alive\n\n"
            continue
        hot = parts.games.get(game_id)
        if hot.log.seq < batch[-1].seq:
            hot = parts.games.fresh(game_id)
        for stored in batch:
            body = to_answer(parts.queries.event(hot, player, stored))
            yield b"id: %d\nevent: event\ndata: %s\n\n" % (stored.seq, body)
        if hot.table.status in ("finished", "aborted") and batch[-1].seq >= hot.log.seq:
            yield b"event: end\ndata: {}\n\n"
            return


def _last_event_id(after: int) -> int:
    text = request.headers.get("Last-Event-ID")
    if text is None:
        return after
    if not text.isascii() or not text.isdigit() or len(text) > 15:
        raise BadRequest("Last-Event-ID", "the id of an event is expected")
    return int(text)
