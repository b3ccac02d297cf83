"""The fifth verdict: one walk through a tournament's events, each decided again, its tables held against the records of
their games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set as AbstractSet
from typing import Any

from moothall.domain.core.codec import canonical
from moothall.domain.core.draw import commitment
from moothall.domain.core.errors import IllegalMove, MoothallError
from moothall.domain.core.title import AnyTitle
from moothall.domain.tournament import changes as c
from moothall.domain.tournament.context import Decided
from moothall.domain.tournament.evolve import apply
from moothall.domain.tournament.redecide import again
from moothall.domain.tournament.standings import placed
from moothall.domain.tournament.state import Tournament, TournamentEvent
from moothall.domain.tournament.steps import Seen
from moothall.events.audit.replay import other_rules
from moothall.events.audit.report import OK, Verdict
from moothall.events.audit.tables import Pairings, Told, called, differs, missed_by, said, wrong_result, wrong_terms
from moothall.events.records.tournament import LogHeader

RULES = 1
"""The newest version of the rules of tournaments that can be judged by."""

OfTable = c.SeatsMissed | c.TableEnded | c.TableAnnulled


class Standings:
    """A tournament's log with what is known of its games."""

    def __init__(
        self,
        header: LogHeader,
        events: Sequence[TournamentEvent],
        pairings: Pairings,
        told: Mapping[str, Told],
        unread: AbstractSet[str],
        title: AnyTitle,
    ) -> None:
        """`unread` are games whose records could not be looked at: nothing is said of them."""
        self._header = header
        self._events = events
        self._pairings = pairings
        self._told = told
        self._unread = unread
        self._title = title
        self._secret = _secret_in(events)
        self._final = pairings.final

    def verdict(self) -> Verdict:
        """The first event with which something is wrong, and what."""
        if why := self._unjudged():
            return Verdict(None, None, f"not checked: {why}")
        if self._secret is None:
            why = (
                "the tournament's secret is never told, so neither lots nor pairings can be checked: events are missing"
            )
            return Verdict(False, len(self._events), why)
        if commitment(self._secret) != self._header.commitment:
            return Verdict(False, len(self._events), "the secret told is not the one that was committed to")
        before: Tournament | None = None
        for event in self._events:
            try:
                for why in self._wrong(before, event, self._secret):
                    return Verdict(False, event.seq, why)
                before = apply(before, event)
            except Exception as error:  # facts that no rule ever made
                return Verdict(False, event.seq, f"it cannot be judged: {type(error).__name__}: {error}")
        try:
            end = self._wrong_end(before)
        except Exception as error:  # standings that no tournament comes to
            end = f"its end cannot be judged: {type(error).__name__}: {error}"
        return OK if end is None else Verdict(False, len(self._events), end)

    def _unjudged(self) -> str | None:
        """Why the rules it was held by are not at hand."""
        version = self._final.rules if self._final is not None else RULES
        if version > RULES:
            return f"paired by version {version} of the rules of tournaments, this Moothall has {RULES}"
        return other_rules(self._header, self._title)

    def _wrong(self, before: Tournament | None, event: TournamentEvent, secret: bytes) -> Iterator[str]:
        """What is wrong with an event, the plainest first."""
        seen: dict[str, Seen] = {}
        for change in event.changes:
            if isinstance(change, c.RoundPaired):
                if change.paired_at != event.at:
                    yield f"paired_at is recorded as {change.paired_at}, which is not the time of the event"
                yield from self._wrong_round(change)
            elif isinstance(change, OfTable):
                yield from self._wrong_table(before, change, seen)
        if any(self._is_unread(change) for change in event.changes):
            return
        try:
            decided = again(before, event, secret, seen, self._title)
            why = _difference(event, decided)
        except IllegalMove as error:
            why = f"the rules refuse it: {error.rule}, {error.text}"
        except MoothallError as error:
            why = str(error)
        except Exception as error:  # what is recorded makes no sense to the rules
            why = f"it cannot be decided again: {type(error).__name__}: {error}"
        if why is not None:
            yield why

    def _wrong_round(self, change: c.RoundPaired) -> Iterator[str]:
        """Whether every table's record is there, and that of this table."""
        for pairing in change.tables:
            paired, told = self._pairings.tables.get((change.round, pairing.table)), self._told.get(pairing.game)
            if pairing.game in self._unread:
                continue
            if told is None and self._never_opened(change.round, pairing.table):
                continue
            if paired is None or told is None:
                yield f"{called(change.round, pairing.table)}: the record of its game {pairing.game} is missing"
            elif why := wrong_terms(paired, told, self._title):
                yield f"{paired.called} (game {paired.game}): {why}"

    def _is_unread(self, change: c.TournamentChange) -> bool:
        """Whether it tells of a game of which nothing is known."""
        paired = self._pairings.tables.get((change.round, change.table)) if isinstance(change, OfTable) else None
        return paired is not None and paired.game in self._unread

    def _never_opened(self, number: int, table: int) -> bool:
        """Whether the tournament was aborted before anything was heard of that table: then it may have no game."""
        final = self._final
        if final is None or final.status != "aborted" or not 1 <= number <= len(final.rounds):
            return False
        tables = final.rounds[number - 1].tables
        return any(each.table == table and each.status == "playing" and not each.absent for each in tables)

    def _wrong_table(self, before: Tournament | None, change: OfTable, seen: dict[str, Seen]) -> Iterator[str]:
        """Whether the record says the same of the table; notes what the tournament has seen of it."""
        paired = self._pairings.tables.get((change.round, change.table))
        if paired is None:
            yield f"there is no {called(change.round, change.table)}"
            return
        told = self._told.get(paired.game)
        if told is None:
            return  # it was missing when it was paired, or could not be looked at
        if isinstance(change, c.SeatsMissed):
            table = before.table(change.round, change.table) if before is not None else None
            found = missed_by(change, told, table.substituted if table is not None else ())
            unsaid = f"its game's record does not say that seats {said(change.seats)} were missed"
            why = unsaid if found is None else None
        else:
            found, why = told.at.get(change.seq), wrong_result(change, told)
        if why is not None:
            yield f"{paired.called} (game {paired.game}): {why}"
        if found is not None:
            seen[paired.game] = found

    def _wrong_end(self, tournament: Tournament | None) -> str | None:
        if tournament is None:
            return "there are no events"
        header, settings = self._header, tournament.settings
        for name, value in (
            ("name", settings.name),
            ("title", settings.title),
            ("edition", settings.edition),
            ("content_hash", settings.content_hash),
            ("commitment", tournament.commitment),
        ):
            if getattr(header, name) != value:
                return f"the header's {name} is not that of the events"
        if tournament.status not in ("finished", "aborted"):
            return f"the tournament is {tournament.status}, not over: events are missing"
        tables = {each.game for each in self._pairings.tables.values()}
        for game, told in self._told.items():
            if game not in tables:
                return f"{told.file} is the record of game {game}, which is no table of this tournament"
        return _wrong_standings(self._events, tournament)


