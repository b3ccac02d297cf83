"""The requests that nearly all traffic consists of, answered without what a framework does around a route: a posted
move, a look at a game, the list of legal moves.

Taken are only the plain ones: no query but for what a move's answer shall include, a token that this process knows,
nothing in the headers that asks for more.
They go through the same commands, queries, limits, counts and log as everywhere, and their answers are the same, header
for header (tests/server/test_fast_path.py compares). Everything else goes the long way, through Flask, before anything
was done; and so does the error of a move that was refused or failed, to be answered there and not to be tried again.
"""

from __future__ import annotations

import io
import re
import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import msgspec
from redis.exceptions import RedisError

from moothall.domain.table.decide import Person
from moothall.domain.table.views import MOST_MOVES
from moothall.events.accounts.players import Bearer
from moothall.events.games.commands import Commands
from moothall.events.games.queries import Queries, Seen
from moothall.events.games.writer import INCLUDABLE
from moothall.server import metrics
from moothall.server.auth import Tokens
from moothall.server.blueprint import LONG_NUMBER
from moothall.server.config import Config
from moothall.server.connections import Connection, Tried
from moothall.server.cuts import TooManyOpen
from moothall.server.edge import Edge, Line, request_id
from moothall.server.limits import Limits
from moothall.server.places import came_from, own_connection
from moothall.server.requests import headers_of, key_of, next_link, offset_after, version_in, written
from moothall.server.whole import SENT, send_whole

FAILED = "moothall.failed"
"""Where the long way finds the error that it has to answer."""

GAME = "/v1/games/<game_id>"
MOVES = "/v1/games/<game_id>/moves"

Environ = dict[str, Any]
StartResponse = Callable[[str, list[tuple[str, str]]], Any]
Wsgi = Callable[[Environ, Any], Iterable[bytes]]

_PATH = re.compile(r"/v1/games/([0-9a-z_-]{1,64})(/moves)?", re.ASCII)

_JSON = ("application/json", "application/json; charset=utf-8", "application/json;charset=utf-8")

_INCLUDE: dict[str, tuple[str, ...]] = {
    "": (),
    **{f"include={each}": (each,) for each in INCLUDABLE},
    **{f"include={comma.join(INCLUDABLE)}": INCLUDABLE for comma in (",", "%2C")},
}
"""Queries that are plain, and what they ask to be included in the answer to a move."""

_ASKING_MORE = ("HTTP_TRANSFER_ENCODING", "HTTP_ORIGIN", "HTTP_EXPECT")
"""Headers that a plain request has not. (Where every origin is welcome, none makes a difference.)"""


class _Posted(msgspec.Struct, forbid_unknown_fields=True):
    """A body with one move."""

    move: msgspec.Raw
    decision: int | None = None


class _Answer(NamedTuple):
    """What the caller gets, but for what is the same for everybody."""

    status: int
    seq: int
    body: bytes
    more: list[tuple[str, str]]


_read_posted = msgspec.json.Decoder(_Posted).decode

_STATUS = {200: "200 OK", 201: "201 CREATED", 304: "304 NOT MODIFIED"}


