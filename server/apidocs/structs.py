"""Structs of the domain as components of openapi.yaml: moves, changes and views all in the same way.

A struct's description is its docstring; that of a field is the docstring below it, else what the struct's docstring
says of it (`` `skill`: the type ``), else the title's glossary.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect as shapes

from moothall.domain.core.data import Change, Move, View

REF = "#/components/schemas/"

_PARAMETERS = re.compile(r"((?:`\w+`(?:, | and | / )?)+)(?: \([^)]*\))?: ")
_NAME = re.compile(r"`(\w+)`")


def components(prefix: str, types: Sequence[Any], glossary: Mapping[str, str]) -> tuple[list[Any], dict[str, Any]]:
    """The schemas of these types, and the components they refer to: `ManaforgeBuildMove`, `ManaforgeGems`."""
    schemas, parts = msgspec.json.schema_components(types, ref_template=REF + "{name}")
    kinds = {kind.__name__: kind for kind in _structs(types)}
    unnamed = sorted(set(parts) - set(kinds))
    if unnamed:
        raise TypeError(f"two structs of {prefix} have the same name: {', '.join(unnamed)}")
    names = {name: component_name(prefix, kind) for name, kind in kinds.items()}
    described = {names[name]: _struct(kinds[name], _tidy(part, names), glossary) for name, part in parts.items()}
    return [_tidy(schema, names) for schema in schemas], described


def component_name(prefix: str, kind: type) -> str:
    """What a struct is called in openapi.yaml; what it is stands at the end of its name."""
    word = next((base.__name__ for base in (Move, Change, View) if issubclass(kind, base)), "")
    name = kind.__name__.removesuffix(word) if word else kind.__name__
    return f"{prefix}{name.removeprefix(prefix)}{word}"


def field_texts(kind: type) -> dict[str, str]:
    """What a struct's source and docstring say of its fields, inherited ones included."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if issubclass(base, msgspec.Struct) and base is not msgspec.Struct:
            found |= _parameters(base.__doc__ or "") | _docstrings(base)
    return found


def _struct(kind: type, part: dict[str, Any], glossary: Mapping[str, str]) -> dict[str, Any]:
    texts = {**glossary, **field_texts(kind)}
    config = kind.__struct_config__  # type: ignore[attr-defined]  # every kind is a Struct
    members = part["properties"]
    for name, member in members.items():
        if name == config.tag_field:
            member.update(type="string", description=f"Always `{config.tag}`.")
        elif name in texts:
            member["description"] = texts[name]
    if issubclass(kind, View):
        part["required"] = list(members)
    if issubclass(kind, Move):
        part["additionalProperties"] = False
    return part


def _structs(types: Sequence[Any]) -> Iterator[type]:
    """Every struct in these types, each once."""
    seen: set[type] = set()

    def walk(info: Any) -> Iterator[type]:
        match info:
            case shapes.StructType(cls=cls):
                if cls not in seen:
                    seen.add(cls)
                    yield cls
                    for field in info.fields:
                        yield from walk(field.type)
            case shapes.UnionType(types=several) | shapes.TupleType(item_types=several):
                for each in several:
                    yield from walk(each)
            case shapes.VarTupleType(item_type=item) | shapes.ListType(item_type=item):
                yield from walk(item)
            case shapes.DictType(value_type=value):
                yield from walk(value)

    for info in shapes.multi_type_info(types):
        yield from walk(info)


def _tidy(node: Any, names: Mapping[str, str]) -> Any:
    """With our names for structs, `oneOf` for what can only be one thing, and one schema for the items of a list;
    without what says nothing to a reader: names of our classes, defaults that are empty."""
    if isinstance(node, list):
        return [_tidy(each, names) for each in node]
    if not isinstance(node, dict):
        return node
    kept = {name: value for name, value in node.items() if name != "default" or isinstance(value, str | int)}
    if "prefixItems" in kept:
        kinds = list({repr(each): each for each in kept.pop("prefixItems")}.values())
        kept["items"] = kinds[0] if len(kinds) == 1 else {"oneOf": kinds}
    elif kept.get("items") is False:
        kept["items"] = {}
    if isinstance(kept.get("title"), str):
        del kept["title"]
    tidied = {"oneOf" if name == "anyOf" else name: _tidy(value, names) for name, value in kept.items()}
    if isinstance(ref := tidied.get("$ref"), str):
        tidied["$ref"] = REF + names[ref.removeprefix(REF)]
    if isinstance(mapping := tidied.get("mapping"), dict):
        tidied["mapping"] = {tag: REF + names[ref.removeprefix(REF)] for tag, ref in mapping.items()}
    if isinstance(text := tidied.get("description"), str):
        tidied["description"] = " ".join(text.split())
    return tidied


def _parameters(document: str) -> dict[str, str]:
    """`` `skill`: the type. `payment`: where the price comes from. `` by name."""
    text = " ".join(document.split())
    marks = list(_PARAMETERS.finditer(text))
    found = {}
    for mark, following in zip(marks, [*marks[1:], None], strict=False):
        said = text[mark.end() : following.start() if following else len(text)].strip()
        for name in _NAME.findall(mark[1]):
            found[name] = said[:1].upper() + said[1:]
    return found


@cache
def _docstrings(kind: type) -> dict[str, str]:
    """The string below each field, read from the source: Python itself does not keep them."""
    try:
        source = textwrap.dedent(inspect.getsource(kind))
    except (OSError, TypeError):
        return {}
    (definition,) = ast.parse(source).body
    assert isinstance(definition, ast.ClassDef)
    found = {}
    for field, below in zip(definition.body, definition.body[1:], strict=False):
        match field, below:
            case ast.AnnAssign(target=ast.Name(name)), ast.Expr(ast.Constant(str() as text)):
                found[name] = " ".join(text.split())
    return found
