"""What the search of the pages looks through: operations, problems, and every title's rules, moves and components."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from moothall.domain.core.rulebook import Rulebook
from moothall.domain.core.title import AnyTitle
from moothall.server import catalogue
from moothall.server.apidocs.components import anchor, components_of, effects_of
from moothall.server.apidocs.titles import moves_of
from moothall.server.problems import KINDS


class Entry(NamedTuple):
    """Something that can be found."""

    kind: str
    name: str
    place: str
    text: str
    more: str = ""
    """The title that it belongs to."""


def entries(
    operations: Iterable[Mapping[str, Any]], titles: Mapping[str, AnyTitle], house: Mapping[str, Rulebook]
) -> list[Entry]:
    """All of it; `house` has by page the rules that hold for every title."""
    found = [
        Entry(
            "operation",
            f"{each['method']} {each['path']}",
            f"/docs/operations/{each['operationId']}",
            f"{each['summary']}. {each['description']} {each['operationId']}",
        )
        for each in operations
    ]
    found += [
        Entry("problem", kind.slug, f"/problems/{kind.slug}", f"{kind.title}. {catalogue.PAGES[kind.slug].means}")
        for kind in KINDS
    ]
    for name, book in house.items():
        found += [Entry("rule", rule.id, f"/docs/{name}#{rule.id}", rule.text) for rule in book.rules.values()]
    for title in titles.values():
        found += _of_title(title)
    return found


def _of_title(title: AnyTitle) -> Iterator[Entry]:
    page, name = f"/docs/titles/{title.slug}", title.name
    for rule in title.content.rulebook.rules.values():
        yield Entry("rule", rule.id, f"{page}#{rule.id}", rule.text, name)
    for tag, move in moves_of(title).items():
        yield Entry("move", tag, f"{page}#move-{tag}", move.get("description", ""), name)
    for kind, components in components_of(title).items():
        for each in components:
            yield Entry("component", each.name, f"{page}#{anchor(kind, each.id)}", f"{each.text} {each.id}", name)
    for effect in effects_of(title):
        yield Entry("effect", effect.name, f"{page}#effect-{effect.kind}-{effect.name}", effect.text, name)
