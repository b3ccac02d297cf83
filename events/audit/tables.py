"""A table of a tournament held against the record of its game: was it that table, on those terms, with those entrants,
and did it end as the tournament says?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from moothall.domain.core.codec import canonical
from moothall.domain.core.data import Json
from moothall.domain.core.errors import BadOptions
from moothall.domain.core.title import AnyTitle
from moothall.domain.table.decide import options_in_full
from moothall.domain.table.state import TournamentTable
from moothall.domain.tournament.changes import SeatsMissed, TableAnnulled, TableEnded
from moothall.domain.tournament.settings import Settings
from moothall.domain.tournament.steps import Seen
from moothall.events.audit.told import Told

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


def called(number: int, table: int) -> str:
    """The table in words."""
    return f"table {table} of round {number}"


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


def missed_by(change: SeatsMissed, told: Told, substituted: Iterable[int]) -> Seen | None:
    """The game when it gave up just those seats. One that a substitute has yet to take is nobody's no-show."""
    for seen in told.missed:
        seats = seen.free if seen.status == "aborted" else seen.absent
        if change.seats == tuple([seat for seat in seats if seat not in substituted]):
            return seen
    return None


def wrong_result(change: TableEnded | TableAnnulled, told: Told) -> str | None:
    """Why the record does not say what the tournament says of the game's end."""
    seen = told.at.get(change.seq)
    if seen is None:
        return f"its game's record has no event {change.seq}, with which it is said to have ended"
    if seen.head != change.head:
        return f"event {change.seq} of its game does not have the hash that the tournament names"
    ended = isinstance(change, TableEnded)
    if seen.status not in (("finished",) if ended else ("annulled", "aborted")):
        how = "finished" if ended else "annulled"
        return f"its game is said to be {how}, by its record it was {seen.status} at event {change.seq}"
    if change.seq not in told.turns:
        return f"event {change.seq} of its game is not the one with which it ended"
    if isinstance(change, TableEnded):
        for name in ("ranking", "scores", "forfeited"):
            if differs(getattr(change, name), getattr(seen, name)):
                recorded, found = said(getattr(change, name)), said(getattr(seen, name))
                return f"{name} is recorded as {recorded}, by its game's record it is {found}"
    return None


def differs(one: Any, other: Any) -> bool:
    """As data: what was read from JSON has lists where a fresh value has tuples."""
    return bool(one != other) and canonical(one) != canonical(other)


def said(value: Any) -> str:
    """A value in words, or as many of them as are worth printing."""
    text = canonical(value).decode()
    return text if len(text) <= LONGEST else text[:LONGEST] + "..."


def _whoever(entrants: Iterable[Identity]) -> str:
    return " or ".join(sorted(map(_who, entrants)))


def _who(identity: Identity) -> str:
    player, level = identity
    return f"player {player}" if player is not None else f"an AI ({level})" if level is not None else "anybody"
