"""The web application."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from flask import Flask, request
from flask_smorest import Api
from redis.exceptions import RedisError
from werkzeug.exceptions import RequestEntityTooLarge, UnsupportedMediaType
from werkzeug.middleware.proxy_fix import ProxyFix

from moothall.server import limits, metrics, openapi, problems
from moothall.server.auth import Tokens, admit, identify
from moothall.server.blueprint import ANYBODY, Declared
from moothall.server.bootstrap import Services, wire
from moothall.server.config import Config
from moothall.server.cuts import TooManyOpen
from moothall.server.edge import Edge
from moothall.server.fast_path import FAILED, FastPath
from moothall.server.logs import make_printable
from moothall.server.places import hold_connections
from moothall.server.plain import PLAIN
from moothall.server.routes.audits import audits
from moothall.server.routes.docs import docs, problem_pages
from moothall.server.routes.entries import entries
from moothall.server.routes.events import events
from moothall.server.routes.games import games
from moothall.server.routes.inbox import inbox
from moothall.server.routes.moves import moves
from moothall.server.routes.operations import operations
from moothall.server.routes.organise import organise
from moothall.server.routes.players import players
from moothall.server.routes.ratings import ratings
from moothall.server.routes.records import records
from moothall.server.routes.rounds import rounds
from moothall.server.routes.tickets import tickets
from moothall.server.routes.titles import titles
from moothall.server.routes.tokens import mine
from moothall.server.routes.tournament_events import tournament_events
from moothall.server.routes.tournament_records import tournament_records
from moothall.server.routes.tournaments import tournaments
from moothall.server.routes.web import web
from moothall.server.routes.webhooks import webhooks
from moothall.server.traces import spans_of
from moothall.server.web import read_web

BLUEPRINTS = (
    players,
    mine,
    inbox,
    tickets,
    webhooks,
    titles,
    ratings,
    games,
    moves,
    events,
    audits,
    records,
    tournament_records,
    organise,
    tournaments,
    entries,
    rounds,
    tournament_events,
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
    api.spec.components.security_scheme("ticket", {"type": "apiKey", "in": "query", "name": "ticket"})
    openapi.add_problems(api.spec)
    for blueprint in BLUEPRINTS:
        api.register_blueprint(blueprint)
    app.extensions["moothall.web"] = read_web()
    app.register_blueprint(web)  # pages, not operations: the description of the API has nothing to say of them
    app.extensions["moothall.tokens"] = tokens = Tokens(parts.players)
    app.extensions["moothall.routes"] = routes = routes_of(config)
    metrics.count(app)
    edge = Edge(app, config)
    hold_connections(app, config)

    @app.before_request
    def begin() -> None:
        failed = request.environ.get(FAILED)  # done on the fast path, and here to be answered
        if isinstance(failed, RedisError | TooManyOpen):  # who asks makes no difference, and would take as long again
            raise failed
        if request.content_length or "Transfer-Encoding" in request.headers:
            if not request.is_json:
                raise UnsupportedMediaType("Send the body as application/json.")
            # A chunked body that reaches the framework's limit is cut there without a word: hence one byte more.
            if len(request.get_data()) > config.max_body:
                raise RequestEntityTooLarge
        route = routes.get(request.endpoint or "")
        takes_tickets = route is not None and route.needs.ticket and request.method == "GET"
        identify(parts.tickets if takes_tickets else None)
        if route is not None and request.method != "OPTIONS":
            admit(route.needs)
        if failed is not None:
            raise failed

    limit_of = {endpoint: route.limit for endpoint, route in routes.items()}
    counts = limits.Limits(app, config, limit_of, parts.queries.owes)
    app.register_error_handler(Exception, problems.answer)
    wsgi: Any = _web(config, app, (app.wsgi_app, config, parts.commands, parts.queries, tokens, counts, edge))
    if config.proxies:
        wsgi = ProxyFix(wsgi, x_for=config.proxies, x_proto=config.proxies)
    if type(wsgi) is FastPath:  # nothing stands before it that would have to see the request
        app.extensions[PLAIN] = wsgi.take
    app.wsgi_app = wsgi  # type: ignore[method-assign]
    make_printable()
    logging.getLogger("moothall").setLevel(config.log_level)
    return app


def _web(config: Config, app: Flask, ways: tuple[Any, ...]) -> Any:
    """The fast path before the app; traced where it shall be."""
    spans = spans_of(config, "web")
    if spans is None:
        return FastPath(*ways)
    from moothall.server.traces.web import TracedApp, TracedFastPath, trace_long_way  # here: they may not be installed

    trace_long_way(spans, app)
    return TracedApp(spans, TracedFastPath(spans, *ways))


def routes_of(config: Config) -> dict[str, Declared]:
    """By endpoint: what its route says of itself, on a server with these settings."""
    return {
        endpoint: route._replace(needs=ANYBODY) if _is_open(route, config) else route
        for blueprint in BLUEPRINTS
        for endpoint, route in blueprint.declared.items()
    }


def _is_open(route: Declared, config: Config) -> bool:
    return route.needs.opened_by is not None and getattr(config, route.needs.opened_by) == "open"


def _more_info() -> dict[str, Any]:
    return {name: value for name, value in openapi.INFO.items() if name not in ("title", "version")}
