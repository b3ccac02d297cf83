"""A tournament's moves and changes as components of openapi.yaml, made from its own records."""

from __future__ import annotations

from apispec import APISpec

from moothall.domain.tournament.changes import TournamentChange
from moothall.domain.tournament.moves import TournamentMove
from moothall.server.apidocs.glossary import TOURNAMENTS
from moothall.server.apidocs.structs import components
from moothall.server.apidocs.unions import kinds_of, one_of

PREFIX = "Tournament"


def add_tournaments(spec: APISpec) -> None:
    """All of them, and the unions that events are made of."""
    (moves, changes), parts = components(PREFIX, [TournamentMove, TournamentChange], TOURNAMENTS)
    for word, text, union in (
        ("TournamentMove", "What was asked of a tournament. Its `type` says which.", moves),
        ("TournamentChange", "What happened to a tournament. Its `type` says which.", changes),
    ):
        kinds = kinds_of(PREFIX, union, parts)
        parts[word] = one_of(text, "type", {tag: owned.component for tag, owned in kinds.items()})
    for name, part in parts.items():
        spec.components.schema(name, part)
