"""The table's reducer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from moothall.domain.core.codec import to_answer
from moothall.domain.core.facts import same_facts
from moothall.domain.core.title import COMMIT, FREE, AnyTitle, Asked, Awaiting, Binding
from moothall.domain.table import changes as c
from moothall.domain.table.event import AnyEvent
from moothall.domain.table.moves import AskPause, AskResume
from moothall.domain.table.state import Decision, Result, Seat, Table

AnyTable = Table[Any]

_ASKING = (AskPause, AskResume)


def evolve(title: AnyTitle, table: AnyTable | None, change: Any) -> AnyTable:
    """One change; the title's own ones go to the title's reducer."""
    if type(change) is c.GameCreated:
        return _created(change)
    assert table is not None, "the first change of a game creates it"
    case = _CASES.get(type(change))
    return replace(table, game=title.evolve(table.game, change)) if case is None else case(title, table, change)


def advance(
    title: AnyTitle, table: AnyTable | None, event: AnyEvent, binding: Binding, game: Any | None = None
) -> AnyTable:
    """All changes of an event, then the decisions that are open after it. `game` is what the title's own changes lead
    to, where whoever decided them knows it already: a fold of them comes to the same."""
    before = table.decisions if table is not None else ()
    if game is None:
        table, game = _folded(title, table, event.changes)
    else:
        table = _around(title, table, event.changes)
    if table.agreed and event.seat in table.agreed and type(event.move) not in _ASKING:
        table = replace(table, agreed=tuple(seat for seat in table.agreed if seat != event.seat))
    if table.status != "active" or table.paused:
        return replace(table, game=game, decisions=(), step=None)
    awaiting = title.awaiting(game)
    decisions = open_after(before, awaiting, event, binding)
    return replace(table, game=game, decisions=decisions, step=awaiting.step)


def open_after(
    before: Sequence[Decision], awaiting: Awaiting, event: AnyEvent, binding: Binding
) -> tuple[Decision, ...]:
    """The decisions that are open after an event, of those before it and new ones."""
    if binding > COMMIT:
        return newly_open(awaiting, event.seq)
    return tuple([_opened(before, asked, event, binding) for asked in awaiting.seats])


def newly_open(awaiting: Awaiting, seq: int) -> tuple[Decision, ...]:
    """The decisions that an open or final event leaves: it closes those before it."""
    seats = awaiting.seats
    if len(seats) == 1:  # nearly always
        return (Decision(seats[0].seat, seq, seats[0].kind, seq),)
    return tuple([Decision(asked.seat, seq, asked.kind, seq) for asked in seats])


def _folded(title: AnyTitle, table: AnyTable | None, changes: Sequence[Any]) -> tuple[AnyTable, Any]:
    """The table after its own changes among these, and the game after the title's: apart, because most events have
    but the title's, and the fold is the hottest loop there is."""
    game = table.game if table is not None else None
    cases = title.evolve.cases
    for change in changes:
        if type(change) not in c.TABLE_CHANGES:
            game = cases[type(change)](game, change)
        else:
            table = evolve(title, table, change)
            if type(change) in c.BRING_A_GAME:
                game = table.game
    assert table is not None, "the first change of a game creates it"
    return table, game


def _around(title: AnyTitle, table: AnyTable | None, changes: Sequence[Any]) -> AnyTable:
    """The table after its own changes among these."""
    for change in changes:
        if type(change) in c.TABLE_CHANGES:
            table = evolve(title, table, change)
    assert table is not None, "the first change of a game creates it"
    return table


def write_state(state: Any) -> str:
    """A title's state as the JSON text that a change carries; mappings keep their order, which titles may list by."""
    return to_answer(state).decode()


def read_state(title: AnyTitle, text: str) -> Any:
    """A title's state from the JSON text that a change carries."""
    return msgspec.json.decode(text, type=title.state)


def same_state(title: AnyTitle, one: str, other: str) -> bool:
    """Whether two such texts hold the same facts."""
    return same_facts(read_state(title, one), read_state(title, other))


def _first_state(title: AnyTitle, table: AnyTable) -> Any:
    """Before setup; a fork starts where it left its parent."""
    if table.parent is not None:
        return read_state(title, table.parent.state)
    return title.initial(len(table.seats), msgspec.convert(table.options, title.options), table.edition)


def _created(change: c.GameCreated) -> AnyTable:
    return Table(
        title=change.title,
        edition=change.edition,
        content_hash=change.content_hash,
        commitment=change.commitment,
        creator=change.creator,
        created_at=change.created_at,
        seats=change.seats,
        options=change.options,
        private=change.private,
        substitute=change.substitute,
        organiser=change.organiser,
        parent=change.parent,
        clock=change.clock,
        reserved=change.reserved,
        tags=change.tags,
        tournament=change.tournament,
        sealed=change.sealed,
        rated=change.rated,
    )


def seat_taken(title: AnyTitle, table: AnyTable, change: c.SeatTaken) -> AnyTable:
    return _with_seat(table, change.seat, player=change.player, name=change.name, entropy=change.entropy)


def seat_left(title: AnyTitle, table: AnyTable, change: c.SeatLeft) -> AnyTable:
    return _with_seat(table, change.seat, player=None, name=None, entropy="")


def seat_missed(title: AnyTitle, table: AnyTable, change: c.SeatMissed) -> AnyTable:
    forfeited, missed = (tuple(sorted({*seats, change.seat})) for seats in (table.forfeited, table.missed))
    return replace(_left_to_ai(table, change.seat, change.level), forfeited=forfeited, missed=missed)


