"""What players and workers can do at a table, decided: each function judges and says what happened.

None of them knows the clock or the store: seq, time and salt are added by whoever keeps the log.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from typing import Any

import msgspec

from moothall.domain.core.codec import explain, to_json
from moothall.domain.core.data import Data
from moothall.domain.core.draw import Draw, FastDraw, SeededDraw, commitment, game_seed
from moothall.domain.core.errors import BadOptions, IllegalMove, NotYourTurn
from moothall.domain.core.title import AnyTitle
from moothall.domain.table import admission, changes as c, state as s
from moothall.domain.table.clock import check_clock, expired
from moothall.domain.table.ending import finished
from moothall.domain.table.event import AnyEvent, reveals
from moothall.domain.table.evolve import AnyTable, evolve, write_state
from moothall.domain.table.fold import Log, to_undo, without
from moothall.domain.table.moves import OF_THE_TABLE, AskPause, AskResume, Resign, Undo, UndoAll


class Outcome(Data, frozen=True):
    """What is to be written: the event but for its place in the log."""

    changes: tuple[Any, ...]
    seat: int | None = None
    move: Any = None
    step: str | None = None
    level: str | None = None
    undone: tuple[int, ...] = ()
    game: Any = None
    """The title's state after the changes, where deciding them has led to it."""


class Person(Data, frozen=True):
    """The player who asks."""

    id: str
    name: str


def draw_for(table: AnyTable, secret: bytes) -> Draw:
    """The luck of a started game."""
    return SeededDraw(game_seed(secret, tuple([seat.entropy for seat in table.seats])))


def create(
    title: AnyTitle,
    creator: Person,
    seats: Sequence[s.Seat],
    options: dict[str, Any],
    secret: bytes,
    now: int,
    *,
    private: bool = False,
    entropy: str = "",
    substitute: str = s.SUBSTITUTE,
    organise: bool = False,
    parent: s.Parent | None = None,
    place: int | None = None,
    clock: s.Clock | None = None,
    edition: int | None = None,
    reserved: Sequence[s.Reserved] = (),
    tags: Sequence[str] = (),
    tournament: s.TournamentTable | None = None,
    sealed: bool = False,
    rated: bool = False,
    levels: s.Levels = s.LEVELS,
) -> Outcome:
    """A new game; the creator takes the first seat for a person that is not kept for another (or `place`), or, with
    `organise`, rules over it and takes none. With no other seat free it starts at once; with a parent it goes on from
    there. It is played by the current edition unless another one is named. A sealed one is private until it is told.
    `levels`: those that AI seats can have."""
    if len(seats) not in title.players:
        raise IllegalMove(
            "TB-1.1", f"{title.name} takes {title.players[0]} to {title.players[-1]} seats, not {len(seats)}"
        )
    for index, seat in enumerate(seats):
        if (seat.level is not None) != (seat.kind == "ai") or not (seat.level is None or s.knows(levels, seat.level)):
            raise IllegalMove(
                "TB-1.1", f"seat {index}: an AI seat names one of the levels {', '.join(levels or s.LEVELS)}"
            )
    admission.check_reserved(seats, reserved, creator.id if organise else None)
    admission.check_tags(tags)
    if rated:
        admission.check_rated(seats, private=private, fork=parent is not None, organised=organise)
    check_clock(clock)
    edition = title.current if edition is None else edition
    if edition not in title.editions:
        known = ", ".join(map(str, title.editions))
        raise BadOptions("edition", f"{title.name} has no edition {edition}; there are: {known}")
    if not s.knows(levels, substitute):
        known = ", ".join(levels or s.LEVELS)
        raise IllegalMove("TB-5.1", f"substitute: there is no level {substitute!r}; there are {known}")
    created = c.GameCreated(
        title=title.slug,
        edition=edition,
        content_hash=title.editions[edition].hash,
        commitment=commitment(secret),
        creator=creator.id,
        created_at=now,
        seats=tuple(seats),
        options=options_in_full(title, len(seats), options, edition),
        private=private or sealed,
        substitute=substitute,
        organiser=creator.id if organise else None,
        parent=parent,
        clock=clock,
        reserved=tuple(reserved),
        tags=tuple(tags),
        tournament=tournament,
        sealed=sealed,
        rated=rated,
    )
    admission.check_tournament(created)
    changes: list[Any] = [created]
    if place is not None and all(seat.taken for seat in seats):
        raise IllegalMove("TB-1.3", f"seat {place} is not free; free: none")
    if not organise and not all(seat.taken for seat in seats):
        place = admission.seat_for(seats, reserved, creator.id, place)
        changes.append(c.SeatTaken(place, creator.id, creator.name, entropy))
    return Outcome((*changes, *_started(title, changes, None, secret)))


