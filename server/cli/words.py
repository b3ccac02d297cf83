"""How a command ends when it cannot go on."""

from __future__ import annotations

import click

from moothall.domain.core.words import printable_lines


class Complaint(click.ClickException):
    """An error in words, which may come from a file or a server that anybody may have made."""

    def format_message(self) -> str:
        return printable_lines(self.message)
