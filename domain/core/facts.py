"""A state as nothing but its facts, and their digest.

What is at its default is left out, so a field that a later version adds (with a default, as it must) changes no digest
that was ever written. Views, texts and content have no part in it.
"""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

import msgspec
from msgspec import NODEFAULT, UNSET, Raw, inspect as shapes
from msgspec.structs import astuple

from moothall.domain.core.codec import canonical


class _Shape(NamedTuple):
    """What is known of a record from its type."""

    brief: Any
    """The type of a record with the same fields, after the tag where there is one, that is written without what is at
    its default or unset."""
    tag: tuple[str, ...]
    looked_at: tuple[tuple[int, Any, bool], ...]
    """Fields that msgspec cannot write as they are: places, defaults, and whether they may hold records."""
    kept: bool
    """Whether its text is worth remembering."""


_shapes: dict[type, _Shape] = {}

_texts: dict[int, tuple[Any, Raw]] = {}
"""By the identity of a record, which is therefore held fast: from one event to the next most of a state stays the very
same, and only what has changed is written anew."""

_MOST_TEXTS = 1 << 14
_WORTH_KEEPING = 6
"""Fields from which on a record is."""


def facts(value: Any) -> Any:
    """The same as data that `canonical` writes: tagged where it is of a union, without what is at its default."""
    if isinstance(value, tuple | list):
        return [facts(each) for each in value]
    if isinstance(value, dict):
        return {name: facts(each) for name, each in value.items()}
    if not isinstance(value, msgspec.Struct):
        return value
    config = value.__struct_config__
    said: dict[str, Any] = {} if config.tag is None else {str(config.tag_field): config.tag}
    for name, default, deep in _fields(type(value)):
        held = getattr(value, name)
        if held != default:
            said[name] = facts(held) if deep else held
    return said


def facts_digest(salt: str, state: Any) -> str:
    """SHA-256 over the salt (its 32 bytes) and the canonical JSON of the facts, in hex. Nobody knows the salt before
    the secret is told, so nobody can try out what a digest during play may be made from."""
    if isinstance(state, msgspec.Struct):  # no two events leave the same one: there is no use in remembering it
        state = _brief(state, _shapes.get(type(state)) or _shape(type(state)))
    return hashlib.sha256(bytes.fromhex(salt) + canonical(state)).hexdigest()


def same_facts(one: Any, other: Any) -> bool:
    """Whether two states hold the same: neither the order of mappings nor a field that was not there yet when one of
    them was written is a fact."""
    return canonical(_said(one)) == canonical(_said(other))


def _said(value: Any) -> Any:
    """The facts once more, in the form that is written the quickest: what is asked for after every event."""
    shape = _shapes.get(type(value))
    if shape is None:
        if isinstance(value, tuple | list):
            return [_said(each) for each in value]
        if isinstance(value, dict):
            return {name: _said(each) for name, each in value.items()}
        if not isinstance(value, msgspec.Struct):
            return value
        shape = _shape(type(value))
    if not shape.kept:
        return _brief(value, shape)
    known = _texts.get(id(value))
    if known is None:
        if len(_texts) >= _MOST_TEXTS:
            _texts.clear()
        known = _texts[id(value)] = value, Raw(canonical(_brief(value, shape)))
    return known[1]


def _brief(record: Any, shape: _Shape) -> Any:
    """What a record says that its type does not."""
    values = [*shape.tag, *astuple(record)]
    for place, default, deep in shape.looked_at:
        held = values[place]
        if held == default:
            values[place] = UNSET
        elif deep:
            values[place] = _said(held)
    return shape.brief(*values)


def _shape(kind: type[msgspec.Struct]) -> _Shape:
    config = kind.__struct_config__
    tag = () if config.tag is None else (str(config.tag),)
    told: list[tuple[str, Any, Any]] = [(str(config.tag_field), Any, UNSET)] if tag else []
    fields, looked_at = _fields(kind), []
    for name, default, deep in fields:
        known = _tells_itself(default)
        if deep or not (known or default is NODEFAULT):
            looked_at.append((len(told), default, deep))
        told.append((name, Any, default if known else UNSET))
    brief = msgspec.defstruct(kind.__name__, told, omit_defaults=True, frozen=True, gc=False)
    shape = _Shape(brief, tag, tuple(looked_at), len(fields) >= _WORTH_KEEPING)
    _shapes[kind] = shape
    return shape


def _fields(kind: type[msgspec.Struct]) -> list[tuple[str, Any, bool]]:
    """Name, default and whether it may hold records, of every field."""
    info = shapes.type_info(kind)
    assert isinstance(info, shapes.StructType)
    types = {field.name: field.type for field in info.fields}
    return [(field.name, _default(field), _holds_records(types[field.name])) for field in msgspec.structs.fields(kind)]


def _default(field: msgspec.structs.FieldInfo) -> Any:
    """Nothing equals NODEFAULT: what must always be said is."""
    return field.default_factory() if field.default_factory is not NODEFAULT else field.default


def _tells_itself(default: Any) -> bool:
    """Whether msgspec knows all that equals this default without comparing: there is one such object, or it is an empty
    mapping."""
    if type(default) is int:
        return 0 <= default <= 256
    return default is None or (type(default) in (bool, str, tuple, dict) and not default) or default is True


def _holds_records(kind: shapes.Type) -> bool:
    match kind:
        case shapes.UnionType(types=several) | shapes.TupleType(item_types=several):
            return any(map(_holds_records, several))
        case shapes.VarTupleType(item_type=item) | shapes.ListType(item_type=item):
            return _holds_records(item)
        case shapes.DictType(value_type=value):
            return _holds_records(value)
        case _:
            return isinstance(kind, shapes.StructType | shapes.AnyType | shapes.CustomType)
