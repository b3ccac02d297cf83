"""The last touch on every component: said in the way that most readers of OpenAPI understand.

`type: [string, "null"]` where a list of types can say it, `oneOf` everywhere else; no `default`, which some generators
take for "always there" (the description tells it); a description for every property; no union inside another.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from moothall.server.apidocs.structs import REF

Schema = dict[str, Any]

NULL: Schema = {"type": "null"}


def finish(schemas: dict[str, Schema], glossary: Mapping[str, str]) -> None:
    """All components, in place."""
    for name in list(schemas):
        schema = schemas[name] = _plain(schemas[name])
        for field, member in schema.get("properties", {}).items():
            schema["properties"][field] = _without_default(member)
            if field in glossary and "description" not in schema["properties"][field]:
                schema["properties"][field]["description"] = glossary[field]
            _lift(schemas, name, field, schema["properties"][field])


def _plain(node: Any) -> Any:
    if isinstance(node, list):
        return [_plain(each) for each in node]
    if not isinstance(node, dict):
        return node
    plain = {"oneOf" if name == "anyOf" else name: _plain(value) for name, value in node.items()}
    if isinstance(plain.get("enum"), list) and "type" not in plain:
        plain["type"] = "string"
    match plain.get("oneOf"):
        case [{"type": str() as kind} as schema, {"type": "null"}]:
            del plain["oneOf"]
            plain = {**schema, "type": [kind, "null"], **plain}
            if "enum" in plain:
                plain["enum"] = [*plain["enum"], None]
    return plain


def _without_default(member: Schema) -> Schema:
    """What is taken when it is left out stands in the text."""
    default = member.pop("default", None)
    if default is None or default == "":
        return member
    text = f"{member.get('description', '')} Default: `{msgspec.json.encode(default).decode()}`.".strip()
    return {**member, "description": text}


def _lift(schemas: dict[str, Schema], component: str, field: str, member: Schema) -> None:
    """A union within a union becomes a component: many generators have no name for it, or one that they use
    twice."""
    for place, inner in enumerate(member.get("oneOf", ())):
        if "oneOf" in inner:
            name = component.removesuffix("View") + "".join(part.capitalize() for part in field.split("_")) + "Kind"
            schemas[name] = {"description": member["description"], **inner}
            member["oneOf"][place] = {"$ref": REF + name}
