"""However a tournament goes, its record is good five times: every format, whatever players and organisers do. And a
program that knows nothing of Moothall comes to the same standings."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from moothall.domain.core.draw import FastDraw
from moothall.domain.core.errors import MoothallError
from moothall.domain.table.moves import AnnulGame
from moothall.domain.tournament import moves as m
from moothall.domain.tournament.context import Account
from tests.support.autumn_cup import settings
from tests.support.hall import OLGA, Hall, bots
from tests.support.recomputing import recomputed
from tests.support.records import TRUSTED
from tests.support.seeds import explore
from tests.support.spoiling import judged
from tests.support.tally import TALLY

EXAMPLES = 30

MOMENTS = 120
"""After which the organiser has had enough."""

NAMES = ("Ada", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")
TIE_BREAKS = ("opponents", "head_to_head", "score_share", "wins", "lot")


class Wild:
    """A tournament in which anything may happen."""

    def __init__(self, seed: int) -> None:
        self._draw = FastDraw(seed)
        self.people = bots(NAMES)
        self.hall = Hall(TALLY, settings(TALLY, **self._terms()), luck=str(seed), secret=seed.to_bytes(32, "big"))

    def below(self, n: int) -> int:
        return self._draw.below("wild", n)

    def _terms(self) -> dict[str, Any]:
        kind = ("swiss", "round_robin", "knockout", "ladder")[self.below(4)]
        duplicate = self.below(3) == 0
        size = 2 + self.below(3)
        return {
            "format": kind,
            "table_size": size,
            "advance": 1 + self.below(size - 1),
            "rounds": {"swiss": 1 + self.below(3), "ladder": 2}.get(kind),
            "points": {},
            "bye": self.below(3),
            "duplicate": duplicate,
            "uneven": ("tables", "byes")[self.below(2)],
            "tie_breaks": (("same_seat",) if duplicate else ()) + TIE_BREAKS[self.below(5) :],
            "next_round": ("auto", "manual")[self.below(2)],
            "late_entry": 0 if kind == "knockout" else self.below(2),
            "check_in": self.below(4) == 0,
            "drop_no_shows": self.below(2) == 0,
            "round_s": (None, 400)[self.below(2)],
            "on_deadline": ("adjudicate", "annul", "wait")[self.below(3)],
            "options": {"rounds": 1},
        }

    def play(self) -> Hall:
        """From the first entry to the last event."""
        for person in self.people[: self.below(len(self.people)) + 1]:
            self._try(person, m.Enter()) if self.below(2) else self._try(OLGA, m.EnterPlayer(person.id), person)
        for number in range(2 + self.below(4)):
            self._try(OLGA, m.EnterAi("random", f"House {number}"))
        for _ in range(MOMENTS):
            if self.hall.tournament.over and not self.hall.goes_on():
                break
            self._happen()
            if not self.hall.tournament.over:
                self.hall.goes_on() or self._try(OLGA, m.PairRound()) or self._try(OLGA, m.Start())
        for last in (m.ResumeTournament("on"), m.FinishTournament("enough"), m.AbortTournament("enough")):
            self._try(OLGA, last)
            self.hall.run()
        self._try(OLGA, m.TakePoints("e1", 1, "found out later"))
        self.hall.run()
        return self.hall

    def _happen(self) -> None:
        """Now and then somebody does something."""
        hall, entrants = self.hall, self.hall.tournament.entrants
        if self.below(3) or not entrants:
            return
        entrant, person = entrants[self.below(len(entrants))].id, self.people[self.below(len(self.people))]
        match self.below(4):
            case 0:
                hall.absent ^= {person.id}
            case 1 if hall.games:
                game = list(hall.games.values())[self.below(len(hall.games))]
                if game.log.table.status in ("active", "finished") and self.below(3) == 0:
                    game.rule(AnnulGame("a flood"))
            case _:
                asker, move, named = self._wish(entrant, person)
                self._try(asker, move, named)

    def _wish(self, entrant: str, person: Account) -> tuple[Account, m.TournamentMove, Account | None]:
        seq = self.hall.tournament.seq
        wishes: list[tuple[Account, m.TournamentMove, Account | None]] = [
            (person, m.Enter(), None),
            (person, m.Drop(), None),
            (person, m.CheckIn(), None),
            (OLGA, m.Invite(person.id), person),
            (OLGA, m.DropEntrant(entrant, "asleep"), None),
            (OLGA, m.ReturnEntrant(entrant, "awake"), None),
            (OLGA, m.Substitute(entrant, "ill", player=person.id), person),
            (OLGA, m.Substitute(entrant, "ill", level="random", name=f"House {seq}"), None),
            (OLGA, m.TakePoints(entrant, self.below(5) - 2, "noise"), None),
            (OLGA, m.WithdrawRuling(1 + self.below(seq), "a mistake"), None),
            (OLGA, m.PauseTournament("dinner"), None),
            (OLGA, m.ResumeTournament("fed"), None),
            (OLGA, self._correction(), None),
            (OLGA, self._own_pairings(), None),
            (
                OLGA,
                (m.FinishTournament("late"), m.AbortTournament("fire"), m.PairRound(), m.PairRound())[self.below(4)],
                None,
            ),
        ]
        return wishes[self.below(len(wishes))]

    def _correction(self) -> m.TournamentMove:
        rounds = self.hall.tournament.rounds
        if not rounds:
            return m.PairRound()
        each = rounds[self.below(len(rounds))]
        table = each.tables[self.below(len(each.tables))]
        ranking = tuple((seat,) for seat in reversed(range(len(table.seats)))) if self.below(3) else None
        return m.CorrectResult(each.number, table.table, ranking, "misread")

    def _own_pairings(self) -> m.TournamentMove:
        there = [each.id for each in self.hall.tournament.active]
        size = self.hall.tournament.settings.table_size
        tables = tuple(tuple(there[at : at + size]) for at in range(0, len(there) - size + 1, size))
        left = tuple(there[len(tables) * size :])
        return m.SetPairings(len(self.hall.tournament.rounds) + 1, tables, left)

    def _try(self, asker: Account, move: m.TournamentMove, named: Account | None = None) -> bool:
        try:
            self.hall.ask(asker, move, named)
        except MoothallError:
            return False
        return True


def test_every_tournament_has_a_good_record() -> None:
    explore("tournament record", record_is_good, EXAMPLES)


def record_is_good(seed: int) -> None:
    hall = Wild(seed).play()
    assert hall.tournament.over
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "wild.zip"
        report = judged(path, hall.export(), TRUSTED)
        assert report.ok, report
        assert recomputed(path) != "NOT as recorded"
