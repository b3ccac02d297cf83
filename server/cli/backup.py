"""`moothall backup`, `moothall restore` and `moothall upgrade-data`."""

from __future__ import annotations

from pathlib import Path

import click

from moothall.server.cli.settings import settings
from moothall.server.cli.where import existing, house_of, named, told_in_a_line, where
from moothall.server.config import Config

GAMES = click.option("--game", "games", metavar="ID", multiple=True, help="This game only; may be repeated.")
FORCE = click.option("--force", is_flag=True, help="Even if the data directory is empty, or not Moothall's.")


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


def _check(config: Config, force: bool, *, empty: bool) -> None:
    """Refuse a data directory that is not Moothall's, and one without a log unless `empty` allows it."""
    from moothall.server.operations.data_directory import Refused, check_ours

    if not config.redis and not force:
        try:
            check_ours(config.data, empty=empty)
        except Refused as error:
            raise click.ClickException(f"{error} --force goes ahead all the same.") from error
