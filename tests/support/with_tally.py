"""Moothall with Tally among its titles, for tests that need a process of their own.

`python -m tests.support.with_tally COMMAND` is the command line; gunicorn takes this module's `create_app()`.
"""

from __future__ import annotations

from domain.titles import TITLES
from tests.support.tally import TALLY

TITLES["tally"] = TALLY

from server.app import create_app  # noqa: E402  the title must be there before its commands are made
from server.cli import main  # noqa: E402

__all__ = ["create_app"]

if __name__ == "__main__":
    main()
