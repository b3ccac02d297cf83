"""Tournaments: create, list, look, standings."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from flask import Response, request

from moothall.domain.core.codec import to_answer
from moothall.domain.core.data import Json
from moothall.domain.table.state import Clock
from moothall.domain.tournament.context import Account
from moothall.domain.tournament.settings import Settings
from moothall.events.accounts.players import Player
from moothall.events.games.writer import Done
from moothall.events.tournaments.repository import listed
from moothall.server.apidocs.examples import Example, of_tournament
from moothall.server.apidocs.headers import IDEMPOTENCY_KEY, IF_NONE_MATCH
from moothall.server.auth import bearer_of, identify_again, standing
from moothall.server.blueprint import SPECTATOR, Blueprint, Needs
from moothall.server.places import staying
from moothall.server.requests import (
    done,
    headers_of,
    idempotency_key,
    if_none_match,
    next_link,
    not_modified,
    services,
    show,
)
from moothall.server.routes.titles import find_title
from moothall.server.schemas.answers.rounds import StandingsAnswer
from moothall.server.schemas.answers.tournaments import TournamentAnswer, TournamentList
from moothall.server.schemas.bodies.rounds import StandingsQuery
from moothall.server.schemas.bodies.tournaments import PostTournament, TournamentListQuery, TournamentQuery
from moothall.server.tables import CSV, as_csv

tournaments = Blueprint(
    "tournaments", __name__, url_prefix="/v1/tournaments", description="Tournaments and their standings"
)

ORGANISES = Needs("organise")


@tournaments.route(
    "",
    methods=["POST"],
    needs=ORGANISES,
    headers=(IDEMPOTENCY_KEY,),
    gives=("ETag",),
    example=Example(
        headers={"Idempotency-Key": "autumn-cup"},
        body={
            "name": "Autumn Cup",
            "title": "manaforge",
            "format": "swiss",
            "table_size": 4,
            "rounds": 5,
            "points": {"4": [5, 3, 2, 1], "3": [5, 3, 1]},
            "bye": 3,
            "tie_breaks": ["opponents", "score_share", "wins", "lot"],
        },
    ),
)
@tournaments.arguments(PostTournament)
@tournaments.response(201, TournamentAnswer)
def create_tournament(body: dict[str, Any]) -> Response:
    """Create a tournament, which you organise. People enter, you enter others or AIs of the house; then you start it.
    Its terms are fixed from now on."""
    me, key = organiser(), idempotency_key()
    title = find_title(body["title"])
    tournament_id = services().ids.fresh(me.id, key.key if key else None)
    result = services().tournament_commands.create(
        tournament_id, me, title, settings_of(body), secrets.token_bytes(32), key=key
    )
    return done(result, location=f"/v1/tournaments/{tournament_id}")


@tournaments.route(
    "",
    methods=["GET"],
    needs=SPECTATOR,
    gives=("Link",),
    example=Example(query={"title": "manaforge", "status": "open", "limit": 20}),
)
@tournaments.arguments(TournamentListQuery, location="query")
@tournaments.response(200, TournamentList)
def list_tournaments(query: dict[str, Any]) -> Response:
    """Tournaments, newest first, by title and status."""
    page = services().tournament_listing.page(
        title=query["title"], status=query["status"], cursor=query["cursor"], limit=query["limit"]
    )
    body = to_answer({"tournaments": list(map(listed, page.tournaments)), "next": page.cursor})
    headers = [("Cache-Control", "public, no-cache"), *next_link(request.path, request.args, cursor=page.cursor)]
    return Response(body, 200, headers, mimetype="application/json")


@tournaments.route(
    "/<tournament_id>",
    methods=["GET"],
    needs=SPECTATOR,
    headers=(IF_NONE_MATCH,),
    gives=("ETag",),
    example=of_tournament(query={"wait": 0.1}, If_None_Match='"1"'),
)
@tournaments.arguments(TournamentQuery, location="query")
@tournaments.response(200, TournamentAnswer)
def get_tournament(query: dict[str, Any], tournament_id: str) -> Response:
    """The tournament as it stands: terms, entrants, rulings. `wait` with If-None-Match waits for news."""
    queries, have = services().tournament_queries, if_none_match()
    seen = queries.tournament(tournament_id)
    if have != seen.seq:
        return show(seen)
    if query["wait"] > 0:
        wait_s = min(query["wait"], services().config.longest_wait_s)
        with staying():
            moved_on = services().hub.wait_for(queries.logs, tournament_id, have, wait_s, standing().holds)
        identify_again()
        if moved_on:
            return show(queries.tournament(tournament_id))
    return not_modified(seen.seq)


@tournaments.route(
    "/<tournament_id>/standings",
    methods=["GET"],
    needs=SPECTATOR,
    gives=("ETag",),
    also={CSV: {"schema": {"type": "string"}}},
    problems=(404,),
    example=of_tournament(),
)
@tournaments.arguments(StandingsQuery, location="query")
@tournaments.response(200, StandingsAnswer)
def get_standings(query: dict[str, Any], tournament_id: str) -> Response:
    """The standings, now or after a round (as it counts now); with `Accept: text/csv` a table for spreadsheets."""
    queries, through = services().tournament_queries, query["round"]
    if request.accept_mimetypes.best_match(["application/json", CSV]) == CSV:
        seq, rows = queries.standings_rows(tournament_id, through)
        body, mimetype = as_csv(_flat(rows, queries.find(tournament_id).tournament.settings.tie_breaks)), CSV
    else:
        seq, body, _ = queries.standings(tournament_id, through)
        mimetype = "application/json"
    return Response(body, 200, headers_of(seq, "Authorization, Accept"), mimetype=mimetype)


COLUMNS = ("rank", "entrant", "name", "kind", "player", "points", "played", "wins", "byes", "dropped")
"""Of a table of standings; the tie-breaks follow."""


def _flat(rows: Sequence[Json], tie_breaks: Sequence[str]) -> list[list[Any]]:
    """The standings with a column for every tie-break, their heads first."""
    return [
        [*COLUMNS, *(f"tie_break_{name}" for name in tie_breaks)],
        *([*(row[name] for name in COLUMNS), *row["tie_breaks"]] for row in rows),
    ]


def settings_of(body: dict[str, Any]) -> Settings:
    """The terms as the rules have them; which edition 0 is, they say themselves."""
    clock = Clock(**body["clock"]) if body["clock"] is not None else None
    lists = {name: tuple(body[name]) for name in ("tie_breaks", "kinds")}
    points = {size: tuple(places) for size, places in body["points"].items()}
    terms = {**body, **lists, "points": points, "clock": clock, "edition": body["edition"] or 0, "content_hash": ""}
    return Settings(**terms)


def organiser() -> Account:
    """Who asks, with a token that is good for organising."""
    return as_account(bearer_of("organise").player)


def as_account(player: Player) -> Account:
    """A player as tournaments know it."""
    return Account(player.id, player.name, "bot" if player.kind == "bot" else "human")


def told(result: Done, tournament_id: str, status: int = 201) -> Response:
    """The answer to something that was asked of a tournament."""
    return done(result, status, location=f"/v1/tournaments/{tournament_id}/events?after={result.seq - 1}")
