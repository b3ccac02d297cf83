"""Commands that administer one server: listings, failed jobs, scopes, signing keys, archive, backups and health.

`moothall openapi`, which needs no server, is here as well.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from moothall.domain.core.words import printable
from moothall.events.accounts.players import SCOPES
from moothall.server.cli.deployment import existing, house_of, inside, named, running, told_in_a_line, where
from moothall.server.cli.options import Complaint, settings
from moothall.server.config import Config
from moothall.server.keyring import Keyring

if TYPE_CHECKING:
    from moothall.server.doctor import Finding

GAMES = click.option("--game", "games", metavar="ID", multiple=True, help="This game only; may be repeated.")
FORCE = click.option("--force", is_flag=True, help="Even if the data directory is empty, or not Moothall's.")

COLOURS = ("green", "yellow", "red")


@click.command()
@where
def rebuild(redis: str | None, data: Path | None) -> None:
    """Make all listings and ratings anew from the games' streams, and claim the accounts' names for them."""
    from moothall.server.bootstrap import rebuild as rebuild_listings

    with told_in_a_line():
        count, alike = rebuild_listings(running(named(redis, data)))
    click.echo(f"{count} games listed")
    for player in alike:
        click.echo(f"{player.id} is called like an older account: {printable(player.name)}")


@click.command()
@where
def jobs(redis: str | None, data: Path | None) -> None:
    """List the jobs that failed."""
    from moothall.workers.job_queue import Jobs, NoQueue

    try:
        with told_in_a_line():
            failed = Jobs(running(named(redis, data)).queue_url).failed()
    except NoQueue as error:
        raise click.ClickException(str(error)) from error
    click.echo(json.dumps(failed, indent=2))


@click.command()
@click.argument("player")
@click.option("--scope", "scopes", type=click.Choice(SCOPES), multiple=True, required=True, help="May be repeated.")
@click.option("--withdraw", is_flag=True, help="Take the scope away instead.")
@where
def grant(player: str, scopes: tuple[str, ...], withdraw: bool, redis: str | None, data: Path | None) -> None:
    """Let a PLAYER (an account's id) organise or administer."""
    from moothall.events.accounts.players import Players
    from moothall.events.redis_client.connection import connect

    players = Players(connect(running(named(redis, data)).redis))
    with told_in_a_line():
        account = players.get(player)
        if account is None:
            raise Complaint(f"There is no player {player}; an id is expected, such as p_0123456789abcdef.")
        wanted = set(account.scopes) - set(scopes) if withdraw else {*account.scopes, *scopes}
        changed = players.set_scopes(account, tuple(wanted))
    click.echo(f"{printable(changed.name)} ({changed.id}): {', '.join(changed.scopes) or 'nothing'}")


@click.command()
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), help="The data directory (./data).")
@click.option("--rotate", is_flag=True, help="Make a new key, which signs from now on; older ones stay published.")
def keys(data: Path | None, rotate: bool) -> None:
    """Show the signing keys of a data directory, as /v1/keys does, or take a new one."""
    folder = data or settings().data
    if not folder.is_dir():  # a key is made where there is none, and nobody knows one that is made by a slip of the pen
        raise Complaint(f"There is no data directory {folder}; --data names it.")
    ring = Keyring(folder)
    if rotate:
        ring.rotate()
    click.echo(json.dumps({"keys": [key._asdict() for key in ring.published()]}, indent=2))


@click.command()
@click.option(
    "--after", metavar="SECONDS", type=click.IntRange(0), help="How long ago they ended (MOOTHALL_ARCHIVE_S)."
)
@where
def archive(after: int | None, redis: str | None, data: Path | None) -> None:
    """Pack the games that are over, now and not little by little. They are served as before."""
    from moothall.server.bootstrap import archive as pack

    with told_in_a_line(), house_of(existing(named(redis, data))) as config:
        packed, games = pack(config, config.archive_s if after is None else after)
    click.echo(f"{packed} of {games} games packed")


