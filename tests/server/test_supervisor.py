"""What the supervisor does before it starts anything."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from moothall.server import supervisor
from moothall.server.processes import spawn
from moothall.server.supervisor import UNCLAIMED, AlreadyRunning, children_lock, free_port
from tests.support.live import PATIENCE_S, until

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


DEAF = """
import signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("ready", flush=True)
time.sleep(1000)
"""


@pytest.fixture
def deaf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[subprocess.Popen[bytes]]:
    """A process that ignores SIGTERM, left by a supervisor that has gone."""
    monkeypatch.setattr(supervisor, "STOP_S", 0.1)
    monkeypatch.setattr(supervisor, "KILLED_S", 0.1)
    said = tmp_path / "said"
    with children_lock(tmp_path, pytest.fail) as inherited, said.open("wb") as output:
        process = spawn([sys.executable, "-c", DEAF], output=output, inherited=[inherited])
    until(said.read_bytes, "a word of the process")
    yield process
    process.kill()
    process.wait()


@pytest.mark.skipif(sys.platform != "linux", reason="such processes are found on Linux only")
def test_a_process_left_behind_that_does_not_end_is_killed(
    deaf: subprocess.Popen[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "KILLED_S", PATIENCE_S)
    said: list[str] = []
    with children_lock(tmp_path, said.append):
        assert deaf.wait(PATIENCE_S) == -signal.SIGKILL
    assert said == ["Waiting for the processes of a killed moothall serve to end"]
    with children_lock(tmp_path, pytest.fail):
        pass


def test_where_processes_left_behind_cannot_be_found_they_are_waited_for_and_then_complained_of(
    deaf: subprocess.Popen[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on other systems than Linux."""
    monkeypatch.setattr(supervisor, "holders", lambda path: [])
    with pytest.raises(AlreadyRunning, match="do not end"), children_lock(tmp_path, print):
        pass
    assert deaf.poll() is None
