"""Blueprints that read requests strictly: what is not JSON is refused as such, and nothing unknown is passed over."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Literal, NamedTuple, TypeVar

import flask_smorest
import msgspec
from flask import Flask, Request
from marshmallow import RAISE, Schema
from webargs.core import missing
from webargs.flaskparser import FlaskParser

from moothall.server.apidocs.examples import Example
from moothall.server.apidocs.headers import Header
from moothall.server.problems import BadRequest

View = TypeVar("View", bound=Callable[..., Any])

_USUAL: Any = object()
"""For a route that says nothing of its own."""

OWN = "own"
"""The limit of a route that reads a game (limits.py): none for whoever owes a decision there, `read` for all others."""

UNDESCRIBED = "moothall.undescribed"
"""Under this name an app keeps what its description is still to be told (openapi.py)."""

LONG_NUMBER = re.compile(rb"\d{19}")
"""Where a number may be beyond 64 bits."""


class Needs(NamedTuple):
    """Who may call a route. Token and scope are asked for before anything else is looked at (auth.py); whether
    somebody has the part is for the route itself to say."""

    scope: str | None = None
    """What a token must be good for, if one is sent; None: any token will do."""
    token: bool = True
    """Whether there must be one."""
    part: Literal["seat", "creator", "organiser", "entrant", "owner"] | None = None
    """What the caller must be in the game or tournament, or to the thing that the address names."""
    opened_by: str | None = None
    """A setting that lets everybody in where it says `open`."""
    ticket: bool = False
    """Whether a ticket for exactly this address does instead of a token."""


ANYBODY = Needs(token=False)
SPECTATOR = Needs("read", token=False)
HOLDER = Needs()
READER = Needs("read")
PLAYER = Needs("play")
SEATED_READER = Needs("read", part="seat")
SEATED = Needs("play", part="seat")
CREATOR = Needs("play", part="creator")
ORGANISER = Needs("organise", part="organiser")
ENTRANT = Needs("play", part="entrant")
LISTENING_SPECTATOR = SPECTATOR._replace(ticket=True)
LISTENER = READER._replace(ticket=True)


class Declared(NamedTuple):
    """All that a route says of itself besides its body and its answer. No table elsewhere knows its address."""

    needs: Needs
    limit: str | None
    """The limit that counts its requests (limits.py); None: none does."""
    headers: tuple[Header, ...] = ()
    """The headers it reads; what follows from them (304, 412, `Idempotency-Replayed`) need not be said."""
    gives: tuple[str, ...] = ()
    """The headers that its answer has beside those of all answers, by name (apidocs/headers.py)."""
    also: Mapping[str, Any] = {}
    """Other forms in which the answer can be had, by media type: their schemas."""
    statuses: Mapping[int, str] = {}
    """Other successes, and what they mean."""
    problems: tuple[int, ...] = ()
    """Problems that others of its kind do not have."""
    example: Example = Example()
    """What to send; a test really sends it."""


class _Parser(FlaskParser):
    """The library's parser, with another JSON reader: the standard one lets through what nobody can store (lone
    surrogates, numbers of any size), and breaks on deep nesting."""

    DEFAULT_UNKNOWN_BY_LOCATION = {**FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION, "query": RAISE}  # noqa: RUF012

    def __init__(self) -> None:
        super().__init__()
        self._unasked: dict[Schema, dict[str, Any]] = {}

    def load_querystring(self, req: Request, schema: Schema) -> Any:
        """Most requests have no query: nothing to be made a mapping of."""
        return super().load_querystring(req, schema) if req.query_string else missing

    def _process_location_data(self, location_data: Any, schema: Schema, *more: Any) -> Any:
        if location_data is not missing:
            return super()._process_location_data(location_data, schema, *more)
        known = self._unasked.get(schema)
        if known is None:  # what nothing at all means is asked of the schema once; it may be refused, every time
            known = self._unasked[schema] = super()._process_location_data(missing, schema, *more)
        return dict(known)

    def _raw_load_json(self, req: Request) -> Any:
        data = req.get_data(cache=True)
        if not data:
            return missing
        try:
            body = msgspec.json.decode(data)
            if LONG_NUMBER.search(data):
                msgspec.msgpack.encode(body)  # a number beyond 64 bits can be read but not kept in a snapshot
        except (ValueError, OverflowError, RecursionError) as error:
            raise BadRequest("body", f"this is not JSON that can be read: {error}") from error
        return body


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc]  # untyped in flask-smorest
    """As the library's, with our parser, schemas that are made once, and a limit for every route (limits.py): `reads`
    and `writes` name those of its routes that name none themselves."""

    ARGUMENTS_PARSER = _Parser()

    def __init__(self, *args: Any, reads: str | None = "read", writes: str | None = "create", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._reads = reads
        self._writes = writes
        self.declared: dict[str, Declared] = {}
        """By endpoint: what its route says of itself."""

    def route(
        self,
        rule: str,
        *,
        methods: list[str],
        needs: Needs,
        limit: str | None = _USUAL,
        headers: tuple[Header, ...] = (),
        gives: tuple[str, ...] = (),
        also: Mapping[str, Any] | None = None,
        statuses: Mapping[int, str] | None = None,
        problems: tuple[int, ...] = (),
        example: Example | None = None,
        **options: Any,
    ) -> Callable[[View], View]:
        """A route, with all that is to be said of it (Declared)."""
        if limit is _USUAL:
            limit = self._reads if methods == ["GET"] else self._writes
        declared = Declared(needs, limit, headers, gives, also or {}, statuses or {}, problems, example or Example())
        add = super().route(rule, methods=methods, **options)

        def decorate(view: View) -> View:
            self.declared[f"{self.name}.{view.__name__}"] = declared
            decorated: View = add(view)
            return decorated

        return decorate

    def register_views_in_doc(self, api: Any, app: Flask, spec: Any, **more: Any) -> None:
        """Later, when somebody asks for the description: to write it takes longer than all else before the first
        request, and most processes are never asked."""
        describe = partial(super().register_views_in_doc, api, app, spec, **more)
        app.extensions.setdefault(UNDESCRIBED, []).append(describe)

    def arguments(self, schema: Any, **options: Any) -> Callable[[View], View]:
        """What the route reads. A class is made a schema here, once, not with every request."""
        decorator: Callable[[View], View] = super().arguments(
            schema() if isinstance(schema, type) else schema, **options
        )
        return decorator
