"""One schema per move type, made from the title's own move records, so that the two cannot drift apart."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, get_args

import msgspec
from marshmallow import Schema, fields, validate
from msgspec import inspect as shapes

from domain.core.title import AnyTitle
from domain.table.moves import TableMove
from server.schemas.fields import Bool, Int

LONGEST_TEXT = 200
"""Characters of a text parameter; no id is nearly as long."""

LONGEST_LIST = 200


def move_schemas(title: AnyTitle) -> dict[str, type[Schema]]:
    """Move type to schema, the table's own moves included."""
    return {**_schemas(title.slug, title.moves, title.domains), **table_schemas()}


@functools.cache
def table_schemas() -> dict[str, type[Schema]]:
    """The moves that every title accepts."""
    return _schemas("table", TableMove, {})


def load_move(title: AnyTitle, data: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The move as checked data, and the errors by field; one of the two is empty."""
    kind = data.get("type")
    schemas = _cached(title.slug, title)
    if not isinstance(kind, str) or kind not in schemas:
        return {}, {"type": [f"Not a move of {title.name}. Must be one of: {', '.join(sorted(schemas))}."]}
    errors = schemas[kind].validate(data)
    return ({}, errors) if errors else (dict(data), {})


_instances: dict[str, dict[str, Schema]] = {}


def _cached(slug: str, title: AnyTitle) -> dict[str, Schema]:
    if slug not in _instances:
        _instances[slug] = {kind: schema() for kind, schema in move_schemas(title).items()}
    return _instances[slug]


def _schemas(owner: str, union: Any, domains: Mapping[str, tuple[str, ...]]) -> dict[str, type[Schema]]:
    members = get_args(union) or (union,)
    return {_tag(member): _schema(owner, member, domains) for member in members}


def _schema(owner: str, record: type[msgspec.Struct], domains: Mapping[str, tuple[str, ...]]) -> type[Schema]:
    info = shapes.type_info(record)
    assert isinstance(info, shapes.StructType)
    tag = _tag(record)
    members: dict[str, fields.Field[Any]] = {
        "type": fields.String(required=True, validate=validate.Equal(tag), metadata={"enum": [tag]})
    }
    for field in info.fields:
        values = domains.get(field.encode_name)
        members[field.encode_name] = _field(field.type, required=field.required, values=values)
    schema = Schema.from_dict(members, name=component_name(owner, tag))
    schema.__doc__ = record.__doc__
    return schema


def component_name(owner: str, tag: str) -> str:
    """The schema's name in openapi.yaml: `ManaforgeBuildMove`."""
    words = f"{owner}_{tag}".replace("-", "_").split("_")
    return "".join(word.capitalize() for word in words) + "Move"


def _tag(record: Any) -> str:
    return str(record.__struct_config__.tag)


def _field(kind: Any, *, required: bool, values: tuple[str, ...] | None = None) -> fields.Field[Any]:
    common: dict[str, Any] = {"required": required, "metadata": {"enum": list(values)} if values else {}}
    match kind:
        case shapes.UnionType(types):
            inner = [each for each in types if not isinstance(each, shapes.NoneType)]
            if len(inner) != 1:
                return fields.Raw(allow_none=True, **common)
            field = _field(inner[0], required=required, values=values)
            field.allow_none = True
            return field
        case shapes.StrType():
            return fields.String(validate=validate.Length(max=LONGEST_TEXT), **common)
        case shapes.BoolType():
            return Bool(**common)
        case shapes.IntType():
            return Int(**common)
        case shapes.LiteralType(literals):
            return fields.Raw(validate=validate.OneOf(literals), required=required, metadata={"enum": list(literals)})
        case shapes.VarTupleType(item_type=item) | shapes.ListType(item_type=item):
            return fields.List(
                _field(item, required=True, values=values),
                validate=validate.Length(max=LONGEST_LIST),
                required=required,
            )
        case shapes.DictType(value_type=value):
            return fields.Dict(fields.String(), _field(value, required=True), required=required)
        case _:
            raise TypeError(f"a move's field cannot be a {kind}")