class FastPath:
    """Stands before an app."""

    def __init__(
        self,
        app: Wsgi,
        config: Config,
        commands: Commands,
        queries: Queries,
        tokens: Tokens,
        limits: Limits,
        edge: Edge,
    ) -> None:
        self._app = app
        self._commands = commands
        self._queries = queries
        self._tokens = tokens
        self._limits = limits
        self._edge = edge
        self._most = config.max_body
        self._proxied = config.proxies > 0
        self._asking_more = tuple(name for name in _ASKING_MORE if config.cors_origins != "*" or name != "HTTP_ORIGIN")

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        began = time.perf_counter()
        tried = tried_before(environ)
        if tried is not None and tried.error is not None:
            environ[FAILED] = tried.error
        found = self._found(environ) if tried is None else None
        if found is None:
            return self._app(environ, start_response)
        return self._send(environ, start_response, began, *found)

    def take(self, environ: Environ) -> Tried | None:
        """Answer a request that was read from its own connection (plain.py), which stays; or how far that came."""
        began = time.perf_counter()
        found = self._found(environ)
        if found is None:
            return Tried(environ.get(FAILED))
        self._send(environ, _no_response, began, *found)
        return None

    def _found(self, environ: Environ) -> tuple[str, Bearer, _Answer] | None:
        """The route of a plain request, who asks, and the answer."""
        include = _INCLUDE.get(environ["QUERY_STRING"])
        found = _PATH.fullmatch(environ["PATH_INFO"]) if include is not None else None
        bearer = self._plain(environ) if found is not None else None
        if found is None or bearer is None:
            return None
        game_id = found[1]
        match environ["REQUEST_METHOD"], found[2], include or ():
            case "POST", "/moves", include:
                route, answer = MOVES, self._post(environ, game_id, bearer, include)
            case "GET", None, ():
                route, answer = GAME, self._read(environ, game_id, bearer, lambda: self._look(environ, game_id, bearer))
            case "GET", "/moves", ():
                route, answer = MOVES, self._read(environ, game_id, bearer, lambda: self._list(game_id, bearer))
            case _:
                return None
        return (route, bearer, answer) if answer is not None else None

    def _plain(self, environ: Environ) -> Bearer | None:
        """Who asks, if it is asked in the plain way."""
        scheme, _, token = environ.get("HTTP_AUTHORIZATION", "").partition(" ")
        if scheme != "Bearer" or any(name in environ for name in self._asking_more):
            return None
        if "q=" in environ.get("HTTP_ACCEPT_ENCODING", ""):
            return None
        try:
            if self._proxied:
                came_from(environ)
            bearer = self._tokens.bearer(token.strip())
            if bearer is not None:
                own_connection(environ, bearer.player.id)
        except (RedisError, TooManyOpen) as error:
            environ[FAILED] = error
            return None
        return bearer

    def _post(self, environ: Environ, game_id: str, bearer: Bearer, include: tuple[str, ...]) -> _Answer | None:
        length = environ.get("CONTENT_LENGTH", "")
        if environ.get("CONTENT_TYPE") not in _JSON or not length.isdigit() or int(length) > self._most:
            return None
        if "play" not in bearer.scopes:
            return None
        body = environ["wsgi.input"].read(int(length))
        environ["wsgi.input"] = io.BytesIO(body)
        try:
            posted = _read_posted(body)
        except ValueError:  # the long way says what is wrong with it
            return None
        if not bytes(posted.move).startswith(b"{") or LONG_NUMBER.search(body):
            return None
        try:
            key = environ.get("HTTP_IDEMPOTENCY_KEY")
            full_path = f"{environ['PATH_INFO']}?{environ['QUERY_STRING']}"
            done = self._commands.play(
                game_id,
                Person(bearer.player.id, bearer.player.name),
                [posted.move],
                decision=posted.decision,
                if_match=version_in("If-Match", environ.get("HTTP_IF_MATCH")),
                key=None if key is None else key_of(key, "POST", full_path, body),
                include=include,
            )
        except Exception as error:
            environ[FAILED] = error
            return None
        replayed = [("Idempotency-Replayed", "true")] if done.repeated else []
        return _Answer(201, done.seq, done.body, [("Location", written(game_id, done.seq)), *replayed])

    def _read(self, environ: Environ, game_id: str, bearer: Bearer, ask: Callable[[], _Answer]) -> _Answer | None:
        if "read" not in bearer.scopes or environ.get("CONTENT_LENGTH", "0") not in ("", "0"):
            return None
        counted = self._limits.spend_read(bearer, environ.get("REMOTE_ADDR", ""), game_id)
        if counted is None:
            return None
        try:
            answer = ask()
        except RedisError as error:  # nobody waits twice for a Redis that is silent
            environ[FAILED] = error
            return None
        except Exception:  # nothing was done: the long way finds out and says why
            return None
        return answer._replace(more=answer.more + counted)

    def _look(self, environ: Environ, game_id: str, bearer: Bearer) -> _Answer:
        have = version_in("If-None-Match", environ.get("HTTP_IF_NONE_MATCH"))
        seen = self._queries.game(game_id, bearer.player.id)
        return _Answer(304, seen.seq, b"", []) if have == seen.seq else _shown(seen)

    def _list(self, game_id: str, bearer: Bearer) -> _Answer:
        seen = self._queries.moves(game_id, bearer.player.id, MOST_MOVES, 0)
        following = next_link(f"/v1/games/{game_id}/moves", {}, offset=offset_after(seen, MOST_MOVES, 0))
        return _Answer(200, seen.seq, seen.body, following)

    def _send(
        self,
        environ: Environ,
        start_response: StartResponse,
        began: float,
        route: str,
        bearer: Bearer,
        answer: _Answer,
    ) -> Iterable[bytes]:
        status, seq, body, more = answer
        own_id = request_id(environ.get("HTTP_X_REQUEST_ID"))
        headers = headers_of(seq, self._edge.varies)
        if "gzip" in environ.get("HTTP_ACCEPT_ENCODING", "") and (packed := self._edge.packed(body)) is not None:
            body = packed
            headers.append(("Content-Encoding", "gzip"))
        if status != 304:
            headers += [("Content-Type", "application/json"), ("Content-Length", str(len(body)))]
        headers += more
        headers += self._edge.always
        headers.append(("X-Request-Id", own_id))
        method, seconds = environ["REQUEST_METHOD"], time.perf_counter() - began
        metrics.answered(method, route, status, seconds)
        self._edge.log(
            Line(
                at=round(time.time(), 3),
                request_id=own_id,
                method=method,
                path=environ["PATH_INFO"],
                route=route,
                status=status,
                ms=round(seconds * 1000, 2),
                bytes=len(body) if status != 304 else None,
                player=bearer.player.id,
                address=environ.get("REMOTE_ADDR"),
            )
        )
        if send_whole(environ, _STATUS[status], headers, body):
            return SENT
        start_response(_STATUS[status], headers)
        return (body,)


def tried_before(environ: Environ) -> Tried | None:
    """Whether the request was tried before it was read by the server, and what became of that."""
    connection = environ.get("gunicorn.socket")
    return connection.tried if isinstance(connection, Connection) else None


def _no_response(status: str, headers: list[tuple[str, str]]) -> None:
    raise RuntimeError("a connection that stays takes its answer whole")


def _shown(seen: Seen) -> _Answer:
    return _Answer(200, seen.seq, seen.body, [])
