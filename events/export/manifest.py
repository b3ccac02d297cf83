"""What belongs in a bundle, signed as a whole: a record that is left out, added or exchanged shows, even together with
its line here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from moothall.domain.core.codec import canonical, plain
from moothall.domain.core.data import Json
from moothall.events.export.signing import SigningKey, key_id, signed_by

MANIFEST = "manifest.json"
FORMAT = 2
"""Format 1 had no signature."""

UNSIGNED = "the bundle is not signed as a whole (format 1): whether a record was left out or added cannot be told"


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


def signed(records: tuple[Listed, ...], tournament: ListedLog | None, key: SigningKey) -> Manifest:
    """The manifest of these."""
    unsigned = Manifest("bundle", FORMAT, records, tournament, key.id)
    return replace(unsigned, public_key=key.public, signature=key.sign(statement(unsigned)))


def written(manifest: Manifest) -> bytes:
    """Its one spelling."""
    return canonical(manifest) + b"\n"


def statement(manifest: Manifest) -> Json:
    """What is signed: all of it but the public key and the signature."""
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
    """Whether it is signed as a whole, by a key that counts."""
    if manifest.format == 1:
        return Signature(None, UNSIGNED)
    if not signed_by(manifest.public_key, statement(manifest), manifest.signature):
        return Signature(False, f"the signature is not one of key {manifest.key} over this manifest")
    if key_id(manifest.public_key) != manifest.key:
        return Signature(False, f"the public key in the manifest is not key {manifest.key}")
    if trusted is not None and trusted.get(manifest.key) != manifest.public_key:
        return Signature(False, f"it is signed with key {manifest.key}, which is none of the keys that count here")
    return Signature(True)
