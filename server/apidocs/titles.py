"""Each title's moves, changes and view as components of openapi.yaml, made from the title's own records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin

from domain.core.records import Hidden
from domain.core.title import AnyTitle
from domain.table.changes import TableChange
from server.apidocs.examples import opening
from server.schemas.moves import component_name, move_schemas, table_schemas

REF = "#/components/schemas/"
TABLE = "table"


def add_titles(spec: APISpec, titles: Mapping[str, AnyTitle]) -> None:
    """All components of all titles."""
    for tag, schema in table_schemas().items():
        _move(spec, component_name(TABLE, tag), schema)
    _changes(spec, TABLE, "A change of the table, or one that is hidden from you.", TableChange | Hidden)
    for title in titles.values():
        _moves(spec, title)
        _changes(spec, title.slug, f"A change in a game of {title.name}.", title.changes)
        _view(spec, title)


def point_to_titles(schemas: dict[str, Any], titles: Mapping[str, AnyTitle]) -> None:
    """Wherever a schema says that a member is a move, a change or a view, say which there are."""
    moves = {"anyOf": [{"$ref": REF + component_name(slug, "")} for slug in titles]}
    changes = {"anyOf": [{"$ref": REF + _name(slug, "Change")} for slug in (*titles, TABLE)]}
    views = {"anyOf": [{"$ref": REF + _name(slug, "View")} for slug in titles]}
    words: dict[str, dict[str, Any]] = {
        "x-move": moves,
        "x-change": changes,
        "x-view": views,
    }

    def walk(node: Any) -> Any:
        if isinstance(node, dict):
            found = next((word for word in words if node.get(word)), None)
            if found is not None:
                return _or_null(words[found], node)
            return {name: walk(value) for name, value in node.items()}
        return [walk(value) for value in node] if isinstance(node, list) else node

    for name in ("PostMoves", "LegalMove", "EventAnswer", "GameAnswer"):
        schemas[name] = walk(schemas[name])


def _or_null(union: dict[str, Any], node: dict[str, Any]) -> dict[str, Any]:
    if "anyOf" in union and "null" in node.get("type", ()):
        return {"anyOf": [*union["anyOf"], {"type": "null"}]}
    return union


def _moves(spec: APISpec, title: AnyTitle) -> None:
    mapping = {}
    for tag, schema in move_schemas(title).items():
        name = component_name(TABLE if tag in table_schemas() else title.slug, tag)
        if tag not in table_schemas():
            _move(spec, name, schema)
        mapping[tag] = REF + name
    union = {
        "description": f"A move of {title.name}.",
        "oneOf": [{"$ref": ref} for ref in mapping.values()],
        "discriminator": {"propertyName": "type", "mapping": mapping},
    }
    spec.components.schema(component_name(title.slug, ""), union)


def _move(spec: APISpec, name: str, schema: Any) -> None:
    plugin = next(plugin for plugin in spec.plugins if isinstance(plugin, MarshmallowPlugin))
    converter: Any = plugin.converter
    described = converter.schema2jsonschema(schema())
    described["description"] = " ".join((schema.__doc__ or "").split())
    described["additionalProperties"] = False
    for member in described["properties"].values():
        # A parameter that may be null may be so whatever else it can be.
        if "enum" in member and "null" in member.get("type", ()) and None not in member["enum"]:
            member["enum"] = [*member["enum"], None]
    spec.components.schema(name, described)


def _changes(spec: APISpec, owner: str, text: str, union: Any) -> None:
    """A component per change type and per record that changes hold, and the union of the changes."""
    prefix = _name(owner, "")
    (whole,), parts = msgspec.json.schema_components([union], ref_template=f"{REF}{prefix}{{name}}Change")
    for name, part in parts.items():
        spec.components.schema(f"{prefix}{name}Change", _tidy(part))
    refs = whole["anyOf"]
    mapping = {parts[_bare(each["$ref"], prefix)]["properties"]["type"]["enum"][0]: each["$ref"] for each in refs}
    spec.components.schema(
        _name(owner, "Change"),
        {"description": text, "oneOf": refs, "discriminator": {"propertyName": "type", "mapping": mapping}},
    )


def _bare(ref: str, prefix: str) -> str:
    return ref.removeprefix(REF + prefix).removesuffix("Change")


def _tidy(node: Any) -> Any:
    """Without what says nothing to a reader: names of our classes, defaults that are empty, and `items: false`, which
    repeats maxItems in a way that not every generator understands."""
    if isinstance(node, list):
        return [_tidy(each) for each in node]
    if not isinstance(node, dict):
        return node
    kept = {name: value for name, value in node.items() if name != "default" or isinstance(value, str | int)}
    if kept.get("items") is False:
        del kept["items"]
    tidied = {name: _tidy(value) for name, value in kept.items() if not (name == "title" and isinstance(value, str))}
    if "description" in tidied and isinstance(tidied["description"], str):
        tidied["description"] = " ".join(tidied["description"].split())
    return tidied


def _view(spec: APISpec, title: AnyTitle) -> None:
    """The view has the shape that the title gives it: its members by name, and what a spectator sees of a new game."""
    shown = msgspec.json.decode(msgspec.json.encode(title.view(opening(title), None)))
    described = {
        "type": "object",
        "description": f"What its viewer may see of a game of {title.name}; the example is a spectator's, of a new "
        "game for two.",
        "properties": {name: {} for name in shown},
        "required": list(shown),
        "examples": [shown],
    }
    spec.components.schema(_name(title.slug, "View"), described)


def _name(owner: str, what: str) -> str:
    """A component's name: `ManaforgeChange`."""
    return component_name(owner, "").removesuffix("Move") + what
