"""What commands that run something go by."""

from __future__ import annotations

import logging

import click

from server.checks import check
from server.config import Config


def settings() -> Config:
    """The settings of the environment; told in a line if one of them is none."""
    try:
        config = Config.from_environment()
        logging.basicConfig(level=config.log_level, format="%(asctime)s %(name)s %(levelname)s %(message)s")
    except ValueError as error:
        raise click.ClickException(str(error)) from error
    return config


def checked(config: Config) -> Config:
    """Settings that make sense together; told once at the start if they do not, and not by every process."""
    try:
        check(config)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    return config
