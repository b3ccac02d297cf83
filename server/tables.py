"""Tables for spreadsheets (RFC 4180)."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

CSV = "text/csv"

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for a formula, if a text begins with it: names are chosen by anybody."""


def as_csv(rows: Iterable[Sequence[Any]]) -> bytes:
    """Rows with the heads first. A text that could be taken for a formula gets an apostrophe before it."""
    out = io.StringIO()
    csv.writer(out).writerows([[_cell(each) for each in row] for row in rows])
    return out.getvalue().encode()


def _cell(value: Any) -> Any:
    match value:
        case bool():
            return str(value).lower()
        case str() if value.startswith(FORMULA):
            return f"'{value}"
    return value
