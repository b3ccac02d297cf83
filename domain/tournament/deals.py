"""Duplicate rounds: one deal for all tables, which follows from the tournament's secret."""

from __future__ import annotations

import hmac


def deal_secret(secret: bytes, number: int) -> bytes:
    """The secret of every game of that round."""
    return hmac.digest(secret, f"deal/round-{number}".encode(), "sha256")
