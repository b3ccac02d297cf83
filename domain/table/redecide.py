"""Every event decided once more: from the table before it and what was asked, what had to be written."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from moothall.domain.core.errors import IllegalMove, MoothallError
from moothall.domain.core.title import AnyTitle
from moothall.domain.table import changes as c, decide, rulings
from moothall.domain.table.clock import check_in_time
from moothall.domain.table.decide import Outcome, Person
from moothall.domain.table.event import AnyEvent
from moothall.domain.table.evolve import AnyTable, read_state
from moothall.domain.table.fold import Log
from moothall.domain.table.moves import OF_THE_ORGANISER, OF_THE_TABLE
from moothall.domain.table.rulings import TableAt
from moothall.domain.table.state import Seat


class Unfounded(MoothallError):
    """An event that nobody asked for."""


def again(title: AnyTitle, log: Log, event: AnyEvent, secret: bytes, table_at: TableAt) -> Outcome:
    """The outcome of what this event says was asked. Raises what the rules raise, or Unfounded."""
    if log.seq == 0:
        return _create(title, event, secret)
    table: AnyTable = log.table
    if type(event.move) in OF_THE_ORGANISER:
        return _ruling(title, log, event, secret, table_at)
    if event.move is not None:
        _check_mover(table, event)
        check_in_time(table, event.seat or 0, event.at)
        return decide.play(title, log, event.seat or 0, event.move, secret, event.level)
    if event.step is not None:
        if table.step != event.step:
            raise Unfounded(f"no step {event.step} is due")
        return decide.step(title, table, secret)
    if event.changes and isinstance(event.changes[0], c.TimeExpired):
        return decide.expire(title, table, event.at, secret)
    return _seating(title, table, event, secret)


def _create(title: AnyTitle, event: AnyEvent, secret: bytes) -> Outcome:
    created = event.changes[0] if event.changes else None
    if not isinstance(created, c.GameCreated):
        raise Unfounded("the first event does not create a game")
    seated = event.changes[1] if len(event.changes) > 1 and isinstance(event.changes[1], c.SeatTaken) else None
    if created.parent is not None:
        broken = title.check(read_state(title, created.parent.state))
        if broken:
            raise Unfounded(f"the state it was forked from cannot be: {'; '.join(broken)}")
    outcome = decide.create(
        title,
        Person(created.creator, seated.name if seated else ""),
        [Seat(seat.kind, level=seat.level) for seat in created.seats],  # nobody sits or has a say before they join
        created.options,
        secret,
        created.created_at,
        private=created.private and not created.sealed,  # which makes it so by itself
        entropy=seated.entropy if seated else "",
        substitute=created.substitute,
        organise=created.organiser is not None,
        parent=created.parent,
        place=seated.seat if seated and created.parent else None,
        clock=created.clock,
        edition=created.edition,
        reserved=created.reserved,
        tags=created.tags,
        tournament=created.tournament,
        sealed=created.sealed,
        rated=created.rated,
        levels=None,
    )
    # An option that the title got later is not in the record: it is at its default there, and stays unsaid.
    anew, *others = outcome.changes
    said = {name: value for name, value in anew.options.items() if name in created.options}
    return replace(outcome, changes=(replace(anew, options=said), *others))


def _check_mover(table: AnyTable, event: AnyEvent) -> None:
    """A person's seat moves by itself, an AI's seat is moved by a bot, which is said in the event."""
    if event.seat is None or not 0 <= event.seat < len(table.seats):
        raise Unfounded(f"there is no seat {event.seat}")
    if type(event.move) in OF_THE_TABLE:
        return
    if (event.level is not None) != (table.seats[event.seat].kind == "ai"):
        raise IllegalMove("TB-2.1", f"seat {event.seat} was moved by somebody who does not sit there")


def _ruling(title: AnyTitle, log: Log, event: AnyEvent, secret: bytes, table_at: TableAt) -> Outcome:
    ruling: Any = event.move
    change = event.changes[0] if event.changes else None
    named = None
    if isinstance(change, c.SeatReplaced) and change.player is not None:
        named = Person(change.player, change.name or "")
    by = Person(getattr(change, "by", ""), "")
    return rulings.rule(title, log, by, ruling, secret, table_at, named, levels=None)


def _seating(title: AnyTitle, table: AnyTable, event: AnyEvent, secret: bytes) -> Outcome:
    match event.changes[0] if event.changes else None:
        case c.SeatTaken(seat, player, name, entropy):
            return decide.join(title, table, Person(player, name), seat, entropy, secret)
        case c.SeatLeft(seat) if 0 <= seat < len(table.seats):
            return decide.leave(table, Person(table.seats[seat].player or "", ""))
        case c.SeatMissed():
            seats = [change.seat for change in event.changes if isinstance(change, c.SeatMissed)]
            return decide.start_without(title, table, seats, secret)
        case c.SecretTold():
            return decide.tell_secret(table, secret)
        case c.GameAborted():
            return decide.abort(table, Person(table.creator, ""))
        case _:
            raise Unfounded("it holds neither a move nor a step, nor does anybody sit down or leave")
