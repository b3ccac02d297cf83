"""What the supervisor does before it starts anything."""

from __future__ import annotations

import socket

import pytest

from server import supervisor
from server.supervisor import UNCLAIMED, free_port

HOST = "127.0.0.1"


def test_a_port_is_none_that_clients_are_given() -> None:
    assert free_port(HOST) in UNCLAIMED


def test_a_port_that_somebody_has_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server((HOST, 0)) as first, socket.create_server((HOST, 0)) as second:
        taken = [each.getsockname()[1] for each in (first, second)]
        free = free_port(HOST)
        monkeypatch.setattr(supervisor, "UNCLAIMED", [*taken, free])
        monkeypatch.setattr(supervisor, "TRIES", 3)
        assert free_port(HOST) == free
        monkeypatch.setattr(supervisor, "UNCLAIMED", taken)
        monkeypatch.setattr(supervisor, "TRIES", 2)
        with socket.create_server((HOST, free_port(HOST))) as third:
            assert third.getsockname()[1] not in taken
