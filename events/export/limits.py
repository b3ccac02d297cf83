"""How much of a file is taken in, whoever made it. Everything that a Moothall writes is far below these."""

from __future__ import annotations

MIB = 1024 * 1024

LARGEST = 64 * MIB
"""Bytes of a record. The longest games have some 2 MB."""
