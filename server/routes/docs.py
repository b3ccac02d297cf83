"""Pages to read: the API, the rules of every title, and every kind of problem."""

from __future__ import annotations

from typing import Any

from flask import Response, current_app, request

from moothall.domain.core.codec import to_answer
from moothall.domain.core.rulebook import Rule, Rulebook
from moothall.server import catalogue
from moothall.server.apidocs.answers import kept_answers
from moothall.server.apidocs.components import components_of, effects_of
from moothall.server.apidocs.examples import Example
from moothall.server.apidocs.reading import answers_of, curl, operations_of, pretty, reachable
from moothall.server.apidocs.search import entries
from moothall.server.apidocs.titles import moves_of
from moothall.server.blueprint import ANYBODY, Blueprint
from moothall.server.openapi import as_yaml, data_of
from moothall.server.pages import HEADERS, SEARCH, STYLE, page
from moothall.server.problems import KINDS, TYPE, Kind, NotFound
from moothall.server.requests import services
from moothall.server.routes.titles import find_title
from moothall.server.schemas.answers.house import SearchEntry
from moothall.server.schemas.answers.problems import ProblemKind, ProblemKinds

docs = Blueprint("docs", __name__, url_prefix="/docs", description="Pages for people", reads=None)
problem_pages = Blueprint("problems", __name__, url_prefix="/problems", description="Every kind of problem", reads=None)

_HTML = {"schema": {"type": "string"}}
_PAGE = {200: {"description": "A page.", "content": {"text/html": _HTML}}}


@docs.route("", methods=["GET"], needs=ANYBODY)
@docs.doc(responses=_PAGE)
def get_docs() -> Response:
    """The way into the documentation."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for operation in operations_of(data_of(current_app)):
        groups.setdefault(operation["tags"][0], []).append(operation)
    tags = {tag["name"]: tag.get("description", "") for tag in data_of(current_app)["tags"]}
    return page("docs.html", groups=groups, tags=tags, titles=services().titles.values())


@docs.route("/style.css", methods=["GET"], needs=ANYBODY)
@docs.doc(responses={200: {"description": "How they look.", "content": {"text/css": _HTML}}})
def get_style() -> Response:
    """The style of these pages."""
    return Response(STYLE, 200, {"Cache-Control": "public, max-age=300"}, mimetype="text/css")


@docs.route(
    "/operations/<operation_id>", methods=["GET"], needs=ANYBODY, example=Example({"operation_id": "create_game"})
)
@docs.doc(responses=_PAGE)
def get_operation(operation_id: str) -> Response:
    """One operation: what to send, what comes back, an example."""
    document = data_of(current_app)
    found = next((each for each in operations_of(document) if each["operationId"] == operation_id), None)
    if found is None:
        raise NotFound(f"there is no operation {operation_id}")
    components = document["components"]
    successes, problems = answers_of(found)
    schemas = reachable([found.get("requestBody"), successes, components["responses"]], components["schemas"])
    shown = {name: as_yaml(components["schemas"][name]) for name in schemas}
    examples = {slug: pretty(example) for slug, example in kept_answers()["problems"].items()}
    return page(
        "operation.html",
        operation=found,
        successes=successes,
        problems=problems,
        examples=examples,
        schemas=shown,
        curl=curl(found),
    )


@docs.route("/titles/<slug>", methods=["GET"], needs=ANYBODY, example=Example({"slug": "manaforge"}))
@docs.doc(responses=_PAGE)
def get_title_page(slug: str) -> Response:
    """The rules of a title, its moves, its components with their words and where they come from, and the effects that
    these are made of."""
    title = find_title(slug)
    return page(
        "title.html",
        title=title,
        sections=_sections(title.content.rulebook),
        moves=moves_of(title),
        components=components_of(title),
        effects=effects_of(title),
    )


@docs.route("/table", methods=["GET"], needs=ANYBODY)
@docs.doc(responses=_PAGE)
def get_table_page() -> Response:
    """The rules of the table: seats, clocks, undo and rulings, the same for every title."""
    about = (
        "Seats, clocks, pauses, undo and rulings: the rules that are the same for every title. A refused move may name "
        "one of them."
    )
    return page("table.html", head="The table", about=about, sections=_sections(services().table_rules))


@docs.route("/tournaments", methods=["GET"], needs=ANYBODY)
@docs.doc(responses=_PAGE)
def get_tournaments_page() -> Response:
    """The rules of tournaments: who enters, how rounds are paired, what counts, what an organiser may do."""
    about = "Entering, pairing, points, tie-breaks and rulings: whatever is refused in a tournament names one of these."
    return page("table.html", head="Tournaments", about=about, sections=_sections(services().tournament_rules))


@docs.route("/search.json", methods=["GET"], needs=ANYBODY)
@docs.response(200, SearchEntry(many=True))
def get_search_entries() -> Response:
    """All that the search of these pages can find."""
    return Response(_entries(), 200, {"Cache-Control": HEADERS["Cache-Control"]}, mimetype="application/json")


@docs.route("/search.js", methods=["GET"], needs=ANYBODY)
@docs.doc(responses={200: {"description": "A module.", "content": {"text/javascript": _HTML}}})
def get_search() -> Response:
    """The search of these pages."""
    return Response(SEARCH, 200, {"Cache-Control": HEADERS["Cache-Control"]}, mimetype="text/javascript")


@problem_pages.route("", methods=["GET"], needs=ANYBODY, also={"text/html": _HTML}, strict_slashes=False)
@problem_pages.response(200, ProblemKinds)
def list_problems() -> Response:
    """Every kind of problem; as a page for browsers."""
    if _wants_html():
        return page("problems.html", kinds=KINDS)
    return _json({"problems": [_described(kind, catalogue.PAGES[kind.slug]) for kind in KINDS]})


@problem_pages.route(
    "/<slug>", methods=["GET"], needs=ANYBODY, also={"text/html": _HTML}, example=Example({"slug": "illegal-move"})
)
@problem_pages.response(200, ProblemKind)
def get_problem(slug: str) -> Response:
    """What a kind of problem means and what to do about it; as a page for browsers."""
    found = catalogue.find(slug)
    if found is None:
        raise NotFound(f"there is no kind of problem {slug}; /problems lists them")
    kind, text = found
    if _wants_html():
        return page("problem.html", kind=kind, text=text)
    return _json(_described(kind, text))


def _sections(book: Rulebook) -> dict[str, tuple[str, list[Rule]]]:
    rules = book.rules.values()
    return {key: (name, [rule for rule in rules if rule.section == key]) for key, name in book.sections.items()}


def _entries() -> bytes:
    """Made once."""
    made: bytes | None = current_app.extensions.get("moothall.search")
    if made is None:
        house = {"table": services().table_rules, "tournaments": services().tournament_rules}
        found = entries(operations_of(data_of(current_app)), services().titles, house)
        made = current_app.extensions["moothall.search"] = to_answer([entry._asdict() for entry in found])
    return made


def _described(kind: Kind, text: catalogue.Page) -> dict[str, Any]:
    return {"type": TYPE + kind.slug, "status": kind.status, "title": kind.title, "means": text.means, "do": text.do}


def _wants_html() -> bool:
    return request.accept_mimetypes.best_match(["application/json", "text/html"]) == "text/html"


def _json(data: Any) -> Response:
    headers = {"Cache-Control": HEADERS["Cache-Control"], "Vary": "Accept"}
    return Response(to_answer(data), 200, headers, mimetype="application/json")
