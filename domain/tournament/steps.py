"""What follows by itself, and what has to be done at the tables.

`step` says what happens to the tournament next, given its tables as they are; `to_do` what has to happen to them. Both
are asked again and again until nothing is left, by anybody, twice or at once: neither depends on who asked before.
Starting, pairing, closing and ending stand at the end: moves and steps alike make them happen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from moothall.domain.core.data import Data
from moothall.domain.core.draw import commitment, shuffle
from moothall.domain.core.ranking import Ranking
from moothall.domain.tournament import changes as c
from moothall.domain.tournament.context import Context, Decided, deal_secret
from moothall.domain.tournament.evolve import after
from moothall.domain.tournament.pairing import nothing_left, pair
from moothall.domain.tournament.pairing.field import Paired
from moothall.domain.tournament.settings import least_size
from moothall.domain.tournament.standings import placed
from moothall.domain.tournament.state import Entrant, Round, Table, Tournament


class Seen(Data, frozen=True):
    """A game as it is now; one that is not there yet is `missing`."""

    game: str
    status: Literal["missing", "open", "active", "finished", "aborted", "annulled"]
    seq: int = 0
    head: str = ""
    """Chain hash of the latest event that matters to the result, in hex; `seq` is that event."""
    created_at: int = 0
    free: tuple[int, ...] = ()
    """Seats that nobody has taken yet, of an open game."""
    absent: tuple[int, ...] = ()
    """Seats that were given up for lost because nobody came."""
    ranking: Ranking = ()
    scores: tuple[int, ...] = ()
    forfeited: tuple[int, ...] = ()
    people: tuple[str | None, ...] = ()
    """Per seat the player who sits there; else who sat there last; else whom the seat is kept for. None: an AI from the
    first."""
    ai: tuple[int, ...] = ()
    """Seats that an AI plays now."""
    told: bool = False
    """Whether the game's secret is known."""


class OpenTable(Data, frozen=True):
    """Make the game of a table, its seats kept for its entrants."""

    round: int
    table: int


class StartWithout(Data, frozen=True):
    """Start a game without those who did not come: an AI plays on each of these seats, which are forfeited."""

    game: str
    seats: tuple[int, ...]


class EndTable(Data, frozen=True):
    """End a game at its round's deadline."""

    game: str
    how: Literal["adjudicate", "annul"]


class AbortTable(Data, frozen=True):
    """Drop a game that nobody came to."""

    game: str


class TellSecret(Data, frozen=True):
    """Tell the secret (hex) of a game that shared its deal, now that all are over."""

    game: str
    secret: str


class ReplaceSeat(Data, frozen=True):
    """Give the seat to whoever goes on for its entrant: a player, or an AI of a level."""

    game: str
    seat: int
    player: str | None = None
    level: str | None = None


Act = OpenTable | StartWithout | EndTable | AbortTable | TellSecret | ReplaceSeat


def step(tournament: Tournament, seen: Mapping[str, Seen], context: Context) -> Decided | None:
    """The next event that follows by itself now; None: there is none."""
    if tournament.status == "open":
        return _start(tournament, context)
    if tournament.status != "active":
        return None
    for each in tournament.rounds:
        for table in each.tables:
            told = _told(tournament, each, table, seen.get(table.game), context.now)
            if told:
                return Decided(told, step="table")
    for each in tournament.rounds:
        if closable(each):
            return Decided((closed(tournament, each.number, context.secret),), step="close_round")
    return None if tournament.paused else _go_on(tournament, context)


def _go_on(tournament: Tournament, context: Context) -> Decided | None:
    """TN-4.7, TN-11.1: the next round, or the end. On a ladder others may still be playing."""
    if tournament.all_closed and nothing_left(tournament, context.players):
        return Decided((finished(tournament, context.secret),), step="finish")
    ladder = tournament.settings.format == "ladder"
    if tournament.settings.next_round != "auto" or tournament.ending or not (tournament.all_closed or ladder):
        return None
    paired = next_round(tournament, context)
    return Decided(paired, step="pair_round") if paired else None


