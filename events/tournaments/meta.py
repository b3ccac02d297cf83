"""What listings show of a tournament: written with every append, a function of the tournament alone."""

from __future__ import annotations

import msgspec
from msgspec.structs import asdict

from moothall.domain.core.codec import to_json
from moothall.domain.core.data import Json
from moothall.domain.tournament.state import Tournament


class TournamentMeta(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tournament in a list."""

    id: str
    name: str
    title: str
    format: str
    status: str
    seq: int
    round: int
    """The latest that was paired; 0 before the start."""
    rounds: int | None
    """As many as the settings say."""
    entrants: int
    """Who takes part and has not dropped out."""
    organiser: str
    organiser_name: str
    created_at: int
    updated_at: int
    starts_at: int | None = None
    paused: bool = False
    duplicate: bool = False
    rated: bool = False


def meta_of(tournament_id: str, tournament: Tournament, now: int) -> bytes:
    """The entry for the tournament as it stands."""
    settings = tournament.settings
    return to_json(
        TournamentMeta(
            id=tournament_id,
            name=settings.name,
            title=settings.title,
            format=settings.format,
            status=tournament.status,
            seq=tournament.seq,
            round=len(tournament.rounds),
            rounds=settings.rounds,
            entrants=sum(not entrant.dropped for entrant in tournament.entrants),
            organiser=tournament.organiser,
            organiser_name=tournament.organiser_name,
            created_at=tournament.created_at,
            updated_at=now,
            starts_at=settings.starts_at,
            paused=tournament.paused,
            duplicate=settings.duplicate,
            rated=settings.rated,
        )
    )


def listed(meta: TournamentMeta) -> Json:
    """What everybody may read of it: all."""
    return asdict(meta)


read_meta = msgspec.json.Decoder(TournamentMeta).decode
