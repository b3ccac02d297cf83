"""Plain requests, read straight from their connection: what gunicorn does for a request that may be anything takes as
long as deciding a move.

Taken is only what leaves nothing to interpret: one whole request in the form that nearly all of them have, no header
but those below, none of them twice, nothing before its first byte and nothing after its last. Everything else is given
back byte for byte, for gunicorn to read and to judge: nothing is read here in another way than there, and nothing is
accepted here that is refused there (tests/server/test_plain.py compares).
"""

from __future__ import annotations

import io
import re
from typing import Any

from moothall.server.connections import Connection

PLAIN = "moothall.plain"
"""The extension of an app that answers such requests itself."""

MOST = 8_192
"""Bytes of a request that is read here."""

_READ = {
    "Authorization": "HTTP_AUTHORIZATION",
    "Content-Type": "CONTENT_TYPE",
    "Content-Length": "CONTENT_LENGTH",
    "Accept-Encoding": "HTTP_ACCEPT_ENCODING",
    "If-Match": "HTTP_IF_MATCH",
    "If-None-Match": "HTTP_IF_NONE_MATCH",
    "Idempotency-Key": "HTTP_IDEMPOTENCY_KEY",
    "X-Request-Id": "HTTP_X_REQUEST_ID",
    "X-Request-ID": "HTTP_X_REQUEST_ID",
    "Host": "HTTP_HOST",
    "Connection": "HTTP_CONNECTION",
}

_IDLE = (
    *("Accept", "Accept-Language", "Cache-Control", "DNT", "Pragma", "Priority", "Referer", "User-Agent"),
    *("Sec-CH-UA", "Sec-CH-UA-Mobile", "Sec-CH-UA-Platform", "Sec-Fetch-Dest", "Sec-Fetch-Mode", "Sec-Fetch-Site"),
    *("Sec-GPC", "Traceparent", "Tracestate"),
)
"""Headers that make no difference to a plain request."""

_KNOWN = {
    spelled: variable
    for name, variable in {**_READ, **{name: "HTTP_" + name.upper().replace("-", "_") for name in _IDLE}}.items()
    for spelled in (name, name.lower())
}
"""By the usual spellings of their names; whoever writes them otherwise is none the worse for it, but goes the other
way."""


_FIRST = re.compile(r"(GET|POST) (/[\w-][\w/-]*)(?:\?([\w=&,.-]*))? HTTP/1\.1", re.ASCII)
"""The first line, of signs that mean themselves and nothing else."""


def read_plain(connection: Connection, address: str, data: bytes) -> tuple[dict[str, Any] | None, bytes]:
    """What WSGI would tell of a request that begins with these bytes, as far as anybody asks; None if it is not plain.
    And the bytes: the rest of its body may only have come now."""
    end = data.find(b"\r\n\r\n")
    environ = _head(data[:end]) if end > 0 else None
    if environ is None:
        return None, data
    size = end + 4 + int(environ.get("CONTENT_LENGTH", "0"))
    while len(data) < size <= MOST:
        piece = connection.recv(size - len(data))
        if not piece:
            return None, data
        data += piece
    if len(data) != size:
        return None, data
    environ["wsgi.input"] = io.BytesIO(data[end + 4 :])
    environ["REMOTE_ADDR"] = address
    environ["gunicorn.socket"] = connection
    return environ, data


def _head(data: bytes) -> dict[str, Any] | None:
    """The head of a request, if it is plain."""
    if not data.isascii():
        return None
    first, *lines = data.decode("ascii").split("\r\n")
    asked = _FIRST.fullmatch(first)
    if asked is None:
        return None
    environ: dict[str, Any] = {"REQUEST_METHOD": asked[1], "PATH_INFO": asked[2], "QUERY_STRING": asked[3] or ""}
    for line in lines:
        name, colon, value = line.partition(":")
        known = _KNOWN.get(name)
        if known is None or known in environ or not colon or not line.isprintable():
            return None
        environ[known] = value.strip(" ")
    length = environ.get("CONTENT_LENGTH", "0")
    if "HTTP_HOST" not in environ or not (length.isdecimal() and len(length) < 6):
        return None
    return environ if environ.get("HTTP_CONNECTION", "keep-alive").lower() == "keep-alive" else None


def has_ended(request: Any) -> bool:
    """Whether of what was read from a connection nothing is left but the request that gunicorn has answered: the next
    byte is then the first of the next request."""
    length = getattr(request.body.reader, "length", None)  # of a body whose length was told; otherwise not known
    held = getattr(request.unreader, "buf", None)
    failed = getattr(request.body, "failed", False)
    return length == 0 and not failed and held is not None and not held.getbuffer().nbytes
