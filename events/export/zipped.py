"""Zip files: written as a stream, and read as if anybody had made them. Nothing is ever unpacked to disk."""

from __future__ import annotations

import struct
import zipfile
import zlib
from io import RawIOBase
from pathlib import Path
from typing import Any

from moothall.events.export.limits import LARGEST_DIRECTORY, MOST_FILES, MOST_RATIO, SLACK

_END = b"PK\x05\x06"
_END_BYTES = 22
_LONGEST_COMMENT = 65_535
"""How a zip ends: where its table of contents is, and how long."""

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""Zip entries carry a time; the same files shall make the same zip."""

BESIDES = 2
"""Files of a bundle besides its records: the manifest, and a tournament's log."""


class Unpackable(Exception):
    """Too large, packed in a way we do not read, or damaged."""


DAMAGE = (OSError, ValueError, KeyError, NotImplementedError, zipfile.BadZipFile, Unpackable)
"""Whatever a zip that anybody may have made can raise."""


class Writer:
    """A zip made piece by piece: what was added so far is taken, sent and forgotten."""

    def __init__(self) -> None:
        self._out = _Pieces()
        self._zip = zipfile.ZipFile(self._out, "w", zipfile.ZIP_DEFLATED)

    def add(self, name: str, data: bytes) -> bytes:
        """A file; the zip that far."""
        info = zipfile.ZipInfo(name, _EPOCH)
        info.compress_type = zipfile.ZIP_DEFLATED
        info.external_attr = 0o644 << 16
        self._zip.writestr(info, data)
        return self._out.taken()

    def close(self) -> bytes:
        """The rest: the table of contents."""
        self._zip.close()
        return self._out.taken()


class _Pieces(RawIOBase):
    """Takes what is written and cannot go back, like a socket."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._pieces.append(bytes(data))
        return len(data)

    def taken(self) -> bytes:
        """What was written since the last time."""
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)


def opened(path: Path) -> zipfile.ZipFile:
    """The zip, its table of contents looked at. Raises one of DAMAGE."""
    _check_directory(path)
    found = zipfile.ZipFile(path)
    try:
        _check_sizes(found, path.stat().st_size)
    except Unpackable:
        found.close()
        raise
    return found


def content(found: zipfile.ZipFile, name: str, largest: int) -> bytes:
    """A file of the zip, unpacked no further than it may be large. Raises one of DAMAGE."""
    entry = found.getinfo(name)
    most = min(largest, entry.compress_size * MOST_RATIO + SLACK)
    if entry.file_size > most:
        raise Unpackable(f"it says that it unpacks to {entry.file_size} bytes; at most {most} are taken")
    try:
        with found.open(entry) as file:
            data = file.read(most + 1)
    except (NotImplementedError, RuntimeError, EOFError, zlib.error, struct.error) as error:
        raise Unpackable(str(error)) from error
    if len(data) > most:
        raise Unpackable(f"it unpacks to more than the {most} bytes that are taken")
    return data


def _check_directory(path: Path) -> None:
    """Before anything is made of it: a table of contents can be as long as the file."""
    with path.open("rb") as file:
        file.seek(0, 2)
        file.seek(max(0, file.tell() - _END_BYTES - _LONGEST_COMMENT))
        tail = file.read()
    at = tail.rfind(_END)
    if at < 0 or len(tail) < at + _END_BYTES:
        raise Unpackable("it has no table of contents")
    (size,) = struct.unpack_from("<L", tail, at + 12)
    if size > LARGEST_DIRECTORY:
        raise Unpackable("its table of contents is too long")


def _check_sizes(found: zipfile.ZipFile, size: int) -> None:
    entries = found.infolist()
    if len(entries) > MOST_FILES + BESIDES:
        raise Unpackable(f"it has {len(entries)} files; a bundle holds at most {MOST_FILES} records")
    if sum(entry.compress_size for entry in entries) > size:
        raise Unpackable("its files overlap")
