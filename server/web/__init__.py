"""The page for people: files that a browser gets as they are, under an address that changes when any of them does.

The page is a client of the public API like any other; there is nothing behind it but these files.
"""

from __future__ import annotations

import hashlib
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html"}
"""What is served, by ending. Nothing else of this folder is."""


class Asset(NamedTuple):
    """A file as it is sent."""

    data: bytes
    kind: str


class Web(NamedTuple):
    """All files of the page."""

    hash: str
    """Of all of them together; stands in their addresses, so that browsers may keep them for ever."""
    document: bytes
    assets: dict[str, Asset]
    """By path below the folder."""


def read_web() -> Web:
    """The files of the page, read once."""
    assets = dict(sorted(_assets(files("moothall.server.web"), "")))
    digest = hashlib.sha256()
    for path, asset in assets.items():
        digest.update(b"%s\0%d\0%s" % (path.encode(), len(asset.data), asset.data))
    name = digest.hexdigest()[:16]
    document = assets.pop("index.html").data.replace(b"{{web}}", f"/web/{name}".encode())
    return Web(name, document, assets)


def _assets(folder: Traversable, prefix: str) -> list[tuple[str, Asset]]:
    found: list[tuple[str, Asset]] = []
    for entry in folder.iterdir():
        kind = KINDS.get(entry.name[entry.name.rfind(".") :])
        if entry.is_dir():
            found += _assets(entry, f"{prefix}{entry.name}/")
        elif kind is not None:
            found.append((prefix + entry.name, Asset(entry.read_bytes(), kind)))
    return found
