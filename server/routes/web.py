"""The page for people (server/web/): one document for every address of it, and the files that it loads."""

from __future__ import annotations

from flask import Blueprint, Response, current_app

from moothall.server.problems import NotFound
from moothall.server.web import Web

web = Blueprint("web", __name__)

HEADERS = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}
"""Only our own scripts and styles, nothing written into the document, and nobody else's page around it."""

FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}


@web.get("/")
@web.get("/account")
@web.get("/record")
@web.get("/games/<name>")
@web.get("/games/<name>/replay")
@web.get("/titles/<name>")
@web.get("/players/<name>")
@web.get("/tournaments")
@web.get("/tournaments/<name>")
def get_page(name: str = "") -> Response:
    """The document; which view it shows is up to its scripts."""
    return Response(_files().document, 200, HEADERS, mimetype="text/html")


@web.get("/web/<name>/<path:path>")
def get_asset(name: str, path: str) -> Response:
    """A file of the page. Its address holds the hash of all of them, so it can be kept for ever."""
    files = _files()
    asset = files.assets.get(path)
    if name != files.hash or asset is None:
        raise NotFound("there is no such file of the page")
    return Response(asset.data, 200, FOR_EVER, mimetype=asset.kind)


def _files() -> Web:
    files: Web = current_app.extensions["moothall.web"]
    return files
