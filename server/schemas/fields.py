"""Fields as strict as JSON is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, fields, validate

MOST = 2**53 - 1
"""The largest whole number that all JSON readers agree on."""


class Whole(validate.Regexp):
    """A pattern for the whole text, written with ^ and $ as JSON Schema has them, where \\Z means the letter Z."""

    def __call__(self, value: Any) -> Any:
        if self.regex.fullmatch(value) is None:
            raise ValidationError(self._format_error(value))
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
