"""All tables of a tournament as its log has them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from moothall.domain.tournament import changes as c
from moothall.domain.tournament.evolve import apply
from moothall.domain.tournament.state import Tournament, TournamentEvent
from moothall.events.audit.tables import Identity, Paired


class Pairings(NamedTuple):
    """Read off the log before any record is looked at."""

    tables: dict[tuple[int, int], Paired]
    """By round and table."""
    ends: dict[str, list[int]]
    """By game: the events with which it is said to have ended."""
    final: Tournament | None = None
    """What the log leads to, as far as it can be folded; why it cannot be any further is found again."""


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
