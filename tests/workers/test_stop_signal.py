"""A stop flag survives signals that arrive at any instruction."""

from __future__ import annotations

import subprocess
import sys

import pytest

STORM = """
import signal
from moothall.workers.stop_signal import StopSignal

signal.setitimer(signal.ITIMER_REAL, 0.01, 0.0001)
stopped = 0
for _ in range(2_000):
    stop = StopSignal()
    stop.install(signal.SIGALRM)
    while not stop.wait(0.00001):
        pass
    for _ in range(20):
        stopped += stop.wait(0.00001) and stop.is_set()
signal.setitimer(signal.ITIMER_REAL, 0)
print(stopped)
"""
"""A process that receives 10,000 signals per second while it waits. With threading.Event it does not get through: the
handlers wait inside each other for the lock that the first one interrupted."""

EARLY = "import signal\nsignal.signal(signal.SIGALRM, signal.SIG_IGN)\n"
GEVENT = "from gevent import monkey\nmonkey.patch_all()\n"


@pytest.mark.parametrize("first", [EARLY, GEVENT + EARLY], ids=["plain", "gevent"])
def test_a_process_that_waits_survives_a_storm_of_signals(first: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", first + STORM], capture_output=True, text=True, timeout=120, check=False
    )
    assert (ran.stdout, ran.stderr) == ("40000\n", "")
