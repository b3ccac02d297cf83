"""HTML for people: own templates, own style, nothing from elsewhere."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from flask import Response
from jinja2 import Environment, PackageLoader, select_autoescape
from markdown_it import MarkdownIt
from markupsafe import Markup

from moothall.server.apidocs.reading import pretty

_TEMPLATES = files("moothall.server").joinpath("templates")
STYLE = _TEMPLATES.joinpath("style.css").read_text("utf-8")
SEARCH = _TEMPLATES.joinpath("search.js").read_text("utf-8")

HEADERS = {
    "Cache-Control": "public, max-age=300",
    "Vary": "Accept",
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    "Referrer-Policy": "no-referrer",
}
"""Our pages need nothing but their style and their search, so nothing else is allowed to them."""

_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
_pages = Environment(
    loader=PackageLoader("moothall.server"),
    autoescape=select_autoescape(),
    trim_blocks=True,
    lstrip_blocks=True,
)


def document(text: str) -> Markup:
    """A text in Markdown."""
    return Markup(_markdown.render(text))


def line(text: str) -> Markup:
    """The same within a line."""
    return Markup(_markdown.renderInline(text))


_pages.filters.update(document=document, line=line, pretty=pretty)


def page(template: str, **values: Any) -> Response:
    """A page."""
    return Response(_pages.get_template(template).render(**values), 200, HEADERS, mimetype="text/html")
