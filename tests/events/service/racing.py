"""What the processes of a race do. Each has its own connection, its own games, and meets the others at a line."""

from __future__ import annotations

import time
from typing import Any

from moothall.domain.core.errors import IllegalMove
from moothall.events.event_store.store import Ids
from moothall.events.redis_client.connection import connect
from tests.support.house import ANN, PEOPLE, WAVE, House, key, write

LONGEST_S = 20
"""How long anyone waits for the others; a race that stands still has failed."""


def line_up(redis: Any, name: str, runners: int) -> None:
    """Wait until all have come to this line."""
    redis.incr(f"line:{name}")
    deadline = time.monotonic() + LONGEST_S
    while int(redis.get(f"line:{name}")) < runners:
        if time.monotonic() > deadline:
            raise TimeoutError(f"{name}: the others did not come")


def commit(url: str, seat: int, rounds: int) -> list[int]:
    """In game after game: write the secret number in the moment the others do."""
    house = House(connect(url))
    seqs = []
    for number in range(rounds):
        house.games.get(f"race-{number}")
        line_up(house.redis, f"commit-{number}", 2)
        seqs.append(house.play(PEOPLE[seat], write(seat + 1), game_id=f"race-{number}", decision=2).seq)
    return seqs


def wave(url: str, runner: int, runners: int, times: int) -> list[int]:
    """Make free moves as fast as it goes; the seqs they were acknowledged with."""
    house = House(connect(url))
    house.games.get("g1")
    line_up(house.redis, "wave", runners)
    return [house.play(PEOPLE[runner % 2], WAVE).seq for _ in range(times)]


def repeat(url: str, rounds: int) -> list[tuple[int, bytes]]:
    """Send a request with the key under which another process sends the same one."""
    house = House(connect(url))
    answers = []
    for number in range(rounds):
        line_up(house.redis, f"repeat-{number}", 2)
        done = house.play(ANN, WAVE, key=key(f"wave-{number}"))
        answers.append((done.seq, done.body))
    return answers


def create(url: str, rounds: int) -> list[tuple[int, bytes]]:
    """Create the game that another process creates with the same key."""
    house = House(connect(url))
    answers = []
    for number in range(rounds):
        line_up(house.redis, f"create-{number}", 2)
        done = house.create(f"new-{number}", key=key(f"create-{number}"))
        answers.append((done.seq, done.body))
    return answers


def join(url: str, person: int, rounds: int) -> list[bool]:
    """Take the last free seat in the moment another does; whether it was got."""
    house = House(connect(url))
    got = []
    for number in range(rounds):
        line_up(house.redis, f"join-{number}", 2)
        try:
            house.commands.join(f"free-{number}", PEOPLE[person], 1, "")
            got.append(True)
        except IllegalMove:
            got.append(False)
    return got


def fresh_ids(url: str, wanted: list[str]) -> list[str]:
    """The ids that this process gives these keys of Ann's."""
    with connect(url) as redis:
        line_up(redis, "ids", 3)
        ids = Ids(redis, lambda: 1_000)
        return [ids.fresh("ann", key) for key in wanted]
