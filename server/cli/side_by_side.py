"""Files checked by several processes side by side. They are copies of this one, so none of them has to load anything;
what each finds is told in the order of the files."""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, repeat
from pathlib import Path

from moothall.server.cli.checking import Checked, Index, Ways, check
from moothall.server.cli.titles import known_titles
from moothall.server.cli.words import Complaint

FEW = 12
"""Files for which it is not worth while: they are read in the time that a second process takes to begin."""

MOST = 8
"""Processes that are taken where nobody says how many: each may need memory of its own."""

SHARES = 8
"""Into how many shares each process's files are divided, so that none has to wait long for the others."""


def processes_for(files: int) -> int:
    """How many processes to take, if nobody says."""
    if files < FEW or "fork" not in multiprocessing.get_all_start_methods():
        return 1
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, MOST)


def check_all(paths: tuple[Path, ...], index: Index, ways: Ways, processes: int) -> Iterator[Checked]:
    """As `check` does it, by so many processes."""
    known_titles()
    gc.freeze()  # what is loaded now stays, and need be neither gone through nor, therefore, copied
    try:
        if processes == 1:
            yield from check(paths, index, ways)
            return
        size = -(-len(paths) // (processes * SHARES))
        shares = [paths[begin : begin + size] for begin in range(0, len(paths), size)]
        with ProcessPoolExecutor(processes, multiprocessing.get_context("fork")) as pool:
            yield from chain.from_iterable(pool.map(_check_share, shares, repeat(index), repeat(ways)))
    except BrokenProcessPool as error:
        raise Complaint("A process that checked files was stopped from outside; see --processes.") from error
    finally:
        gc.unfreeze()


def _check_share(paths: tuple[Path, ...], index: Index, ways: Ways) -> list[Checked]:
    return list(check(paths, index, ways))
