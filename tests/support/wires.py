"""A wire between a client and a Redis: it can lose answers, and it can speak TLS to the client."""

from __future__ import annotations

import datetime
import ipaddress
import re
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.support.live import PATIENCE_S

HOST = "127.0.0.1"


class Wire:
    """Listens on one port and passes everything on to another, or to a socket in the file system."""

    def __init__(self, port: int, target: int | Path, tls: ssl.SSLContext | None = None) -> None:
        self.lost = 0
        """Answers that were kept from the client; what they answer was carried out."""
        self.loses: Callable[[bytes], bool] = lambda request: False
        """Whether the answer to a request is lost, and the connection with it."""
        self._target = target
        self._tls = tls
        self._listener = socket.create_server((HOST, port))
        self._open: list[socket.socket] = []
        self._losing: set[socket.socket] = set()
        self._threads: list[threading.Thread] = []
        self._start(self._accept)

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for each in self._open:
            hang_up(each)
        for thread in self._threads:
            thread.join(PATIENCE_S)

    def _start(self, work: Callable[[], None]) -> None:
        thread = threading.Thread(target=work, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        with suppress(OSError):  # the listener was closed
            while True:
                client, _ = self._listener.accept()
                self._start(lambda client=client: self._serve(client))  # type: ignore[misc]

    def _serve(self, client: socket.socket) -> None:
        """One connection: a request, then its answer, and so on; clients of Redis take turns with it."""
        with suppress(OSError):
            if self._tls is not None:
                client = self._tls.wrap_socket(client, server_side=True)
            server = self._connect()
            self._open += (client, server)
            self._start(lambda: self._pass_back(server, client))
            while request := client.recv(1 << 20):
                if self.loses(request):
                    self._losing.add(server)
                server.sendall(request)
            hang_up(server)
        hang_up(client)

    def _connect(self) -> socket.socket:
        if isinstance(self._target, int):
            return socket.create_connection((HOST, self._target))
        server = socket.socket(socket.AF_UNIX)
        try:
            server.connect(str(self._target))
        except OSError:
            server.close()
            raise
        return server

    def _pass_back(self, server: socket.socket, client: socket.socket) -> None:
        with suppress(OSError):
            while answer := server.recv(1 << 20):
                if server in self._losing:
                    self.lost += 1
                    break
                client.sendall(answer)
        hang_up(client)
        hang_up(server)


def hang_up(line: socket.socket) -> None:
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
    line.close()


def every(count: int, command: bytes) -> Callable[[bytes], bool]:
    """Lose the answer to every so many requests with that word in them."""
    seen = iter(range(1, 1_000_000))

    def loses(request: bytes) -> bool:
        return re.search(rb"\r\n%s\r\n" % command, request) is not None and next(seen) % count == 0

    return loses


@contextmanager
def wire(port: int, target: int | Path, tls: ssl.SSLContext | None = None) -> Iterator[Wire]:
    """A wire, cut afterwards."""
    made = Wire(port, target, tls)
    try:
        yield made
    finally:
        made.close()


def certificate(folder: Path) -> tuple[ssl.SSLContext, Path]:
    """What a TLS server on the loopback address needs, and the file that clients trust."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "moothall test")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(HOST))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    public, private = folder / "certificate.pem", folder / "key.pem"
    public.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(public, private)
    return context, public