@click.command()
@click.argument("out", type=click.Path(path_type=Path, dir_okay=False))
@GAMES
@FORCE
@where
def backup(out: Path, games: tuple[str, ...], force: bool, redis: str | None, data: Path | None) -> None:
    """Write everything that cannot be made anew into one file, or single games. The house may be in use meanwhile."""
    from moothall.events.backup.file import BadBackup
    from moothall.server.keeping import take

    try:
        config = existing(named(redis, data))
        _check(config, force, empty=False)
        with told_in_a_line(), house_of(config) as config:
            taken = take(config, out, games)
    except (BadBackup, OSError) as error:
        raise click.ClickException(str(error)) from error
    games_too = f"{taken.games} games, {taken.tournaments} tournaments" if taken.tournaments else f"{taken.games} games"
    click.echo(f"{games_too}, {taken.accounts} accounts and {taken.keys} signing keys are in {out}")
    click.echo("It holds every secret of them; nobody but you can read it (mode 0600). Keep it so.")
    for game_id, why in taken.left_out:
        click.echo(f"LEFT OUT: {game_id}: {why}", err=True)
    if taken.left_out:
        raise SystemExit(1)


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@GAMES
@FORCE
@where
def restore(file: Path, games: tuple[str, ...], force: bool, redis: str | None, data: Path | None) -> None:
    """Put a backup back: everything into an empty house, or single games into any. All is checked before anything is
    written; no game is ever overwritten."""
    from moothall.events.backup.file import BadBackup
    from moothall.events.backup.restore import Refused
    from moothall.server.keeping import put_back

    try:
        config = named(redis, data)
        _check(config, force, empty=not games)
        with told_in_a_line(), house_of(config) as config:
            restored = put_back(config, file, games)
    except (BadBackup, Refused, OSError) as error:
        raise click.ClickException(f"Not restored: {error}") from error
    tournaments = f", {restored.tournaments} tournaments" if restored.tournaments else ""
    click.echo(f"{len(restored.games)} games{tournaments} and {restored.others} other entries restored")
    if restored.there:
        click.echo(f"{len(restored.there)} games were there already, as far or further")


@click.command("upgrade-data")
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), help="Data directory (./data).")
def upgrade_data(data: Path | None) -> None:
    """Let the embedded Redis take over the files of an older one, as `moothall serve` does, without serving. The old
    files stay in `before-upgrade/`."""
    from moothall.server.embedded import EmbeddedRedis, queue_in, take_over
    from moothall.server.operations.data_directory import check_ours
    from moothall.server.operations.redis_binary import NoRedis
    from moothall.server.supervisor import AlreadyRunning, lock

    config = settings()
    folder = (data or config.data).resolve()
    try:
        check_ours(folder, empty=False)
        with lock(folder):
            for part, disposable in ((folder, False), (queue_in(folder), True)):
                if part.is_dir():
                    redis = EmbeddedRedis(part, server=config.redis_server, say=click.echo)
                    if not take_over(redis, click.echo, disposable=disposable):
                        click.echo(f"{part} needs no upgrade: it is of {redis.directory.server}")
    except (AlreadyRunning, NoRedis) as error:
        raise click.ClickException(str(error)) from error


@click.command()
@click.option("--queue", metavar="URL", help="The queue's Redis; as --redis if left out.")
@click.option(
    "--sample", type=click.IntRange(0), default=20, show_default=True, help="Games whose chains are verified."
)
@click.option("--json", "as_json", is_flag=True, help="For machines.")
@where
def doctor(queue: str | None, sample: int, as_json: bool, redis: str | None, data: Path | None) -> None:
    """Tell what is well with a house, what is not, and what to do; exit status 0: all is well, 1: something to look
    at, 2: something is bad."""
    from moothall.server.doctor import examine, status
    from moothall.server.doctor.findings import WORDS

    config = named(redis, data)
    config = config if config.redis else inside(config)
    config = replace(config, queue=queue or config.queue)
    found = examine(config, sample)
    if as_json:
        report = {"status": WORDS[status(found)], "findings": [finding.as_json() for finding in found]}
        click.echo(json.dumps(report, indent=2))
    else:
        _print(found)
    sys.exit(status(found))


@click.command()
def openapi() -> None:
    """Print the description of the API (what openapi.yaml holds)."""
    from moothall.server.app import create_app
    from moothall.server.openapi import document_of

    click.echo(document_of(create_app(Config(redis="unix://unused"))), nl=False)


def _check(config: Config, force: bool, *, empty: bool) -> None:
    """Refuse a data directory that is not Moothall's, and one without a log unless `empty` allows it."""
    from moothall.server.operations.data_directory import Refused, check_ours

    if not config.redis and not force:
        try:
            check_ours(config.data, empty=empty)
        except Refused as error:
            raise click.ClickException(f"{error} --force goes ahead all the same.") from error


def _print(found: list[Finding]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from moothall.server.doctor.findings import WORDS

    table = Table("", "check", "what", "what to do", box=None, padding=(0, 2, 0, 0))
    for finding in found:
        level = Text(WORDS[finding.level], COLOURS[finding.level])
        table.add_row(level, finding.check, Text(printable(finding.what)), Text(printable(finding.todo)))
    Console().print(table)
