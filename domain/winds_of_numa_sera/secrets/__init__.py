"""What leaves the server of changes and moves, and states for bots."""

from __future__ import annotations

from moothall.domain.winds_of_numa_sera.secrets.determinize import determinize
from moothall.domain.winds_of_numa_sera.secrets.redact import redact, redact_move

__all__ = ["determinize", "redact", "redact_move"]
