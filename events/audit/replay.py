"""Replay, rules and draws: one walk through the events, each decided again and folded as recorded, and compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from moothall.domain.core.codec import canonical
from moothall.domain.core.data import Data
from moothall.domain.core.draw import commitment, salt
from moothall.domain.core.errors import IllegalMove, MoothallError
from moothall.domain.core.facts import facts_digest
from moothall.domain.core.title import AnyTitle
from moothall.domain.core.words import listed
from moothall.domain.table import changes as c
from moothall.domain.table.decide import Outcome
from moothall.domain.table.ending import ranking, sheets
from moothall.domain.table.event import AnyEvent
from moothall.domain.table.evolve import AnyTable, same_state
from moothall.domain.table.fold import EMPTY, Log, apply
from moothall.domain.table.redecide import again
from moothall.events.audit.report import OK, Divergence, Verdict
from moothall.events.records.format import Fault, Header
from moothall.events.records.tournament import LogHeader

OTHER_LUCK = 24
"""Secrets tried to see whether a fact hangs on luck; a die shows another face in all of them once in 10**18."""

MOST_DOUBTS = 200
"""Events of which that is asked: each is decided two dozen times, and who has as many is no game."""

_TELLING = frozenset((c.GameFinished, c.GameAnnulled, c.SecretTold))
"""Changes that may tell the secret."""

_TOLD_APART = _TELLING | {c.GameCreated, c.GameRestored}
"""Changes of which something is judged elsewhere."""

LONGEST = 300
"""Characters of a change that are worth printing."""


class Difference(NamedTuple):
    """The first difference; `change` is its place among the changes, None if it is elsewhere."""

    change: int | None
    why: str


class Again(Data, frozen=True):
    """An event decided once more: where that leads if it comes to what is recorded, else what differs or refuses it."""

    outcome: Outcome | None = None
    difference: Difference | None = None
    refused: str | None = None
    game: Any = None


class Judge:
    """Walks once; afterwards holds the verdicts."""

    def __init__(self, title: AnyTitle, header: Header, events: Sequence[AnyEvent], current: bool) -> None:
        self.replay = self.rules = self.draws = OK
        self.found: list[Divergence] = []
        self.tables: list[Any] = [None]
        """After each event."""
        self._title = title
        self._header = header
        self._events = events
        self._current = current
        self._secret = _secret_in(events)
        self._undrawn = self._secret is None and _is_undrawn(events)
        self._other = other_rules(header, title)
        self._doubts = 0

    def run(self, torn: Fault | None = None) -> None:
        """All events, then how it ended. `torn` says why there may have been more of them."""
        self._check_secret()
        if self._other and not self._current:
            self.rules = Verdict(None, None, f"not checked: {self._other}")
        log: Log = EMPTY
        for seq, event in enumerate(self._events, 1):
            self._check_salt(event)
            decided = self._again(log, event)
            try:
                after = apply(self._title, log, event, decided.game)
                found = facts_digest(event.salt, after.table.game)
            except Exception as error:  # a reducer meets what no rule ever made
                self._broken(seq, f"its changes cannot be folded: {type(error).__name__}: {error}")
                return
            if found != event.digest:
                self._bad_replay(seq, "the facts after it do not have the recorded digest")
            self._hold_against(log, event, decided)
            log = after
            self.tables.append(log.table)
        if torn is not None and not (log.table is not None and self._is_over(log.table)):
            self._broken(torn.seq, torn.why)
        else:
            try:
                self._check_end(log.table)
            except Exception as error:  # a position that no game comes to
                self._bad_replay(len(self._events), f"its end cannot be judged: {type(error).__name__}: {error}")

    def _broken(self, seq: int, why: str) -> None:
        """Nothing from this event on could be judged."""
        self._bad_replay(seq, why)
        rest = Verdict(None, seq, f"not checked from event {seq} on: {why}")
        self.rules = self.rules if self.rules.ok is False else rest
        self.draws = self.draws if self.draws.ok is False and self._secret is not None else rest

    def _check_secret(self) -> None:
        last = len(self._events)
        if self._undrawn:
            return
        if self._secret is None:
            self.draws = Verdict(False, last, "the secret is never told, so no luck can be checked")
            self.rules = Verdict(None, last, "not checked: without the secret no event can be decided again")
        elif commitment(self._secret) != self._header.commitment:
            self.draws = Verdict(False, last, "the secret told is not the one that was committed to")
        elif self._other:
            self.draws = Verdict(None, None, f"commitment and salts hold; single results not checked: {self._other}")

    def _check_salt(self, event: AnyEvent) -> None:
        if self._secret is not None and event.salt != salt(self._secret, event.seq):
            self._bad_draws(event.seq, "its salt is not the one that follows from the secret")

    def _again(self, log: Log, event: AnyEvent) -> Again:
        """The event decided once more, if it can be."""
        secret = b"" if self._undrawn else self._secret
        if secret is None or (self._other and not self._current):
            return Again()
        try:
            outcome = self._decided(log, event, secret)
            difference = compare(self._title, event, outcome)
        except IllegalMove as error:
            return Again(refused=f"the rules refuse it: {error.rule}, {error.text}")
        except MoothallError as error:
            return Again(refused=str(error))
        except Exception as error:  # what is recorded makes no sense to the rules
            return Again(refused=f"it cannot be decided again: {type(error).__name__}: {error}")
        if difference is None:
            # The same changes lead to the same state: to fold them once more would show nothing.
            return Again(game=None if self._current else outcome.game)
        return Again(outcome, difference)

    def _hold_against(self, log: Log, event: AnyEvent, again: Again) -> None:
        """What was decided against what is recorded."""
        if again.refused is not None:
            self._bad_rules(event.seq, again.refused)
        elif again.outcome is not None and again.difference is not None:
            if self._doubts == MOST_DOUBTS and self.draws.ok is False:
                why = f"not checked from event {event.seq} on: more than {MOST_DOUBTS} events differ from what follows"
                self.rules = self.rules if self.rules.ok is False else Verdict(None, event.seq, why)
            elif not self._other and self._is_luck(log, event, again.outcome, again.difference):
                self._bad_draws(event.seq, f"its luck is not that of the secret: {again.difference.why}")
            else:
                self._bad_rules(event.seq, again.difference.why)

    def _decided(self, log: Log, event: AnyEvent, secret: bytes) -> Outcome:
        """The event decided again, with what is judged elsewhere taken as recorded: versions and commitment."""
        asked = self._today(log, event) if self._current else (log, event)
        outcome = again(self._title, *asked, secret, self._table_at)
        if _TOLD_APART.isdisjoint(map(type, outcome.changes)):
            return outcome
        return replace(outcome, changes=tuple(self._as_told(change, event) for change in outcome.changes))

    def _today(self, log: Log, event: AnyEvent) -> tuple[Log, AnyEvent]:
        """The same position and event, to be judged by the current edition."""
        edition = self._title.current
        if log.table is None:
            created, *rest = event.changes
            return log, replace(event, changes=(replace(created, edition=edition), *rest))
        game = log.table.game
        game = replace(game, edition=edition) if game is not None else None
        return replace(log, table=replace(log.table, edition=edition, game=game)), event

    def _as_told(self, change: Any, event: AnyEvent) -> Any:
        told = self._secret.hex() if self._secret is not None else ""
        match change:
            case c.GameCreated():
                created = event.changes[0]
                return replace(
                    change,
                    commitment=created.commitment,
                    edition=created.edition,
                    content_hash=created.content_hash,
                )
            case c.GameFinished() | c.GameAnnulled() | c.SecretTold() if change.secret:
                return replace(change, secret=told)
            case c.GameRestored():
                recorded = event.changes[0]
                same = same_state(self._title, change.state, recorded.state)
                return replace(change, state=recorded.state) if same else change
            case _:
                return change

    def _is_luck(self, log: Log, event: AnyEvent, outcome: Outcome, difference: Difference) -> bool:
        """Whether the first fact that differs is one that luck decides: other secrets give other ones."""
        self._doubts += 1
        place = difference.change
        if place is None or place >= len(outcome.changes):
            return False
        ours = outcome.changes[: place + 1]
        for number in range(OTHER_LUCK):
            try:
                other = self._decided(log, event, number.to_bytes(32, "big")).changes[: place + 1]
            except Exception:  # other luck may lead where the recorded move makes no sense
                continue
            if other[:place] == ours[:place] and other != ours:
                return True
        return False

    def _table_at(self, seq: int) -> AnyTable:
        table: AnyTable = self.tables[seq]
        return table

    def _check_end(self, table: AnyTable | None) -> None:
        last = len(self._events)
        if table is None:
            self._bad_replay(0, "there are no events")
            return
        header, why = self._header, None
        for name in ("title", "edition", "content_hash", "commitment", "seats", "options"):
            if getattr(header, name) != getattr(table, name):
                self._bad_replay(0, f"the header's {name} is not that of the events")
        if not self._is_over(table):
            why = f"the game is {table.status}, not over: events are missing"
        elif table.result is not None and not self._other:
            told = sheets(self._title, table, table.game)
            ranked = ranking(self._title, table, table.game)
            if ranked != table.result.ranking or canonical(told) != canonical(table.result.sheets):
                why = "the result is not that of the final position"
        if why is not None:
            self._bad_replay(last, why)

    def _is_over(self, table: AnyTable) -> bool:
        """Whether nothing is missing at its end."""
        return table.revealed or (self._undrawn and table.status == "aborted")

    def _bad_replay(self, seq: int, why: str) -> None:
        self.replay = Verdict(False, seq, why) if self.replay.ok is not False else self.replay

    def _bad_rules(self, seq: int, why: str) -> None:
        self.found += [Divergence(seq, why)] if self._current else []
        self.rules = Verdict(False, seq, why) if self.rules.ok is not False else self.rules

    def _bad_draws(self, seq: int, why: str) -> None:
        self.draws = Verdict(False, seq, why) if self.draws.ok is not False else self.draws


def other_rules(header: Header | LogHeader, title: AnyTitle) -> str | None:
    """Why the rules it was played with are not at hand."""
    content = title.editions.get(header.edition)
    if content is None:
        known = listed(map(str, title.editions))
        return f"played by edition {header.edition}, this Moothall has {known}"
    if header.content_hash != content.hash:
        return f"played with other content than edition {header.edition} has"
    return None


def compare(title: AnyTitle, event: AnyEvent, outcome: Outcome) -> Difference | None:
    """None if the event is exactly what was decided again."""
    changes = max(len(event.changes), len(outcome.changes)) if event.changes != outcome.changes else 0
    for place in range(changes):
        recorded = event.changes[place] if place < len(event.changes) else None
        decided = outcome.changes[place] if place < len(outcome.changes) else None
        # As data: what was read back from JSON has lists where a fresh change may have tuples.
        if recorded != decided and canonical(recorded) != canonical(decided):
            return Difference(place, f"recorded is {_told(recorded)}, where {_told(decided)} follows")
    for name, recorded, decided in (
        ("seat", event.seat, outcome.seat),
        ("step", event.step, outcome.step),
        ("level", event.level, outcome.level),
        ("undone", event.undone, outcome.undone),
    ):
        if recorded != decided:
            return Difference(None, f"{name} is recorded as {recorded!r}, where {decided!r} follows")
    return None


def _secret_in(events: Sequence[AnyEvent]) -> bytes | None:
    """The secret, where it is revealed: by the end of the game, or, where that kept it, later."""
    for event in events:
        for change in event.changes:
            if type(change) in _TELLING and change.secret:
                try:
                    return bytes.fromhex(change.secret)
                except ValueError:
                    return None
    return None


def _is_undrawn(events: Sequence[AnyEvent]) -> bool:
    """Whether the game was dropped before it started: nothing was drawn, and nobody has to be told its secret."""
    kinds = {type(change) for event in events for change in event.changes}
    return c.GameAborted in kinds and c.GameStarted not in kinds


def _told(change: Any) -> str:
    if change is None:
        return "nothing"
    text = canonical(change).decode()
    return text if len(text) <= LONGEST else text[:LONGEST] + "..."
