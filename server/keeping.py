"""Backups of a house: its Redis and the signing keys of its data directory."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from moothall.domain.core.title import AnyTitle
from moothall.events import keys
from moothall.events.backup import take as taking
from moothall.events.backup.file import Game, Kept, KeyFile, TournamentPart, written
from moothall.events.backup.restore import Restored, Restoring
from moothall.events.event_store.store import Store
from moothall.events.games.repository import Games
from moothall.events.redis_client.connection import connect
from moothall.server.bootstrap import now_ms
from moothall.server.config import Config
from moothall.server.keyring import Keyring
from moothall.workers.titles import hosted


class Taken(NamedTuple):
    """What a backup holds."""

    games: int
    tournaments: int
    accounts: int
    keys: int
    left_out: list[tuple[str, str]]
    """Games that do not hold together, or are not there, and why."""


def take(config: Config, out: Path, game_ids: Sequence[str] = ()) -> Taken:
    """Back up the house, or these games of it."""
    store = Store(connect(config.redis))
    left_out: list[tuple[str, str]] = []

    def leave_out(game_id: str, why: str) -> None:
        left_out.append((game_id, why))

    parts = (
        taking.single(store, dict.fromkeys(game_ids), now_ms(), leave_out)
        if game_ids
        else taking.whole(store, _key_files(config), now_ms(), leave_out)
    )
    counts = dict.fromkeys(("games", "tournaments", "accounts", "keys"), 0)
    with written(out) as put:
        for part in parts:
            put(part)
            counts["games"] += isinstance(part, Game)
            counts["tournaments"] += isinstance(part, TournamentPart)
            counts["keys"] += isinstance(part, KeyFile)
            counts["accounts"] += isinstance(part, Kept) and part.name.startswith(keys.player(""))
    return Taken(**counts, left_out=left_out)


def put_back(
    config: Config, path: Path, game_ids: Sequence[str] = (), titles: dict[str, AnyTitle] | None = None
) -> Restored:
    """Restore a backup, or these games of it. Raises BadBackup or Refused."""
    store, ring = Store(connect(config.redis)), Keyring(config.data)

    def keep_key(key: KeyFile) -> None:
        ring.adopt(key.seed, key.made_at)

    games = Games(store, hosted() if titles is None else titles)
    return Restoring(store, games, now_ms).run(path, keep_key, game_ids)


def _key_files(config: Config) -> list[KeyFile]:
    return [
        KeyFile(file.name, file.read_text("ascii").strip(), file.stat().st_mtime_ns // 1_000_000)
        for file in Keyring(config.data).files()
    ]
