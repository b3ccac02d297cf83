"""Many records in one file: a zip with a manifest that says what belongs in it.

Every record is signed for itself; the manifest names each with its SHA-256, so that one left out, added or exchanged
shows. Nothing is ever unpacked to disk.
"""

from __future__ import annotations

import hashlib
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, NamedTuple

import msgspec

from domain.core.codec import canonical
from events.export.reading import read

MANIFEST = "manifest.json"
FORMAT = 1
LARGEST = 256 * 1024 * 1024
"""Bytes a record may unpack to; no game comes near."""

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
        manifest = Manifest("bundle", FORMAT, tuple(listed))
        _add(bundle, MANIFEST, canonical(manifest) + b"\n")
    return manifest


def is_bundle(path: Path) -> bool:
    """Whether the file is a zip."""
    return zipfile.is_zipfile(path)


def read_bundle(path: Path) -> Iterator[Member]:
    """Every record that the manifest lists, and everything else that is wrong."""
    try:
        with zipfile.ZipFile(path) as bundle:
            yield from _members(bundle)
    except (OSError, zipfile.BadZipFile) as error:
        yield Member(MANIFEST, b"", f"the bundle cannot be read: {error}")


def _members(bundle: zipfile.ZipFile) -> Iterator[Member]:
    names = bundle.namelist()
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield Member(name, b"", "it is in the bundle twice")
    try:
        manifest = msgspec.json.decode(_content(bundle, MANIFEST), type=Manifest)
    except (KeyError, ValueError, zipfile.BadZipFile, OSError, _Unpackable) as error:
        yield Member(MANIFEST, b"", f"the bundle has no manifest that can be read: {error}")
        return
    listed = [each.file for each in manifest.records]
    for each in manifest.records:
        yield _member(bundle, each, names, listed.count(each.file))
    for name in sorted(set(names) - {MANIFEST, *listed}):
        yield Member(name, b"", "it is in the bundle, but the manifest does not list it")


def _member(bundle: zipfile.ZipFile, each: Listed, names: list[str], times: int) -> Member:
    if times > 1:
        return Member(each.file, b"", "the manifest lists it twice")
    if each.file not in names:
        return Member(each.file, b"", "the manifest lists it, but it is not in the bundle")
    try:
        data = _content(bundle, each.file)
    except (zipfile.BadZipFile, OSError, ValueError, _Unpackable) as error:
        return Member(each.file, b"", f"it cannot be unpacked: {error}")
    if hashlib.sha256(data).hexdigest() != each.sha256:
        return Member(each.file, data, "it is not the file that the manifest lists: its SHA-256 differs")
    header = read(data).header
    if header is not None and (header.game, header.title) != (each.game, each.title):
        return Member(each.file, data, "the manifest says that it is another game")
    return Member(each.file, data, None)


class _Unpackable(Exception):
    """Too large, packed in a way we do not read, or damaged."""


def _content(bundle: zipfile.ZipFile, name: str) -> bytes:
    try:
        with bundle.open(name) as file:
            data = file.read(LARGEST + 1)
    except (NotImplementedError, RuntimeError, EOFError, zlib.error) as error:
        raise _Unpackable(str(error)) from error
    if len(data) > LARGEST:
        raise _Unpackable("it is too large")
    return data


def _add(bundle: zipfile.ZipFile, name: str, data: bytes) -> None:
    info = zipfile.ZipInfo(name, _EPOCH)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    bundle.writestr(info, data)
