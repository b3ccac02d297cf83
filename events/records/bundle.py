"""Many records in one file: a zip with a signed manifest that says what belongs in it.

Every record is signed for itself; the manifest names each with its SHA-256 and is signed as a whole: a record that is
left out, added or exchanged shows, even together with its line in the manifest.

The zip is written as a stream, and read as if anybody had made it. Nothing is ever unpacked to disk.
"""

from __future__ import annotations

import hashlib
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from io import RawIOBase
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from moothall.domain.core.codec import canonical, plain
from moothall.domain.core.data import Json
from moothall.events.records.format import read_header
from moothall.events.records.limits import LARGEST, LARGEST_DIRECTORY, LARGEST_MANIFEST, MOST_FILES, MOST_RATIO, SLACK
from moothall.events.records.signing import SigningKey, key_id, signed_by

MANIFEST = "manifest.json"
FORMAT = 2
"""Format 1 had no signature."""

UNSIGNED = "the bundle is not signed as a whole (format 1): whether a record was left out or added cannot be told"

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

_NO_MANIFEST = (*DAMAGE, msgspec.MsgspecError, RecursionError)


class Listed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One record of a bundle."""

    file: str
    game: str
    title: str
    events: int
    sha256: str


class ListedLog(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The log of the tournament whose games these are."""

    file: str
    tournament: str
    title: str
    events: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What belongs in a bundle, and who says so."""

    moothall: str
    format: int
    records: tuple[Listed, ...]
    tournament: ListedLog | None = None
    key: str = ""
    public_key: str = ""
    signature: str = ""


class Signature(NamedTuple):
    """What is to be said of a manifest's signature; `ok` is None where there is none."""

    ok: bool | None
    why: str | None = None


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


def signed(records: tuple[Listed, ...], tournament: ListedLog | None, key: SigningKey) -> Manifest:
    """The manifest of these records, signed."""
    unsigned = Manifest("bundle", FORMAT, records, tournament, key.id)
    return replace(unsigned, public_key=key.public, signature=key.sign(statement(unsigned)))


def written(manifest: Manifest) -> bytes:
    """The one spelling of a manifest."""
    return canonical(manifest) + b"\n"


def statement(manifest: Manifest) -> Json:
    """What is signed of a manifest: all of it but the public key and the signature."""
    said: Json = plain(manifest)
    return {name: value for name, value in said.items() if name not in ("public_key", "signature")}


def read_manifest(data: bytes) -> Manifest:
    """The manifest in these bytes. Raises ValueError where it is none, or one that this Moothall does not read."""
    manifest = msgspec.json.decode(data, type=Manifest)
    if manifest.moothall != "bundle" or not 1 <= manifest.format <= FORMAT:
        raise ValueError(f"it says that it is a {manifest.moothall!r} of format {manifest.format}, which is not read")
    if manifest.format > 1 and written(manifest) != data:
        raise ValueError("it is not written in the one form that a manifest has")
    return manifest


def check(manifest: Manifest, trusted: Mapping[str, str] | None) -> Signature:
    """Whether a bundle is signed as a whole, by a key that counts."""
    if manifest.format == 1:
        return Signature(None, UNSIGNED)
    if not signed_by(manifest.public_key, statement(manifest), manifest.signature):
        return Signature(False, f"the signature is not one of key {manifest.key} over this manifest")
    if key_id(manifest.public_key) != manifest.key:
        return Signature(False, f"the public key in the manifest is not key {manifest.key}")
    if trusted is not None and trusted.get(manifest.key) != manifest.public_key:
        return Signature(False, f"it is signed with key {manifest.key}, which is none of the keys that count here")
    return Signature(True)


def _listed(data: bytes) -> Listed:
    header = read_header(data)
    if header is None:
        raise ValueError("not a record: it has no header")
    events, digest = data.count(b"\n") - 2, hashlib.sha256(data).hexdigest()
    return Listed(f"games/{header.game}.ndjson", header.game, header.title, events, digest)


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
