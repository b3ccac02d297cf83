"""The components of a title for people: their words, where they come from, and the effects they are made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from moothall.domain.core.title import AnyTitle

OWN = {"op", "pred"}
"""The members by which effects and conditions are named."""


class Component(NamedTuple):
    """One thing of the box, or of a board."""

    id: str
    name: str
    text: str
    source: str
    """Where it comes from."""


class Effect(NamedTuple):
    """A word of the effect vocabulary."""

    name: str
    kind: str
    """`op` for what happens, `pred` for what must hold."""
    fields: tuple[str, ...]
    """What it is said with."""
    uses: int
    where: str
    """The anchor of a component that has it."""
    text: str
    """What it does, or what that component does."""


@cache
def components_of(title: AnyTitle) -> dict[str, list[Component]]:
    """By kind, in the order of the current edition."""
    content = title.content
    texts = title.component_texts(content.header.edition)
    tables = {name: table for name, table in content.tables.items() if _is_listed(table)}
    found = {name: [_component(entry, texts.get(name, {})) for entry in table] for name, table in tables.items()}
    for name, lines in texts.items():
        if name not in found:
            found[name] = [Component(key, _title_case(key), text, "") for key, text in lines.items()]
    return found


@cache
def effects_of(title: AnyTitle) -> list[Effect]:
    """The vocabulary that the components are written in, by name."""
    known = title.component_texts(title.content.header.edition).get("ops", {})
    found: dict[tuple[str, str], Effect] = {}
    for where, text, node in _places(title):
        for kind, name, fields in _effects(node):
            old = found.get((kind, name)) or Effect(name, kind, (), 0, where, known.get(name, text))
            both = tuple(dict.fromkeys([*old.fields, *fields]))
            found[kind, name] = old._replace(fields=both, uses=old.uses + 1)
    return [found[key] for key in sorted(found)]


def anchor(kind: str, component: str) -> str:
    """Where a component stands on its title's page."""
    return f"{kind}-{component}"


def _places(title: AnyTitle) -> Iterator[tuple[str, str, Any]]:
    """Where effects may stand: the anchor, the words and the data of every component and of every other table."""
    words = components_of(title)
    for table, entries in title.content.tables.items():
        if _is_listed(entries):
            for entry, about in zip(entries, words[table], strict=True):
                yield anchor(table, about.id), about.text, entry
        else:
            yield "components", f"Stands in the table `{table}` of the content.", entries


def _is_listed(table: Any) -> bool:
    return isinstance(table, list) and all(isinstance(entry, dict) and "id" in entry for entry in table)


def _component(entry: Mapping[str, Any], texts: Mapping[str, str]) -> Component:
    name = str(entry.get("name") or _title_case(entry["id"]))
    return Component(entry["id"], name, texts.get(entry["id"], ""), _source(entry))


def _source(entry: Mapping[str, Any]) -> str:
    """`designed; printed: name, count`."""
    more = [f"{word}: {', '.join(entry[word])}" for word in ("printed", "inferred") if entry.get(word)]
    return "; ".join([str(entry.get("source", "")), *more])


def _effects(node: Any) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    if isinstance(node, dict):
        for kind in OWN & set(node):
            if isinstance(node[kind], str):
                yield kind, node[kind], tuple(name for name in node if name not in OWN)
        for each in node.values():
            yield from _effects(each)
    elif isinstance(node, list):
        for each in node:
            yield from _effects(each)


def _title_case(key: str) -> str:
    return key.replace("_", " ").capitalize()
