"""What leaves the server: views, redacted changes and moves, and states for bots."""

from __future__ import annotations

from domain.winds_of_numa_sera.secrets.determinize import determinize
from domain.winds_of_numa_sera.secrets.redact import redact, redact_move
from domain.winds_of_numa_sera.secrets.view import view

__all__ = ["determinize", "redact", "redact_move", "view"]
