"""`moothall arena`: every bot against every bot."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from tqdm import tqdm

from moothall.domain.core.errors import BadOptions
from moothall.domain.core.words import printable_lines
from moothall.server.cli import options as common
from moothall.workers.arena.playing import FAILED, GAMES, INTERRUPTED, Arena, settings_of
from moothall.workers.arena.results import OtherArena
from moothall.workers.bots.levels import UnknownBot

STOPPED = 130
"""The exit status of a program that Ctrl-C has ended."""

ENDED = {
    "certain": "the order is certain",
    "played": "all games were played; the order is as it stands",
    "interrupted": "interrupted; the same command goes on",
    "failed": "a bot failed too often",
}


@click.command()
@click.argument("title", type=click.Choice(sorted(common.known_titles())))
@click.option("--bots", "named", required=True, help="Who plays, each once: ./mine.py:Bot,greedy,mcts:200.")
@click.option("--players", type=click.IntRange(2, 10), help="Seats of a table; as few as the title allows if left out.")
@click.option("--games", type=click.IntRange(1), default=GAMES, show_default=True, help="At most; whole deals.")
@common.seed
@common.options
@click.option(
    "--seatings",
    type=click.Choice(["every", "rotated"]),
    default="every",
    show_default=True,
    help="Play a deal with every seating of its bots, or let them move on seat by seat.",
)
@click.option("--all", "to_the_end", is_flag=True, help="Play all games, even when the order is certain.")
@common.processes
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where results and records are kept; arena-TITLE-PLAYERSp if left out. What is there is not played again.",
)
@click.option(
    "--html", "page", type=click.Path(dir_okay=False, path_type=Path), help="Write the report with charts to a file."
)
@common.patience
@common.as_json
def arena(
    title: str,
    named: str,
    players: int | None,
    games: int,
    seed: int,
    options: str,
    seatings: Any,
    to_the_end: bool,
    processes: int,
    folder: Path | None,
    page: Path | None,
    patience_s: float,
    as_json: bool,
) -> None:
    """Let every bot play every bot, and tell which is better; exit status 1 if one failed."""
    game, bots = common.known_titles()[title], named.split(",")
    try:
        settings = settings_of(game, bots, players, seed, json.loads(options), seatings, patience_s)
    except json.JSONDecodeError as error:
        raise click.UsageError(f"--options is not JSON: {error}") from error
    except BadOptions as error:
        raise click.UsageError(f"--options: {error}") from error
    except UnknownBot as error:
        raise click.UsageError(f"--bots: {error}") from error
    except ValueError as error:
        raise click.UsageError(f"{error}.") from error
    place = folder or Path(f"arena-{title}-{settings.players}p")
    played = Arena(game, bots, settings, place)
    try:
        with tqdm(total=played.most(games), unit="game", disable=None) as bar:
            report = played.run(games, processes, lambda result, kept: bar.update(), to_the_end)
    except OtherArena as error:
        raise common.Complaint(f"{error} (--folder).") from error
    if report is None:
        click.echo(f"No deal of {played.deal} games is complete yet; the same command goes on.", err=True)
        sys.exit(STOPPED)
    _tell(report, as_json, page)


def _tell(report: dict[str, Any], as_json: bool, page: Path | None) -> None:
    click.echo(json.dumps(report, indent=2) if as_json else report_text(report))
    if page is not None:
        from moothall.server.cli.arena_report import page_of

        page.write_text(page_of(report), "utf-8")
    for line in _failures(report["failures"]):
        click.echo(printable_lines(line), err=True)
    if report["broken"]:
        raise click.ClickException("a law was broken: " + "; ".join(report["broken"][:5]))
    if report["ended"] == INTERRUPTED:
        sys.exit(STOPPED)
    if report["failures"] or report["ended"] == FAILED:
        sys.exit(1)


def _failures(failures: list[dict[str, Any]]) -> Iterator[str]:
    """Of each bot that failed the first time in full; the report has them all."""
    for bot in dict.fromkeys(each["bot"] for each in failures):
        own = [each for each in failures if each["bot"] == bot]
        yield f"{bot} failed in {len(own)} games, first in game {own[0]['game']}: {own[0]['told']}"


def report_text(report: dict[str, Any]) -> str:
    """The report as tables."""
    standing = report["standing"]
    wide = max(len(each["bot"]) for each in standing)
    lines = [
        f"{report['games']} games of {report['title']} with {report['players']} players, {report['deals']} deals "
        f"({report['played']} games now, {report['seconds']} s): {ENDED[report['ended']]}",
        f"    {'bot':{wide}}  rating  95 % interval   share    wins  seconds/turn",
    ]
    for each in standing:
        pace = "-" if each["seconds_per_turn"] is None else f"{each['seconds_per_turn']:.4f}"
        lines.append(
            f"{each['rank']:>3} {each['bot']:{wide}}  {each['mu']:6.2f}  {each['low']:6.2f} to {each['high']:5.2f}"
            f"  {each['share']:6.1%}  {each['wins']['rate']:6.1%}  {pace:>12}"
        )
    lines.append("who beats whom:")
    for number, one in enumerate(standing):
        for other in standing[number + 1 :]:
            met = report["against"][one["bot"]].get(other["bot"])
            if met:
                lines.append(
                    f"    {one['bot']:{wide}}  {met['share']:6.1%} ({met['low']:.1%} to {met['high']:.1%}) "
                    f"against {other['bot']}, {met['games']} games"
                )
    seats = ", ".join(f"{seat}: {each['rate']:.1%}" for seat, each in report["wins"]["by_seat"].items())
    lines.append(f"wins by seat: {seats}")
    lines.append(f"records: {Path(report['folder']) / 'records'}")
    return "\n".join(lines)
