"""Moves as forms: the parts of each kind of move, what may go into a part, and how typed text is read as its value."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Literal, NamedTuple, get_args

import msgspec
from msgspec import inspect as shapes

from moothall.domain.core.data import Json
from moothall.domain.core.title import AnyTitle

Shape = Literal["text", "number", "truth", "amounts", "other"]

_MINE = "own"
_BY_SEAT = ("seats", "realms")
"""Members of a view that hold what belongs to its reader, and to each seat in turn."""

_QUOTED = re.compile(r"`([\w.]+)`")
_NAMED = re.compile(r"((?:`[\w.]+`(?:, | / ))*`[\w.]+`)(?::|, (?=the |those |that |a )) ?")
_TAIL = re.compile(r"[\s;,]*(?:By \w+:)?\s*$")
_SAME_AS = re.compile(r"as (?:for|in) `(\w+)`[.,;]?")

_JOINED = re.compile(r"\w+([:+]\w+)+")
"""A text made of several ids: nobody can list them all."""


class Field(NamedTuple):
    """A part of a move."""

    name: str
    text: str
    shape: Shape
    many: bool
    required: bool
    default: Any
    values: tuple[Any, ...]

    @property
    def is_seat(self) -> bool:
        """Whether it may name a player."""
        return not self.values and bool(
            re.search(r"\bseat\b" if self.shape == "number" else r"\bseat number\b", self.text)
        )


class Form(NamedTuple):
    """A kind of move."""

    kind: str
    text: str
    fields: tuple[Field, ...]

    def value(self, move: Mapping[str, Any], field: Field) -> Any:
        """What a move has in that part."""
        return move.get(field.name, field.default)


class Choice(NamedTuple):
    """A value that can be picked, and how it is called."""

    value: Any
    label: str


class BadValue(Exception):
    """What was typed is no value of the part."""


def forms_of(title: AnyTitle) -> dict[str, Form]:
    """Every kind of move, by its type."""
    forms = {str(record.__struct_config__.tag): _form(record, title.domains) for record in get_args(title.moves)}
    return {
        kind: form._replace(fields=tuple(_referred(form, field, forms) for field in form.fields))
        for kind, form in forms.items()
    }


def explained(text: str, names: Sequence[str]) -> tuple[str, dict[str, str]]:
    """What a docstring says of the move, and of each parameter, as far as it speaks of them one by one."""
    starts = [(found, named) for found in _NAMED.finditer(text) if (named := _meant(found[1], names))]
    ends = [*(found.start() for found, _ in starts), len(text)][1:]
    told: dict[str, str] = {}
    for (found, named), end in zip(starts, ends, strict=True):
        for name in named:
            told.setdefault(name, _TAIL.sub("", text[found.end() : end]).strip())
    return _TAIL.sub("", text[: starts[0][0].start()] if starts else text), told


def listed_values(form: Form, field: Field, moves: Iterable[Json], chosen: Json) -> list[Any]:
    """What the part is in the listed moves that agree with what is chosen already; each value once, in their order."""
    return each_once(form.value(move, field) for move in matching(form, moves, chosen))


def each_once(values: Iterable[Any]) -> list[Any]:
    """The values without those that are there already."""
    return list({msgspec.json.encode(value): value for value in values}.values())


def matching(form: Form, moves: Iterable[Json], chosen: Json) -> list[Json]:
    """The listed moves that agree with what is chosen already."""
    decided = [(field, chosen[field.name]) for field in form.fields if field.name in chosen]
    return [
        move
        for move in moves
        if move["type"] == form.kind and all(form.value(move, field) == value for field, value in decided)
    ]


def owners(view: Any, wanted: Iterable[str], me: int | None) -> dict[str, int | None]:
    """Which of these ids can be seen on the table, and whose each is; None where it is nobody's."""
    ids, seen = set(wanted), dict[str, int | None]()

    def walk(node: Any, owner: int | None) -> None:
        if isinstance(node, dict):
            for name, inner in node.items():
                walk(name, owner)
                if name in _BY_SEAT and isinstance(inner, list):
                    for seat, belongings in enumerate(inner):
                        walk(belongings, seat)
                else:
                    walk(inner, me if name == _MINE else owner)
        elif isinstance(node, list):
            for inner in node:
                walk(inner, owner)
        elif isinstance(node, str) and node in ids and (node not in seen or seen[node] is None):
            seen[node] = owner

    walk(view, None)
    return seen


