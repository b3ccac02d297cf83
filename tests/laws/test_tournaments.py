"""Laws of tournaments, on random ones: every format and size, with people who drop out, come late or not at all, tables
that are annulled, results with ties, and rulings in between."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import combinations, islice, permutations
from typing import Any

import msgspec
import pytest

from moothall.domain.core.codec import to_json
from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.ranking import rank
from moothall.domain.titles import TITLES
from moothall.domain.tournament import moves as m
from moothall.domain.tournament.changes import RoundPaired
from moothall.domain.tournament.context import Decided
from moothall.domain.tournament.evolve import apply, fold
from moothall.domain.tournament.pairing import may_be_paired
from moothall.domain.tournament.pairing.field import meetings, sat_so_far, unevenness
from moothall.domain.tournament.pairing.knockout import still_in
from moothall.domain.tournament.pairing.swiss import bye_choices, ways
from moothall.domain.tournament.redecide import again
from moothall.domain.tournament.settings import least_size, points_of
from moothall.domain.tournament.standings import byes, counted, standings, totals
from moothall.domain.tournament.state import Round, Table, Tournament, TournamentEvent
from moothall.domain.tournament.steps import Seen
from moothall.domain.tournament.views import event_view, round_view, standings_view, tournament_view
from tests.support.seeds import explore
from tests.support.tournaments import ORGANISER, Cup, all_tables

TITLE = TITLES["medieval-realms"]
FORMATS = ("swiss", "round_robin", "knockout", "ladder")
TIE_BREAKS = ("opponents", "head_to_head", "score_share", "wins", "lot")
MOST_BRUTE = 3_000
EXAMPLES = 12
"""Whole tournaments, every event of which is decided twice."""


class Fair(Cup):
    """A tournament that is judged with every event."""

    def append(self, decided: Decided) -> None:
        before = self.tournament
        super().append(decided)
        for change in decided.changes:
            if isinstance(change, RoundPaired):
                check_round(before, self.tournament, self.tournament.rounds[-1])
        check_sums(self.tournament)


def check_round(before: Tournament, after: Tournament, paired: Round) -> None:
    """Nobody twice, nobody left out, sizes allowed, seats even, no repetition that could be avoided."""
    seated = [entrant for table in paired.tables for entrant in table.seats]
    everybody = [*seated, *paired.byes]
    assert len(everybody) == len(set(everybody)), "somebody is paired twice"
    earlier = after.rounds[:-1]
    then = msgspec.structs.replace(after, rounds=earlier)
    if after.settings.format == "ladder":
        assert set(everybody) <= set(may_be_paired(then))
    else:
        expected = still_in(then) if after.settings.format == "knockout" else [each.id for each in after.active]
        assert sorted(everybody) == sorted(expected), "somebody is left out"
    least, most = least_size(after.settings, TITLE.players), after.settings.table_size
    assert paired.tables, "a dead round"
    assert all(least <= len(table.seats) <= most for table in paired.tables)
    if paired.by is not None:
        return
    sat = sat_so_far(earlier)
    for table in paired.tables:
        best = min(unevenness(order, sat) for order in permutations(table.seats))
        assert unevenness(table.seats, sat) == best, "another order of seats is more even"
    if after.settings.format == "swiss":
        check_no_needless_repetition(then, paired)


def check_no_needless_repetition(then: Tournament, paired: Round) -> None:
    """Brute force over who sits out and who sits with whom, where that is feasible."""
    met = meetings(then.rounds)
    sizes = tuple(len(table.seats) for table in paired.tables)
    if ways(sizes) > MOST_BRUTE or not repeats(paired_tables(paired), met):
        return
    points = totals(then, counted(then), byes(then))
    order = sorted([*(e for t in paired.tables for e in t.seats), *paired.byes], key=lambda each: -points[each])
    for out in islice(bye_choices(order, len(paired.byes), byes(then)), 40):
        left = [entrant for entrant in order if entrant not in out]
        assert all(repeats(tables, met) for tables in all_tables(left, sizes)), "a repetition could be avoided"


def paired_tables(paired: Round) -> list[tuple[str, ...]]:
    return [table.seats for table in paired.tables]


def repeats(tables: Sequence[Sequence[str]], met: Any) -> bool:
    return any(met.get(one, {}).get(other) for table in tables for one, other in combinations(table, 2))


def check_sums(t: Tournament) -> None:
    """All points are what the tables, the byes and the rulings were worth."""
    rows = standings(t)
    tables = sum(sum(points_of(t.settings, len(table.seats))) for table in counted(t))
    had = sum(len(each.byes) for each in t.rounds)
    assert sum((row.points for row in rows), Fraction(0)) == tables + had * t.settings.bye - sum(
        ruled.points for ruled in t.adjustments
    )
    assert sorted(row.entrant for row in rows) == sorted(each.id for each in t.entrants)
    assert [row.rank for row in rows] == sorted(row.rank for row in rows)
    assert sum(row.played for row in rows) == sum(len(table.seats) for table in counted(t))


class Life:
    """What befalls a tournament, by chance."""

    def __init__(self, form: str, seed: int) -> None:
        self.luck = luck = random.Random(seed)
        size = luck.choice((2, 2, 3, 4, 5))
        entrants = luck.choice((luck.randint(2, 9), luck.randint(2, 16), luck.randint(2, 40)))
        self.ladder = form == "ladder"
        self.cup = Fair(
            TITLE,
            secret=luck.randbytes(32),
            format=form,
            table_size=size,
            rounds={"swiss": luck.randint(1, 6), "ladder": luck.randint(1, 4)}.get(form),
            tie_breaks=tuple(luck.sample(TIE_BREAKS, luck.randint(0, 5))),
            advance=luck.randint(1, size - 1),
            uneven=luck.choice(("tables", "byes")),
            late_entry=0 if form == "knockout" else luck.choice((0, 1)),
            bye=luck.randint(0, 3),
            duplicate=luck.random() < 0.3,
            drop_no_shows=luck.random() < 0.7,
        )
        self.cup.entered(max(entrants, 2)).ask(ORGANISER, m.Start())
        self.calm = luck.random() < 0.3
        """Whether nothing but play happens."""

    def lived(self) -> Cup:
        """To the end."""
        for _ in range(400):
            if self.cup.tournament.status != "active":
                return self.cup
            self.end_some_tables()
            if not self.calm and self.luck.random() < 0.5:
                self.something()
            self.cup.run()
        raise AssertionError("it does not end")

    def end_some_tables(self) -> None:
        playing = [table for each in self.cup.tournament.rounds for table in each.tables if table.status == "playing"]
        for table in playing:
            if self.luck.random() < 0.7:
                self.end(table)
        ended = [seen for seen in self.cup.seen.values() if seen.status == "finished"]
        if ended and not self.calm and self.luck.random() < 0.05:
            annulled = self.luck.choice(ended)
            self.cup.seen[annulled.game] = msgspec.structs.replace(annulled, status="annulled", seq=20, head="ef")

    def end(self, table: Table) -> None:
        scores = tuple(self.luck.randint(-2, 6) for _ in table.seats)
        fate = self.luck.random()
        if self.calm or fate < 0.85:
            absent = () if self.calm or fate > 0.1 else (self.luck.randrange(len(table.seats)),)
            self.cup.ends(table.game, *scores, absent=absent)
        elif fate < 0.92:
            self.cup.sees(table.game, "annulled", seq=5, head="ee")
        else:
            self.cup.now += 301_000
            self.cup.sees(table.game, "aborted", seq=2, head="dd", free=tuple(range(len(table.seats))))

    def something(self) -> None:
        """A ruling, or another thing that happens."""
        t, luck = self.cup.tournament, self.luck
        entrant = luck.choice(t.entrants)
        moves: list[m.TournamentMove] = [
            m.DropEntrant(entrant.id, "chance"),
            m.ReturnEntrant(entrant.id, "chance"),
            m.EnterAi("random", f"Late {len(t.entrants)}"),
            m.TakePoints(entrant.id, luck.choice((-3, 1, 2)), "chance"),
            m.Substitute(entrant.id, "chance", level="greedy", name=f"Sub {t.seq}"),
            m.WithdrawRuling(luck.randint(1, t.seq), "chance"),
            m.PauseTournament("chance"),
        ]
        if t.rounds:
            table = luck.choice(luck.choice(t.rounds).tables)
            number = next(each.number for each in t.rounds if table in each.tables)
            ranking = rank(tuple(luck.randint(0, 3) for _ in table.seats))
            moves.append(m.CorrectResult(number, table.table, luck.choice((ranking, None)), "chance"))
        if self.ladder:
            moves.append(m.FinishTournament("chance"))
        with suppress(IllegalMove):  # chance asks for much that cannot be
            self.cup.ask(ORGANISER, luck.choice(moves))
        if self.cup.tournament.paused:
            before = len(self.cup.tournament.rounds)
            self.cup.run()
            assert len(self.cup.tournament.rounds) == before, "paired in a pause"
            self.cup.ask(ORGANISER, m.ResumeTournament("chance"))


@pytest.mark.parametrize("form", FORMATS)
def test_a_random_tournament_keeps_the_laws(form: str) -> None:
    explore(f"tournament {form}", lambda seed: keeps_the_laws(form, seed), EXAMPLES)


def keeps_the_laws(form: str, seed: int) -> None:
    """Every round and every sum is judged on the way (`Fair`); then the log is read by somebody who was not there."""
    cup = Life(form, seed).lived()
    t = cup.tournament
    assert t.status == "finished"
    stored = [to_json(event) for event in cup.events]
    decoder = msgspec.json.Decoder(TournamentEvent)
    read = [decoder.decode(each) for each in stored]
    assert fold(read) == t, "the log folds to something else"
    assert msgspec.json.decode(to_json(t), type=Tournament) == t
    check_audit(cup, read)
    check_shown(cup)


def check_audit(cup: Cup, events: Sequence[TournamentEvent]) -> None:
    """From the log and the games as they ended, every event follows again."""
    before: Tournament | None = None
    final: dict[str, Seen] = cup.seen
    for event in events:
        decided = again(before, event, cup.secret, final, cup.title)
        assert (decided.changes, decided.by, decided.step) == (event.changes, event.by, event.step)
        before = apply(before, event)


def check_shown(cup: Cup) -> None:
    """Everything can be shown and sent."""
    t = cup.tournament
    shown = [tournament_view("t", t), *(round_view(t, each.number) for each in t.rounds), standings_view(t)]
    shown += [event_view(event, t) for event in cup.events]
    assert all(to_json(each) for each in shown)


@pytest.mark.parametrize("entrants", range(2, 14))
def test_in_a_round_robin_of_two_nobody_has_a_seat_more_than_once_oftener(entrants: int) -> None:
    cup = Cup(format="round_robin").started(entrants)
    while cup.tournament.status == "active":
        cup.play_round()
        sat = sat_so_far(cup.tournament.rounds)
        assert all(abs(own.get(0, 0) - own.get(1, 0)) <= 1 for own in sat.values())
