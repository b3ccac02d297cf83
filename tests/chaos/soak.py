"""Everything breaks, for as long as one likes: `make soak MINUTES=10 ON=redis SEED=1`.

In rounds: people of every title play, faults happen by the schedule of the seed, then all is left in peace, the games
are played to their ends, and every history is compared with its log.
"""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import click

from moothall.domain.titles import TITLES
from moothall.events.event_store.store import Store
from moothall.events.redis_client.connection import connect
from tests.chaos.crowd import Crowd, Table
from tests.support.faults import Planned, for_a_while, run, schedule
from tests.support.history import Count, compare
from tests.support.stages import STAGES, Stage, stage

ROUND_S = 40.0
OFTEN_S = (0.2, 2.0)
"""Between two faults."""
PEOPLE = frozenset({0, 1})
VERDICTS = {"chain": True, "replay": True, "rules": True, "draws": True}


@dataclass
class Report:
    """For a person to read."""

    faults: Counter[str] = field(default_factory=Counter)
    count: Count = field(default_factory=Count)
    raced: int = 0
    unanswered: int = 0
    verdicts: int = 0
    """Games that were played to their ends and got all four."""

    def add(self, other: Report) -> None:
        self.faults += other.faults
        self.count.add(other.count)
        self.raced += other.raced
        self.unanswered += other.unanswered
        self.verdicts += other.verdicts

    def __str__(self) -> str:
        happened = [f"{name:>16} {number:>5}" for name, number in sorted(self.faults.items())]
        return "\n".join(
            [
                f"{self.faults.total()} faults",
                *happened,
                "histories",
                str(self.count),
                f"{'sent twice':>14} {self.raced:>8,}",
                f"{'unanswered':>14} {self.unanswered:>8,}",
                f"{'four verdicts':>14} {self.verdicts:>8,}",
                "clean" if self.count.clean else "NOT CLEAN",
            ]
        )


def play_round(on: Stage, seed: int, plan: Iterable[Planned]) -> Report:
    """One round: people play while that happens, then all is left in peace, then the comparison."""
    report = Report()
    crowd = Crowd(on.addresses, list(TITLES), seed, follows=not on.replaces)
    try:
        report.faults = run(plan, on.faults)
        tables = crowd.stop()
        with connect(on.store) as redis:
            for table in tables:
                _check(table, crowd, Store(redis), report)
    finally:
        crowd.close()
    return report


def _check(table: Table, crowd: Crowd, store: Store, report: Report) -> None:
    log = store.tail(table.id)
    report.count.add(compare(table.id, table.asked, log, PEOPLE))
    report.raced += table.raced
    report.unanswered += table.unanswered
    verdicts = crowd.verdicts(table)
    if verdicts == VERDICTS:
        report.verdicts += 1
    else:
        report.count.stories.append(f"{table.id}: {verdicts}")
    if table.heard and table.heard != [stored.seq for stored in log]:
        report.count.stories.append(f"{table.id}: of {len(log)} events a follower heard {table.heard}")


@click.command()
@click.option("--minutes", type=float, default=10.0, show_default=True)
@click.option("--on", type=click.Choice(sorted(STAGES)), default="redis", show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
def main(minutes: float, on: str, seed: int) -> None:
    """Break everything for a while and tell what came of it."""
    end = time.monotonic() + 60 * minutes
    total, number = Report(), 0
    with tempfile.TemporaryDirectory(prefix="moothall-soak-") as folder, stage(on, Path(folder)) as made:
        while time.monotonic() < end:
            number += 1
            own = seed * 1_000 + number
            plan = schedule(own, sorted(made.faults), *OFTEN_S)
            done = play_round(made, own, for_a_while(plan, ROUND_S))
            total.add(done)
            click.echo(
                f"round {number}: {done.faults.total()} faults, {done.count.acknowledged} moves acknowledged, "
                f"{done.count.unknown} unknown, {'clean' if done.count.clean else 'NOT CLEAN'}"
            )
    click.echo(f"{number} rounds on {on}, seed {seed}\n{total}")
    raise SystemExit(0 if total.count.clean else 1)


if __name__ == "__main__":
    main()