def _start(tournament: Tournament, context: Context) -> Decided | None:
    """TN-3.4: at its time, with whoever is there."""
    starts_at = tournament.settings.starts_at
    if starts_at is None or tournament.paused or context.now < starts_at:
        return None
    if enough_to_start(tournament, context.players):
        return Decided(started(tournament, context), step="start")
    aborted = c.TournamentAborted(None, "too few entrants when it was to start", context.secret.hex())
    return Decided((aborted,), step="start")


def _told(
    tournament: Tournament, each: Round, table: Table, seen: Seen | None, now: int
) -> tuple[c.TournamentChange, ...]:
    """TN-9.2, TN-9.4: what a table's game tells that is not known yet."""
    if seen is None or table.status == "annulled":
        return ()
    if table.status == "playing":
        missed = _missed(tournament, each, table, seen, now)
        if missed and not table.absent:
            return _no_shows(tournament, each, table, missed)
        if seen.status == "finished":
            return (
                c.TableEnded(
                    each.number, table.table, seen.ranking, seen.scores, seen.seq, seen.head, forfeited=seen.forfeited
                ),
            )
    if seen.status == "annulled" or (seen.status == "aborted" and table.status == "playing"):
        return (c.TableAnnulled(each.number, table.table, seen.seq, seen.head),)
    return ()


def _missed(tournament: Tournament, each: Round, table: Table, seen: Seen, now: int) -> tuple[int, ...]:
    """Seats whose players did not come: those that were given up, or all of a table that nobody came to. A seat that
    a substitute has yet to take is nobody's no-show."""
    missed = seen.absent
    if seen.status == "aborted" and len(seen.free) == len(table.seats) and now >= join_deadline(tournament, each, seen):
        missed = seen.free
    return tuple([seat for seat in missed if seat not in table.substituted])


def _no_shows(
    tournament: Tournament, each: Round, table: Table, seats: tuple[int, ...]
) -> tuple[c.TournamentChange, ...]:
    changes: list[c.TournamentChange] = [c.SeatsMissed(each.number, table.table, seats)]
    if tournament.settings.drop_no_shows:
        for seat in seats:
            entrant = tournament.entrant(table.seats[seat])
            if entrant is not None and not entrant.dropped:
                changes.append(c.EntrantDropped(entrant.id, None, f"did not come to table {table.table}"))
    return tuple(changes)


def join_deadline(tournament: Tournament, each: Round, seen: Seen | None = None) -> int:
    """TN-9.1: until when seats are kept for their players."""
    opened = max(each.paired_at, seen.created_at if seen is not None else 0)
    return opened + 1_000 * tournament.settings.join_s


def due(tournament: Tournament, seen: Mapping[str, Seen] | None = None, after: int = 0) -> int | None:
    """The next moment, later than `after`, at which time alone makes something happen (ms)."""
    moments: list[int] = []
    if tournament.status == "open" and tournament.settings.starts_at is not None and not tournament.paused:
        moments.append(tournament.settings.starts_at)
    if tournament.status == "active":
        for each in tournament.rounds:
            if each.status == "active":
                moments.extend(_moments(tournament, each, seen or {}))
    return min((moment for moment in moments if moment > after), default=None)


def _moments(tournament: Tournament, each: Round, seen: Mapping[str, Seen]) -> Iterator[int]:
    for table in each.tables:
        if table.status != "playing":
            continue
        known = seen.get(table.game)
        if known is None or known.status in ("missing", "open"):
            yield join_deadline(tournament, each, known)
        if each.deadline is not None and tournament.settings.on_deadline != "wait":
            yield each.deadline


def to_do(tournament: Tournament, seen: Mapping[str, Seen], now: int) -> tuple[Act, ...]:
    """What has to be done at tables and is not done yet. Each act may be done twice."""
    acts: list[Act] = []
    for each in tournament.rounds:
        for table in each.tables:
            known = seen.get(table.game) or Seen(table.game, "missing")
            if tournament.status == "aborted":
                acts.extend(_given_up(tournament, each, known))
            elif table.status == "playing":
                acts.extend(_at_table(tournament, each, table, known, now))
            elif each.secret and known.status in ("finished", "annulled") and not known.told:
                acts.append(TellSecret(table.game, each.secret))
    return tuple(acts)


