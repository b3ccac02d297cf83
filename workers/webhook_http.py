"""One POST to somebody else's URL, with nothing taken on trust.

The name is resolved once, every address it has must be public, and the connection goes to the very address that was
checked: a name that changes its mind in between changes nothing. Redirects are not followed, no proxy is asked, little
of the answer is read, and all of it together has a time limit.
"""

from __future__ import annotations

import ipaddress
import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from typing import NamedTuple
from urllib.parse import urlsplit

CONNECT_S = 5.0
"""How long a single wait on the connection may last."""
TOTAL_S = 10.0
"""How long all of it may take."""
MOST_ANSWER = 4_096
"""Bytes of an answer's body that are read, only to let the receiver finish."""

_NAT64 = ipaddress.ip_network("64:ff9b::/96")

LONGEST_LABEL = 63
"""Of a host's name, between two dots."""

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class Refused(Exception):
    """A URL that nothing is sent to, and why."""


class Unreachable(Exception):
    """No answer came, and why."""


class Target(NamedTuple):
    """A URL, taken apart, and the addresses that were found good."""

    secure: bool
    host: str
    port: int
    path: str
    addresses: tuple[str, ...]


def check(url: str, private: bool = False) -> Target:
    """The URL's target. Raises Refused if it is malformed, cannot be resolved, or leads to an address that is not
    public and `private` does not allow it."""
    target = _parse(url)
    try:
        found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Refused(f"the name {target.host} cannot be resolved") from error
    addresses = tuple(dict.fromkeys(str(info[4][0]) for info in found))
    # One bad address is enough: which of them would be used is not for the owner of the name to choose.
    if not addresses or (not private and not all(is_public(address) for address in addresses)):
        raise Refused(f"{target.host} does not lead to public addresses only")
    return target._replace(addresses=addresses)


def is_public(text: str) -> bool:
    """Whether an address is one of the public internet, looking through the ways to write an IPv4 address in IPv6."""
    try:
        address: Address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if address in _NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
        if address.teredo is not None or address.is_site_local:
            return False
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)


def post(url: str, body: bytes, headers: Mapping[str, str], private: bool = False) -> int:
    """The status that the receiver answers. Raises Refused, or Unreachable if there is no answer in time."""
    target = check(url, private)
    connection = _Connection(target)
    # Every single wait is short, but a receiver could string many of them together.
    watch = threading.Timer(TOTAL_S, connection.cut)
    watch.daemon = True
    watch.start()
    try:
        connection.request("POST", target.path, body, dict(headers))
        with connection.getresponse() as answer:
            if connection.late:  # headers that were cut off look like headers that end
                raise TimeoutError
            status = answer.status
            with suppress(OSError, HTTPException):  # the status is the answer; the body is manners
                answer.read(MOST_ANSWER)
        return status
    except (OSError, HTTPException, ValueError) as error:
        raise Unreachable("it took too long" if connection.late else _why(error)) from error
    finally:
        watch.cancel()
        connection.close()


class _Connection(HTTPConnection):
    """A connection to the address that was checked, whatever the name says by now."""

    def __init__(self, target: Target) -> None:
        super().__init__(target.host, target.port, timeout=CONNECT_S)
        self._target = target
        self.default_port = 443 if target.secure else 80  # what the Host header need not say
        self.late = False

    def connect(self) -> None:
        address = (self._target.addresses[0], self._target.port)
        self.sock = socket.create_connection(address, CONNECT_S)
        if self._target.secure:
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(self.sock, server_hostname=self._target.host)

    def cut(self) -> None:
        """Time is up."""
        self.late = True
        if self.sock is not None:
            with suppress(OSError):
                self.sock.shutdown(socket.SHUT_RDWR)


def _parse(url: str) -> Target:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise Refused(f"it is not a URL: {error}") from error
    if parts.scheme not in ("http", "https") or not parts.hostname or not url.isascii():
        raise Refused("an http or https URL in ASCII is expected")
    if any(ord(letter) <= 0x20 or ord(letter) == 0x7F for letter in url):
        raise Refused("a URL holds no spaces or control characters")
    if parts.username is not None or parts.password is not None or parts.fragment or port == 0:
        raise Refused("a URL without user, password and fragment is expected")
    labels = parts.hostname.removesuffix(".").split(".")
    if ":" not in parts.hostname and not all(0 < len(label) <= LONGEST_LABEL for label in labels):
        raise Refused(f"the name {parts.hostname} cannot be resolved: no host can be called that")
    secure = parts.scheme == "https"
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(secure, parts.hostname, port or (443 if secure else 80), path, ())


def _why(error: Exception) -> str:
    """In words that tell nothing of this side's network."""
    match error:
        case TimeoutError():
            return "it did not answer in time"
        case ConnectionRefusedError():
            return "the connection was refused"
        case ssl.SSLCertVerificationError():
            return f"its certificate is not trusted: {error.verify_message}"
        case ssl.SSLError():
            return "no secure connection came about"
        case ConnectionError():
            return "the connection was cut"
        case OSError():
            return "it cannot be reached"
        case _:
            return "the answer is not HTTP"
