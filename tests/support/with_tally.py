"""Moothall with Tally among its titles, for tests that need a process of their own.

`python -m tests.support.with_tally COMMAND` is the command line; gunicorn takes this module's `create_app()`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from moothall.domain.titles import TITLES
from tests.support.tally import TALLY

if TYPE_CHECKING:
    from flask import Flask

TITLES["tally"] = TALLY


def create_app() -> Flask:
    """The web application."""
    from moothall.server.app import create_app  # here: the command line does not wait for it

    return create_app()


if __name__ == "__main__":
    from moothall.server.cli import main  # here: it lists the titles when it is imported

    main()