def _wrong_standings(events: Sequence[TournamentEvent], tournament: Tournament) -> str | None:
    """The final standings as they are recorded, against those that follow."""
    recorded: tuple[c.Placed, ...] | None = None
    for event in events:
        for change in event.changes:
            if isinstance(change, c.TournamentFinished | c.StandingsRevised):
                recorded = change.standings
    if recorded is None:
        return None if tournament.status == "aborted" else "no standings are recorded"
    follow = placed(tournament)
    for place in range(max(len(recorded), len(follow))):
        one = recorded[place] if place < len(recorded) else None
        other = follow[place] if place < len(follow) else None
        if differs(one, other):
            return f"line {place + 1} of the final standings is recorded as {said(one)}, where {said(other)} follows"
    return None


def _secret_in(events: Sequence[TournamentEvent]) -> bytes | None:
    """The secret, where it is told."""
    for event in events:
        for change in event.changes:
            if isinstance(change, c.TournamentFinished | c.TournamentAborted):
                try:
                    return bytes.fromhex(change.secret)
                except ValueError:
                    return None
    return None


def _difference(event: TournamentEvent, decided: Decided) -> str | None:
    """Where the event and the same event decided again part."""
    for place in range(max(len(event.changes), len(decided.changes))):
        recorded: Any = event.changes[place] if place < len(event.changes) else None
        follows: Any = decided.changes[place] if place < len(decided.changes) else None
        if recorded != follows and canonical(recorded) != canonical(follows):
            return _parting(recorded, follows)
    for name in ("by", "step"):
        recorded, follows = getattr(event, name), getattr(decided, name)
        if recorded != follows:
            return f"{name} is recorded as {recorded!r}, where {follows!r} follows"
    return None


def _parting(recorded: Any, follows: Any) -> str:
    """The first field in which two changes differ, if they are of one kind."""
    if type(recorded) is type(follows):
        for name in recorded.__struct_fields__:
            one, other = getattr(recorded, name), getattr(follows, name)
            if differs(one, other):
                kind = recorded.__struct_config__.tag
                return f"{name} of {kind} is recorded as {said(one)}, where {said(other)} follows"
    one, other = (said(each) if each is not None else "nothing" for each in (recorded, follows))
    return f"recorded is {one}, where {other} follows"
