"""What our processes have in common."""

from __future__ import annotations

import gc

from moothall.server.processes import WHOLE_AFTER, keep_all_there_is


def test_what_a_process_keeps_is_passed_over_and_what_comes_later_is_not() -> None:
    class Knot:
        """Something that only the collector can find to be of no use."""

        alive = 0

        def __init__(self) -> None:
            self.itself = self
            Knot.alive += 1

        def __del__(self) -> None:
            Knot.alive -= 1

    frozen, thresholds = gc.get_freeze_count(), gc.get_threshold()
    keep_all_there_is()
    try:
        assert gc.get_freeze_count() > max(frozen, 1_000)
        assert gc.get_threshold() == (*thresholds[:2], WHOLE_AFTER)
        Knot()
        assert Knot.alive == 1
        gc.collect()
        assert Knot.alive == 0
    finally:
        gc.unfreeze()
        gc.set_threshold(*thresholds)
