"""The web application."""

from __future__ import annotations

import logging
import secrets
from typing import Any

from flask import Flask, Response, g, request
from flask_smorest import Api
from werkzeug.exceptions import RequestEntityTooLarge, UnsupportedMediaType

from server import openapi, problems
from server.auth import Tokens, identify
from server.bootstrap import Services, wire
from server.config import Config
from server.routes.audits import audits
from server.routes.events import events
from server.routes.games import games
from server.routes.inbox import inbox
from server.routes.moves import moves
from server.routes.operations import operations
from server.routes.organise import organise
from server.routes.players import players
from server.routes.titles import titles
from server.routes.webhooks import webhooks

BLUEPRINTS = (players, inbox, webhooks, titles, games, moves, events, audits, organise, operations)


class _Api(Api):  # type: ignore[misc]  # untyped in flask-smorest
    """Errors go through problems.py, not through the library's own shape."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def _register_error_handlers(self) -> None:
        """None: create_app registers the one handler."""


def create_app(config: Config | None = None, parts: Services | None = None) -> Flask:
    """The app, from the environment unless told otherwise."""
    config = config or (parts.config if parts else Config.from_environment())
    parts = parts or wire(config)
    app = Flask("moothall", static_folder=None)
    app.config.update(
        API_TITLE=openapi.INFO["title"],
        API_VERSION=openapi.INFO["version"],
        OPENAPI_VERSION=openapi.VERSION,
        MAX_CONTENT_LENGTH=config.max_body + 1,
    )
    app.extensions["moothall"] = parts
    app.extensions["moothall.api"] = api = _Api(app, spec_kwargs={"info": _more_info()})
    api.spec.components.security_scheme("token", {"type": "http", "scheme": "bearer"})
    openapi.add_problems(api.spec)
    for blueprint in BLUEPRINTS:
        api.register_blueprint(blueprint)
    tokens = Tokens(parts.players)

    @app.before_request
    def begin() -> None:
        g.request_id = secrets.token_hex(8)
        if request.content_length or "Transfer-Encoding" in request.headers:
            if not request.is_json:
                raise UnsupportedMediaType("Send the body as application/json.")
            # A chunked body that reaches the framework's limit is cut there without a word: hence one byte more.
            if len(request.get_data()) > config.max_body:
                raise RequestEntityTooLarge
        identify(tokens)

    @app.after_request
    def end(response: Response) -> Response:
        response.headers["X-Request-Id"] = g.get("request_id", "")
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response

    app.register_error_handler(Exception, problems.answer)
    logging.getLogger("moothall").setLevel(config.log_level)
    return app


def _more_info() -> dict[str, Any]:
    return {name: value for name, value in openapi.INFO.items() if name not in ("title", "version")}
