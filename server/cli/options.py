"""Options, settings, errors and limits that several commands share.

The modules that settings, titles and bots need are imported inside the functions: a command that uses none of these
must not wait for them. The limits are for files that anybody may have made: whatever a file holds, a command ends in
time and does not take all of the machine's memory.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from moothall.domain.core.words import printable_lines

if TYPE_CHECKING:
    from moothall.domain.core.title import AnyTitle
    from moothall.server.config import Config

seed = click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same games.")
options = click.option("--options", default="{}", show_default=True, help="The title's options, as JSON.")
processes = click.option(
    "--processes", type=click.IntRange(1, 64), default=1, show_default=True, help="They change no result."
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")

MEMORY = 2 * 1024**3
"""Bytes that looking at one file may take besides what the program itself has."""

TIME_S = 120.0
"""Seconds that one record may take; long games take one."""


class Complaint(click.ClickException):
    """An error in words, which may come from a file or a server that anybody may have made."""

    def format_message(self) -> str:
        return printable_lines(self.message)


class TooLong(BaseException):
    """The time is up. No Exception: whoever takes those for a finding shall not take this for one."""


def patience(command: Callable[..., Any]) -> Callable[..., Any]:
    """The option `--patience`."""
    from moothall.workers.simulate import PATIENCE_S

    return click.option(
        "--patience",
        "patience_s",
        type=click.FloatRange(0.01),
        default=PATIENCE_S,
        show_default=True,
        help="Seconds that a bot of your own may think about a decision, if it has no budget in milliseconds.",
    )(command)


def settings() -> Config:
    """The settings of the environment; told in a line if one of them is none."""
    from moothall.server.config import Config
    from moothall.server.logs import to_console

    try:
        config = Config.from_environment()
        to_console(config.log_level)
    except ValueError as error:
        raise click.ClickException(str(error)) from error
    return config


def checked(config: Config, bots: bool = False) -> Config:
    """Settings that make sense together; told once at the start if they do not, and not by every process. With `bots`
    the bots that they name can be loaded, too."""
    from moothall.server.checks import check, check_bots

    try:
        check(config)
        if bots:
            check_bots(config)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    return config


def known_titles() -> dict[str, AnyTitle]:
    """Every title, those of packages included; told in a line if one of these is none."""
    from moothall.workers.titles import BadTitle, hosted

    try:
        return hosted()
    except BadTitle as error:
        raise click.ClickException(str(error)) from error


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raises TooLong when the time is up; where a system has no such clock, nothing."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise TooLong

    before = signal.signal(signal.SIGALRM, ring)
    left, again = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, left, again)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def memory_limit(more: int = MEMORY) -> Iterator[None]:
    """MemoryError instead of more than that; where a system does not tell what a process has, nothing."""
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    except (ImportError, OSError, ValueError):
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = pages * resource.getpagesize() + more
    bounded = [each for each in (soft, hard, wanted) if each != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_AS, (min(bounded), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def content_of(path: Path, largest: int) -> bytes:
    """A file's bytes; OSError if there are too many. What is no file on a disk may have no end: it is read so far."""
    with path.open("rb") as file:
        data = file.read(largest + 1)
    if len(data) > largest:
        raise OSError(f"{path} is larger than {largest} bytes")
    return data
