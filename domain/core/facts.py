"""A state as nothing but its facts, and their digest.

What is at its default is left out, so a field that a later version adds (with a default, as it must) changes no digest
that was ever written. Views, texts and content have no part in it.
"""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

import msgspec
from msgspec import NODEFAULT
from msgspec import inspect as shapes

from domain.core.codec import canonical


class _Shape(NamedTuple):
    """What is known of a record from its type."""

    tag: dict[str, str]
    plain: tuple[tuple[str, Any], ...]
    """Fields that hold no record, with their defaults."""
    deep: tuple[tuple[str, Any], ...]
    """Fields that may hold some."""
    kept: bool
    """Whether its text is worth remembering."""


_shapes: dict[type, _Shape] = {}

_texts: dict[int, tuple[Any, msgspec.Raw]] = {}
"""By the identity of a record, which is therefore held fast: from one event to the next most of a state stays the very
same, and only what has changed is written anew."""

_MOST_TEXTS = 1 << 14
_WORTH_KEEPING = 6
"""Fields from which on a record is."""


def facts(value: Any) -> Any:
    """The same as data that `canonical` writes: tagged where it is of a union, without what is at its default."""
    shape = _shapes.get(type(value))
    if shape is None:
        if isinstance(value, tuple | list):
            return [facts(each) for each in value]
        if isinstance(value, dict):
            return {name: facts(each) for name, each in value.items()}
        if not isinstance(value, msgspec.Struct):
            return value
        shape = _shape(type(value))
    if not shape.kept:
        return _said(value, shape)
    known = _texts.get(id(value))
    if known is None:
        if len(_texts) >= _MOST_TEXTS:
            _texts.clear()
        known = _texts[id(value)] = value, msgspec.Raw(canonical(_said(value, shape)))
    return known[1]


def _said(record: Any, shape: _Shape) -> dict[str, Any]:
    """What a record says that its type does not."""
    said: dict[str, Any] = dict(shape.tag)
    for name, default in shape.plain:
        held = getattr(record, name)
        if held != default:
            said[name] = held
    for name, default in shape.deep:
        held = getattr(record, name)
        if held != default:
            said[name] = facts(held)
    return said


def facts_digest(salt: str, state: Any) -> str:
    """SHA-256 over the salt (its 32 bytes) and the canonical JSON of the facts, in hex. Nobody knows the salt before
    the secret is told, so nobody can try out what a digest during play may be made from."""
    if isinstance(state, msgspec.Struct):  # no two events leave the same one: there is no use in remembering it
        state = _said(state, _shapes.get(type(state)) or _shape(type(state)))
    return hashlib.sha256(bytes.fromhex(salt) + canonical(state)).hexdigest()


def same_facts(one: Any, other: Any) -> bool:
    """Whether two states hold the same: neither the order of mappings nor a field that was not there yet when one of
    them was written is a fact."""
    return canonical(facts(one)) == canonical(facts(other))


def _shape(kind: type[msgspec.Struct]) -> _Shape:
    info = shapes.type_info(kind)
    assert isinstance(info, shapes.StructType)
    fields = {field.name: field.type for field in info.fields}
    defaults = [(field.name, _default(field)) for field in msgspec.structs.fields(kind)]
    config = kind.__struct_config__
    shape = _Shape(
        {str(config.tag_field): str(config.tag)} if config.tag is not None else {},
        tuple(each for each in defaults if not _holds_records(fields[each[0]])),
        tuple(each for each in defaults if _holds_records(fields[each[0]])),
        len(defaults) >= _WORTH_KEEPING,
    )
    _shapes[kind] = shape
    return shape


def _default(field: msgspec.structs.FieldInfo) -> Any:
    """Nothing equals NODEFAULT: what must always be said is."""
    return field.default_factory() if field.default_factory is not NODEFAULT else field.default


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
