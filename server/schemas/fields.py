"""Fields as strict as JSON is."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from flask import current_app, has_app_context
from marshmallow import ValidationError, fields, validate

from moothall.domain.table.state import LEVELS

MOST = 2**53 - 1
"""The largest whole number that all JSON readers agree on."""


class Whole(validate.Regexp):
    """A pattern for the whole text, written with ^ and $ as JSON Schema has them, where \\Z means the letter Z."""

    def __call__(self, value: Any) -> Any:
        if self.regex.fullmatch(value) is None:
            raise ValidationError(self._format_error(value))
        return value


_ODD = re.compile(
    "[\\x00-\\x1f\\x7f-\\xa0\\xad\\u034f\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u115f\\u1160\\u1680\\u17b4\\u17b5"
    "\\u180b-\\u180f\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u2800\\u3000\\u3164\\ud800-\\uf8ff\\ufe00-\\ufe0f\\ufeff\\uffa0"
    "\\ufff0-\\uffff\\U000110bd\\U000110cd\\U00013430-\\U0001343f\\U0001bca0-\\U0001bca3\\U0001d173-\\U0001d17a"
    "\\U000e0000-\\U0010ffff]"
)
"""What shows nothing, moves other text or means nothing: controls, spaces other than the common one, directions,
joiners, fillers, variants, private characters."""

SEEN = "There must be something to see in it."


class _Seen(validate.Regexp):
    """Something to see, and nothing that cannot be seen. What is published of it is a pattern that every reader of
    patterns understands; it lets through more than is taken."""

    def __init__(self, most: int) -> None:
        super().__init__(r"^[^\x00-\x1f\x7f-\x9f]*\S[^\x00-\x1f\x7f-\x9f]*$", error=SEEN)
        self._most = most

    def __call__(self, value: Any) -> Any:
        if not 1 <= len(value) <= self._most:  # told by its length
            return value
        found = _ODD.search(value)
        if found is not None:
            odd = found[0]
            called = unicodedata.name(odd, "a control character" if ord(odd) < 0xA0 else "no character").lower()
            raise ValidationError(f"U+{ord(odd):04X} ({called}) has no place here: it shows nothing or moves text.")
        return value


class Shown(fields.String):
    """Text that others get to see: composed (NFC), without spaces at its ends."""

    def __init__(self, most: int, **kwargs: Any) -> None:
        super().__init__(validate=[validate.Length(1, most), _Seen(most)], **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        text = super()._deserialize(value, attr, data, **kwargs)
        return unicodedata.normalize("NFC", text).strip(" ")


class KnownLevel(validate.Validator):
    """One of the levels that AI seats can have on this server; those of every server where none is asked."""

    @property
    def choices(self) -> tuple[str, ...]:
        """As the description of the API lists them."""
        levels: tuple[str, ...] = current_app.extensions["moothall"].levels if has_app_context() else LEVELS
        return levels

    def __call__(self, value: Any) -> Any:
        if value not in self.choices:
            raise ValidationError(f"Must be one of: {', '.join(self.choices)}.")
        return value


class AnyMove(fields.Field[Any]):
    """A move as it was sent. Whether it is one of the game's is said once, by whoever knows the game."""

    default_error_messages = {"invalid": "Not a valid mapping type."}  # noqa: RUF012  # as the library has it

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        if not isinstance(value, dict):
            raise self.make_error("invalid")
        return value


class Bool(fields.Boolean):
    """true or false, nothing that could be meant so."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class Int(fields.Integer):
    """A JSON number without fraction; neither text nor a truth value."""

    def __init__(self, **kwargs: Any) -> None:
        # Beyond these a number means something else to every client whose numbers are floating-point ones.
        super().__init__(strict=True, **{"validate": validate.Range(-MOST, MOST), **kwargs})

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        if isinstance(value, bool | str):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **kwargs)
