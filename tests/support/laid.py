"""Games that were played long ago, laid down in a Redis as they were written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from moothall.domain.titles import TITLES
from moothall.events.event_store.metadata import meta_of
from moothall.events.event_store.store import Append, Store
from moothall.events.event_store.stored_events import GENESIS, Stored, link
from moothall.events.games.repository import Games
from moothall.events.records.format import read

GOLDEN = Path(__file__).parents[1] / "golden"


def lay_down(store: Store, record: Path, game_id: str) -> list[Stored]:
    """The game of a record under this id; its events."""
    data = [line.data.encode() for line in read(record.read_bytes()).events]
    events, head = [], GENESIS
    for seq, text in enumerate(data, 1):
        head = link(head, text)
        events.append(Stored(seq, text, head))
    secret = bytes.fromhex(told_secret(data))
    store.append(Append(game_id, 0, events, None, b"", secret))
    games = Games(store, TITLES)
    hot = games.load(game_id)
    at = games.read(hot.title, events[-1]).at
    store.keep_meta(game_id, meta_of(hot.title, game_id, hot.log.seq, hot.table, at))
    # As play leaves them: one every few dozen events, and the newest by itself.
    for seq in range(40, hot.log.seq, 40):
        data_at = games.snapshots[hot.title.slug].write(games.fold_to(game_id, seq), events[seq - 1].hash)
        store.keep_snapshot(game_id, seq, data_at)
    return events


def told_secret(data: list[bytes]) -> str:
    """The secret that a game tells when it is over."""
    changes: list[dict[str, Any]] = [change for text in data for change in msgspec.json.decode(text)["changes"]]
    return next(str(change["secret"]) for change in changes if change["type"] in ("game_finished", "game_annulled"))
