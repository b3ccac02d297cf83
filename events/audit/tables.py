"""The tables of a tournament, as its log pairs them, held against the records of their games.

Was the game that table, on those terms, with those entrants, and did it end as the tournament says? Of a record no more
is kept than that takes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from moothall.domain.core.codec import canonical
from moothall.domain.core.data import Json
from moothall.domain.core.errors import BadOptions
from moothall.domain.core.title import AnyTitle
from moothall.domain.table.decide import options_in_full
from moothall.domain.table.evolve import AnyTable
from moothall.domain.table.state import Clock, Reserved, Seat, TournamentTable
from moothall.domain.tournament import changes as c
from moothall.domain.tournament.evolve import apply
from moothall.domain.tournament.settings import Settings
from moothall.domain.tournament.state import Tournament, TournamentEvent
from moothall.domain.tournament.steps import Seen
from moothall.events.audit.game import Examined

LONGEST = 300
"""Characters of a value that are worth printing."""

Identity = tuple[str | None, str | None]
"""Who an entrant is: an account, or a level of the house."""


class Paired(NamedTuple):
    """A table as the tournament has it."""

    tournament: str
    round: int
    table: int
    game: str
    settings: Settings
    organiser: str
    commitment: str
    """Of the deal that the tables of the round share; empty: each has its own."""
    seats: tuple[set[Identity], ...]
    """Per seat whoever was its entrant from the pairing on."""

    @property
    def called(self) -> str:
        return called(self.round, self.table)


class Pairings(NamedTuple):
    """All tables of a tournament as its log has them, read off it before any record is looked at."""

    tables: dict[tuple[int, int], Paired]
    """By round and table."""
    ends: dict[str, list[int]]
    """By game: the events with which it is said to have ended."""
    final: Tournament | None = None
    """What the log leads to, as far as it can be folded; why it cannot be any further is found again."""


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


def pairings_of(tournament_id: str, events: Sequence[TournamentEvent]) -> Pairings:
    """Every table, who was to sit there, and with which event of its game it ended."""
    found = Pairings({}, {})
    tournament: Tournament | None = None
    for event in events:
        try:
            tournament = apply(tournament, event)
            for change in event.changes:
                _note(found, tournament_id, tournament, change)
        except Exception:  # the file may hold anything
            break
    return found._replace(final=tournament)


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


def wrong_terms(paired: Paired, told: Told, title: AnyTitle) -> str | None:
    """Why the record is not that of this table."""
    if told.terms is None:
        return f"the record of its game {paired.game} cannot be folded"
    terms, settings = told.terms, paired.settings
    wanted: dict[str, Any] = {
        "tournament": TournamentTable(paired.tournament, paired.round, paired.table),
        "title": settings.title,
        "edition": settings.edition,
        "content_hash": settings.content_hash,
        "organiser": paired.organiser,
        "options": options_in_full(title, len(paired.seats), settings.options, settings.edition),
        "clock": settings.clock,
        "substitute": settings.substitute,
        "sealed": settings.duplicate,
        "fork": False,
    }
    for name, value in wanted.items():
        found = getattr(terms, name)
        if differs(_in_full(title, paired, found) if name == "options" else found, value):
            return f"its game's {name} is {said(found)}, the tournament's {said(value)}"
    if paired.commitment and terms.commitment != paired.commitment:
        return "its game is committed to another deal than the round"
    return _wrong_seats(paired, told)


def missed_by(change: c.SeatsMissed, told: Told, substituted: Iterable[int]) -> Seen | None:
    """The game when it gave up just those seats. One that a substitute has yet to take is nobody's no-show."""
    for seen in told.missed:
        seats = seen.free if seen.status == "aborted" else seen.absent
        if change.seats == tuple([seat for seat in seats if seat not in substituted]):
            return seen
    return None


