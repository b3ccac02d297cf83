"""The titles that commands know."""

from __future__ import annotations

import click

from moothall.domain.core.title import AnyTitle
from moothall.workers.titles import BadTitle, hosted


def known_titles() -> dict[str, AnyTitle]:
    """Every title, those of packages included; told in a line if one of these is none."""
    try:
        return hosted()
    except BadTitle as error:
        raise click.ClickException(str(error)) from error
