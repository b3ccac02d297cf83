"""Frames: made once for the same eyes, and never more of them than there is room for."""

from __future__ import annotations

from moothall.domain.core.words import NOBODY
from moothall.events.games.queries import EventKey, Frames
from tests.support.house import ANN, BEN, House, write


def key(number: int) -> EventKey:
    return ("g1", b"%d" % number, NOBODY, False)


def test_a_frame_is_made_once() -> None:
    frames: Frames[EventKey] = Frames()
    made: list[int] = []

    def make() -> bytes:
        made.append(1)
        return b"frame"

    assert [frames.get(key(1), make) for _ in range(3)] == [b"frame"] * 3
    assert len(made) == 1


def test_the_oldest_make_room() -> None:
    frames: Frames[EventKey] = Frames(most_bytes=30)
    for number in range(10):
        frames.get(key(number), lambda: bytes(10))
    assert frames.get(key(9), lambda: b"anew") == bytes(10)
    assert frames.get(key(0), lambda: b"anew") == b"anew"
    assert frames.get(key(1), lambda: bytes(100)) == bytes(100)
    assert frames.get(key(1), lambda: b"anew") == b"anew", "what is larger than all the room is not kept"


def test_nobody_is_handed_what_others_see(house: House) -> None:
    house.start(rounds=1)
    house.play(ANN, write(4))
    (stored,) = house.store.tail("g1", 2)

    def lines() -> list[bytes]:
        hot = house.games.fresh("g1")
        return [house.queries.line(hot, player, stored) for player in ("ann", "ben", None, "ann", "ben", None)]

    ann, ben, spectator, *again = lines()
    assert again == [ann, ben, spectator]
    assert b'"number":4' in ann
    assert b'"number":4' not in ben
    assert b'"number":4' not in spectator
    house.play(BEN, write(1))
    house.play(ANN, {"type": "done"})
    seq = house.play(BEN, {"type": "done"}).seq
    house.commands.step("g1", seq)
    assert all(b'"number":4' in line for line in lines()), "when it is over, nothing is secret"
