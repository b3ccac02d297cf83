"""Fixtures for the log: one process's Moothall on an empty Redis."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.house import House


@pytest.fixture
def house(redis: Any) -> House:
    """No game yet."""
    return House(redis)


@pytest.fixture
def other(redis: Any) -> House:
    """A second process on the same Redis."""
    return House(redis)
