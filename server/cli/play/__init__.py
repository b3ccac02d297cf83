"""`moothall play`: a game in the terminal, through the same API that every client uses."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import replace
from itertools import count
from pathlib import Path, PurePath
from typing import Any, NamedTuple

import click
import msgspec
from rich.console import Console

from moothall.domain.core.title import AnyTitle
from moothall.domain.core.words import printable
from moothall.server.cli.options import Complaint, known_titles
from moothall.server.cli.play.game import ACTIVE, OPEN, Client, Game
from moothall.server.cli.play.screen import Screen
from moothall.server.cli.play.terminal import Leave, Terminal, Watcher
from moothall.server.client import Refused
from moothall.workers.bots.levels import BOTS, UnknownBot
from moothall.workers.bots.plugins import LEVEL, load, portable

URL = "http://127.0.0.1:8000"

ODD = (LookupError, TypeError, ValueError, AttributeError, AssertionError, RecursionError, msgspec.MsgspecError)
"""What answers lead to that are none of a Moothall, or of a later one."""

START_S = 60
STOP_S = 30


@click.command()
@click.argument("title", type=click.Choice(sorted(known_titles())), required=False)
@click.option("--bots", "levels", default="greedy", show_default=True, help="The others: greedy,mcts,./mine.py:Bot.")
@click.option("--url", help="A running server; one of its own, in a temporary directory, if left out.")
@click.option("--name", default="Guest", show_default=True, help="Your name at the table.")
@click.option("--options", default="{}", show_default=True, help="The title's options, as JSON.")
@click.option("--page", type=click.IntRange(1, 200), default=20, show_default=True, help="Moves shown at once.")
@click.option(
    "--game", "game_id", help=f"Come back to this game instead, or watch it; on {URL} unless --url says else."
)
@click.option("--token", envvar="MOOTHALL_TOKEN", help="Who you are, for --game; without one you watch.")
@click.option("--watch", is_flag=True, help="Look on: at a game of --bots alone, or at --game.")
@click.option("--pause", type=click.FloatRange(0, 60), default=1.0, show_default=True, help="Seconds after each event.")
def play(title: str | None, game_id: str | None, url: str | None, watch: bool, **settings: Any) -> None:
    """Play a game against bots in this terminal, come back to one, or watch."""
    if (title is None) == (game_id is None):
        raise click.UsageError("Name a TITLE for a new game, or --game for one that is there.")
    screen = _screen()
    with ExitStack() as stack:
        try:
            if game_id is not None:
                client = Client(url or URL, settings["token"], screen.hint)
                game = Game(client, client.call("GET", f"/v1/games/{game_id}"))
            else:
                others = others_of(settings["levels"].split(","), elsewhere=url is not None)
                body = _new_game(known_titles()[str(title)], watch, others.levels, settings["options"])
                client = Client(url or stack.enter_context(_own_server(screen, others.setting)), None, screen.hint)
                check_levels(client, str(title), others.levels)
                client.register(settings["name"])
                game = Game(client, client.call("POST", "/v1/games", body))
        except (Refused, OSError) as error:
            raise Complaint(str(error)) from error
        except ODD as error:
            raise _odd(client, error) from error
        try:
            if watch or game.seat is None:
                Watcher(game, screen, settings["pause"], _read).run(new=game_id is None)
            else:
                Terminal(game, screen, settings["page"], _read).run(new=game_id is None)
        except (Leave, KeyboardInterrupt):
            _farewell(screen, game, url or (URL if game_id else None))
        except (Refused, OSError) as error:
            _farewell(screen, game, url or (URL if game_id else None))
            raise Complaint(str(error)) from error
        except ODD as error:
            raise _odd(client, error) from error


def _odd(client: Client, error: Exception) -> Complaint:
    return Complaint(f"{client.base} does not answer like this Moothall ({type(error).__name__}: {error})")


def _new_game(title: AnyTitle, watch: bool, levels: list[str], options: str) -> dict[str, Any]:
    """What to ask the server for."""
    least, most = title.players[0], title.players[-1]
    if watch and len(levels) == 1:
        levels = levels * least
    if watch and len(levels) not in title.players:
        raise click.UsageError(f"{title.name} is played by {least} to {most}, not {len(levels)}.")
    if not watch and 1 + len(levels) not in title.players:
        raise click.UsageError(f"{title.name} is played against {least - 1} to {most - 1} others, not {len(levels)}.")
    try:
        chosen = json.loads(options)
    except json.JSONDecodeError as error:
        raise click.UsageError(f"--options is not JSON: {error}") from error
    seats = [*([] if watch else [{"kind": "human"}]), *({"kind": "ai", "level": level} for level in levels)]
    return {"title": title.slug, "seats": seats, "options": chosen}


def _screen() -> Screen:
    with suppress(ImportError):  # line editing, where there is any
        import readline  # noqa: F401
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # not every terminal has every letter
    return Screen(Console(markup=False, emoji=False, highlight=False))


def _read(prompt: str) -> str:
    """A line; one that comes from elsewhere is written where a person would have typed it."""
    line = input(prompt)
    if not sys.stdin.isatty():
        print(printable(line))
    return line


def _own_server(screen: Screen, bots: str) -> AbstractContextManager[str]:
    screen.say("Setting up the table ...")
    return own_server(bots)


def _farewell(screen: Screen, game: Game, url: str | None) -> None:
    """Goodbye, and how to come back where there is something to come back to."""
    screen.gap()
    if url is not None:
        goes_on = "The game goes on without you. " if game.status in (OPEN, ACTIVE) else ""
        screen.say(f"{goes_on}To {'watch it' if game.seat is None else 'come back'}:")
        parts = ["moothall play", f"--url {shlex.quote(url)}", f"--game {game.id}"]
        parts += [f"--token {shlex.quote(game.client.token)}"] if game.client.token else []
        screen.verbatim([f"  {line}" for line in " \\\n    ".join(parts).split("\n")])
    screen.say("Goodbye.")


class Others(NamedTuple):
    """The levels to ask a server for, and what a server of one's own has to be told of them (MOOTHALL_BOTS)."""

    levels: list[str]
    setting: str


