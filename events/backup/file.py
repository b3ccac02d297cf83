"""The file of a backup.

    moothall-backup 1 \\n          what it is, and the version of this form
    length (4 bytes), part        as often as there are parts; a part is msgpack, compressed with zlib
    0 (4 bytes)                   there are no more
    SHA-256 (32 bytes)            of everything before

Numbers are big-endian. The hash tells a whole file from a damaged one, not a good one from a forged one: a backup holds
every secret of its house and is kept like one.
"""

from __future__ import annotations

import hashlib
import os
import struct
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import msgspec

MAGIC = b"moothall-backup "
VERSION = 1
LARGEST = 256 * 1024 * 1024
"""Bytes that a part may have: more is a damaged length."""


class BadBackup(ValueError):
    """A file that cannot be put back."""


class Header(msgspec.Struct, frozen=True, tag_field="part", tag="header"):
    """What the file holds."""

    made_at: int
    whole: bool
    """Everything there was; else single games."""


class KeyFile(msgspec.Struct, frozen=True, tag_field="part", tag="key_file"):
    """A signing key of the house."""

    name: str
    seed: str
    made_at: int


class Game(msgspec.Struct, frozen=True, tag_field="part", tag="game"):
    """A game up to an event, its log packed."""

    id: str
    secret: bytes
    log: dict[bytes, bytes]


class TournamentPart(msgspec.Struct, frozen=True, tag_field="part", tag="tournament"):
    """A tournament up to an event, its log packed."""

    id: str
    secret: bytes
    log: dict[bytes, bytes]


class Kept(msgspec.Struct, frozen=True, tag_field="part", tag="kept"):
    """Anything else under its name in Redis."""

    name: str
    kind: str
    value: Any
    until: int | None
    """When it ends of itself (ms)."""
    game: str | None = None
    """The game or tournament that it belongs to, if it goes with one."""


Part = Header | KeyFile | Game | TournamentPart | Kept

_encode = msgspec.msgpack.Encoder().encode
_decode: Any = msgspec.msgpack.Decoder(Part).decode


@contextmanager
def written(path: Path) -> Iterator[Callable[[Part], None]]:
    """What puts parts into a new file, for its owner's eyes only; it is there when it is whole, or not at all."""
    if path.exists():
        raise BadBackup(f"{path} is there already")
    partial = path.with_name(f".{path.name}.{os.getpid()}.part")
    handle = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            digest = hashlib.sha256()

            def write(data: bytes) -> None:
                digest.update(data)
                file.write(data)

            def put(part: Part) -> None:
                data = zlib.compress(_encode(part))
                write(struct.pack(">I", len(data)) + data)

            write(MAGIC + b"%d\n" % VERSION)
            yield put
            write(struct.pack(">I", 0))
            file.write(digest.digest())
            file.flush()
            os.fsync(file.fileno())
        os.link(partial, path)  # unlike a renaming, this puts nobody else's file away
    except FileExistsError as error:
        raise BadBackup(f"{path} is there already") from error
    finally:
        partial.unlink(missing_ok=True)


def fingerprint(path: Path) -> str:
    """The hash of a backup. Raises BadBackup if the file is not one, or not whole."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        if not file.read(len(MAGIC)) == MAGIC:
            raise BadBackup(f"{path} is no backup of Moothall")
        file.seek(0, os.SEEK_END)
        left = file.tell() - digest.digest_size
        file.seek(0)
        while left > 0 and (data := file.read(min(left, 1 << 20))):
            digest.update(data)
            left -= len(data)
        if left or file.read() != digest.digest():
            raise BadBackup(f"{path} is damaged, or not all there: its hash is not right")
    return digest.hexdigest()


def parts(path: Path) -> Iterator[Part]:
    """Everything in a file, which begins with a header. Raises BadBackup."""
    with path.open("rb") as file:
        version = file.readline(64)[len(MAGIC) :].strip()
        if version != b"%d" % VERSION:
            raise BadBackup(f"{path} has form {version.decode(errors='replace')!r}, and this Moothall reads {VERSION}")
        try:
            while (size := _size(file)) > 0:
                yield _decode(_inflated(file.read(size)))
        except (struct.error, zlib.error, msgspec.DecodeError) as error:
            raise BadBackup(f"{path} cannot be read: {error}") from error


def _size(file: IO[bytes]) -> int:
    (size,) = struct.unpack(">I", file.read(4))
    if size > LARGEST:
        raise BadBackup(f"a part of {size} bytes")
    return int(size)


def _inflated(data: bytes) -> bytes:
    inflater = zlib.decompressobj()
    inflated = inflater.decompress(data, LARGEST)
    if inflater.unconsumed_tail:
        raise BadBackup(f"a part of more than {LARGEST} bytes")
    return inflated
