"""The `eventsourcing` library rebuilding an aggregate from its stored events, with what it has by default: JSON
transcoder, events in memory (POPO). Run by the peers' own Python, with the seconds to run and the number of events.

Each event holds one change, the smallest there is: a seat and an amount.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event


class Game(Aggregate):  # type: ignore[misc]
    """Points of two seats."""

    @event("Started")
    def __init__(self) -> None:
        self.points = {0: 0, 1: 0}

    @event("Gained")
    def gain(self, seat: int, amount: int) -> None:
        """One change."""
        self.points[seat] += amount


def main() -> None:
    """Store, rebuild and print."""
    seconds, events = float(sys.argv[1]), int(float(sys.argv[2]))
    application: Any = Application()
    game = Game()
    for number in range(events - 1):
        game.gain(seat=number % 2, amount=1)
    application.save(game)
    _rebuild(application, game.id, events, seconds / 4)
    rate = _rebuild(application, game.id, events, seconds)
    sys.stdout.write(json.dumps({"events_per_s": rate}) + "\n")


def _rebuild(application: Any, game_id: UUID, events: int, seconds: float) -> float:
    count, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        game = application.repository.get(game_id)
        assert game.version == events
        count += events
    return count / (time.process_time() - began)


if __name__ == "__main__":
    main()
