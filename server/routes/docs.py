"""Pages to read: the API, the rules of every title, and every kind of problem."""

from __future__ import annotations

import shlex
from typing import Any

import msgspec
from flask import Response, current_app, request

from domain.core.codec import to_answer
from server import catalogue
from server.blueprint import ANYBODY, Blueprint
from server.openapi import METHODS, as_yaml, data_of
from server.pages import HEADERS, STYLE, page
from server.problems import KINDS, TYPE, Kind, NotFound
from server.requests import services
from server.routes.titles import find_title
from server.schemas import answers

docs = Blueprint("docs", __name__, url_prefix="/docs", description="Pages for people", reads=None)
problem_pages = Blueprint("problems", __name__, url_prefix="/problems", description="Every kind of problem", reads=None)

_HTML = {"schema": {"type": "string"}}
_PAGE = {200: {"description": "A page.", "content": {"text/html": _HTML}}}


@docs.route("", methods=["GET"], needs=ANYBODY)
@docs.doc(responses=_PAGE)
def get_docs() -> Response:
    """The way into the documentation."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for operation in _operations():
        groups.setdefault(operation["tags"][0], []).append(operation)
    tags = {tag["name"]: tag.get("description", "") for tag in data_of(current_app)["tags"]}
    return page("docs.html", groups=groups, tags=tags, titles=services().titles.values())


@docs.route("/style.css", methods=["GET"], needs=ANYBODY)
@docs.doc(responses={200: {"description": "How they look.", "content": {"text/css": _HTML}}})
def get_style() -> Response:
    """The style of these pages."""
    return Response(STYLE, 200, {"Cache-Control": "public, max-age=300"}, mimetype="text/css")


@docs.route("/operations/<operation_id>", methods=["GET"], needs=ANYBODY)
@docs.doc(responses=_PAGE)
def get_operation(operation_id: str) -> Response:
    """One operation: what to send, what comes back, an example."""
    found = next((each for each in _operations() if each["operationId"] == operation_id), None)
    if found is None:
        raise NotFound(f"there is no operation {operation_id}")
    components = data_of(current_app)["components"]
    responses = {
        status: components["responses"][_last(response["$ref"])] if "$ref" in response else response
        for status, response in found["responses"].items()
    }
    schemas = _reachable([found.get("requestBody"), responses], components["schemas"])
    shown = {name: as_yaml(components["schemas"][name]) for name in schemas}
    return page(
        "operation.html", operation=found, responses=dict(sorted(responses.items())), schemas=shown, curl=_curl(found)
    )


@docs.route("/titles/<slug>", methods=["GET"], needs=ANYBODY)
@docs.doc(responses=_PAGE)
def get_title_page(slug: str) -> Response:
    """The rules of a title, and its moves."""
    title = find_title(slug)
    book = title.content.rulebook
    sections = {
        key: (name, [rule for rule in book.rules.values() if rule.section == key])
        for key, name in book.sections.items()
    }
    described = data_of(current_app)["components"]["schemas"]
    mapping = described[_move_union(slug)]["discriminator"]["mapping"]
    moves = {tag: described[_last(ref)] for tag, ref in mapping.items()}
    return page("title.html", title=title, sections=sections, moves=moves)


@problem_pages.route("/", methods=["GET"], needs=ANYBODY)
@problem_pages.response(200, answers.ProblemKinds)
def list_problems() -> Response:
    """Every kind of problem; as a page for browsers."""
    if _wants_html():
        return page("problems.html", kinds=KINDS)
    return _json({"problems": [_described(kind, catalogue.PAGES[kind.slug]) for kind in KINDS]})


@problem_pages.route("/<slug>", methods=["GET"], needs=ANYBODY)
@problem_pages.response(200, answers.ProblemKind)
def get_problem(slug: str) -> Response:
    """What a kind of problem means and what to do about it; as a page for browsers."""
    found = catalogue.find(slug)
    if found is None:
        raise NotFound(f"there is no kind of problem {slug}; /problems/ lists them")
    kind, text = found
    if _wants_html():
        return page("problem.html", kind=kind, text=text)
    return _json(_described(kind, text))


def _described(kind: Kind, text: catalogue.Page) -> dict[str, Any]:
    return {"type": TYPE + kind.slug, "status": kind.status, "title": kind.title, "means": text.means, "do": text.do}


def _wants_html() -> bool:
    return request.accept_mimetypes.best_match(["application/json", "text/html"]) == "text/html"


def _json(data: Any) -> Response:
    headers = {"Cache-Control": HEADERS["Cache-Control"], "Vary": "Accept"}
    return Response(to_answer(data), 200, headers, mimetype="application/json")


def _operations() -> list[dict[str, Any]]:
    """Every operation with its method, path and all its parameters."""
    found = []
    for path, item in data_of(current_app)["paths"].items():
        for method in (method for method in METHODS if method in item):
            operation = item[method]
            parameters = [*item.get("parameters", []), *operation.get("parameters", [])]
            found.append({**operation, "method": method.upper(), "path": path, "parameters": parameters})
    return found


def _reachable(node: Any, schemas: dict[str, Any]) -> list[str]:
    """The schemas that something refers to, but for the many of the titles' moves and changes, which have pages of
    their own."""
    names: list[str] = []

    def walk(part: Any) -> None:
        if isinstance(part, dict):
            name = _last(part.get("$ref", "")) if isinstance(part.get("$ref", ""), str) else ""
            if name in schemas and name not in names and not name.endswith(("Move", "Change")):
                names.append(name)
                walk(schemas[name])
            for each in part.values():
                walk(each)
        elif isinstance(part, list):
            for each in part:
                walk(each)

    walk(node)
    return names


def _curl(operation: dict[str, Any]) -> str:
    """The operation's example as a command."""
    path, query, headers = operation["path"], [], []
    for parameter in operation["parameters"]:
        value = parameter.get("example")
        if value is None:
            continue
        if parameter["in"] == "path":
            path = path.replace("{" + parameter["name"] + "}", str(value))
        elif parameter["in"] == "query":
            query.append(f"{parameter['name']}={value}")
        else:
            headers.append(f"{parameter['name']}: {value}")
    address = f'"$BASE{path}?{"&".join(query)}"' if query else f"$BASE{path}"
    words = ["curl", "-X", operation["method"], address]
    if {} not in operation["security"] and operation["security"]:
        headers.append("Authorization: Bearer $TOKEN")
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    body = content.get("example") or next((each["value"] for each in content.get("examples", {}).values()), None)
    if body is not None:
        headers.append("Content-Type: application/json")
    lines = [" ".join(words), *(f'-H "{each}"' if "$" in each else f"-H {shlex.quote(each)}" for each in headers)]
    if body is not None:
        lines.append(f"-d {shlex.quote(msgspec.json.encode(body).decode())}")
    return " \\\n  ".join(lines)


def _move_union(slug: str) -> str:
    return "".join(word.capitalize() for word in slug.split("-")) + "Move"


def _last(ref: str) -> str:
    return ref.rpartition("/")[2]
