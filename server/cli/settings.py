"""What commands that run something go by."""

from __future__ import annotations

import click

from moothall.server.checks import check, check_bots
from moothall.server.config import Config
from moothall.server.logs import to_console


def settings() -> Config:
    """The settings of the environment; told in a line if one of them is none."""
    try:
        config = Config.from_environment()
        to_console(config.log_level)
    except ValueError as error:
        raise click.ClickException(str(error)) from error
    return config


def checked(config: Config, bots: bool = False) -> Config:
    """Settings that make sense together; told once at the start if they do not, and not by every process. With `bots`
    the bots that they name can be loaded, too."""
    try:
        check(config)
        if bots:
            check_bots(config)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    return config
