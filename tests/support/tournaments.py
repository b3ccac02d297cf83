"""Given a tournament, when somebody asks or tables end, then this happened: tests that read like a rulebook.

Every event that is appended is also read back from its bytes, folded and decided again, as an audit would.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, TypeVar

import msgspec
import pytest

from moothall.domain.core.codec import to_json
from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.ranking import Ranking, rank
from moothall.domain.core.title import AnyTitle
from moothall.domain.tournament.context import Account, Context, Decided
from moothall.domain.tournament.decide import create, decide, next_event
from moothall.domain.tournament.evolve import apply
from moothall.domain.tournament.moves import EnterAi, Start, TournamentMove
from moothall.domain.tournament.redecide import again
from moothall.domain.tournament.settings import Settings
from moothall.domain.tournament.standings import standings
from moothall.domain.tournament.state import Round, Table, Tournament, TournamentEvent
from moothall.domain.tournament.steps import Act, Seen, step, to_do
from moothall.domain.tournament.views import describe
from tests.support.tally import TALLY

T = TypeVar("T")

SECRET = bytes(range(32))
ORGANISER = Account("org", "Olga", "human")
NOON = 1_000_000

_decoder = msgspec.json.Decoder(TournamentEvent)


def person(name: str) -> Account:
    """A player called so."""
    return Account(name.lower(), name, "human")


class Cup:
    """A tournament with its log, at a moment that the test sets."""

    def __init__(self, title: AnyTitle = TALLY, secret: bytes = SECRET, now: int = NOON, **settings: Any) -> None:
        self.title, self.secret, self.now = title, secret, now
        self.events: list[TournamentEvent] = []
        self.seen: dict[str, Seen] = {}
        rounds = 3 if settings.get("format", "swiss") == "swiss" else None
        given = {"format": "swiss", "table_size": 2, "rounds": rounds, "tie_breaks": ("lot",), **settings}
        terms = Settings(name=given.pop("name", "Cup"), title=title.slug, edition=0, content_hash="", **given)
        self.tournament: Tournament = self._write(None, create(title, ORGANISER, terms, secret, now))

    def entered(self, entrants: int, level: str = "random") -> Cup:
        """So many AIs of the house take part: e1, e2, ..."""
        for _ in range(entrants):
            self.ask(ORGANISER, EnterAi(level, f"AI {len(self.tournament.entrants) + 1}"))
        return self

    def started(self, entrants: int = 0) -> Cup:
        return self.entered(entrants).ask(ORGANISER, Start())

    def ask(self, who: Account, move: TournamentMove, named: Account | None = None) -> Cup:
        """Somebody asks for something and gets it."""
        self.append(decide(self.tournament, who, move, self.context(named)))
        return self

    def refused(self, who: Account, move: TournamentMove, rule_id: str, named: Account | None = None) -> IllegalMove:
        """Somebody asks for something that this rule forbids."""
        with pytest.raises(IllegalMove) as refusal:
            decide(self.tournament, who, move, self.context(named))
        assert refusal.value.rule == rule_id, f"refused by {refusal.value}, not by {rule_id}"
        return refusal.value

    def context(self, named: Account | None = None) -> Context:
        return Context(self.now, self.secret, lambda number, table: f"g{number}-{table}", self.title.players, named)

    def sees(self, table: str, status: str, **what: Any) -> Cup:
        """The game `g1-2` is so."""
        self.seen[table] = Seen(table, status, **what)  # type: ignore[arg-type]
        return self

    def ends(self, game: str, *scores: int, ranking: Ranking | None = None, **what: Any) -> Cup:
        """A game finishes with these scores."""
        return self.sees(game, "finished", ranking=ranking or rank(scores), scores=scores, seq=9, head="ab", **what)

    def run(self, most: int = 10_000) -> Cup:
        """All steps that follow by themselves now."""
        for _ in range(most):
            decided = step(self.tournament, self.seen, self.context())
            if decided is None:
                return self
            self.append(decided)
        raise AssertionError("it never comes to rest")

    def play_round(self, strength: Sequence[str] = ()) -> Cup:
        """All tables that are being played end: whoever is named first in `strength` wins; else the first seat."""
        for each in self.tournament.rounds:
            for table in each.tables:
                if table.status == "playing":
                    order = {entrant: -place for place, entrant in enumerate(strength)}
                    scores = [5_000 + 10 * order.get(entrant, -400) - seat for seat, entrant in enumerate(table.seats)]
                    self.ends(table.game, *scores)
        return self.run()

    def acts(self) -> tuple[Act, ...]:
        """What is to be done at the tables."""
        return to_do(self.tournament, self.seen, self.now)

    def append(self, decided: Decided) -> None:
        before = self.tournament
        self.tournament = self._write(before, decided)

    def _write(self, before: Tournament | None, decided: Decided) -> Tournament:
        event, after = next_event(before, decided, self.now)
        read = _decoder.decode(to_json(event))
        assert read == event, "an event changes when it is stored"
        assert apply(before, read) == after, "the fold differs from the live state"
        once_more = again(before, read, self.secret, self.seen, self.title)
        assert once_more == decided, "an audit decides otherwise"
        assert all(describe(change, after) for change in event.changes)
        self.events.append(event)
        return after

    @property
    def last(self) -> tuple[Any, ...]:
        """The changes of the latest event."""
        return self.events[-1].changes

    @property
    def changes(self) -> list[Any]:
        return [change for event in self.events for change in event.changes]

    def round(self, number: int) -> Round:
        found = self.tournament.round(number)
        assert found is not None, f"there is no round {number}"
        return found

    def table(self, number: int, table: int) -> Table:
        return self.round(number).tables[table - 1]

    def explained(self, number: int) -> str:
        return "\n".join(self.round(number).explanation)

    def points(self) -> dict[str, Any]:
        """Entrant to points."""
        return {row.entrant: row.points for row in standings(self.tournament)}

    def order(self, through: int | None = None) -> list[str]:
        """Entrants by rank."""
        return [row.entrant for row in standings(self.tournament, through)]

    def ranks(self) -> dict[str, int]:
        return {row.entrant: row.rank for row in standings(self.tournament)}


def all_tables(left: Sequence[T], sizes: Sequence[int]) -> Iterator[list[tuple[T, ...]]]:
    """Every way to make tables of these sizes, the plain way."""
    if not left:
        yield []
        return
    for size in set(sizes):
        others = list(sizes)
        others.remove(size)
        for mates in combinations(left[1:], size - 1):
            rest = [each for each in left[1:] if each not in mates]
            for tables in all_tables(rest, others):
                yield [(left[0], *mates), *tables]
