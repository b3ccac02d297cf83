"""What listings show of a game: written with every append, a function of the table alone."""

from __future__ import annotations

import msgspec

from domain.core.codec import to_json
from domain.core.title import AnyTitle
from domain.table.evolve import AnyTable


class SeatMeta(msgspec.Struct, frozen=True):
    seat: int
    kind: str
    player: str | None
    name: str | None
    level: str | None


class Meta(msgspec.Struct, frozen=True):
    """A game in a list."""

    id: str
    title: str
    status: str
    seq: int
    round: int
    seats: list[SeatMeta]
    awaiting: list[int]
    private: bool
    creator: str
    created_at: int
    updated_at: int
    organiser: str | None = None


def meta_of(title: AnyTitle, game_id: str, seq: int, table: AnyTable, now: int) -> bytes:
    """The entry for the table as it stands."""
    seats = [SeatMeta(i, seat.kind, seat.player, seat.name, seat.level) for i, seat in enumerate(table.seats)]
    return to_json(
        Meta(
            id=game_id,
            title=table.title,
            status=table.status,
            seq=seq,
            round=title.round_of(table.game) if table.game is not None else 0,
            seats=seats,
            awaiting=[decision.seat for decision in table.decisions],
            private=table.private,
            creator=table.creator,
            created_at=table.created_at,
            updated_at=now,
            organiser=table.organiser,
        )
    )


read_meta = msgspec.json.Decoder(Meta).decode
