"""Starting processes that end when we do."""

from __future__ import annotations

import ctypes
import gc
import signal
import subprocess
import sys
from collections.abc import Sequence
from typing import IO

PR_SET_PDEATHSIG = 1

WHOLE_AFTER = 500
"""Collections of what is middle-aged before there is one of everything; Python's own are ten."""


def spawn(
    command: list[str],
    environment: dict[str, str] | None = None,
    output: IO[bytes] | None = None,
    inherited: Sequence[int] = (),
) -> subprocess.Popen[bytes]:
    """Start a child that gets its signals from this process alone, and the open files `inherited` besides its output.

    A Ctrl-C at the terminal must not reach it first. On Linux the kernel sends it a SIGTERM if this process dies."""
    return subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        start_new_session=True,
        pass_fds=inherited,
        preexec_fn=_end_with_parent if sys.platform == "linux" else None,
    )


def keep_all_there_is() -> None:
    """Have the garbage collector pass over what is there now, for as long as the process lives: modules, routes and
    schemas stay, and to go through them takes it a twentieth of a second, in which nobody is answered. What comes later
    it goes through as a whole more seldom: games in memory are no garbage, and two thousand take as long."""
    gc.collect()
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, WHOLE_AFTER)


def _end_with_parent() -> None:
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
