"""`moothall backup` and `moothall restore`."""

from __future__ import annotations

from pathlib import Path

import click

from server.cli.where import existing, house_of, named, told_in_a_line, where

GAMES = click.option("--game", "games", metavar="ID", multiple=True, help="This game only; may be repeated.")


@click.command()
@click.argument("out", type=click.Path(path_type=Path, dir_okay=False))
@GAMES
@where
def backup(out: Path, games: tuple[str, ...], redis: str | None, data: Path | None) -> None:
    """Write everything that cannot be made anew into one file, or single games. The house may be in use meanwhile."""
    from events.backup.file import BadBackup
    from server.keeping import take

    try:
        with told_in_a_line(), house_of(existing(named(redis, data))) as config:
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
@where
def restore(file: Path, games: tuple[str, ...], redis: str | None, data: Path | None) -> None:
    """Put a backup back: everything into an empty house, or single games into any. All is checked before anything is
    written; no game is ever overwritten."""
    from events.backup.file import BadBackup
    from events.backup.restore import Refused
    from server.keeping import put_back

    try:
        with told_in_a_line(), house_of(named(redis, data)) as config:
            restored = put_back(config, file, games)
    except (BadBackup, Refused, OSError) as error:
        raise click.ClickException(f"Not restored: {error}") from error
    tournaments = f", {restored.tournaments} tournaments" if restored.tournaments else ""
    click.echo(f"{len(restored.games)} games{tournaments} and {restored.others} other entries restored")
    if restored.there:
        click.echo(f"{len(restored.there)} games were there already, as far or further")
