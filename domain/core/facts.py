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


_shapes: dict[type, _Shape] = {}


def facts(value: Any) -> Any:
    """The same as plain data: tagged where it is of a union, without what is at its default."""
    shape = _shapes.get(type(value))
    if shape is None:
        if isinstance(value, tuple | list):
            return [facts(each) for each in value]
        if isinstance(value, dict):
            return {name: facts(each) for name, each in value.items()}
        if not isinstance(value, msgspec.Struct):
            return value
        shape = _shape(type(value))
    known: dict[str, Any] = dict(shape.tag)
    for name, default in shape.plain:
        held = getattr(value, name)
        if held != default:
            known[name] = held
    for name, default in shape.deep:
        held = getattr(value, name)
        if held != default:
            known[name] = facts(held)
    return known


def facts_digest(salt: str, state: Any) -> str:
    """SHA-256 over the salt (its 32 bytes) and the canonical JSON of the facts, in hex. Nobody knows the salt before
    the secret is told, so nobody can try out what a digest during play may be made from."""
    return hashlib.sha256(bytes.fromhex(salt) + canonical(facts(state))).hexdigest()


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
