"""Requests that are no HTTP, or more of it than is taken: problems as everywhere else, whoever refuses them.

Most of them gunicorn refuses before there is a request to hand on: `answer_error` is what its worker answers then. A
body that turns out to be malformed while it is read is refused by the app; `close_after` sees to it that nothing that
follows on that connection is taken for a request.

Imported by gunicorn before gevent has patched what others build on: what builds on that is imported when it is needed.
"""

from __future__ import annotations

import secrets
import socket
import time
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from gunicorn.http import errors

STATUS: tuple[tuple[type[Exception], HTTPStatus], ...] = (
    (errors.InvalidResponseHeader, HTTPStatus.INTERNAL_SERVER_ERROR),
    (errors.InvalidResponseHeaderName, HTTPStatus.INTERNAL_SERVER_ERROR),
    (errors.LimitRequestLine, HTTPStatus.REQUEST_URI_TOO_LONG),
    (errors.LimitRequestHeaders, HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE),
    (errors.ExpectationFailed, HTTPStatus.EXPECTATION_FAILED),
    (errors.ForbiddenProxyRequest, HTTPStatus.FORBIDDEN),
    (errors.ParseException, HTTPStatus.BAD_REQUEST),
    (Exception, HTTPStatus.INTERNAL_SERVER_ERROR),
)
"""The first row that fits decides. An unknown transfer coding is the caller's mistake like every other one."""

LAST_WORDS = 256 * 1024
LAST_WORDS_S = 1.0
"""Bytes, and seconds, that somebody who is refused may go on."""

BROKEN_BODY = (errors.ParseException, errors.NoMoreData)
"""What reading a body may raise that is not as its headers say."""


def answer_error(log: Any, req: Any, client: socket.socket, addr: Any, error: BaseException) -> None:
    """Say what is wrong, to the caller and in the log; the connection is closed by whoever called."""
    status = next((status for kind, status in STATUS if isinstance(error, kind)), HTTPStatus.INTERNAL_SERVER_ERROR)
    request_id = secrets.token_hex(8)
    if status is HTTPStatus.INTERNAL_SERVER_ERROR:
        log.error("request %s failed outside of the app", request_id, exc_info=error)
    else:
        log.warning("request %s from %s is refused: %s", request_id, addr[0] if addr else "a socket", error)
    try:
        client.sendall(_answer(req or getattr(error, "req", None), status, error, request_id))
        _hear_out(client)
    except OSError:
        log.debug("the refusal of request %s could not be sent", request_id)


def close_after(environ: Mapping[str, Any]) -> None:
    """After a body that cannot be read nobody knows where the next request begins: the connection ends with the
    answer."""
    message = getattr(getattr(environ.get("wsgi.input"), "reader", None), "req", None)
    if message is not None:
        message.force_close()


def _hear_out(client: socket.socket) -> None:
    """A connection that is closed on what it was still being sent is torn down at once, and the answer with it: so the
    rest is read, as far as it comes soon and is not much."""
    client.shutdown(socket.SHUT_WR)
    client.settimeout(LAST_WORDS_S)
    until, left = time.monotonic() + LAST_WORDS_S, LAST_WORDS
    while left > 0 and time.monotonic() < until and (piece := client.recv(8_192)):
        left -= len(piece)


def _answer(req: Any, status: HTTPStatus, error: BaseException, request_id: str) -> bytes:
    from moothall.domain.core.words import printable
    from moothall.server.problems import HTTP, HTTP_ERROR, INTERNAL, body_of

    kind = next((kind for kind in HTTP if kind.status == status), None) or HTTP_ERROR._replace(status=status.value)
    detail = "The error has been logged." if kind is INTERNAL else printable(str(error)) or status.phrase
    path = getattr(req, "path", None)
    body = body_of(kind, detail, printable(path) if isinstance(path, str) else "", request_id)
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}\r\n"
        "Content-Type: application/problem+json\r\n"
        f"Content-Length: {len(body)}\r\n"
        f"X-Request-Id: {request_id}\r\n"
        "X-Content-Type-Options: nosniff\r\n"
        "Cache-Control: no-store\r\n"
        "Connection: close\r\n\r\n"
    )
    return head.encode("ascii") + (b"" if getattr(req, "method", None) == "HEAD" else body)
