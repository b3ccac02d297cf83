"""Our kind of gunicorn worker: gevent's, whose connections have an end (connections.py).

Imported by gunicorn's main process, before gevent has patched anything; what must not be is imported in load_wsgi.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext, suppress
from functools import partial
from socket import SHUT_WR
from typing import Any

from gunicorn.workers.ggevent import GeventWorker

from moothall.server.config import Config
from moothall.server.connections import Caps, Connection, Connections, Tried
from moothall.server.cuts import Crowded, Cut, Idle, TooManyOpen
from moothall.server.plain import MOST, PLAIN, has_ended, read_plain
from moothall.server.protocol_errors import answer_error
from moothall.server.shares import Share, SharingServer

_NOTHING = nullcontext()

Take = Callable[[dict[str, Any]], Tried | None]
"""Answers a plain request, or says how far that came."""


class Worker(GeventWorker):  # type: ignore[misc]  # untyped in gunicorn
    """One web process."""

    def __init__(self, age: int, *others: Any) -> None:
        super().__init__(age, *others)
        self._share = Share(age)

    def server_class(
        self, listener: Any, *, spawn: Any, application: Any, log: Any, handler_class: Any, environ: Any, **tls: Any
    ) -> SharingServer:
        """What gunicorn asks for to take connections; they are then given to `handle`, as without it."""
        return SharingServer(listener, self._share, handle=partial(self.handle, listener), spawn=spawn, **tls)

    def load_wsgi(self) -> None:
        from moothall.server.metrics import CUT
        from moothall.server.problems import bare_answer
        from moothall.server.whole import SENT

        self._sent = SENT
        self._bare_answer = bare_answer
        config = Config.from_environment()
        self.connections = Connections(
            Caps(
                read_s=config.read_s,
                idle_s=config.idle_s,
                write_s=config.write_s,
                connections=min(config.connections, self.cfg.worker_connections * 3 // 4),
                leaving=self.cfg.worker_connections // 8,
                per_address=config.connections_per_address,
                per_account=config.connections_per_account,
                proxied=config.proxies > 0,
            ),
            count=lambda why: CUT.labels(type(why).__name__).inc(),
        )
        super().load_wsgi()
        self._take: Take | None = getattr(self.wsgi, "extensions", {}).get(PLAIN)

    def timeout_ctx(self) -> Any:
        """The connections have their own times."""
        return _NOTHING

    def notify(self) -> None:
        """Called every second."""
        super().notify()
        self.connections.look_through()
        if self.alive:
            self._share.here()
        else:
            self._share.leave()
            self.connections.end_idle()

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        try:
            connection = self.connections.open(client, addr[0] if addr else "")
        except (Crowded, TooManyOpen) as error:
            self._refuse(client, error)
            return
        try:
            super().handle(listener, connection, addr)
        finally:
            self.connections.leave(connection)

    def handle_request(self, listener_name: Any, req: Any, sock: Connection, addr: Any) -> None:
        sock.serve(req, self.alive)
        super().handle_request(listener_name, req, sock, addr)
        sock.rest()
        if sock.cut is not None:
            raise StopIteration
        if self._take is not None and sock.stays and addr and has_ended(req):
            self._handle_plain(self._take, sock, addr[0])

    def _handle_plain(self, take: Take, connection: Connection, address: str) -> None:
        """Answer requests for as long as they are plain; the first that is not is gunicorn's again."""
        while self.nr < self.max_requests - 1:
            environ, data = read_plain(connection, address, connection.recv(MOST))
            if environ is None or not self.alive:
                connection.give_back(data)
                return
            tried = take(environ)
            if tried is not None:
                connection.give_back(data, tried)
                return
            self.nr += 1
            connection.rest()
            if connection.cut is not None:
                raise StopIteration

    def is_already_handled(self, respiter: Any) -> bool:
        return respiter is self._sent

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        if not isinstance(exc, Cut):
            with suppress(Cut):  # it took too long to hear out what was refused
                answer_error(self.log, req, client, addr, exc)
        elif not isinstance(exc, Idle):
            self._tell(client, exc)

    def _refuse(self, client: Any, why: Cut) -> None:
        """Tell a client that it cannot stay, and wait until it has read that."""
        self.connections.count(why)
        connection = self.connections.refused(client)
        if connection is None:
            return
        try:
            self._tell(connection, why)
            connection.shutdown(SHUT_WR)
            while connection.recv(4_096):
                pass
        except (Cut, OSError):
            pass
        finally:
            self.connections.leave(connection)

    def _tell(self, client: Any, why: Cut) -> None:
        try:
            client.sendall(self._bare_answer(why))
        except OSError:
            self.log.debug("A client that was cut off has gone.")
