"""The catalogue: titles, their options, components and rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import msgspec
from flask import Response, request

from moothall.domain.core.codec import to_answer
from moothall.domain.core.content import Content
from moothall.domain.core.rulebook import Rule
from moothall.domain.core.title import AnyTitle
from moothall.domain.core.words import listed
from moothall.server.apidocs.examples import Example
from moothall.server.apidocs.headers import IF_NONE_MATCH_ANY
from moothall.server.blueprint import ANYBODY, Blueprint
from moothall.server.components import described, options_schema
from moothall.server.problems import NotFound
from moothall.server.requests import services, with_tag
from moothall.server.schemas.answers.titles import ContentAnswer, RuleAnswer, RulesAnswer, TitleAnswer, TitleList
from moothall.server.schemas.bodies.titles import EditionQuery

titles = Blueprint("titles", __name__, url_prefix="/v1/titles", description="The games Moothall hosts")


_TAGGED: dict[str, Any] = {"headers": (IF_NONE_MATCH_ANY,), "gives": ("ETag",)}
"""Of every route here: whoever has an answer already need not get it again."""


@titles.route("", methods=["GET"], needs=ANYBODY, **_TAGGED)
@titles.response(200, TitleList)
def list_titles() -> Response:
    """All titles."""
    return _public({"titles": [_brief(title, title.content) for title in services().titles.values()]})


@titles.route("/<slug>", methods=["GET"], needs=ANYBODY, **_TAGGED, example=Example({"slug": "manaforge"}))
@titles.arguments(EditionQuery, location="query")
@titles.response(200, TitleAnswer)
def get_title(query: dict[str, Any], slug: str) -> Response:
    """One title: players, editions, options, moves, the sections of its rules."""
    title = find_title(slug)
    content = _edition(title, query["edition"])
    return _public(
        {
            **_brief(title, content),
            "editions": list(title.editions),
            "options": options_schema(title.options),
            "levels": list(services().levels),
            "moves": [_move_kind(record) for record in get_args(title.moves)],
            "sections": content.rulebook.sections,
        }
    )


@titles.route("/<slug>/content", methods=["GET"], needs=ANYBODY, **_TAGGED, example=Example({"slug": "manaforge"}))
@titles.arguments(EditionQuery, location="query")
@titles.response(200, ContentAnswer)
def get_content(query: dict[str, Any], slug: str) -> Response:
    """Every component as data, each with its provenance and, as `text`, what it costs and does. `texts` has the lines
    of what lies inside a component: the faces of a die, the spaces of a board."""
    title = find_title(slug)
    return _public(described(title, _edition(title, query["edition"])))


@titles.route(
    "/<slug>/rules",
    methods=["GET"],
    needs=ANYBODY,
    **_TAGGED,
    also={"text/markdown": {"schema": {"type": "string"}}},
    example=Example({"slug": "manaforge"}),
)
@titles.arguments(EditionQuery, location="query")
@titles.response(200, RulesAnswer)
def get_rules(query: dict[str, Any], slug: str) -> Response:
    """The numbered rules of an edition; with `Accept: text/markdown` the document, which tells of every edition."""
    content = _edition(find_title(slug), query["edition"])
    book = content.rulebook
    wanted = request.accept_mimetypes.best_match(["application/json", "text/markdown"])
    if wanted == "text/markdown":
        return _kept(book.document.encode(), "text/markdown")
    rules = list(book.rules.values())
    return _public({"slug": slug, "edition": content.header.edition, "sections": book.sections, "rules": rules})


@titles.route(
    "/<slug>/rules/<rule_id>",
    methods=["GET"],
    needs=ANYBODY,
    **_TAGGED,
    example=Example({"slug": "manaforge", "rule_id": "MF-4.3"}),
)
@titles.arguments(EditionQuery, location="query")
@titles.response(200, RuleAnswer)
def get_rule(query: dict[str, Any], slug: str, rule_id: str) -> Response:
    """One rule, such as the one a refused move cites."""
    book = _edition(find_title(slug), query["edition"]).rulebook
    rule = next((rules[rule_id] for rules in (book.rules, *house_rules()) if rule_id in rules), None)
    if rule is None:
        raise NotFound(f"{slug} has no rule {rule_id}")
    return _public(rule)


def find_title(slug: str) -> AnyTitle:
    """The title of that slug."""
    title = services().titles.get(slug)
    if title is None:
        raise NotFound(f"there is no title {slug}; there are: {', '.join(services().titles)}")
    return title


def house_rules() -> tuple[Mapping[str, Rule], Mapping[str, Rule]]:
    """What holds for every title: the rules of the table, and those of tournaments."""
    return services().table_rules.rules, services().tournament_rules.rules


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


def _move_kind(record: Any) -> dict[str, Any]:
    names = [field.encode_name for field in msgspec.structs.fields(record)]
    return {"type": record.__struct_config__.tag, "text": " ".join((record.__doc__ or "").split()), "parameters": names}


_CACHE = {"Cache-Control": "public, max-age=300", "Vary": "Accept"}


def _public(data: Any) -> Response:
    return _kept(to_answer(data), "application/json")


def _kept(body: bytes, mimetype: str) -> Response:
    """An answer that can be kept: editions never change, but what is told of them may with a later version of this
    server."""
    return with_tag(Response(body, 200, _CACHE, mimetype=mimetype))
