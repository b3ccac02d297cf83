"""Starting processes that end when we do."""

from __future__ import annotations

import ctypes
import gc
import signal
import subprocess
import sys
from typing import IO

PR_SET_PDEATHSIG = 1


def spawn(
    command: list[str], environment: dict[str, str] | None = None, output: IO[bytes] | None = None
) -> subprocess.Popen[bytes]:
    """A child that gets its signals from us alone (a Ctrl-C at the terminal must not reach it first), and on Linux a
    SIGTERM from the kernel should we die without stopping it."""
    return subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        start_new_session=True,
        preexec_fn=_end_with_parent if sys.platform == "linux" else None,
    )


def keep_all_there_is() -> None:
    """Have the garbage collector pass over what is there now, for as long as the process lives: modules, routes and
    schemas stay, and to go through them takes it a twentieth of a second, in which nobody is answered."""
    gc.collect()
    gc.freeze()


def _end_with_parent() -> None:
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
