"""Many records in one file: a zip with a manifest that says what belongs in it.

Every record is signed for itself; the manifest names each with its SHA-256, so that one left out, added or exchanged
shows. Nothing is ever unpacked to disk.
"""

from __future__ import annotations

import hashlib
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, NamedTuple

import msgspec

from domain.core.codec import canonical
from events.export.limits import LARGEST, LARGEST_DIRECTORY, LARGEST_MANIFEST, MOST_FILES, MOST_RATIO, SLACK
from events.export.reading import read, read_header

MANIFEST = "manifest.json"
FORMAT = 1
_END = b"PK\x05\x06"
_END_BYTES = 22
_LONGEST_COMMENT = 65_535
"""How a zip ends: where its table of contents is, and how long."""

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""Zip entries carry a time; the same records shall make the same file."""


class Listed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One record of a bundle."""

    file: str
    game: str
    title: str
    events: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What belongs in a bundle."""

    moothall: str
    format: int
    records: tuple[Listed, ...]


class Member(NamedTuple):
    """A record found in a bundle, or what is wrong in its place."""

    file: str
    data: bytes
    fault: str | None


def write_bundle(out: Path | IO[bytes], records: Iterable[bytes]) -> Manifest:
    """Write the records and their manifest."""
    listed = []
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as bundle:
        for data in records:
            record = read(data)
            if record.header is None:
                raise ValueError("not a record: it has no header")
            file = f"games/{record.header.game}.ndjson"
            digest = hashlib.sha256(data).hexdigest()
            listed.append(Listed(file, record.header.game, record.header.title, len(record.events), digest))
            _add(bundle, file, data)
        if len(listed) > MOST_FILES:
            raise ValueError(f"a bundle holds at most {MOST_FILES} records")
        manifest = Manifest("bundle", FORMAT, tuple(listed))
        _add(bundle, MANIFEST, canonical(manifest) + b"\n")
    return manifest


def is_bundle(path: Path) -> bool:
    """Whether the file is a zip."""
    return zipfile.is_zipfile(path)


def read_bundle(path: Path) -> Iterator[Member]:
    """Every record that the manifest lists, one at a time, and everything else that is wrong."""
    try:
        _check_directory(path)
        with zipfile.ZipFile(path) as bundle:
            _check_sizes(bundle, path.stat().st_size)
            yield from _members(bundle)
    except (OSError, ValueError, zipfile.BadZipFile, NotImplementedError, _Unpackable) as error:
        yield Member(MANIFEST, b"", f"the bundle cannot be read: {error}")


def read_member(path: Path, name: str) -> bytes:
    """One record of a bundle that was read before; nothing if it is no longer there."""
    try:
        with zipfile.ZipFile(path) as bundle:
            return _content(bundle, name, LARGEST)
    except (OSError, ValueError, KeyError, zipfile.BadZipFile, _Unpackable):
        return b""


def _check_directory(path: Path) -> None:
    """Before anything is made of it: a table of contents can be as long as the file."""
    with path.open("rb") as file:
        file.seek(0, 2)
        file.seek(max(0, file.tell() - _END_BYTES - _LONGEST_COMMENT))
        tail = file.read()
    at = tail.rfind(_END)
    if at < 0 or len(tail) < at + _END_BYTES:
        raise _Unpackable("it has no table of contents")
    (size,) = struct.unpack_from("<L", tail, at + 12)
    if size > LARGEST_DIRECTORY:
        raise _Unpackable("its table of contents is too long")


def _check_sizes(bundle: zipfile.ZipFile, size: int) -> None:
    entries = bundle.infolist()
    if len(entries) > MOST_FILES + 1:
        raise _Unpackable(f"it has {len(entries)} files; a bundle holds at most {MOST_FILES} records")
    if sum(entry.compress_size for entry in entries) > size:
        raise _Unpackable("its files overlap")


def _members(bundle: zipfile.ZipFile) -> Iterator[Member]:
    names = Counter(bundle.namelist())
    for name in sorted(name for name, times in names.items() if times > 1):
        yield Member(name, b"", "it is in the bundle twice")
    try:
        manifest = msgspec.json.decode(_content(bundle, MANIFEST, LARGEST_MANIFEST), type=Manifest)
    except (KeyError, ValueError, msgspec.MsgspecError, zipfile.BadZipFile, OSError, _Unpackable) as error:
        yield Member(MANIFEST, b"", f"the bundle has no manifest that can be read: {error}")
        return
    listed = Counter(each.file for each in manifest.records)
    for each in manifest.records:
        yield _member(bundle, each, names, listed[each.file])
    for name in sorted(names.keys() - {MANIFEST} - listed.keys()):
        yield Member(name, b"", "it is in the bundle, but the manifest does not list it")


def _member(bundle: zipfile.ZipFile, each: Listed, names: Counter[str], times: int) -> Member:
    if times > 1:
        return Member(each.file, b"", "the manifest lists it twice")
    if each.file not in names:
        return Member(each.file, b"", "the manifest lists it, but it is not in the bundle")
    try:
        data = _content(bundle, each.file, LARGEST)
    except (zipfile.BadZipFile, OSError, ValueError, _Unpackable) as error:
        return Member(each.file, b"", f"it cannot be unpacked: {error}")
    if hashlib.sha256(data).hexdigest() != each.sha256:
        return Member(each.file, data, "it is not the file that the manifest lists: its SHA-256 differs")
    header = read_header(data)
    if header is not None and (header.game, header.title) != (each.game, each.title):
        return Member(each.file, data, "the manifest says that it is another game")
    return Member(each.file, data, None)


class _Unpackable(Exception):
    """Too large, packed in a way we do not read, or damaged."""


def _content(bundle: zipfile.ZipFile, name: str, largest: int) -> bytes:
    """A file of the bundle, unpacked no further than it may be large."""
    entry = bundle.getinfo(name)
    most = min(largest, entry.compress_size * MOST_RATIO + SLACK)
    if entry.file_size > most:
        raise _Unpackable(f"it says that it unpacks to {entry.file_size} bytes; at most {most} are taken")
    try:
        with bundle.open(entry) as file:
            data = file.read(most + 1)
    except (NotImplementedError, RuntimeError, EOFError, zlib.error, struct.error) as error:
        raise _Unpackable(str(error)) from error
    if len(data) > most:
        raise _Unpackable(f"it unpacks to more than the {most} bytes that are taken")
    return data


def _add(bundle: zipfile.ZipFile, name: str, data: bytes) -> None:
    info = zipfile.ZipInfo(name, _EPOCH)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    bundle.writestr(info, data)
