"""Starting, pairing, closing and ending: what moves and steps alike make happen."""

from __future__ import annotations

from moothall.domain.core.draw import commitment, shuffle
from moothall.domain.tournament.changes import (
    EntrantDropped,
    Pairing,
    RoundClosed,
    RoundPaired,
    TournamentChange,
    TournamentFinished,
    TournamentStarted,
)
from moothall.domain.tournament.context import Context
from moothall.domain.tournament.deals import deal_secret
from moothall.domain.tournament.evolve import after
from moothall.domain.tournament.pairing import Paired, pair
from moothall.domain.tournament.pairing.sizes import least_size
from moothall.domain.tournament.standings import placed
from moothall.domain.tournament.state import Entrant, Round, Tournament


def started(tournament: Tournament, context: Context) -> tuple[TournamentChange, ...]:
    """TN-3.2, TN-3.3: who did not check in drops out, lots are drawn, and the first round is paired unless the
    organiser does it."""
    gone = [each for each in tournament.active if not is_there(tournament, each)]
    changes: list[TournamentChange] = [EntrantDropped(each.id, None, "did not check in") for each in gone]
    lots = shuffle(context.draw, "lot", [each.id for each in tournament.entrants])
    changes.append(TournamentStarted(lots))
    begun = after(tournament, changes)
    if tournament.settings.next_round == "auto":
        changes.extend(next_round(begun, context))
    return tuple(changes)


def is_there(tournament: Tournament, entrant: Entrant) -> bool:
    """TN-3.2: an AI of the house always is."""
    return not tournament.settings.check_in or entrant.checked_in or entrant.kind == "ai"


def enough_to_start(tournament: Tournament, players: range) -> bool:
    """TN-3.1: enough for a table."""
    there = [each for each in tournament.active if is_there(tournament, each)]
    return len(there) >= least_size(tournament.settings, players)


def next_round(tournament: Tournament, context: Context) -> tuple[RoundPaired, ...]:
    """The next round, paired by the format; nothing where it makes no table."""
    paired = pair(tournament, context.draw, context.players)
    return (round_paired(tournament, paired, context),) if paired.tables else ()


def round_paired(tournament: Tournament, paired: Paired, context: Context, by: str | None = None) -> RoundPaired:
    """The pairing as a fact, with the games to be and the deal they share, if they do."""
    number = len(tournament.rounds) + 1
    settings = tournament.settings
    return RoundPaired(
        number,
        tuple([Pairing(table, context.game_id(number, table), seats) for table, seats in enumerate(paired.tables, 1)]),
        paired.byes,
        paired.explanation,
        context.now,
        by=by,
        deadline=context.now + 1_000 * settings.round_s if settings.round_s is not None else None,
        commitment=commitment(deal_secret(context.secret, number)) if settings.duplicate else "",
    )


def closed(tournament: Tournament, number: int, secret: bytes) -> RoundClosed:
    """TN-10.2: with the last table of a round its deal is told."""
    return RoundClosed(number, deal_secret(secret, number).hex() if tournament.settings.duplicate else "")


def finished(tournament: Tournament, secret: bytes) -> TournamentFinished:
    """TN-11.1."""
    return TournamentFinished(placed(tournament), secret.hex())


def closable(each: Round) -> bool:
    """TN-4.6: a round is closed when none of its tables is being played."""
    return each.status == "active" and all(table.status != "playing" for table in each.tables)
