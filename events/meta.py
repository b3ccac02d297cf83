"""What listings show of a game: written with every append, a function of the table alone."""

from __future__ import annotations

from typing import Literal

import msgspec

from domain.core.codec import to_json
from domain.core.records import Json
from domain.core.title import AnyTitle
from domain.table.evolve import AnyTable
from domain.table.state import Decision
from domain.table.views import awaiting_view, decision_view


class SeatMeta(msgspec.Struct, frozen=True):
    seat: int
    kind: str
    player: str | None
    name: str | None
    level: str | None


class DecisionMeta(msgspec.Struct, frozen=True):
    """An open decision as its own seat may see it: not for listings, which others read."""

    seat: int
    id: int
    kind: str
    deadline: int | None


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
    decisions: list[DecisionMeta] = []
    """For the players' inboxes and the clocks; `listed` leaves it out."""
    organiser: str | None = None
    work: Literal["step", "ai", "none", "unknown"] = "unknown"
    """What workers have to do; unknown in what earlier versions have written. For the dispatcher alone."""

    @property
    def deadline(self) -> int | None:
        """When the first clock runs out, if any runs."""
        return min((each.deadline for each in self.decisions if each.deadline is not None), default=None)


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
            decisions=[_decision_meta(table, decision) for decision in table.decisions],
            organiser=table.organiser,
            work=table.work or "none",
        )
    )


def listed(meta: Meta) -> Json:
    """What everybody may read of it."""
    data: Json = msgspec.to_builtins(meta)
    del data["decisions"], data["work"]
    return data


def _decision_meta(table: AnyTable, decision: Decision) -> DecisionMeta:
    own = decision_view(decision, decision.seat)
    deadline = own.get("deadline", awaiting_view(table, decision.seat)["deadline"])
    return DecisionMeta(own["seat"], own["id"], own["kind"], deadline)


read_meta = msgspec.json.Decoder(Meta).decode
