"""Why a connection is refused or ended by us. Imported where connections.py is: nothing else is needed."""

from __future__ import annotations


class Cut(Exception):
    """A connection is ended by us while it waits for its client."""


class TooSlow(Cut):
    """The request did not arrive in time."""

    def __init__(self) -> None:
        super().__init__("The request did not arrive in time.")


class Crowded(Cut):
    """There is no room for everybody."""

    def __init__(self) -> None:
        super().__init__("The server has as many connections as it can have. Try again in a moment.")


class TooManyOpen(Cut):
    """One address or account has all that it may have at once."""

    def __init__(self, limit: str, whose: str, most: int) -> None:
        super().__init__(f"There may be {most} {limit} of one {whose} at a time. Close one before you open another.")
        self.limit = limit


class Idle(Cut):
    """Nothing was asked for a while."""
