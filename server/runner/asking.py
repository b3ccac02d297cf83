"""What is said between the runner and the processes that think: frames of msgpack, each with its length before it."""

from __future__ import annotations

from typing import BinaryIO

import msgspec

HEAD = 4
"""Bytes of a frame's length."""


class Question(msgspec.Struct, frozen=True):
    """A decision. With a `level` one of Moothall's own answers instead of the bot."""

    game: str
    title: str
    seat: int
    edition: int
    state: str
    seed: int
    limit_s: float
    level: str | None = None


class Reply(msgspec.Struct, frozen=True):
    """The moves to make, none if the seat is not asked; or what the bot did instead of answering, and where in its own
    file."""

    moves: tuple[dict[str, object], ...] = ()
    failed: str = ""
    trace: str = ""


def write_frame(stream: BinaryIO, said: msgspec.Struct) -> None:
    data = msgspec.msgpack.encode(said)
    stream.write(len(data).to_bytes(HEAD, "big") + data)
    stream.flush()


def read_frame(stream: BinaryIO) -> bytes | None:
    """The next one; None where the other side is gone."""
    head = stream.read(HEAD)
    if len(head) < HEAD:
        return None
    length = int.from_bytes(head, "big")
    data = stream.read(length)
    return data if len(data) == length else None