def options_in_full(title: AnyTitle, seats: int, options: dict[str, Any], edition: int) -> dict[str, Any]:
    """The options in full, defaults included, after the title has agreed to them."""
    try:
        checked = msgspec.convert(options, title.options)
    except msgspec.ValidationError as error:
        path, text = explain(error)
        raise BadOptions(f"options{path}", text) from error
    title.check_options(seats, checked, edition)
    # By way of JSON, so that the table made now equals the one read from the log: no tuples.
    full: dict[str, Any] = msgspec.json.decode(to_json(checked))
    return full


def parent(
    title: AnyTitle, game_id: str, seq: int, table: AnyTable, head: bytes, seat: int | None, secret: bytes
) -> s.Parent:
    """Where a fork goes on from: its parent at event `seq` (`table` and `head` are those after it). With a seat,
    everything that seat could not see is dealt anew, by luck that hangs on the new game's secret."""
    if table.game is None or title.awaiting(table.game).finished:
        raise IllegalMove("TB-8.1", f"there is nothing to go on from at event {seq}: the game was not being played")
    state = table.game
    if seat is not None:
        seed = hmac.digest(secret, b"fork", "sha256")
        state = title.determinize(state, seat, FastDraw(int.from_bytes(seed[:8], "big")))
    return s.Parent(game_id, seq, head.hex(), seat is None, write_state(state))


def join(title: AnyTitle, table: AnyTable, person: Person, seat: int | None, entropy: str, secret: bytes) -> Outcome:
    """Take a free seat; the last one starts the game."""
    _check_open(table)
    if table.seat_of(person.id) is not None:
        raise IllegalMove("TB-1.3", "you already have a seat in this game")
    if table.organiser == person.id:
        raise IllegalMove("TB-7.1", "you organise this game and take no seat in it")
    admission.check_entropy(table, entropy)
    seat = admission.seat_for(table.seats, table.reserved, person.id, seat)
    taken = c.SeatTaken(seat, person.id, person.name, entropy)
    return Outcome((taken, *_started(title, [taken], table, secret)), seat=seat)


def leave(table: AnyTable, person: Person) -> Outcome:
    """Give the seat back before the start."""
    _check_open(table)
    seat = _seat_of(table, person)
    others = [place for place in table.seats if place.player not in (None, person.id)]
    left: tuple[Any, ...] = (c.SeatLeft(seat),)
    stays = others or table.organiser is not None
    return Outcome(left if stays else (*left, c.GameAborted("nobody is left at the table")), seat=seat)


def start_without(title: AnyTitle, table: AnyTable, seats: Sequence[int], secret: bytes) -> Outcome:
    """TB-11.4: the players of these seats did not come; an AI plays there, out of the running. With the last free seat
    the game starts, and ends at once if only one is left in the running."""
    _check_open(table)
    admission.check_missed(table, seats)
    missed = [c.SeatMissed(seat, table.substitute) for seat in sorted(seats)]
    started = _started(title, missed, table, secret)
    for change in (*missed, *started):
        table = evolve(title, table, change)
    alone = table.status == "active" and len(table.seats) - len(table.forfeited) <= 1
    return Outcome((*missed, *started, *((finished(title, table, table.game, secret),) if alone else ())))


def tell_secret(table: AnyTable, secret: bytes) -> Outcome:
    """TB-11.3: what the end of a sealed game has kept."""
    admission.check_untold(table)
    return Outcome((c.SecretTold(secret.hex()),))


def abort(table: AnyTable, person: Person) -> Outcome:
    """Drop a game that has not started."""
    _check_open(table)
    if table.creator != person.id:
        raise NotYourTurn("TB-1.4", "only the creator of the game may abort it")
    return Outcome((c.GameAborted("aborted by its creator"),), seat=table.seat_of(person.id))


def play(title: AnyTitle, log: Log, seat: int, move: Any, secret: bytes, level: str | None = None) -> Outcome:
    """A move of a seat, the table's own moves included."""
    table: AnyTable = log.table
    if table.status != "active":
        raise IllegalMove("TB-2.1", f"the game is {table.status}")
    if type(move) in OF_THE_TABLE:
        return _play_on_table(title, log, seat, move, secret)
    _check_not_paused(table)
    turn = title.play(table.game, seat, move, draw_for(table, secret))
    changes = (*turn.changes, *_ended(title, table, turn.state, secret))
    return Outcome(changes, seat, move, level=level, game=turn.state)


