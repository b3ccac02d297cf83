"""Answers to what cards and the score track ask."""

from __future__ import annotations

from moothall.domain.core.errors import IllegalMove
from moothall.domain.medieval_realms.state import INDEX, RESOURCES, Choosing


def check_choice(phase: Choosing, resource: str) -> None:
    """MR-13.13: any resource that the effect does not rule out."""
    offered = [name for name in RESOURCES if name not in phase.barred]
    if resource not in offered:
        raise IllegalMove("MR-13.13", f"choose one of {', '.join(offered)}")


def check_bonus(resource: str) -> None:
    """MR-11.1."""
    if resource not in INDEX:
        raise IllegalMove("MR-11.1", f"a bonus token is one of {', '.join(RESOURCES)}")
