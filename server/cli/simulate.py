"""`moothall simulate`: whole games on the engine alone."""

from __future__ import annotations

import json
from typing import Any

import click
import msgspec
from tqdm import tqdm

from moothall.domain.core.errors import BadOptions
from moothall.server.cli import options as common
from moothall.server.processes import keep_all_there_is
from moothall.workers.bots.guard import BotFailed
from moothall.workers.bots.levels import UnknownBot
from moothall.workers.bots.plugins import load
from moothall.workers.simulate import simulate as run_games


@click.command()
@click.argument("title", type=click.Choice(sorted(common.known_titles())))
@click.option("--players", type=click.IntRange(2, 10), help="Seats; as many as --bots names if left out.")
@click.option(
    "--bots", "levels", default="random", show_default=True, help="By seat: greedy,mcts:200,mcts:500ms,./mine.py:Bot."
)
@click.option("--games", type=click.IntRange(1), default=100, show_default=True)
@common.seed
@common.options
@common.processes
@common.patience
@common.as_json
def simulate(
    title: str,
    players: int | None,
    levels: str,
    games: int,
    seed: int,
    options: str,
    processes: int,
    patience_s: float,
    as_json: bool,
) -> None:
    """Play whole games on the engine alone and report on them."""
    game, named = common.known_titles()[title], levels.split(",")
    seats = players or max(len(named), game.players[0])
    if seats not in game.players:
        raise click.UsageError(f"{game.name} takes {game.players[0]} to {game.players[-1]} players, not {seats}.")
    if len(named) not in (1, seats):
        raise click.UsageError(f"--bots names {len(named)} bots for {seats} seats; name one or all of them.")
    try:
        for name in named:
            load(name)
        chosen = json.loads(options)
        game.check_options(seats, msgspec.convert(chosen, game.options), game.current)
    except json.JSONDecodeError as error:
        raise click.UsageError(f"--options is not JSON: {error}") from error
    except UnknownBot as error:
        raise click.UsageError(f"--bots: {error}") from error
    except (msgspec.ValidationError, BadOptions) as error:
        raise click.UsageError(f"--options: {error}") from error
    keep_all_there_is()
    with tqdm(total=games, unit="game", disable=None) as bar:
        seated = named * seats if len(named) == 1 else named
        try:
            report = run_games(game, seated, games, seed, chosen, bar.update, processes, patience_s)
        except BotFailed as failed:
            raise common.Complaint(str(failed)) from failed
    click.echo(json.dumps(report, indent=2) if as_json else _report_text(report))
    if report["broken"]:
        raise click.ClickException("a law was broken: " + "; ".join(report["broken"][:5]))


def _report_text(report: dict[str, Any]) -> str:
    lines = [f"{report['games']} games of {report['title']} with {report['players']} players ({report['seconds']} s)"]
    for what, shares in report["shares"].items():
        lines += [f"  wins {what.replace('_', ' ')}:"] if shares else []
        lines += [
            f"    {name:24} {each['wins']:g} of {each['seats']}, {each['rate']:.1%} "
            f"({each['low']:.1%} to {each['high']:.1%}), {each['ratio']:g} of the fair share"
            for name, each in shares.items()
        ]
    for name in ("scores", "winning_scores", "rounds", "decisions"):
        spread = ", ".join(f"{key} {value:g}" for key, value in report[name].items())
        lines.append(f"  {name.replace('_', ' ')}: {spread}")
    if report["endings"]:
        lines.append("  won by: " + ", ".join(f"{ending} {times}" for ending, times in report["endings"].items()))
    lines.append(f"  {report['games_per_s']} games/s, {report['decisions_per_s']} decisions/s")
    return "\n".join(lines)
