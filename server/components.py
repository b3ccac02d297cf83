"""What a title consists of as it is shown, each thing with its words: the components of an edition, its options."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from moothall.domain.core.content import Content
from moothall.domain.core.data import Json
from moothall.domain.core.title import AnyTitle
from moothall.server.apidocs.structs import field_texts


def described(title: AnyTitle, content: Content) -> Json:
    """Every component as data, each with its provenance and, as `text`, what it costs and does."""
    texts = title.component_texts(content.header.edition)
    return {
        "slug": title.slug,
        "edition": content.header.edition,
        "hash": content.hash,
        "tables": {name: _with_texts(table, texts.get(name, {})) for name, table in content.tables.items()},
        "texts": {kind: lines for kind, lines in texts.items() if kind not in content.tables},
    }


@cache
def options_schema(options: type[msgspec.Struct]) -> Json:
    """A JSON Schema of what may be set for a game of a title, each option with what its docstring says of it."""
    schema: Json = msgspec.json.schema(options)
    texts = field_texts(options)
    for name, member in schema["$defs"][options.__name__]["properties"].items():
        if name in texts:
            member.setdefault("description", texts[name])
    return schema


def _with_texts(table: Any, texts: Mapping[str, str]) -> Any:
    if not isinstance(table, list):
        return table
    return [{**entry, "text": texts[entry["id"]]} if entry["id"] in texts else entry for entry in table]
