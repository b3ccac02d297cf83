"""The one door for luck.

Every draw names what it draws with a label (`roll/round-3/seat-1/earth_1`). A label is used for one thing only in a
game, so a result depends on nothing but the seed and the label: not on the order of calls, not on what was undone.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol, TypeVar
from zlib import crc32

T = TypeVar("T")

_WORD = 1 << 64
_BLOCK = 64
"""Bytes that SHA-256 takes in at a time."""


class Draw(Protocol):
    """Where setup, decide and step get their luck from."""

    def below(self, label: str, n: int) -> int:
        """A whole number in 0..n-1, each equally likely."""
        ...


def roll(draw: Draw, label: str, sides: int = 6) -> int:
    """A die face, 1..sides."""
    return draw.below(label, sides) + 1


def pick(draw: Draw, label: str, items: Sequence[T]) -> T:
    """One of the items."""
    return items[draw.below(label, len(items))]


def shuffle(draw: Draw, label: str, items: Sequence[T]) -> tuple[T, ...]:
    """The items in random order (Fisher-Yates, from the end; draw i is labelled `label/i`)."""
    deck = list(items)
    for i in range(len(deck) - 1, 0, -1):
        j = draw.below(f"{label}/{i}", i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)


class SeededDraw:
    """Draws that anyone can check once the secret is known: HMAC-SHA256(seed, label/attempt), first 8 bytes.

    A word in the last incomplete stretch of n is thrown away and the next attempt taken, so no result is favoured.
    """

    __slots__ = ("_mac",)

    def __init__(self, seed: bytes) -> None:
        self._mac = _mac(seed)

    def below(self, label: str, n: int) -> int:
        if n <= 0:
            raise ValueError(f"nothing to draw from for {label}")
        limit = _WORD - _WORD % n
        attempt = 0
        while True:
            word = int.from_bytes(self._mac.digest(f"{label}/{attempt}".encode())[:8], "big")
            if word < limit:
                return word % n
            attempt += 1


class FastDraw:
    """Splitmix64: for bots and simulations, which need speed and repeatability but no proof. Labels are ignored."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed % _WORD

    def below(self, label: str, n: int) -> int:
        if n <= 0:
            raise ValueError(f"nothing to draw from for {label}")
        self._state = z = (self._state + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
        # As `_mixed`, written out: nothing is asked as often in a simulation.
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
        return ((z ^ (z >> 31)) * n) >> 64


class KeyedDraw:
    """As fast, but by label: the same thing drawn in two courses of a game comes out the same in both, so that they
    differ by what was played and not by luck."""

    __slots__ = ("_seed",)

    def __init__(self, seed: int) -> None:
        self._seed = seed % _WORD

    def below(self, label: str, n: int) -> int:
        if n <= 0:
            raise ValueError(f"nothing to draw from for {label}")
        return _mixed((self._seed + crc32(label.encode()) * 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF, n)


def _mixed(z: int, n: int) -> int:
    """Splitmix64's last step, taken below n."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
    # The bias of a plain product is below n / 2**64: immaterial for play, and no loop is needed.
    return ((z ^ (z >> 31)) * n) >> 64


class _Mac:
    """HMAC-SHA256 with one key, as `hmac.digest` has it, in less than half the time: what the key alone decides is
    reckoned once."""

    __slots__ = ("_inner", "_outer")

    def __init__(self, key: bytes) -> None:
        key = (key if len(key) <= _BLOCK else hashlib.sha256(key).digest()).ljust(_BLOCK, b"\0")
        self._inner = hashlib.sha256(bytes([byte ^ 0x36 for byte in key]))
        self._outer = hashlib.sha256(bytes([byte ^ 0x5C for byte in key]))

    def digest(self, message: bytes) -> bytes:
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(message)
        outer.update(inner.digest())
        return outer.digest()


_mac = lru_cache(maxsize=1_024)(_Mac)
"""A game's draws and salts are asked for again and again."""


def commitment(secret: bytes) -> str:
    """What is published before the first draw: SHA-256 of the secret, in hex."""
    return hashlib.sha256(secret).hexdigest()


@lru_cache(maxsize=2_048)
def game_seed(secret: bytes, entropies: tuple[str, ...]) -> bytes:
    """The seed of a game: HMAC-SHA256(secret, the seats' entropies in seat order, joined by newlines)."""
    return hmac.digest(secret, "\n".join(entropies).encode(), "sha256")


def salt(secret: bytes, seq: int) -> str:
    """The salt of event `seq`: keeps small secrets from being guessed against a published hash."""
    return _mac(secret).digest(f"salt/{seq}".encode()).hex()
