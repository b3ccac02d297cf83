"""Moothall with Pebbles among its titles, for tests that need processes of their own, of one build or another.

`python -m tests.support.with_pebbles COMMAND` is the command line; gunicorn takes this module's `create_app()`. The
build is the editions it knows: PEBBLES_EDITIONS is `1` or `1,2`.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from moothall.domain.titles import TITLES
from tests.support.pebbles import pebbles

if TYPE_CHECKING:
    from flask import Flask

TITLES["pebbles"] = pebbles(*map(int, os.environ["PEBBLES_EDITIONS"].split(",")))


def create_app() -> Flask:
    """The web application."""
    from moothall.server.app import create_app  # here: the command line does not wait for it

    return create_app()


if __name__ == "__main__":
    from moothall.server.cli import main  # here: it lists the titles when it is imported

    main()
