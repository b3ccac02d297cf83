"""Each title's moves, changes and view as components of openapi.yaml, made from the title's own records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from apispec import APISpec

from domain.core.records import Hidden
from domain.core.title import AnyTitle
from domain.table.changes import TableChange
from domain.table.moves import TableMove
from server.apidocs.examples import opening
from server.apidocs.glossary import GLOSSARY
from server.apidocs.records import REF, component_name, components, union

TABLE = "Table"


def add_titles(spec: APISpec, titles: Mapping[str, AnyTitle]) -> None:
    """All components of all titles."""
    (moves, changes), parts = components(TABLE, [TableMove, TableChange | Hidden], GLOSSARY)
    _add(spec, parts)
    spec.components.schema(f"{TABLE}Move", union("A move that every title knows.", moves))
    spec.components.schema(f"{TABLE}Change", union("A change of the table, or one that is hidden from you.", changes))
    for title in titles.values():
        _title(spec, title)


def point_to_titles(schemas: dict[str, Any], titles: Mapping[str, AnyTitle]) -> None:
    """Wherever a schema says that a member is a move, a change or a view, say which there are."""
    owners = [*map(_prefix, titles), TABLE]
    words: dict[str, dict[str, Any]] = {
        # Moves of two titles may look the same (`end_turn`): a value may be of several of them.
        "x-move": {"anyOf": [{"$ref": f"{REF}{owner}Move"} for owner in owners]},
        "x-change": {"anyOf": [{"$ref": f"{REF}{owner}Change"} for owner in owners]},
        "x-view": _views(titles),
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


def _views(titles: Mapping[str, AnyTitle]) -> dict[str, Any]:
    """Views carry their title as a tag, but for those of a title that shows its state as it is."""
    refs = {slug: REF + component_name(_prefix(slug), title.shown) for slug, title in titles.items()}
    found: dict[str, Any] = {"oneOf": [{"$ref": ref} for ref in refs.values()]}
    if all(title.shown.__struct_config__.tag for title in titles.values()):
        found["discriminator"] = {"propertyName": "title", "mapping": refs}
    return found


def _or_null(alternatives: dict[str, Any], node: dict[str, Any]) -> dict[str, Any]:
    text = {"description": node["description"]} if "description" in node else {}
    word = next(iter(alternatives))
    if "null" in node.get("type", ()):
        return {word: [*alternatives[word], {"type": "null"}], **text}
    return {**alternatives, **text}


def _title(spec: APISpec, title: AnyTitle) -> None:
    prefix = _prefix(title.slug)
    types = [title.moves, title.changes, title.shown]
    (moves, changes, _), parts = components(prefix, types, {**GLOSSARY, **title.glossary})
    for name, part in parts.items():
        if name.endswith("Move"):
            _suggest(part, title.domains)
    shown = msgspec.json.decode(msgspec.json.encode(title.view(opening(title), None)))
    parts[component_name(prefix, title.shown)]["examples"] = [shown]
    _add(spec, parts)
    spec.components.schema(f"{prefix}Move", union(f"A move of {title.name}.", moves))
    spec.components.schema(f"{prefix}Change", union(f"A change in a game of {title.name}.", changes))


def _suggest(part: dict[str, Any], domains: Mapping[str, tuple[str, ...]]) -> None:
    """The values that a move's parameter may take."""
    for name, member in part["properties"].items():
        place = member.get("items", member)
        if name in domains and place.get("type") == "string":
            place["enum"] = list(domains[name])


def _add(spec: APISpec, parts: Mapping[str, Any]) -> None:
    for name, part in parts.items():
        spec.components.schema(name, part)


def _prefix(slug: str) -> str:
    return "".join(word.capitalize() for word in slug.split("-"))
