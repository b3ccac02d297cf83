"""`moothall bench`: what is measured, beside what it is compared with."""

from __future__ import annotations

import json
import os
import platform
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from moothall.domain.titles import TITLES
from moothall.server.bench import NAMES, PLAYERS, ROUND_S, ROUNDS

if TYPE_CHECKING:
    from moothall.server.bench import Figure, Run


@click.command()
@click.option("--only", "names", type=click.Choice(NAMES), multiple=True, help="Run this one; may be repeated.")
@click.option("--titles", type=click.Choice(sorted(TITLES)), multiple=True, help="This title; may be repeated. All.")
@click.option("--players", type=click.Choice(list(map(str, PLAYERS))), multiple=True, help="2, 4, or both.")
@click.option("--quick", is_flag=True, help="A short look, too short to judge by.")
@click.option("--rounds", type=click.IntRange(1), default=ROUNDS, help=f"Rounds that count ({ROUNDS}).")
@click.option("--seconds", type=click.FloatRange(0.1), default=ROUND_S, help=f"Length of a round ({ROUND_S}).")
@click.option("--peers", type=click.Path(path_type=Path), default=".bench", help="Environment of the peers (.bench).")
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON, each figure when it is measured.")
def bench(
    names: tuple[str, ...],
    titles: tuple[str, ...],
    players: tuple[str, ...],
    quick: bool,
    rounds: int,
    seconds: float,
    peers: Path,
    as_json: bool,
) -> None:
    """Measure how fast it is, side by side with a floor or a peer."""
    from moothall.server.bench import Kind, Run  # here, as what they import: no other command has a use for any of it
    from moothall.server.bench.peers import python_of

    kinds = [Kind(title, int(seats)) for title in titles or sorted(TITLES) for seats in players or map(str, PLAYERS)]
    figures: list[Figure] = []
    machine, spent = _machine(rounds, seconds), defaultdict[str, float](float)
    if as_json:
        click.echo(f'{json.dumps(machine)[:-1]}, "figures": [')
    asked = Run(kinds, quick=quick, peers=python_of(peers), rounds=rounds, round_s=seconds)
    with asked as run, suppress(KeyboardInterrupt):
        # Whoever has seen enough presses Ctrl-C and gets what there is: each figure is there when it is measured.
        for figure in _measured(run, [name for name in NAMES if name in (names or NAMES)], spent):
            if as_json:
                click.echo(("," if figures else "") + json.dumps(figure.as_json()))
            figures.append(figure)
    after = {"load_average_after": os.getloadavg()[0], "seconds": {name: round(took) for name, took in spent.items()}}
    if as_json:
        click.echo(f"], {json.dumps(after)[1:]}")
    else:
        said = {**machine, **after}.items()
        click.echo(_table(figures) + ", ".join(f"{name.replace('_', ' ')}: {value}" for name, value in said))
    if any(not figure.ours for figure in figures):
        raise SystemExit(1)


def _machine(rounds: int, seconds: float) -> dict[str, Any]:
    """What else the figures hang on."""
    from moothall.domain.core import draw
    from moothall.server.bench import wrk

    return {
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "rules": "plain" if str(draw.__file__).endswith(".py") else "compiled",
        "client": "wrk" if wrk.found() else "python",
        "rounds": rounds,
        "seconds_a_round": seconds,
        "load_average_before": os.getloadavg()[0],
    }


def _measured(run: Run, names: list[str], spent: dict[str, float]) -> Iterator[Figure]:
    """All figures, with a bar that tells how far it is; `spent` is told what each name takes. A part that fails is
    said to, and the others are measured."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from moothall.server.bench import failed
    from moothall.server.bench.suite import SUITE

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("starting", total=sum(SUITE[name].parts(run) for name in names))
        run.tell = lambda what: progress.update(task, description=what)
        for name in names:
            began = time.monotonic()
            for part in SUITE[name].each(run):
                try:
                    yield from part
                except Exception as error:
                    yield failed(name, error)
                progress.advance(task)
                spent[name] += time.monotonic() - began
                began = time.monotonic()


def _table(figures: list[Figure]) -> str:
    from rich.console import Console
    from rich.table import Table

    table = Table("name", "what", "title", "players", "ours", "floor or peer", "ratio", "spread", "bar", "met", "note")
    for figure in figures:
        table.add_row(*_row(figure))
    console = Console(width=200)
    with console.capture() as text:
        console.print(table)
    return text.get()


def _row(figure: Figure) -> list[str]:
    from moothall.server.bench import spread

    said = figure.as_json()
    judged = spread(figure.judged or figure.ratios)
    return [
        figure.name,
        figure.what,
        said["title"] or "",
        str(said["players"] or ""),
        _value(said["ours"], figure.unit),
        _value(said["floor"], figure.unit),
        f"{said['ratio']['median']:.2f}" if said["ratio"] else "",
        f"{judged['min']:.2f} .. {judged['max']:.2f}" if judged else "",
        said["bar"] or "",
        {True: "yes", False: "no", None: ""}[figure.met],
        figure.note,
    ]


def _value(values: dict[str, float] | None, unit: str) -> str:
    if values is None:
        return ""
    median = values["median"]
    return f"{median:,.0f} {unit}" if median >= 100 else f"{median:.3g} {unit}"
