"""The web application."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from flask import Flask, request
from flask_smorest import Api
from werkzeug.exceptions import RequestEntityTooLarge, UnsupportedMediaType
from werkzeug.middleware.proxy_fix import ProxyFix

from server import limits, metrics, openapi, problems
from server.auth import Tokens, admit, identify
from server.blueprint import ANYBODY, Needs
from server.bootstrap import Services, wire
from server.config import Config
from server.edge import Edge
from server.fast_path import FAILED, FastPath
from server.logs import make_printable
from server.places import hold_connections
from server.routes.audits import audits
from server.routes.docs import docs, problem_pages
from server.routes.events import events
from server.routes.games import games
from server.routes.inbox import inbox
from server.routes.moves import moves
from server.routes.operations import operations
from server.routes.organise import organise
from server.routes.players import players
from server.routes.titles import titles
from server.routes.tokens import mine
from server.routes.webhooks import webhooks

BLUEPRINTS = (
    players,
    mine,
    inbox,
    webhooks,
    titles,
    games,
    moves,
    events,
    audits,
    organise,
    operations,
    docs,
    problem_pages,
)


class _Api(Api):  # type: ignore[misc]  # untyped in flask-smorest
    """Errors go through problems.py, not through the library's own shape."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def _register_error_handlers(self) -> None:
        """None: create_app registers the one handler."""


class _App(Flask):
    """A Flask app without coroutines: nothing has to be asked whether it is one, a dozen times a request."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func


def create_app(config: Config | None = None, parts: Services | None = None) -> Flask:
    """The app, from the environment unless told otherwise."""
    config = config or (parts.config if parts else Config.from_environment())
    parts = parts or wire(config)
    app = _App("moothall", static_folder=None)
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
    app.extensions["moothall.tokens"] = tokens = Tokens(parts.players)
    app.extensions["moothall.needs"] = needs = needs_of(config)
    metrics.count(app)
    edge = Edge(app, config)
    hold_connections(app, config)

    @app.before_request
    def begin() -> None:
        if request.content_length or "Transfer-Encoding" in request.headers:
            if not request.is_json:
                raise UnsupportedMediaType("Send the body as application/json.")
            # A chunked body that reaches the framework's limit is cut there without a word: hence one byte more.
            if len(request.get_data()) > config.max_body:
                raise RequestEntityTooLarge
        identify()
        needed = needs.get(request.endpoint or "")
        if needed is not None and request.method != "OPTIONS":
            admit(needed)
        if FAILED in request.environ:  # done on the fast path, and here to be answered
            raise request.environ[FAILED]

    routes = {endpoint: limit for blueprint in BLUEPRINTS for endpoint, limit in blueprint.limits.items()}
    counts = limits.Limits(app, config, routes)
    app.register_error_handler(Exception, problems.answer)
    wsgi: Any = FastPath(app.wsgi_app, config, parts.commands, parts.queries, tokens, counts, edge)
    if config.proxies:
        wsgi = ProxyFix(wsgi, x_for=config.proxies, x_proto=config.proxies)
    app.wsgi_app = wsgi  # type: ignore[method-assign]
    make_printable()
    logging.getLogger("moothall").setLevel(config.log_level)
    return app


def needs_of(config: Config) -> dict[str, Needs]:
    """By endpoint: who may call it, on a server with these settings."""
    return {
        endpoint: ANYBODY if needed.opened_by and getattr(config, needed.opened_by) == "open" else needed
        for blueprint in BLUEPRINTS
        for endpoint, needed in blueprint.needs.items()
    }


def _more_info() -> dict[str, Any]:
    return {name: value for name, value in openapi.INFO.items() if name not in ("title", "version")}