def _at_table(tournament: Tournament, each: Round, table: Table, seen: Seen, now: int) -> Iterator[Act]:
    match seen.status:
        case "missing":
            if tournament.status == "active":
                yield OpenTable(each.number, table.table)
        case "open":
            if now >= join_deadline(tournament, each, seen):
                nobody = len(seen.free) == len(table.seats)
                yield AbortTable(table.game) if nobody else StartWithout(table.game, seen.free)
        case "active":
            how = tournament.settings.on_deadline
            if each.deadline is not None and now >= each.deadline and how != "wait":
                yield EndTable(table.game, how)
            else:
                yield from _replacements(tournament, table, seen)
        case _:
            pass


def _replacements(tournament: Tournament, table: Table, seen: Seen) -> Iterator[Act]:
    """TN-8.6: seats that substitutes have yet to take."""
    for seat in table.substituted:
        entrant = tournament.entrant(table.seats[seat])
        assert entrant is not None, "tables hold entrants"
        if entrant.player is None:
            if seat not in seen.ai:
                yield ReplaceSeat(table.game, seat, level=entrant.level)
        elif seat < len(seen.people) and seen.people[seat] != entrant.player:
            yield ReplaceSeat(table.game, seat, player=entrant.player)


def _given_up(tournament: Tournament, each: Round, seen: Seen) -> Iterator[Act]:
    """TN-11.3: what is left of an aborted tournament."""
    if seen.status == "open":
        yield AbortTable(seen.game)
    elif seen.status == "active":
        yield EndTable(seen.game, "annul")
    elif tournament.settings.duplicate and seen.status in ("finished", "annulled") and not seen.told:
        yield TellSecret(seen.game, deal_secret(bytes.fromhex(tournament.secret), each.number).hex())


def started(tournament: Tournament, context: Context) -> tuple[c.TournamentChange, ...]:
    """TN-3.2, TN-3.3: who did not check in drops out, lots are drawn, and the first round is paired unless the
    organiser does it."""
    gone = [each for each in tournament.active if not is_there(tournament, each)]
    changes: list[c.TournamentChange] = [c.EntrantDropped(each.id, None, "did not check in") for each in gone]
    lots = shuffle(context.draw, "lot", [each.id for each in tournament.entrants])
    changes.append(c.TournamentStarted(lots))
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


def next_round(tournament: Tournament, context: Context) -> tuple[c.RoundPaired, ...]:
    """The next round, paired by the format; nothing where it makes no table."""
    paired = pair(tournament, context.draw, context.players)
    return (round_paired(tournament, paired, context),) if paired.tables else ()


def round_paired(tournament: Tournament, paired: Paired, context: Context, by: str | None = None) -> c.RoundPaired:
    """The pairing as a fact, with the games to be and the deal they share, if they do."""
    number = len(tournament.rounds) + 1
    settings = tournament.settings
    return c.RoundPaired(
        number,
        tuple(
            [c.Pairing(table, context.game_id(number, table), seats) for table, seats in enumerate(paired.tables, 1)]
        ),
        paired.byes,
        paired.explanation,
        context.now,
        by=by,
        deadline=context.now + 1_000 * settings.round_s if settings.round_s is not None else None,
        commitment=commitment(deal_secret(context.secret, number)) if settings.duplicate else "",
    )


def closed(tournament: Tournament, number: int, secret: bytes) -> c.RoundClosed:
    """TN-10.2: with the last table of a round its deal is told."""
    return c.RoundClosed(number, deal_secret(secret, number).hex() if tournament.settings.duplicate else "")


def finished(tournament: Tournament, secret: bytes) -> c.TournamentFinished:
    """TN-11.1."""
    return c.TournamentFinished(placed(tournament), secret.hex())


def closable(each: Round) -> bool:
    """TN-4.6: a round is closed when none of its tables is being played."""
    return each.status == "active" and all(table.status != "playing" for table in each.tables)