def wrong_result(change: c.TableEnded | c.TableAnnulled, told: Told) -> str | None:
    """Why the record does not say what the tournament says of the game's end."""
    seen = told.at.get(change.seq)
    if seen is None:
        return f"its game's record has no event {change.seq}, with which it is said to have ended"
    if seen.head != change.head:
        return f"event {change.seq} of its game does not have the hash that the tournament names"
    ended = isinstance(change, c.TableEnded)
    if seen.status not in (("finished",) if ended else ("annulled", "aborted")):
        how = "finished" if ended else "annulled"
        return f"its game is said to be {how}, by its record it was {seen.status} at event {change.seq}"
    if change.seq not in told.turns:
        return f"event {change.seq} of its game is not the one with which it ended"
    if isinstance(change, c.TableEnded):
        for name in ("ranking", "scores", "forfeited"):
            if differs(getattr(change, name), getattr(seen, name)):
                recorded, found = said(getattr(change, name)), said(getattr(seen, name))
                return f"{name} is recorded as {recorded}, by its game's record it is {found}"
    return None


def called(number: int, table: int) -> str:
    """The table in words."""
    return f"table {table} of round {number}"


def differs(one: Any, other: Any) -> bool:
    """As data: what was read from JSON has lists where a fresh value has tuples."""
    return bool(one != other) and canonical(one) != canonical(other)


def said(value: Any) -> str:
    """A value in words, or as many of them as are worth printing."""
    text = canonical(value).decode()
    return text if len(text) <= LONGEST else text[:LONGEST] + "..."


def _note(found: Pairings, tournament_id: str, tournament: Tournament, change: c.TournamentChange) -> None:
    match change:
        case c.RoundPaired():
            for pairing in change.tables:
                found.tables[(change.round, pairing.table)] = Paired(
                    tournament_id,
                    change.round,
                    pairing.table,
                    pairing.game,
                    tournament.settings,
                    tournament.organiser,
                    change.commitment,
                    tuple([{_identity(tournament, entrant)} for entrant in pairing.seats]),
                )
        case c.EntrantSubstituted():
            for each in tournament.rounds:
                for table in each.tables:
                    if table.status == "playing" and change.entrant in table.seats:
                        paired = found.tables[(each.number, table.table)]
                        paired.seats[table.seats.index(change.entrant)].add(_identity(tournament, change.entrant))
        case c.TableEnded() | c.TableAnnulled():
            game = found.tables[(change.round, change.table)].game
            found.ends.setdefault(game, []).append(change.seq)
        case _:
            pass


def _identity(tournament: Tournament, entrant: str) -> Identity:
    found = tournament.entrant(entrant)
    return (found.player, found.level) if found is not None else (None, None)


def _gave_up(before: AnyTable | None, after: AnyTable | None) -> bool:
    """Whether that event says that somebody has not come: at some seats, or to the table at all."""
    if before is None or after is None:
        return False
    return after.missed != before.missed or (before.status == "open" and after.status == "aborted")


def _status(table: AnyTable | None) -> str:
    return table.status if table is not None else "missing"


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


def _in_full(title: AnyTitle, paired: Paired, options: Json) -> Json:
    """With those that the title got later, at their defaults; as they are, if the title knows no such options."""
    try:
        return options_in_full(title, len(paired.seats), options, paired.settings.edition)
    except BadOptions:
        return options


def _wrong_seats(paired: Paired, told: Told) -> str | None:
    assert told.terms is not None
    kept = {each.seat: each.player for each in told.terms.reserved}
    if len(told.terms.seats) != len(paired.seats):
        return f"its game has {len(told.terms.seats)} seats, the pairing {len(paired.seats)}"
    for index, (seat, entrants) in enumerate(zip(told.terms.seats, paired.seats, strict=True)):
        found: Identity = (kept.get(index), seat.level)
        if found not in entrants:
            return f"seat {index} of its game is for {_who(found)}, the pairing has {_whoever(entrants)} there"
    return None


def _whoever(entrants: Iterable[Identity]) -> str:
    return " or ".join(sorted(map(_who, entrants)))


def _who(identity: Identity) -> str:
    player, level = identity
    return f"player {player}" if player is not None else f"an AI ({level})" if level is not None else "anybody"
