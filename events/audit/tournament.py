"""The audit of a tournament: the four verdicts on all of its games, and the fifth, from the files alone.

5. standings  the tournament's log is whole and signed; every event, decided again, gives exactly what is recorded:
              lots, pairings, byes, points and tie-breaks; every table is there, was played on the
              tournament's terms by its entrants, and ended as its game's own record says

Records are looked at one after the other; what a tournament needs of each is little (tables.py).
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from moothall.domain.core.title import AnyTitle
from moothall.domain.tournament.state import SCHEMA, TournamentEvent
from moothall.events.audit.game import Examined, check_chain
from moothall.events.audit.report import NAMES, OK, TournamentReport, Verdict, check_signature, is_trusted
from moothall.events.audit.standings import Standings
from moothall.events.audit.tables import Pairings, Told, pairings_of, told_by
from moothall.events.records.bundle import Manifest, Member
from moothall.events.records.format import Fault
from moothall.events.records.limits import check_numbers
from moothall.events.records.tournament import ReadLog, read_log_lines

_decode = msgspec.json.Decoder(TournamentEvent).decode


class TournamentAudit:
    """`begin`, `take` every record, `end`; then `report` says what was found. A file can be anything: whatever an odd
    one makes `begin` or `end` raise is for the caller to tell with `give_up`."""

    def __init__(
        self, manifest: Manifest, log: Member, titles: Mapping[str, AnyTitle], trusted: Mapping[str, str] | None
    ) -> None:
        self._manifest = manifest
        self._log = log
        self._titles = titles
        self._trusted = trusted
        self._lines: ReadLog = read_log_lines(b"")
        self._events: tuple[TournamentEvent, ...] = ()
        self._pairings = Pairings({}, {})
        self._begun = False
        self._told: dict[str, Told] = {}
        self._unread: set[str] = set()
        self._found = dict.fromkeys(TournamentReport.names, OK)

    def begin(self) -> None:
        """The log: read, chained, signed, folded."""
        self._note("chain", check_signature(self._manifest, self._trusted), "manifest.json")
        if self._log.fault is not None:
            self._note("chain", Verdict(False, None, self._log.fault), self._log.file)
            self._note("standings", Verdict(False, 0, f"{self._log.file}: {self._log.fault}"))
        self._lines = read_log_lines(self._log.data)
        self._note("chain", check_chain(self._lines, self._trusted), self._log.file)
        self._note("standings", check_chain(self._lines, None))
        self._check_key(self._log.file, self._lines.end.key if self._lines.end is not None else None)
        self._events, torn = _decoded(self._lines)
        if torn is not None:
            self._note("standings", Verdict(False, torn.seq, torn.why))
        tournament = self._lines.header.tournament if self._lines.header is not None else ""
        self._pairings = pairings_of(tournament, self._events)
        self._begun = True

    def take(self, file: str, examined: Examined) -> None:
        """One record. What is in the place of one counts as such."""
        for name in NAMES:
            self._note(name, examined.report.verdicts[name], file)
        if examined.record is None:
            self._unread |= {each.game for each in self._manifest.records if each.file == file}
            self._note("standings", Verdict(None, None, f"not checked: {file} could not be looked at"))
            return
        self._check_key(file, examined.report.key)
        header = examined.record.header
        if header is None:
            return
        told = told_by(file, examined, self._pairings.ends.get(header.game, ()))
        if header.game in self._told:
            twice = f"{file} and {self._told[header.game].file} are records of the same game"
            self._note("standings", Verdict(False, None, twice))
        self._told[header.game] = told

    def end(self) -> None:
        """Everything that is said of the tables and the standings; nothing if it did not come to a beginning."""
        if not self._begun:
            return
        header = self._lines.header
        if header is None:
            self._note("standings", Verdict(False, 0, "there is no log to go by"))
            return
        title = self._titles.get(header.title)
        if title is None:
            why = f"not checked: this Moothall has no title {header.title!r}"
            self._note("standings", Verdict(None, None, why))
            return
        judge = Standings(header, self._events, self._pairings, self._told, self._unread, title)
        self._note("standings", judge.verdict())

    def give_up(self, why: str) -> None:
        """The fifth verdict cannot be had."""
        self._note("standings", Verdict(None, None, f"not checked: {why}"))

    @property
    def report(self) -> TournamentReport:
        header, end = self._lines.header, self._lines.end
        return TournamentReport(
            tournament=header.tournament if header is not None else None,
            name=header.name if header is not None else None,
            title=header.title if header is not None else None,
            seq=len(self._events),
            games=len(self._told),
            key=end.key if end is not None else None,
            trusted=is_trusted(self._manifest, self._trusted),
            **self._found,
        )

    def _check_key(self, file: str, key: str | None) -> None:
        """A record of a tournament is written by one server at one time."""
        if key is not None and key != self._manifest.key:
            why = f"it is signed by key {key}, the bundle as a whole by key {self._manifest.key}"
            self._note("chain", Verdict(False, None, why), file)

    def _note(self, name: str, verdict: Verdict, file: str | None = None) -> None:
        """The first bad one stays; else the first that could not be had."""
        known = self._found[name]
        if verdict.ok is True or known.ok is False or (known.ok is None and verdict.ok is None):
            return
        if file is not None:
            where = f", event {verdict.seq}" if verdict.seq is not None else ""
            verdict = Verdict(verdict.ok, None, f"{file}{where}: {verdict.why}")
        self._found[name] = verdict


def _decoded(lines: ReadLog) -> tuple[tuple[TournamentEvent, ...], Fault | None]:
    """The events as far as they can be read, and why no further."""
    events: list[TournamentEvent] = []
    for line in lines.events:
        try:
            check_numbers(line.data)
            event: TournamentEvent = _decode(line.data)
        except Exception as error:  # whatever it is, it is in the file
            return tuple(events), Fault(line.seq, f"the event cannot be read: {error}")
        if not 1 <= event.v <= SCHEMA or event.seq != line.seq:
            why = f"it says that it is event {event.seq} of version {event.v}"
            return tuple(events), Fault(line.seq, f"the event cannot be read: {why}")
        events.append(event)
    return tuple(events), None
