"""A tournament's tables as it can know them, read from what the games say of themselves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

import msgspec
from cachetools import LRUCache

from moothall.domain.core.data import snake
from moothall.domain.table.changes import SecretTold
from moothall.domain.tournament.steps import Seen
from moothall.events.event_store.metadata import Meta, SeatMeta
from moothall.events.event_store.store import Store

REMEMBERED = 20_000
"""Tables that a process need not look at again as long as nothing has happened there."""

OVER = ("finished", "annulled", "aborted")
TOLD = snake(SecretTold.__name__)


class _Event(msgspec.Struct):
    """As much of a stored event as tells what kind of changes it has."""

    changes: list[dict[str, Any]]


_kinds = msgspec.json.Decoder(_Event).decode


class Tables:
    """The games of tournaments."""

    def __init__(self, store: Store) -> None:
        """`store` is that of the games."""
        self._store = store
        self._known: LRUCache[str, tuple[Meta, Seen]] = LRUCache(REMEMBERED)
        """Tables that are over, as they were last seen."""

    def seen(self, game_ids: Iterable[str]) -> dict[str, Seen]:
        """These games as they are now."""
        ids = list(game_ids)
        metas = {meta.id: meta for meta in self._store.read_metas(ids)}
        return {each: self._seen(metas[each]) if each in metas else Seen(each, "missing") for each in ids}

    def _seen(self, meta: Meta) -> Seen:
        if meta.status not in OVER:
            return _of(meta, meta.seq, "")
        as_known, known = self._known.get(meta.id, (None, None))
        if known is None or as_known != meta:
            known = _of(meta, *self._last(meta))
            self._known[meta.id] = meta, known
        return known

    def _last(self, meta: Meta) -> tuple[int, str]:
        """Seq and chain hash of the latest event that matters: not of one that only tells the secret."""
        *_, latest = events = self._store.tail(meta.id, max(0, meta.seq - 2), min(2, meta.seq))
        if meta.told and len(events) > 1 and all(each.get("type") == TOLD for each in _kinds(latest.data).changes):
            latest = events[0]
        return latest.seq, latest.hash.hex()


def _of(meta: Meta, seq: int, head: str) -> Seen:
    result = meta.result
    return Seen(
        meta.id,
        cast(Any, meta.status),
        seq,
        head,
        created_at=meta.created_at,
        free=tuple(seat.seat for seat in meta.seats if seat.kind == "human" and seat.player is None),
        absent=tuple(meta.missed),
        ranking=tuple(map(tuple, result.ranking)) if result is not None else (),
        scores=tuple(result.scores) if result is not None else (),
        forfeited=tuple(meta.forfeited),
        people=tuple(seat.player or seat.left or _expected(seat) for seat in meta.seats),
        ai=tuple(seat.seat for seat in meta.seats if seat.kind == "ai"),
        told=meta.status in ("finished", "annulled") and (meta.told or not meta.sealed),
    )


def _expected(seat: SeatMeta) -> str | None:
    return seat.reserved.player if seat.reserved is not None else None
