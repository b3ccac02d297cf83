"""The server's signing keys: files in the data directory that nobody else may read.

`keys/0001.key`, `keys/0002.key`, ...: the seed of each in hex. The newest signs; all are published, so what an older
one signed stays good. Processes that start together agree, because a file is linked into place whole or not at all.
"""

from __future__ import annotations

import os
import secrets
import tempfile
from pathlib import Path
from typing import NamedTuple

from moothall.events.records.signing import SigningKey


class Published(NamedTuple):
    """A key as others see it."""

    id: str
    public_key: str
    created_at: int
    current: bool


class Keyring:
    """The keys of one data directory; the first is made when it is first needed."""

    def __init__(self, data: Path) -> None:
        self.folder = data / "keys"
        self._read: dict[Path, SigningKey] = {}

    def current(self) -> SigningKey:
        """The key that signs now."""
        files = self._files()
        if not files:
            self._make(1)
            files = self._files()
        return self._key(files[-1])

    def rotate(self) -> SigningKey:
        """A new key that signs from now on."""
        number = int(self._files()[-1].stem) if self._files() else 0
        while not self._make(number := number + 1):
            pass
        return self.current()

    def files(self) -> list[Path]:
        """The files of all keys, oldest first."""
        return self._files()

    def adopt(self, seed: str, made_at: int) -> bool:
        """Take in a key of a backup, as the newest; False if it is here already."""
        if any(file.read_text("ascii").strip() == seed for file in self._files()):
            return False
        number = int(self._files()[-1].stem) if self._files() else 0
        while not self._make(number := number + 1, seed):
            pass
        os.utime(self.folder / f"{number:04d}.key", ns=(made_at * 1_000_000, made_at * 1_000_000))
        return True

    def published(self) -> list[Published]:
        """All keys, newest first."""
        current = self.current()
        made = []
        for file in reversed(self._files()):
            key = self._key(file)
            made.append(Published(key.id, key.public, file.stat().st_mtime_ns // 1_000_000, key == current))
        return made

    def public(self) -> dict[str, str]:
        """Id to public key."""
        return {key.id: key.public_key for key in self.published()}

    def _files(self) -> list[Path]:
        numbered = [file for file in self.folder.glob("*.key") if file.stem.isdecimal()]
        return sorted(numbered, key=lambda file: int(file.stem))

    def _key(self, file: Path) -> SigningKey:
        if file not in self._read:
            self._read[file] = SigningKey(bytes.fromhex(file.read_text("ascii").strip()))
        return self._read[file]

    def _make(self, number: int, seed: str = "") -> bool:
        """Make the key of that number; False if somebody else was faster."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, name = tempfile.mkstemp(dir=self.folder, suffix=".new")  # mode 0600 from the start
        try:
            with os.fdopen(handle, "w") as file:
                file.write((seed or secrets.token_bytes(32).hex()) + "\n")
                file.flush()
                os.fsync(file.fileno())
            os.link(name, self.folder / f"{number:04d}.key")
        except FileExistsError:
            return False
        finally:
            Path(name).unlink()
        return True