def others_of(specs: Sequence[str], elsewhere: bool) -> Others:
    """The opponents that were named. A server elsewhere says itself which levels it has."""
    levels: dict[str, str] = {}
    for spec in specs:
        if spec in BOTS or spec in levels or (elsewhere and LEVEL.fullmatch(spec)):
            continue
        if spec.partition(":")[0] in BOTS:
            raise click.UsageError(f"{spec}: how long a level thinks is for the server to say; leave the budget out.")
        if elsewhere:
            raise click.UsageError(f"{spec} cannot be brought to a server elsewhere: leave --url out.")
        try:
            load(spec)
        except UnknownBot as error:
            raise click.UsageError(f"--bots: {error}") from error
        levels[spec] = _level(spec, {*BOTS, *levels.values()})
    setting = ",".join(f"{level}={portable(spec)}" for spec, level in levels.items())
    return Others([levels.get(spec, spec) for spec in specs], setting)


def check_levels(client: Client, title: str, levels: Sequence[str]) -> None:
    """Complain of levels that the server does not have."""
    known = client.call("GET", f"/v1/titles/{title}")["levels"]
    unknown = sorted(set(levels) - set(known))
    if unknown:
        raise click.UsageError(f"No bot plays {', '.join(unknown)}; there are: {', '.join(known)}.")


def _level(spec: str, taken: Collection[str]) -> str:
    """What to call it there: as its file or module is called."""
    place = spec.partition(":")[0].removesuffix(".py")
    name = re.sub(r"[^a-z0-9_-]+", "-", PurePath(place).name.rpartition(".")[2].lower()).strip("-_")[:24]
    name = name if LEVEL.fullmatch(name) else f"bot-{name}"
    return next(each for n in count(1) if (each := name if n == 1 else f"{name}-{n}") not in taken)


@contextmanager
def own_server(bots: str = "") -> Iterator[str]:
    """Run `moothall serve` in a temporary directory for one game, and give its address. `bots` are its levels besides
    those of every server, as MOOTHALL_BOTS has them. What it logs stays in its directory, unless it does not start."""
    from moothall.server.config import Config  # here: with --url nothing of a server is needed
    from moothall.server.processes import spawn
    from moothall.server.supervisor import free_port

    with tempfile.TemporaryDirectory(prefix="moothall-") as folder:
        # Nothing here outlives the game, so nothing need be safe from a power cut.
        few = Config(web_workers=1, job_workers=1, people_workers=0, bots=bots)
        config = replace(few, port=free_port("127.0.0.1"), data=Path(folder), fsync="no")
        said = Path(folder) / "serve.log"
        with said.open("wb") as output:
            process = spawn([sys.executable, "-m", "moothall.server", "serve"], config.environment(), output)
        try:
            _wait(process, said)
            yield f"http://{config.host}:{config.port}"
        finally:
            process.terminate()
            try:
                process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _wait(process: subprocess.Popen[bytes], said: Path) -> None:
    deadline = time.monotonic() + START_S
    while b"Moothall is ready" not in said.read_bytes():
        if process.poll() is not None or time.monotonic() > deadline:
            raise OSError("the server did not start:\n" + said.read_text("utf-8", "replace"))
        time.sleep(0.05)
