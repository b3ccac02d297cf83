"""Answers kept for a moment: hundreds of followers with the same eyes, or a client that asks again, cost one view."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from domain.core.words import Reader

MOST_BYTES = 8 * 1024 * 1024
"""What one process keeps."""

Eyed = tuple[str, bytes, Reader, bool]
"""Game, chain hash of the event, who reads it, whether nothing in it is secret any more."""

K = TypeVar("K", bound=Hashable)


class Frames(Generic[K]):
    """The latest frames of this process, by all that they hang on."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most = most_bytes
        self._size = 0
        self._kept: OrderedDict[K, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, eyes: K, make: Callable[[], bytes]) -> bytes:
        """The frame for these eyes; made if it is not here."""
        with self._lock:
            frame = self._kept.get(eyes)
            if frame is not None:
                self._kept.move_to_end(eyes)
                return frame
        frame = make()
        with self._lock:
            self._size += len(frame) - len(self._kept.pop(eyes, b""))
            self._kept[eyes] = frame
            while self._size > self._most:
                self._size -= len(self._kept.popitem(last=False)[1])
        return frame
