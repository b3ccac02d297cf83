"""Many records in one file: a zip with a signed manifest that says what belongs in it.

Every record is signed for itself; the manifest names each with its SHA-256 and is signed as a whole, so that one left
out, added or exchanged shows.
"""

from __future__ import annotations

import hashlib
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from moothall.events.export.limits import LARGEST, LARGEST_MANIFEST, MOST_FILES
from moothall.events.export.manifest import MANIFEST, Listed, ListedLog, Manifest, read_manifest, signed, written
from moothall.events.export.reading import read_header
from moothall.events.export.signing import SigningKey
from moothall.events.export.zipped import DAMAGE, Writer, content, opened

_NO_MANIFEST = (*DAMAGE, msgspec.MsgspecError, RecursionError)


class Member(NamedTuple):
    """A record found in a bundle, or what is wrong in its place."""

    file: str
    data: bytes
    fault: str | None


class Whole(NamedTuple):
    """A bundle as its manifest describes it, or why it cannot be read."""

    manifest: Manifest | None
    fault: str | None


def write_bundle(
    records: Iterable[bytes], key: SigningKey, log: tuple[ListedLog, bytes] | None = None
) -> Iterator[bytes]:
    """The records, the log of the tournament whose games they are if there is one, and the manifest, as the bytes of a
    zip: a piece for each, so that no more than one is held. Raises ValueError for what is no record."""
    out, listed = Writer(), list[Listed]()
    if log is not None:
        yield out.add(log[0].file, log[1])
    for data in records:
        if len(listed) == MOST_FILES:
            raise ValueError(f"a bundle holds at most {MOST_FILES} records")
        listed.append(_listed(data))
        yield out.add(listed[-1].file, data)
    manifest = signed(tuple(listed), log[0] if log is not None else None, key)
    yield out.add(MANIFEST, written(manifest)) + out.close()


def _listed(data: bytes) -> Listed:
    header = read_header(data)
    if header is None:
        raise ValueError("not a record: it has no header")
    events, digest = data.count(b"\n") - 2, hashlib.sha256(data).hexdigest()
    return Listed(f"games/{header.game}.ndjson", header.game, header.title, events, digest)


def is_bundle(path: Path) -> bool:
    """Whether the file is a zip."""
    return zipfile.is_zipfile(path)


def look_into(path: Path) -> Whole:
    """What the bundle says of itself."""
    try:
        with opened(path) as bundle:
            return _whole(bundle)
    except DAMAGE as error:
        return Whole(None, f"the bundle cannot be read: {error}")


def read_bundle(path: Path) -> Iterator[Member]:
    """Every record that the manifest lists, one at a time, and everything else that is wrong."""
    try:
        with opened(path) as bundle:
            yield from _members(bundle)
    except DAMAGE as error:
        yield Member(MANIFEST, b"", f"the bundle cannot be read: {error}")


def read_log(path: Path, listed: ListedLog) -> Member:
    """The log of a tournament's bundle."""
    try:
        with opened(path) as bundle:
            return _member(bundle, listed.file, listed.sha256)
    except DAMAGE as error:
        return Member(listed.file, b"", f"the bundle cannot be read: {error}")


def read_member(path: Path, name: str) -> bytes:
    """One record of a bundle that was read before; nothing if it is no longer there."""
    try:
        with opened(path) as bundle:
            return content(bundle, name, LARGEST)
    except DAMAGE:
        return b""


def _whole(bundle: zipfile.ZipFile) -> Whole:
    try:
        return Whole(read_manifest(content(bundle, MANIFEST, LARGEST_MANIFEST)), None)
    except _NO_MANIFEST as error:
        return Whole(None, f"the bundle has no manifest that can be read: {error}")


def _members(bundle: zipfile.ZipFile) -> Iterator[Member]:
    names = Counter(bundle.namelist())
    for name in sorted(name for name, times in names.items() if times > 1):
        yield Member(name, b"", "it is in the bundle twice")
    manifest, fault = _whole(bundle)
    if manifest is None:
        yield Member(MANIFEST, b"", fault)
        return
    listed = Counter(each.file for each in manifest.records)
    for each in manifest.records:
        twice = listed[each.file] > 1
        yield Member(each.file, b"", "the manifest lists it twice") if twice else _record(bundle, each)
    own = {MANIFEST} | ({manifest.tournament.file} if manifest.tournament is not None else set())
    for name in sorted(names.keys() - own - listed.keys()):
        yield Member(name, b"", "it is in the bundle, but the manifest does not list it")


def _record(bundle: zipfile.ZipFile, listed: Listed) -> Member:
    found = _member(bundle, listed.file, listed.sha256)
    header = read_header(found.data) if found.fault is None else None
    if header is not None and (header.game, header.title) != (listed.game, listed.title):
        return found._replace(fault="the manifest says that it is another game")
    return found


def _member(bundle: zipfile.ZipFile, name: str, sha256: str) -> Member:
    if name not in bundle.NameToInfo:
        return Member(name, b"", "the manifest lists it, but it is not in the bundle")
    try:
        data = content(bundle, name, LARGEST)
    except DAMAGE as error:
        return Member(name, b"", f"it cannot be unpacked: {error}")
    if hashlib.sha256(data).hexdigest() != sha256:
        return Member(name, data, "it is not the file that the manifest lists: its SHA-256 differs")
    return Member(name, data, None)
