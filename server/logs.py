"""Lines of logs: nothing from outside stands in them raw, so that whoever reads them on a terminal reads what happened
and not what somebody wished to be read."""

from __future__ import annotations

import logging
from typing import Any

from gunicorn.glogging import Logger as GunicornLogger

from moothall.domain.core.words import printable_lines

FORMAT = "%(asctime)s %(name)s %(levelname)s %(message)s"


class PrintableFormatter(logging.Formatter):
    """A traceback keeps its lines; everything else is spelled out."""

    def format(self, record: logging.LogRecord) -> str:
        return printable_lines(super().format(record))


class Logger(GunicornLogger):  # type: ignore[misc]  # untyped in gunicorn
    """What gunicorn itself has to say, of requests that it cannot read, say."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(PrintableFormatter(self.error_fmt, self.datefmt))


def make_printable() -> None:
    """For every logger that nobody has given a handler: what it says goes to the console."""
    if logging.lastResort is not None:
        logging.lastResort.setFormatter(PrintableFormatter())


def to_console(level: str) -> None:
    """For a process of our own: everything from that level on goes to the console. Raises ValueError if it is none."""
    handler = logging.StreamHandler()
    handler.setFormatter(PrintableFormatter(FORMAT))
    logging.basicConfig(level=level, handlers=[handler])
