"""A state as nothing but its facts, and their digest.

What is at its default is left out, so a field that a later version adds (with a default, as it must) changes no digest
that was ever written. Views, texts and content have no part in it.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from msgspec import NODEFAULT

from domain.core.codec import canonical

_ATOMS = frozenset({str, int, bool, float, type(None)})
_Shape = tuple[dict[str, str], tuple[tuple[str, Any], ...]]
_shapes: dict[type, _Shape] = {}


def facts(value: Any) -> Any:
    """The same as plain data: tagged where it is of a union, without what is at its default."""
    kind = type(value)
    if kind in _ATOMS:
        return value
    if kind is tuple:
        return value if all(type(each) in _ATOMS for each in value) else [facts(each) for each in value]
    if kind is dict:
        return {name: facts(each) for name, each in value.items()}
    if not isinstance(value, msgspec.Struct):
        return value
    tag, fields = _shapes.get(kind) or _shape(kind)
    known: dict[str, Any] = dict(tag)
    for name, default in fields:
        held = getattr(value, name)
        if held != default:
            known[name] = facts(held)
    return known


def facts_digest(salt: str, state: Any) -> str:
    """SHA-256 over the salt (its 32 bytes) and the canonical JSON of the facts, in hex. Nobody knows the salt before
    the secret is told, so nobody can try out what a digest during play may be made from."""
    return hashlib.sha256(bytes.fromhex(salt) + canonical(facts(state))).hexdigest()


def _shape(kind: type[msgspec.Struct]) -> _Shape:
    config = kind.__struct_config__
    tag = {str(config.tag_field): str(config.tag)} if config.tag is not None else {}
    shape = tag, tuple((field.name, _default(field)) for field in msgspec.structs.fields(kind))
    _shapes[kind] = shape
    return shape


def _default(field: msgspec.structs.FieldInfo) -> Any:
    """Nothing equals NODEFAULT: what must always be said is."""
    return field.default_factory() if field.default_factory is not NODEFAULT else field.default
