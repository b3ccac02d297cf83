"""The command line: one command as front door."""

from __future__ import annotations

import json
import logging
import signal
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import msgspec
from tqdm import tqdm

from domain.core.errors import BadOptions
from domain.titles import TITLES
from events.players import SCOPES
from server.cli.bench import bench
from server.cli.export import export
from server.cli.keys import keys
from server.cli.play import play
from server.cli.replay import replay
from server.cli.verify import verify
from server.config import Config
from workers import bots
from workers.simulate import simulate as run_games


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="moothall")
def main() -> None:
    """Moothall: an event-sourced board-game server."""


for command in (verify, export, replay, keys, play, bench):
    main.add_command(command)


@main.command()
@click.option("--host", help="Address to listen on (127.0.0.1).")
@click.option("--port", type=click.IntRange(0, 65535), help="Port to listen on (8000); 0 takes a free one.")
@click.option("--workers", type=click.IntRange(1, 64), help="RQ worker processes (2).")
@click.option("--web-workers", type=click.IntRange(1, 64), help="Web processes (2).")
@click.option("--redis", metavar="URL", help="The event store's Redis; embedded if left out.")
@click.option("--queue", metavar="URL", help="The queue's Redis, no Cluster; as --redis if left out.")
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), help="Data directory (./data).")
def serve(workers: int | None, **settings: Any) -> None:
    """Run everything on this machine."""
    from server.embedded import NoRedis  # here: a command line that only verifies needs no Redis client
    from server.supervisor import AlreadyRunning, PortTaken, Supervisor

    given = {name: value for name, value in {**settings, "job_workers": workers}.items() if value is not None}
    config = _checked(replace(_config(), **given))
    try:
        Supervisor(config, say=click.echo).run()
    except (AlreadyRunning, PortTaken, NoRedis) as error:
        raise click.ClickException(str(error)) from error


@main.command()
@click.option("--webhooks", is_flag=True, help="Deliver webhooks instead of playing AI seats and scoring.")
def worker(webhooks: bool) -> None:
    """Run one job worker (serve starts these)."""
    from server.bootstrap import wire_desk  # here: a command line that only simulates needs no Redis client
    from workers.runner import run_worker

    desk = wire_desk(_checked(_config()))
    run_worker(desk, desk.jobs.webhooks if webhooks else desk.jobs.queue)


@main.command()
def dispatcher() -> None:
    """Run the dispatcher (serve starts it)."""
    from server.bootstrap import wire_dispatcher

    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    wire_dispatcher(_checked(_config())).run(stop)


@main.command()
@click.option("--redis", metavar="URL", required=True, help="The event store's Redis.")
def rebuild(redis: str) -> None:
    """Make all listings anew from the games' streams."""
    from server.bootstrap import rebuild as rebuild_listings

    count = rebuild_listings(replace(_config(), redis=redis))
    click.echo(f"{count} games listed")


@main.command()
@click.option("--redis", metavar="URL", required=True, help="The queue's Redis.")
def jobs(redis: str) -> None:
    """List the jobs that failed."""
    from workers.queues import Jobs, NoQueue

    try:
        click.echo(json.dumps(Jobs(redis).failed(), indent=2))
    except NoQueue as error:
        raise click.ClickException(str(error)) from error


@main.command()
@click.argument("title", type=click.Choice(sorted(TITLES)))
@click.option("--players", type=click.IntRange(2, 10), help="Seats; as many as --bots names if left out.")
@click.option("--bots", "levels", default="random", show_default=True, help="By seat: greedy,mcts:200,mcts:500ms.")
@click.option("--games", type=click.IntRange(1), default=100, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same games.")
@click.option("--options", default="{}", show_default=True, help="The title's options, as JSON.")
@click.option("--processes", type=click.IntRange(1, 64), default=1, show_default=True, help="They change no result.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def simulate(
    title: str, players: int | None, levels: str, games: int, seed: int, options: str, processes: int, as_json: bool
) -> None:
    """Play whole games on the engine alone and report on them."""
    game, named = TITLES[title], levels.split(",")
    seats = players or max(len(named), game.players[0])
    if seats not in game.players:
        raise click.UsageError(f"{game.name} takes {game.players[0]} to {game.players[-1]} players, not {seats}.")
    if len(named) not in (1, seats):
        raise click.UsageError(f"--bots names {len(named)} bots for {seats} seats; name one or all of them.")
    try:
        for name in named:
            bots.named(name)
        chosen = json.loads(options)
        game.check_options(seats, msgspec.convert(chosen, game.options), game.current)
    except json.JSONDecodeError as error:
        raise click.UsageError(f"--options is not JSON: {error}") from error
    except bots.UnknownBot as error:
        raise click.UsageError(f"--bots: {error}") from error
    except (msgspec.ValidationError, BadOptions) as error:
        raise click.UsageError(f"--options: {error}") from error
    with tqdm(total=games, unit="game", disable=None) as bar:
        seated = named * seats if len(named) == 1 else named
        report = run_games(game, seated, games, seed, chosen, bar.update, processes)
    click.echo(json.dumps(report, indent=2) if as_json else _report_text(report))
    if report["broken"]:
        raise click.ClickException("a law was broken: " + "; ".join(report["broken"][:5]))


@main.command()
@click.argument("player")
@click.option("--scope", "scopes", type=click.Choice(SCOPES), multiple=True, required=True, help="May be repeated.")
@click.option("--withdraw", is_flag=True, help="Take the scope away instead.")
@click.option("--redis", metavar="URL", required=True, help="The event store's Redis.")
def grant(player: str, scopes: tuple[str, ...], withdraw: bool, redis: str) -> None:
    """Let a PLAYER (an account's id) organise or administer."""
    from events.connect import connect
    from events.players import Players

    players = Players(connect(redis))
    account = players.get(player)
    if account is None:
        raise click.ClickException(f"There is no player {player}; an id is expected, such as p_0123456789abcdef.")
    wanted = set(account.scopes) - set(scopes) if withdraw else {*account.scopes, *scopes}
    changed = players.set_scopes(account, tuple(wanted))
    click.echo(f"{changed.name} ({changed.id}): {', '.join(changed.scopes) or 'nothing'}")


@main.command()
def openapi() -> None:
    """Print the description of the API (what openapi.yaml holds)."""
    from server.app import create_app
    from server.openapi import document_of

    click.echo(document_of(create_app(Config(redis="unix://unused"))), nl=False)


def _config() -> Config:
    try:
        config = Config.from_environment()
        logging.basicConfig(level=config.log_level, format="%(asctime)s %(name)s %(levelname)s %(message)s")
    except ValueError as error:
        raise click.ClickException(str(error)) from error
    return config


def _checked(config: Config) -> Config:
    """Settings that make sense together; told once at the start if they do not, and not by every process."""
    from server.bootstrap import check  # here: a command line that only simulates needs no Redis client

    try:
        check(config)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    return config


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