def _play_on_table(title: AnyTitle, log: Log, seat: int, move: Any, secret: bytes) -> Outcome:
    table: AnyTable = log.table
    if isinstance(move, AskPause | AskResume):
        return _ask(table, seat, move)
    _check_not_paused(table)
    match move:
        case Undo(to):
            return _undo(title, log, seat, move, to, False, secret)
        case UndoAll():
            return _undo(title, log, seat, move, None, True, secret)
        case _:
            assert isinstance(move, Resign)
            if table.seats[seat].kind == "ai":
                raise IllegalMove("TB-5.1", "an AI seat does not resign")
            return Outcome((c.SeatResigned(seat, table.substitute),), seat=seat, move=move)


def _check_not_paused(table: AnyTable) -> None:
    if table.paused:
        raise IllegalMove("TB-7.2", "the game is paused")


def check_may_follow(title: AnyTitle, event: AnyEvent) -> None:
    """TB-2.3: nothing is sent along after a move that makes something known. If it were refused, all would be taken
    back, and the refusal would have told what the dice or the others' secrets are."""
    if reveals(title, event):
        raise IllegalMove("TB-2.3", "the move before makes something known or is final: send what follows on its own")


def step(title: AnyTitle, table: AnyTable, secret: bytes) -> Outcome:
    """Run the step that is due."""
    turn = title.run_step(table.game, draw_for(table, secret))
    return Outcome((*turn.changes, *_ended(title, table, turn.state, secret)), step=table.step, game=turn.state)


def expire(title: AnyTitle, table: AnyTable, at: int, secret: bytes) -> Outcome:
    """TB-9.4, TB-9.5: the seats whose time is up at that moment are left to an AI, and may be out of the running; the
    last one that is not has won. Raises IllegalMove if nobody's time is up."""
    seats = expired(table, at)
    if not seats or table.clock is None:
        raise IllegalMove("TB-9.3", "nobody's time is up")
    forfeit = table.clock.on_timeout == "forfeit"
    changes: tuple[Any, ...] = tuple(c.TimeExpired(seat, table.substitute, forfeit) for seat in seats)
    for change in changes:
        table = evolve(title, table, change)
    if len(table.seats) - len(table.forfeited) <= 1:
        changes += (finished(title, table, table.game, secret),)
    return Outcome(changes)


def _ask(table: AnyTable, seat: int, move: AskPause | AskResume) -> Outcome:
    """TB-10.1, TB-10.2: the last person who agrees makes it happen."""
    pausing = isinstance(move, AskPause)
    if table.seats[seat].kind == "ai":
        raise IllegalMove("TB-10.1", "an AI seat agrees to everything and asks for nothing")
    if table.paused == pausing:
        raise IllegalMove("TB-10.1" if pausing else "TB-10.2", f"the game is {'' if pausing else 'not '}paused")
    if table.organiser_paused:
        raise IllegalMove("TB-10.2", "the organiser has paused the game and has to resume it")
    agreed = all(
        index == seat or index in table.agreed for index, place in enumerate(table.seats) if place.kind == "human"
    )
    if seat in table.agreed and not agreed:
        raise IllegalMove("TB-10.1" if pausing else "TB-10.2", "you have asked already; others have yet to agree")
    asked: Any = c.PauseAsked(seat) if pausing else c.ResumeAsked(seat)
    done: Any = c.GamePaused() if pausing else c.GameResumed()
    return Outcome((asked, done) if agreed else (asked,), seat=seat, move=move)


def _undo(title: AnyTitle, log: Log, seat: int, move: Any, to: int | None, every: bool, secret: bytes) -> Outcome:
    undone = to_undo(title, log, seat, to, every)
    restored, _ = without(title, log, undone)
    turn = title.turn(restored.game, draw_for(restored, secret), seat)
    title.on_undo(turn, log.table.game)
    return Outcome(tuple(turn.changes), seat=seat, move=move, undone=undone)


def _started(title: AnyTitle, changes: Sequence[Any], table: AnyTable | None, secret: bytes) -> tuple[Any, ...]:
    for change in changes:
        table = evolve(title, table, change)
    assert table is not None
    if not all(seat.taken for seat in table.seats):
        return ()
    started = c.GameStarted()
    table = evolve(title, table, started)
    if table.parent is not None:
        return (started,)
    turn = title.turn(table.game, draw_for(table, secret))
    title.setup(turn)
    return (started, *turn.changes)


def _ended(title: AnyTitle, table: AnyTable, state: Any, secret: bytes) -> tuple[Any, ...]:
    return (finished(title, table, state, secret),) if title.awaiting(state).finished else ()


def _check_open(table: AnyTable) -> None:
    if table.status != "open":
        raise IllegalMove("TB-1.5", f"the game is {table.status}: nobody joins, leaves or aborts any more")


def _seat_of(table: AnyTable, person: Person) -> int:
    seat = table.seat_of(person.id)
    if seat is None:
        raise NotYourTurn("TB-2.1", "you have no seat in this game")
    return seat
