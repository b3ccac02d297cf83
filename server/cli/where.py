"""Which house a command is about: a Redis by its URL, or the one inside a data directory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from redis.exceptions import RedisError

from server.cli.settings import settings
from server.config import Config
from server.embedded import EmbeddedRedis, NoRedis
from server.supervisor import AlreadyRunning, lock


def where(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options `--redis` and `--data`."""
    data = click.Path(path_type=Path, file_okay=False)
    named = click.option("--redis", metavar="URL", help="The event store's Redis, if it is not the embedded one.")
    return named(click.option("--data", type=data, help="Data directory (./data): embedded Redis and keys.")(command))


def named(redis: str | None, data: Path | None) -> Config:
    """The settings with what the options name; a data directory alone means the Redis inside it."""
    config = settings()
    if data is not None:
        config = replace(config, data=data, redis=redis or "")
    return replace(config, redis=redis) if redis else config


@contextmanager
def house_of(config: Config) -> Iterator[Config]:
    """The settings of a house whose Redis answers: that of a data directory is started if nobody runs it, and stopped
    afterwards."""
    if config.redis:
        yield config
        return
    embedded = EmbeddedRedis(config.data, fsync=config.fsync)
    if embedded.answers():
        yield replace(config, redis=embedded.url)
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
        raise click.ClickException(f"Redis is out of reach: {error}") from error