def in_listed_order(value: Any, listed: Sequence[Any]) -> Any:
    """A list in the order in which the legal moves have it: players need not know that order."""
    if not isinstance(value, list):
        return value
    return next((each for each in listed if isinstance(each, list) and _same_items(each, value)), value)


def span(values: Sequence[Any]) -> str:
    """Numbers in short: `0 to 4`, `1, 2, 5`."""
    numbers = sorted(set(values))
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    return ", ".join(map(str, numbers))


def read_value(field: Field, typed: str, choices: Sequence[Choice], names: Sequence[str] = ()) -> Any:
    """The value that was typed. Raises BadValue."""
    if field.many:
        return _read_many(field, typed, choices)
    if field.is_seat and (seat := _seat(typed, names)) is not None:
        return seat if field.shape == "number" else str(seat)
    return _READERS[field.shape](field, typed, choices)


def _form(record: type[msgspec.Struct], domains: Mapping[str, tuple[str, ...]]) -> Form:
    info = shapes.type_info(record)
    assert isinstance(info, shapes.StructType)
    document = " ".join((record.__doc__ or "").split())
    text, told = explained(document, [field.encode_name for field in info.fields])
    fields = (_field(each, told.get(each.encode_name, ""), domains.get(each.encode_name, ())) for each in info.fields)
    return Form(str(info.tag), text, tuple(fields))


def _field(field: shapes.Field, text: str, documented: tuple[str, ...]) -> Field:
    default = None if field.required else msgspec.json.decode(msgspec.json.encode(field.default))
    kind, many = _inner(field.type), False
    if isinstance(kind, shapes.VarTupleType | shapes.ListType):
        kind, many = kind.item_type, True
    shape, values = _shape(kind)
    return Field(field.encode_name, text, shape, many, field.required, default, values or documented)


def _inner(kind: shapes.Type) -> shapes.Type:
    """The type without the None that it may be instead."""
    if isinstance(kind, shapes.UnionType):
        inner = [each for each in kind.types if not isinstance(each, shapes.NoneType)]
        return inner[0] if len(inner) == 1 else kind
    return kind


def _shape(kind: shapes.Type) -> tuple[Shape, tuple[Any, ...]]:
    match kind:
        case shapes.LiteralType(values=values):
            return "text", tuple(values)
        case shapes.StrType():
            return "text", ()
        case shapes.IntType():
            return "number", ()
        case shapes.BoolType():
            return "truth", ()
        case shapes.DictType(value_type=shapes.IntType()):
            return "amounts", ()
        case shapes.StructType(fields=parts) if parts and all(isinstance(each.type, shapes.IntType) for each in parts):
            return "amounts", ()
        case _:
            return "other", ()


def _meant(quoted: str, names: Sequence[str]) -> list[str]:
    """The parameters that these are, if they are; `..._target` is every one that ends so."""
    meant: list[str] = []
    for word in _QUOTED.findall(quoted):
        fitting = [name for name in names if name == word or (word[:3] == "..." and name.endswith(word[3:]))]
        if not fitting:
            return []
        meant += fitting
    return meant


def _referred(form: Form, field: Field, forms: Mapping[str, Form]) -> Field:
    """With the words of another move where its own only point there, or there are none and the move points there."""
    found = _SAME_AS.match(field.text)
    where = [found[1]] if found else [] if field.text else _QUOTED.findall(form.text)
    told = (each.text for kind in where if kind in forms for each in forms[kind].fields if each.name == field.name)
    said, rest = next(told, ""), field.text[found.end() :] if found else ""
    return field._replace(text=f"{said} {rest}".strip()) if said else field


def _same_items(first: Sequence[Any], second: Sequence[Any]) -> bool:
    return len(first) == len(second) and all(first.count(each) == second.count(each) for each in second)


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
