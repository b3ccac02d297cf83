"""What somebody sees who looks while something else goes on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from moothall.events import keys
from moothall.events.event_store.store import Store


class LookingStore(Store):
    """A store that looks whenever somebody reads or writes what the listings tell of games."""

    def __init__(self, redis: Any, look: Callable[[], None], family: keys.Family = keys.GAMES) -> None:
        super().__init__(redis, family=family)
        self._look = look

    def metas(self, game_ids: Sequence[str]) -> list[bytes | None]:
        self._look()
        return super().metas(game_ids)

    def keep_meta(self, game_id: str, meta: bytes) -> None:
        super().keep_meta(game_id, meta)
        self._look()
