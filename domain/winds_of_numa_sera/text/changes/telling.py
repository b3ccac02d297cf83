"""What all lines of the log have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from moothall.domain.core.words import Reader
from moothall.domain.winds_of_numa_sera.content import Box

Telling = Callable[[Any, Reader, Box], str]
"""Tells of one kind of change."""

Cases = dict[type[Any], Telling]


def untold(change: Any, reader: Reader, box: Box) -> str:
    """Another change of the same event says it."""
    return ""
