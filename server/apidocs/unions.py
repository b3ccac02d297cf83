"""Values of several kinds: one union for all titles, told apart by the kind's name alone.

Two titles may use the same name for a kind (`build`, `end_turn`). Since whoever reads a move or a change sees nothing
but that name, the two are described as one record, which has the fields of both and says whose they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from moothall.server.apidocs.structs import REF

Schema = dict[str, Any]

SCALARS = {"string", "integer", "number", "boolean"}


class Owned(NamedTuple):
    """A kind's description, and the name of the title that it comes from."""

    owner: str
    component: str
    schema: Schema


def one_of(text: str, tag: str, mapping: Mapping[str, str]) -> Schema:
    """A union of components, each the one of its tag."""
    refs = {value: REF + name for value, name in mapping.items()}
    return {
        "description": text,
        "type": "object",
        "oneOf": [{"$ref": ref} for ref in refs.values()],
        "discriminator": {"propertyName": tag, "mapping": refs},
    }


def kinds_of(owner: str, schema: Schema, parts: Mapping[str, Schema]) -> dict[str, Owned]:
    """The kinds of a title's union, by tag."""
    names = [each["$ref"].removeprefix(REF) for each in schema.get("oneOf", [schema])]
    return {parts[name]["properties"]["type"]["enum"][0]: Owned(owner, name, parts[name]) for name in names}


def together(word: str, titles: Iterable[Mapping[str, Owned]]) -> tuple[dict[str, str], dict[str, Schema]]:
    """The kinds of all titles: the component's name by tag, and those components; what several titles have is called
    after its tag (`EndTurnMove`)."""
    owners: dict[str, list[Owned]] = {}
    for kinds in titles:
        for tag, owned in kinds.items():
            owners.setdefault(tag, []).append(owned)
    names, found = {}, {}
    for tag, several in owners.items():
        alone = len(several) == 1
        names[tag] = several[0].component if alone else "".join(part.capitalize() for part in tag.split("_")) + word
        found[names[tag]] = several[0].schema if alone else _merge(several)
    return names, found


def _merge(several: Sequence[Owned]) -> Schema:
    fields = dict.fromkeys(name for owned in several for name in owned.schema["properties"])
    members = {name: _member(name, several) for name in fields}
    required = [name for name in fields if all(name in owned.schema.get("required", ()) for owned in several)]
    merged = {**several[0].schema, "properties": members, "required": required}
    text = _text([(owned.owner, owned.schema.get("description", "")) for owned in several], len(several))
    return {**merged, "description": text}


def _member(name: str, several: Sequence[Owned]) -> Schema:
    having = [
        (owned.owner, owned.schema["properties"][name]) for owned in several if name in owned.schema["properties"]
    ]
    text = _text([(owner, member.get("description", "")) for owner, member in having], len(several))
    return {**_either([member for _, member in having]), "description": text}


def _either(members: Sequence[Schema]) -> Schema:
    """A value that any of these takes."""
    bare = [{name: value for name, value in member.items() if name != "description"} for member in members]
    kinds = list({repr(each): each for each in bare}.values())
    if len(kinds) == 1:
        return kinds[0]
    types = list(dict.fromkeys(kind for each in kinds for kind in _types(each)))
    if len(types) == 1 and all("enum" in each for each in kinds):
        return {"type": types[0], "enum": list(dict.fromkeys(value for each in kinds for value in each["enum"]))}
    if types and set(types) <= SCALARS | {"null"}:
        return {"type": types[0] if len(types) == 1 else types}
    return {"oneOf": [each for kind in kinds for each in kind.get("oneOf", [kind])]}


def _types(schema: Schema) -> list[str]:
    found = schema.get("type", "string" if "enum" in schema else "object")
    return [found] if isinstance(found, str) else list(found)


def _text(said: Sequence[tuple[str, str]], owners: int) -> str:
    """What is said of it; by title, where not all say the same."""
    if len(said) == owners and len({text for _, text in said}) == 1:
        return said[0][1]
    return " ".join(f"{owner}: {text}" for owner, text in said)
