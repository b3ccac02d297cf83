"""Each title's moves, changes and view as components of openapi.yaml, made from the title's own records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
from apispec import APISpec

from moothall.domain.core.data import Hidden
from moothall.domain.core.title import AnyTitle
from moothall.domain.table.changes import TableChange
from moothall.domain.table.moves import TableMove
from moothall.server.apidocs.examples import opening
from moothall.server.apidocs.glossary import GLOSSARY
from moothall.server.apidocs.structs import REF, component_name, components
from moothall.server.apidocs.unions import Owned, kinds_of, one_of, together

TABLE = "Table"

WORDS = {
    "x-move": "Move",
    "x-change": "Change",
    "x-view": "View",
    "x-tournament-move": "TournamentMove",
    "x-tournament-change": "TournamentChange",
}
"""What a schema says of a member that is one of these, and the component that describes it."""


def add_titles(spec: APISpec, titles: Mapping[str, AnyTitle]) -> None:
    """All components of all titles, and the unions of their moves, changes and views."""
    described = [_table(), *map(_title, titles.values())]
    parts = {name: part for each in described for name, part in each.parts.items()}
    for word, text, kinds in (
        ("Move", "A move: what a seat asks for. Its `type` says which.", [each.moves for each in described]),
        ("Change", "A change: what happened. Its `type` says which.", [each.changes for each in described]),
    ):
        for owned in (owned for each in kinds for owned in each.values()):
            parts.pop(owned.component, None)
        names, found = together(word, kinds)
        parts |= found
        parts[word] = one_of(text, "type", names)
    parts["View"] = _views(titles)
    for name, part in parts.items():
        spec.components.schema(name, part)


def point_to_titles(schemas: dict[str, Any]) -> None:
    """Wherever a schema says that a member is a move, a change or a view, name the component."""

    def walk(node: Any) -> Any:
        if isinstance(node, dict):
            found = next((word for word in WORDS if node.get(word)), None)
            if found is not None:
                return _or_null({"$ref": REF + WORDS[found]}, node)
            return {name: walk(value) for name, value in node.items()}
        return [walk(value) for value in node] if isinstance(node, list) else node

    for name, schema in schemas.items():
        schemas[name] = walk(schema)


def moves_of(title: AnyTitle) -> dict[str, Any]:
    """The moves of one title as they are there, by tag."""
    return {tag: owned.schema for tag, owned in _title(title).moves.items()}


class _Described(NamedTuple):
    moves: Mapping[str, Owned]
    changes: Mapping[str, Owned]
    parts: dict[str, Any]


def _table() -> _Described:
    (moves, changes), parts = components(TABLE, [TableMove, TableChange | Hidden], GLOSSARY)
    return _Described(kinds_of("The table", moves, parts), kinds_of("The table", changes, parts), parts)


def _title(title: AnyTitle) -> _Described:
    prefix = prefix_of(title.slug)
    types = [title.moves, title.changes, title.shown]
    (moves, changes, _), parts = components(prefix, types, {**GLOSSARY, **title.glossary})
    for name, part in parts.items():
        if name.endswith("Move"):
            _suggest(part, title.domains)
    shown = msgspec.json.decode(msgspec.json.encode(title.view(opening(title), None)))
    parts[component_name(prefix, title.shown)]["examples"] = [shown]
    return _Described(kinds_of(title.name, moves, parts), kinds_of(title.name, changes, parts), parts)


def _views(titles: Mapping[str, AnyTitle]) -> dict[str, Any]:
    """Views carry their title as a tag, but for those of a title that shows its state as it is."""
    text = "The state of a game as a seat, or a spectator, may see it; `title` says of which title."
    names = {slug: component_name(prefix_of(slug), title.shown) for slug, title in titles.items()}
    found = one_of(text, "title", names)
    if not all(title.shown.__struct_config__.tag for title in titles.values()):
        del found["discriminator"]
    return found


def _or_null(ref: dict[str, Any], node: dict[str, Any]) -> dict[str, Any]:
    text = {"description": node["description"]} if "description" in node else {}
    return {"oneOf": [ref, {"type": "null"}], **text} if "null" in node.get("type", ()) else {**ref, **text}


def _suggest(part: dict[str, Any], domains: Mapping[str, tuple[str, ...]]) -> None:
    """The values that a move's parameter may take."""
    for name, member in part["properties"].items():
        place = member.get("items", member)
        if name in domains and place.get("type") == "string":
            place["enum"] = list(domains[name])


def prefix_of(slug: str) -> str:
    """What the components of a title begin with."""
    return "".join(word.capitalize() for word in slug.split("-"))
