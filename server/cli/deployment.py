"""Which house a command is about: a Redis by its URL, or the one inside a data directory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from redis.exceptions import RedisError

from moothall.server.cli.options import Complaint, settings
from moothall.server.config import Config
from moothall.server.embedded import EmbeddedRedis, queue_in, socket_of
from moothall.server.operations.redis_binary import NoRedis
from moothall.server.supervisor import AlreadyRunning, lock


def where(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options `--redis` and `--data`."""
    data = click.Path(path_type=Path, file_okay=False)
    named = click.option("--redis", metavar="URL", help="The event store's Redis, if it is not the embedded one.")
    return named(click.option("--data", type=data, help="Data directory (./data): embedded Redis and keys.")(command))


def named(redis: str | None, data: Path | None) -> Config:
    """The settings with what the options name; a data directory alone means the servers inside it."""
    config = settings()
    if data is not None:
        config = replace(config, data=data, redis="", queue="")
    return replace(config, redis=redis, queue="") if redis else config


def existing(config: Config) -> Config:
    """The same; a house that is not there is not made for the sake of looking at it, or by a slip of the pen."""
    if not config.redis and not config.data.is_dir():
        raise Complaint(f"There is no data directory {config.data}; --data or --redis names the house.")
    return config


def running(config: Config) -> Config:
    """The same with the addresses of the servers inside its data directory, where none is named."""
    if config.redis:
        return config
    folder = config.data.resolve()
    if not socket_of(folder).is_socket():
        raise Complaint(
            f"No server runs on {folder}: start it with `moothall serve --data {folder}`, or name another directory "
            "with --data, or a Redis with --redis."
        )
    return inside(config)


def inside(config: Config) -> Config:
    """The same, whether they run or not."""
    folder = config.data.resolve()
    queue = socket_of(queue_in(folder))
    own = config.queue or (f"unix://{queue}" if queue.is_socket() else "")
    return replace(config, data=folder, redis=f"unix://{socket_of(folder)}", queue=own)


@contextmanager
def house_of(config: Config) -> Iterator[Config]:
    """Give the settings with a Redis that answers. The one of a data directory is started if it does not run, and
    stopped afterwards; a log of an older server is not touched."""
    if config.redis:
        yield config
        return
    embedded = EmbeddedRedis(config.data, fsync=config.fsync, server=config.redis_server)
    started = EmbeddedRedis(config.data)
    started.socket = socket_of(started.data)
    if started.answers():
        yield inside(config)
        return
    try:
        with lock(config.data):
            embedded.start()
            try:
                yield replace(config, redis=embedded.url)
            finally:
                embedded.stop()
    except AlreadyRunning as error:
        raise click.ClickException(
            f"{config.data} is in use, but its Redis does not answer: try again soon."
        ) from error
    except NoRedis as error:
        raise click.ClickException(str(error)) from error


@contextmanager
def told_in_a_line() -> Iterator[None]:
    """A Redis that is away is no reason for a traceback."""
    try:
        yield
    except RedisError as error:
        raise click.ClickException(f"Redis does not answer: {error}") from error
