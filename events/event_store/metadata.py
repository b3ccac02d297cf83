"""What listings show of a game: written with every append, a function of the table alone."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import asdict

from moothall.domain.core.codec import to_json
from moothall.domain.core.data import Json
from moothall.domain.core.title import AnyTitle
from moothall.domain.table.ending import Placed, standing
from moothall.domain.table.evolve import AnyTable
from moothall.domain.table.state import Decision, TournamentTable
from moothall.domain.table.views import awaiting_view, decision_view

GOING_ON = ("open", "active")
"""How a game stands that is not over."""

_UNLISTED = ("decisions", "work", "counts", "missed", "forfeited", "sealed", "told", "standing")


class ReservedMeta(msgspec.Struct, frozen=True):
    player: str
    name: str


class SeatMeta(msgspec.Struct, frozen=True, omit_defaults=True):
    seat: int
    kind: str
    player: str | None
    name: str | None
    level: str | None
    reserved: ReservedMeta | None = None
    left: str | None = None
    """Who sat here and does no more; for the profiles, `listed` leaves it out."""


class ResultMeta(msgspec.Struct, frozen=True):
    ranking: list[list[int]]
    scores: list[int]


class DecisionMeta(msgspec.Struct, frozen=True):
    """An open decision as its own seat may see it: not for listings, which others read."""

    seat: int
    id: int
    kind: str
    deadline: int | None


class Meta(msgspec.Struct, frozen=True, omit_defaults=True):
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

    tags: list[str] = []
    result: ResultMeta | None = None
    """How it ended; None as well in what earlier versions have written, until the listings are rebuilt."""
    counts: bool = True
    """Whether it counts for its players: a fork does not. For the profiles alone."""
    tournament: TournamentTable | None = None
    missed: list[int] = []
    forfeited: list[int] = []
    """Seats that nobody came to, and all that are out of the running: for tournaments alone."""
    sealed: bool = False
    told: bool = False
    """Whether its secret outlives its end, and whether it was told since; for inboxes and tournaments."""
    rated: bool = False
    standing: list[Placed] = []
    """Who is rated for it, once it is finished; for the ratings alone."""

    @property
    def deadline(self) -> int | None:
        """When the first clock runs out, if any runs."""
        return min((each.deadline for each in self.decisions if each.deadline is not None), default=None)


def meta_of(title: AnyTitle, game_id: str, seq: int, table: AnyTable, now: int) -> bytes:
    """The entry for the table as it stands."""
    kept = {each.seat: ReservedMeta(each.player, each.name) for each in table.reserved}
    seats = [
        SeatMeta(i, seat.kind, seat.player, seat.name, seat.level, kept.get(i), seat.resigned)
        for i, seat in enumerate(table.seats)
    ]
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
            tags=list(table.tags),
            result=_result_meta(table),
            counts=table.parent is None,
            tournament=table.tournament,
            missed=list(table.missed),
            forfeited=list(table.forfeited),
            sealed=table.sealed,
            told=table.told,
            rated=table.rated,
            standing=list(standing(table)),
        )
    )


def listed(meta: Meta) -> Json:
    """What everybody may read of it."""
    data: Json = {name: value for name, value in asdict(meta).items() if name not in _UNLISTED}
    data["seats"] = [{name: value for name, value in asdict(seat).items() if name != "left"} for seat in meta.seats]
    return data


def _result_meta(table: AnyTable) -> ResultMeta | None:
    """A result that counts: not that of a game that was annulled afterwards."""
    if table.result is None or table.status != "finished":
        return None
    return ResultMeta(list(map(list, table.result.ranking)), list(table.result.scores))


def _decision_meta(table: AnyTable, decision: Decision) -> DecisionMeta:
    own = decision_view(decision, decision.seat)
    deadline = own.get("deadline", awaiting_view(table, decision.seat)["deadline"])
    return DecisionMeta(own["seat"], own["id"], own["kind"], deadline)


read_meta = msgspec.json.Decoder(Meta).decode
