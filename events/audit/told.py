"""What the record of a game says of the table of a tournament that it was."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from moothall.domain.table.evolve import AnyTable
from moothall.domain.table.state import Clock, Reserved, Seat, TournamentTable
from moothall.domain.tournament.steps import Seen
from moothall.events.audit import Examined


class Terms(NamedTuple):
    """What the game was created with."""

    title: str
    edition: int
    content_hash: str
    commitment: str
    organiser: str | None
    options: dict[str, Any]
    clock: Clock | None
    substitute: str
    seats: tuple[Seat, ...]
    reserved: tuple[Reserved, ...]
    tournament: TournamentTable | None
    sealed: bool
    fork: bool


class Told(NamedTuple):
    """As little of a record as a tournament needs: records are held one at a time, these all together."""

    file: str
    game: str
    terms: Terms | None
    """None where not even the first event could be folded."""
    last: Seen | None
    """How the game stands at the end of its record."""
    missed: tuple[Seen, ...]
    """How it stood whenever somebody was waited for no longer."""
    at: dict[int, Seen]
    """How it stood after those events that the tournament names."""
    turns: frozenset[int]
    """The events that opened, started or ended it."""


def told_by(file: str, examined: Examined, seqs: Iterable[int]) -> Told:
    """What is to be kept of this record; `seqs` are the events that the tournament names."""
    tables, record = examined.tables, examined.record
    game = record.header.game if record is not None and record.header is not None else ""
    last = len(tables) - 1
    if record is None or last < 1:
        return Told(file, game, None, None, (), {}, frozenset())

    def seen(seq: int) -> Seen:
        table = tables[seq]
        assert table is not None, "only before the first event"
        return seen_of(game, table, seq, record.events[seq - 1].hash)

    first = tables[1]
    assert first is not None, "only before the first event"
    missed = tuple([seen(seq) for seq in range(1, last + 1) if _gave_up(tables[seq - 1], tables[seq])])
    named = {seq: seen(seq) for seq in set(seqs) if 1 <= seq <= last}
    turns = frozenset(seq for seq in range(1, last + 1) if _status(tables[seq]) != _status(tables[seq - 1]))
    return Told(file, game, _terms(first), seen(last), missed, named, turns)


def _gave_up(before: AnyTable | None, after: AnyTable | None) -> bool:
    """Whether that event says that somebody has not come: at some seats, or to the table at all."""
    if before is None or after is None:
        return False
    return after.missed != before.missed or (before.status == "open" and after.status == "aborted")


def _status(table: AnyTable | None) -> str:
    return table.status if table is not None else "missing"


def seen_of(game: str, table: AnyTable, seq: int, head: str) -> Seen:
    """What a tournament would have seen of the game then."""
    result = table.result
    return Seen(
        game,
        table.status,
        seq,
        head,
        created_at=table.created_at,
        free=tuple([index for index, seat in enumerate(table.seats) if not seat.taken]),
        absent=table.missed,
        ranking=result.ranking if result is not None else (),
        scores=result.scores if result is not None else (),
        forfeited=table.forfeited,
        people=tuple([_person(table, index) for index in range(len(table.seats))]),
        ai=tuple([index for index, seat in enumerate(table.seats) if seat.kind == "ai"]),
        told=table.revealed,
    )


def _person(table: AnyTable, index: int) -> str | None:
    seat = table.seats[index]
    kept = next((each.player for each in table.reserved if each.seat == index), None)
    return seat.player or seat.resigned or kept


def _terms(table: AnyTable) -> Terms:
    return Terms(
        title=table.title,
        edition=table.edition,
        content_hash=table.content_hash,
        commitment=table.commitment,
        organiser=table.organiser,
        options=table.options,
        clock=table.clock,
        substitute=table.substitute,
        seats=table.seats,
        reserved=table.reserved,
        tournament=table.tournament,
        sealed=table.sealed,
        fork=table.parent is not None,
    )