def game_started(title: AnyTitle, table: AnyTable, change: c.GameStarted) -> AnyTable:
    starters = tuple(seat.rated_as for seat in table.seats) if table.rated else ()
    return replace(table, status="active", game=_first_state(title, table), starters=starters)


def seat_resigned(title: AnyTitle, table: AnyTable, change: c.SeatResigned) -> AnyTable:
    return _left_to_ai(table, change.seat, change.level)


def time_expired(title: AnyTitle, table: AnyTable, change: c.TimeExpired) -> AnyTable:
    out = {*table.forfeited, change.seat} if change.forfeited else table.forfeited
    return replace(_left_to_ai(table, change.seat, change.level), forfeited=tuple(sorted(out)))


def game_aborted(title: AnyTitle, table: AnyTable, change: c.GameAborted) -> AnyTable:
    return replace(table, status="aborted")


def game_finished(title: AnyTitle, table: AnyTable, change: c.GameFinished) -> AnyTable:
    result = Result(change.ranking, change.scores, change.sheets, change.secret)
    return replace(table, status="finished", result=result)


def game_paused(title: AnyTitle, table: AnyTable, change: c.GamePaused) -> AnyTable:
    return replace(table, paused=True, organiser_paused=change.by is not None, agreed=())


def game_resumed(title: AnyTitle, table: AnyTable, change: c.GameResumed) -> AnyTable:
    return replace(table, paused=False, organiser_paused=False, agreed=())


def asked(title: AnyTitle, table: AnyTable, change: c.PauseAsked | c.ResumeAsked) -> AnyTable:
    return replace(table, agreed=tuple(sorted({*table.agreed, change.seat})))


def time_added(title: AnyTitle, table: AnyTable, change: c.TimeAdded) -> AnyTable:
    """Clocks are read with the whole event, see clock.py."""
    return table


def seat_replaced(title: AnyTitle, table: AnyTable, change: c.SeatReplaced) -> AnyTable:
    """The seat with who sits there now; its entropy stays, because the game's luck hangs on it."""
    was = table.seats[change.seat]
    if change.player is not None:
        table = replace(table, forfeited=tuple(seat for seat in table.forfeited if seat != change.seat))
    return _with_seat(
        table,
        change.seat,
        kind="ai" if change.player is None else "human",
        player=change.player,
        name=change.name,
        level=change.level,
        resigned=was.player or was.resigned,
    )


def game_annulled(title: AnyTitle, table: AnyTable, change: c.GameAnnulled) -> AnyTable:
    return replace(table, status="annulled", paused=False)


def secret_told(title: AnyTitle, table: AnyTable, change: c.SecretTold) -> AnyTable:
    """From now on everybody may know of the game."""
    result = None if table.result is None else replace(table.result, secret=change.secret)
    return replace(table, told=True, private=False, result=result)


def game_restored(title: AnyTitle, table: AnyTable, change: c.GameRestored) -> AnyTable:
    return replace(table, game=read_state(title, change.state))


def penalty_given(title: AnyTitle, table: AnyTable, change: c.PenaltyGiven) -> AnyTable:
    points = list(table.penalties or (0,) * len(table.seats))
    points[change.seat] += change.points
    return replace(table, penalties=tuple(points))


def game_adjudicated(title: AnyTitle, table: AnyTable, change: c.GameAdjudicated) -> AnyTable:
    return replace(table, adjudicated=change.ranking, paused=False)


_CASES: dict[type, Callable[[AnyTitle, AnyTable, Any], AnyTable]] = {
    c.SeatTaken: seat_taken,
    c.SeatLeft: seat_left,
    c.SeatMissed: seat_missed,
    c.GameStarted: game_started,
    c.SeatResigned: seat_resigned,
    c.TimeExpired: time_expired,
    c.GameAborted: game_aborted,
    c.GameFinished: game_finished,
    c.GamePaused: game_paused,
    c.GameResumed: game_resumed,
    c.PauseAsked: asked,
    c.ResumeAsked: asked,
    c.TimeAdded: time_added,
    c.PenaltyGiven: penalty_given,
    c.GameAdjudicated: game_adjudicated,
    c.SeatReplaced: seat_replaced,
    c.GameAnnulled: game_annulled,
    c.SecretTold: secret_told,
    c.GameRestored: game_restored,
}
"""All changes of the table's own but the first, which has no table before it."""

assert {c.GameCreated, *_CASES} == c.TABLE_CHANGES, "a table's change that nothing applies"


def _left_to_ai(table: AnyTable, seat: int, level: str) -> AnyTable:
    was = table.seats[seat].player
    return _with_seat(table, seat, kind="ai", player=None, name=None, level=level, resigned=was)


def _opened(before: Sequence[Decision], asked: Asked, event: AnyEvent, binding: Binding) -> Decision:
    """The seat's decision after an event that no open act was: the one it had before, unless it has answered that or is
    asked another thing."""
    for old in before:
        if old.seat == asked.seat and old.kind == asked.kind:
            if asked.seat == event.seat and (binding is not FREE or event.undone):
                return Decision(asked.seat, event.seq, asked.kind, old.since)
            return old
    return Decision(asked.seat, event.seq, asked.kind, event.seq)


def _with_seat(table: AnyTable, index: int, **fields: Any) -> AnyTable:
    seats: tuple[Seat, ...] = table.seats
    return replace(table, seats=(*seats[:index], replace(seats[index], **fields), *seats[index + 1 :]))
