"""The catalogue: titles, their options, components and rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import msgspec
from flask import Response, request

from domain.core.codec import to_answer
from domain.core.content import Content
from domain.core.title import AnyTitle
from domain.core.words import listed
from domain.table.state import LEVELS
from server.blueprint import ANYBODY, Blueprint
from server.problems import NotFound
from server.requests import services
from server.schemas import answers, bodies

titles = Blueprint("titles", __name__, url_prefix="/v1/titles", description="The games Moothall hosts")


@titles.route("", methods=["GET"], needs=ANYBODY)
@titles.response(200, answers.TitleList)
def list_titles() -> Response:
    """All titles."""
    return _public({"titles": [_brief(title, title.content) for title in services().titles.values()]})


@titles.route("/<slug>", methods=["GET"], needs=ANYBODY)
@titles.arguments(bodies.EditionQuery, location="query")
@titles.response(200, answers.TitleAnswer)
def get_title(query: dict[str, Any], slug: str) -> Response:
    """One title: players, editions, options, moves, the sections of its rules."""
    title = find_title(slug)
    content = _edition(title, query["edition"])
    return _public(
        {
            **_brief(title, content),
            "editions": list(title.editions),
            "options": msgspec.json.schema(title.options),
            "levels": list(LEVELS),
            "moves": [_move_kind(record) for record in get_args(title.moves)],
            "sections": content.rulebook.sections,
        }
    )


@titles.route("/<slug>/content", methods=["GET"], needs=ANYBODY)
@titles.arguments(bodies.EditionQuery, location="query")
@titles.response(200, answers.ContentAnswer)
def get_content(query: dict[str, Any], slug: str) -> Response:
    """Every component as data, each with its provenance and, as `text`, what it costs and does. `texts` has the lines
    of what lies inside a component: the faces of a die, the spaces of a board."""
    title = find_title(slug)
    content = _edition(title, query["edition"])
    texts = title.component_texts(content.header.edition)
    tables = {name: _with_texts(table, texts.get(name, {})) for name, table in content.tables.items()}
    inside = {kind: lines for kind, lines in texts.items() if kind not in content.tables}
    return _public(
        {"slug": slug, "edition": content.header.edition, "hash": content.hash, "tables": tables, "texts": inside}
    )


@titles.route("/<slug>/rules", methods=["GET"], needs=ANYBODY)
@titles.arguments(bodies.EditionQuery, location="query")
@titles.response(200, answers.RulesAnswer)
def get_rules(query: dict[str, Any], slug: str) -> Response:
    """The numbered rules of an edition; with `Accept: text/markdown` the document, which tells of every edition."""
    content = _edition(find_title(slug), query["edition"])
    book = content.rulebook
    wanted = request.accept_mimetypes.best_match(["application/json", "text/markdown"])
    if wanted == "text/markdown":
        return Response(book.document, 200, _CACHE, mimetype="text/markdown")
    rules = list(book.rules.values())
    return _public({"slug": slug, "edition": content.header.edition, "sections": book.sections, "rules": rules})


@titles.route("/<slug>/rules/<rule_id>", methods=["GET"], needs=ANYBODY)
@titles.arguments(bodies.EditionQuery, location="query")
@titles.response(200, answers.RuleAnswer)
def get_rule(query: dict[str, Any], slug: str, rule_id: str) -> Response:
    """One rule, such as the one a refused move cites."""
    book = _edition(find_title(slug), query["edition"]).rulebook
    rule = book.rules.get(rule_id) or services().table_rules.rules.get(rule_id)
    if rule is None:
        raise NotFound(f"{slug} has no rule {rule_id}")
    return _public(rule)


def find_title(slug: str) -> AnyTitle:
    """The title of that slug."""
    title = services().titles.get(slug)
    if title is None:
        raise NotFound(f"there is no title {slug}; there are: {', '.join(services().titles)}")
    return title


def _edition(title: AnyTitle, number: int | None) -> Content:
    """The edition asked for, or the current one."""
    content = title.editions.get(title.current if number is None else number)
    if content is None:
        known = listed(map(str, title.editions))
        raise NotFound(f"{title.name} has no edition {number}; there are: {known}")
    return content


def _brief(title: AnyTitle, content: Content) -> dict[str, Any]:
    header = content.header
    return {
        "slug": title.slug,
        "name": title.name,
        "players": {"min": header.players_min, "max": header.players_max},
        "edition": header.edition,
        "content_hash": content.hash,
    }


def _with_texts(table: Any, texts: Mapping[str, str]) -> Any:
    if not isinstance(table, list):
        return table
    return [{**entry, "text": texts[entry["id"]]} if entry["id"] in texts else entry for entry in table]


def _move_kind(record: Any) -> dict[str, Any]:
    names = [field.encode_name for field in msgspec.structs.fields(record)]
    return {"type": record.__struct_config__.tag, "text": " ".join((record.__doc__ or "").split()), "parameters": names}


_CACHE = {"Cache-Control": "public, max-age=300", "Vary": "Accept"}


def _public(data: Any) -> Response:
    return Response(to_answer(data), 200, _CACHE, mimetype="application/json")
