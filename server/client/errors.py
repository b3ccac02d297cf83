"""What can become of a request besides an answer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


class Refused(Exception):
    """The server said no, in its own words (RFC 9457)."""

    def __init__(
        self, status: int, text: str, rule: str | None = None, problem: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(text)
        self.status = status
        """The HTTP status."""
        self.rule = rule
        """The id of the rule that refuses a move."""
        self.problem = dict(problem or {})
        """All that the server said."""

    @property
    def kind(self) -> str:
        """What kind of problem it is: `illegal-move`, `not-your-turn`, `conflict`; empty if none of Moothall's."""
        return str(self.problem.get("type", "")).rpartition("/")[2]

    @property
    def detail(self) -> str:
        """What went wrong this time."""
        return str(self.problem.get("detail") or self)

    @property
    def fields(self) -> dict[str, list[str]]:
        """What is wrong with which field, by its path."""
        errors = self.problem.get("errors")
        if not isinstance(errors, dict):
            return {}
        return {str(path): list(map(str, texts)) for path, texts in errors.items() if isinstance(texts, list)}

    @property
    def seq(self) -> int | None:
        """Where the game is now, if the problem is that it has moved on."""
        seq = self.problem.get("seq")
        return seq if isinstance(seq, int) else None

    @property
    def moved_on(self) -> bool:
        """Whether the game is no longer where the caller thought."""
        return self.status in (409, 412)


class Away(OSError):
    """The server cannot be reached at the moment. `pause_s`: how long it asks to be left alone; `unsent`: whether it
    is certain that nothing was done."""

    def __init__(self, text: str, pause_s: float = 0.0, *, unsent: bool = False) -> None:
        super().__init__(text)
        self.pause_s = pause_s
        self.unsent = unsent


class NoMoothall(OSError):
    """Somebody answers, but not like a Moothall."""


def refused(status: int, body: bytes, reason: str) -> Refused:
    """The refusal that an answer stands for, whoever gave it."""
    try:
        problem = json.loads(body)
    except (ValueError, RecursionError):
        problem = None
    if not isinstance(problem, dict):
        return Refused(status, f"{status} {reason}")
    detail = str(problem.get("detail") or reason)
    if problem.get("rule"):
        return Refused(status, detail, str(problem["rule"]), problem)
    found = Refused(status, detail, None, problem)
    fields = "; ".join(f"{path}: {' '.join(texts)}" for path, texts in found.fields.items())
    return Refused(status, fields or detail, None, problem)
