"""A tournament's events: by page, as lines, or live. Nothing in them is secret."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flask import Response

from moothall.events.games.queries import MOST_EVENTS
from moothall.events.tournaments.repository import HotTournament
from moothall.server import streams
from moothall.server.apidocs.examples import of_tournament
from moothall.server.apidocs.headers import LAST_EVENT_ID
from moothall.server.auth import Standing, standing
from moothall.server.blueprint import LISTENING_SPECTATOR, Blueprint
from moothall.server.bootstrap import Services
from moothall.server.requests import services, show
from moothall.server.schemas.answers.events import TournamentEventsAnswer
from moothall.server.schemas.bodies.events import EventsQuery

tournament_events = Blueprint(
    "tournament_events",
    __name__,
    url_prefix="/v1/tournaments/<tournament_id>/events",
    description="What happened in a tournament",
)


@tournament_events.route(
    "",
    methods=["GET"],
    needs=LISTENING_SPECTATOR,
    headers=(LAST_EVENT_ID,),
    gives=("ETag", "Link"),
    also=streams.SCHEMAS,
    statuses={204: "The tournament is over and you have all of it: do not follow it again."},
    example=of_tournament(query={"after": 0, "limit": 100}),
)
@tournament_events.arguments(EventsQuery, location="query")
@tournament_events.response(200, TournamentEventsAnswer)
def get_tournament_events(query: dict[str, Any], tournament_id: str) -> Response:
    """What happened: a page of JSON, all up to now as `application/x-ndjson`, or followed live as `text/event-stream`
    (resumes after `Last-Event-ID`, ends with the tournament, or with your token)."""
    queries, last, wanted = services().tournament_queries, streams.last_event_id(), streams.wanted()
    if wanted == streams.SSE:
        return _stream(tournament_id, query["after"] if last is None else last)
    if wanted == streams.LINES:
        lines = _lines(services(), queries.find(tournament_id), query["after"])
        return Response(lines, 200, streams.HEADERS, mimetype=streams.LINES)
    seen = queries.events(tournament_id, query["after"], query["limit"])
    return show(seen, after=seen.next)


def _lines(parts: Services, hot: HotTournament, after: int) -> Iterator[bytes]:
    """Every event up to now as a line of JSON."""
    queries = parts.tournament_queries
    while after < hot.seq:
        page = queries.store.tail(hot.id, after, min(MOST_EVENTS, hot.seq - after))
        yield b"".join(queries.line(hot, each) + b"\n" for each in page)
        after = page[-1].seq


def _stream(tournament_id: str, after: int) -> Response:
    hot = services().tournament_queries.find(tournament_id)
    if hot.tournament.over and after >= hot.seq:
        return Response(status=204, headers=streams.HEADERS)  # tells an EventSource not to come back
    return streams.live(_frames(services(), tournament_id, after, standing()), streams.SSE)


def _frames(parts: Services, tournament_id: str, after: int, opened: Standing) -> Iterator[bytes]:
    """Made while the answer is sent, when the request and its context are gone."""
    queries = parts.tournament_queries
    yield streams.HELLO
    for batch in parts.hub.tail_of(queries.logs, tournament_id, after, parts.config.keep_alive_s, opened.holds):
        if not batch:
            yield streams.KEEP_ALIVE
            continue
        hot = queries.find(tournament_id)
        yield b"".join(streams.frame("event", queries.line(hot, each), each.seq) for each in batch)
        if hot.tournament.over and batch[-1].seq >= hot.seq:
            yield streams.frame("end", b"{}")
            return
