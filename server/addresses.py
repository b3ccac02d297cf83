"""Whom an address stands for."""

from __future__ import annotations

import socket


def network_of(address: str) -> str:
    """Whom an address stands for: with IPv6 everybody has as many as he likes, out of one network of 64 bits."""
    if ":" not in address:
        return address
    if address.startswith("::ffff:") and "." in address:
        return address[7:]
    try:
        packed = socket.inet_pton(socket.AF_INET6, address.partition("%")[0])
    except OSError:
        return address
    return socket.inet_ntop(socket.AF_INET6, packed[:8] + bytes(8))
