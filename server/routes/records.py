"""Records of many games in one file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flask import Response

from moothall.server import streams
from moothall.server.apidocs.examples import GAME, Example
from moothall.server.auth import reader_id
from moothall.server.blueprint import SPECTATOR, Blueprint
from moothall.server.bootstrap import Services
from moothall.server.requests import services
from moothall.server.schemas.bodies.records import PostRecords

PAGE = 100
"""Games of the lobby that are looked up at a time."""

records = Blueprint("records", __name__, url_prefix="/v1/records", description="Records of many games in one file")


@records.route("", methods=["POST"], needs=SPECTATOR, limit="read", example=Example(body={"games": [GAME]}))
@records.arguments(PostRecords, required=False)
@records.doc(responses=streams.a_zip("The records and a signed manifest: see docs/records.md."))
def get_records(body: dict[str, Any]) -> Response:
    """A bundle of records: of the games that you name, or of all public games that were played to their end. The
    manifest names each with its SHA-256 and is signed, so that one left out or added later shows."""
    parts, me, games = services(), reader_id(), body["games"]
    if games is None:
        return streams.download(parts.archive.bundle(_played(parts, body["title"]), me), "games.zip")
    for game_id in games:
        parts.archive.over(game_id, me)
    return streams.download(parts.archive.bundle(games, me), "games.zip")


def _played(parts: Services, title: str | None) -> Iterator[str]:
    cursor = None
    while True:
        page = parts.projections.games(title=title, status="finished", cursor=cursor, limit=PAGE)
        yield from (meta.id for meta in page.games)
        cursor = page.cursor
        if cursor is None:
            return
