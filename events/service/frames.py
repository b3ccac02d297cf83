"""Answers kept for a moment: hundreds of followers with the same eyes, or a client that asks again, cost one view."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import Generic, TypeVar

from cachetools import LRUCache

from moothall.domain.core.words import Reader

MOST_BYTES = 8 * 1024 * 1024
"""What one process keeps."""

EventKey = tuple[str, bytes, Reader, bool]
"""Game, chain hash of the event, who reads it, whether nothing in it is secret any more."""

K = TypeVar("K", bound=Hashable)


class Frames(Generic[K]):
    """The latest frames of this process, by all that they hang on."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._kept: LRUCache[K, bytes] = LRUCache(most_bytes, getsizeof=len)
        self._lock = threading.Lock()

    def get(self, key: K, make: Callable[[], bytes]) -> bytes:
        """The frame of this key; made if it is not here."""
        with self._lock:
            frame = self._kept.get(key)
        if frame is not None:
            return frame
        frame = make()
        with self._lock, suppress(ValueError):  # one that is larger than all that may be kept
            self._kept[key] = frame
        return frame
