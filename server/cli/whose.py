"""Which server a command is about: one that is named by its Redis, or the one that runs on a data directory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from server.cli.settings import settings
from server.config import Config


def of_a_server(what: str) -> Callable[[Any], Any]:
    """The options of a command that needs a server's Redis: which, says `what`."""

    def decorate(command: Any) -> Any:
        command = click.option("--redis", metavar="URL", help=f"{what}, where it is not the embedded one.")(command)
        return click.option(
            "--data",
            type=click.Path(path_type=Path, file_okay=False),
            help="The data directory that the server runs on (./data).",
        )(command)

    return decorate


def find(redis: str | None, data: Path | None) -> Config:
    """The settings of that server. What is said here wins over the environment, and a URL over a directory."""
    from server.embedded import socket_for

    config = settings()
    if redis is not None:
        return replace(config, redis=redis, queue="")
    if data is None and config.redis:
        return config
    folder = (data or config.data).resolve()
    socket = socket_for(folder)
    if not socket.is_socket():
        raise click.ClickException(
            f"No server runs on {folder}: start it with `moothall serve --data {folder}`, or name another directory "
            "with --data, or a Redis with --redis."
        )
    return replace(config, data=folder, redis=f"unix://{socket}", queue="")


@contextmanager
def told_if_away() -> Iterator[None]:
    """A Redis that does not answer is told of in a line."""
    from redis.exceptions import RedisError

    try:
        yield
    except RedisError as error:
        raise click.ClickException(f"Redis does not answer: {error}") from error
