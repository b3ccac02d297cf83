"""What a player types into a part of a form, read as a value."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from moothall.server.cli.play.forms import Choice, Field, Shape

_JOINED = re.compile(r"\w+([:+]\w+)+")
"""A text made of several ids: nobody can list them all."""


class BadValue(Exception):
    """What was typed is no value of the part."""


def read_value(field: Field, typed: str, choices: Sequence[Choice], names: Sequence[str] = ()) -> Any:
    """The value that was typed. Raises BadValue."""
    if field.many:
        return _read_many(field, typed, choices)
    if field.is_seat and (seat := _seat(typed, names)) is not None:
        return seat if field.shape == "number" else str(seat)
    return _READERS[field.shape](field, typed, choices)


def _read_many(field: Field, typed: str, choices: Sequence[Choice]) -> list[Any]:
    """Values separated by commas, numbers also by blanks; but one name may have a comma in it."""
    read = _READERS[field.shape]
    if choices and "," in typed:
        with suppress(BadValue):
            return [read(field, typed, choices)]
    parts = typed.split() if re.fullmatch(r"[\d\s-]+", typed) else typed.split(",")
    return [read(field, part.strip(), choices) for part in parts if part.strip()]


def _read_text(field: Field, typed: str, choices: Sequence[Choice]) -> str:
    values, word = [str(each.value) for each in choices], typed.lower()
    if not choices or typed in (*values, *field.values) or _JOINED.fullmatch(typed):
        return typed
    if typed.isdecimal() and 1 <= int(typed) <= len(values):
        return values[int(typed) - 1]
    same = [each for each in choices if word in (each.label.lower(), str(each.value).replace("_", " "))]
    part = same or [each for each in choices if word in each.label.lower()]
    if not part:
        raise BadValue(f"there is no {typed} here")
    if len({each.label for each in part}) > 1:
        raise BadValue(f"that could be {' or '.join(dict.fromkeys(each.label for each in part))}")
    return str(part[0].value)


def _read_number(field: Field, typed: str, choices: Sequence[Choice]) -> int:
    if not re.fullmatch(r"-?\d{1,9}", typed):
        raise BadValue(f"{typed} is no whole number")
    return int(typed)


def _read_truth(field: Field, typed: str, choices: Sequence[Choice]) -> bool:
    if typed.lower() not in ("y", "yes", "n", "no"):
        raise BadValue("y or n is expected")
    return typed.lower() in ("y", "yes")


def _read_amounts(field: Field, typed: str, choices: Sequence[Choice]) -> dict[str, int]:
    """`fire 2, water 1`, also with the numbers in front; or the number of a choice."""
    if typed.isdecimal() and 1 <= int(typed) <= len(choices):
        return dict(choices[int(typed) - 1].value)
    amounts: dict[str, int] = {}
    for part in filter(None, (part.strip() for part in typed.split(","))):
        found = re.fullmatch(r"(\d{1,6})\s+(.+)|(.+?)[\s:=]+(\d{1,6})", part)
        if found is None:
            raise BadValue(f"{part} is no amount; write for example: fire 2, water 1")
        amounts[(found[2] or found[3]).strip().lower().replace(" ", "_")] = int(found[1] or found[4])
    return amounts


def _read_other(field: Field, typed: str, choices: Sequence[Choice]) -> Any:
    try:
        return msgspec.json.decode(typed.encode())
    except msgspec.DecodeError as error:
        raise BadValue(f"JSON is expected: {error}") from error


_READERS: dict[Shape, Callable[[Field, str, Sequence[Choice]], Any]] = {
    "text": _read_text,
    "number": _read_number,
    "truth": _read_truth,
    "amounts": _read_amounts,
    "other": _read_other,
}


def _seat(typed: str, names: Sequence[str]) -> int | None:
    return next((seat for seat, name in enumerate(names) if name.lower() == typed.lower()), None)
