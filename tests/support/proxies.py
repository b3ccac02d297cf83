"""The proxies of docs/operations.md, run as they stand there but for ports, certificates and shorter patience."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from moothall.server.supervisor import free_port
from tests.support.live import PATIENCE_S, until
from tests.support.wires import HOST, certificate

PAGE = Path(__file__).parents[2] / "docs" / "operations.md"
SHORT_S = 4
"""How long half a request is waited for here, instead of the ten and thirty seconds of the page."""


def example(language: str) -> str:
    """The code of that language on the page."""
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", PAGE.read_text("utf-8"), re.M | re.S)
    return str(found)


def changed(text: str, *changes: tuple[str, str]) -> str:
    """With these words replaced, each of which has to be there."""
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


def nginx(folder: Path, port: int, upstream: str) -> list[str]:
    """Writes its settings; what its command line says."""
    server = changed(
        example("nginx"),
        ("listen 443 ssl", f"listen {HOST}:{port} ssl"),
        ("server_name hall.example", "server_name _"),
        ("/etc/ssl/hall.example.pem", str(folder / "certificate.pem")),
        ("/etc/ssl/hall.example.key", str(folder / "key.pem")),
        ("127.0.0.1:8000", upstream),
        ("client_body_timeout   10s", f"client_body_timeout {SHORT_S}s"),
    )
    rooms = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{room}_temp_path {folder}/{room};\n" for room in rooms)
    main = f"user root; daemon off; pid {folder}/pid; error_log {folder}/log; events {{}}"
    around = f"{main}\nhttp {{\naccess_log off;\n{temporary}{server}}}\n"
    (folder / "nginx.conf").write_text(around)
    return ["-p", str(folder), "-c", "nginx.conf"]


def caddy(folder: Path, port: int, upstream: str) -> list[str]:
    """Writes its settings; what its command line says."""
    server = changed(
        example("caddy"),
        ("{\n\tservers", "{\n\tadmin off\n\tauto_https disable_redirects\n\tservers"),
        ("hall.example {", f"https://{HOST}:{port} {{\n\tbind {HOST}\n\ttls {folder}/certificate.pem {folder}/key.pem"),
        ("127.0.0.1:8000", upstream),
        ("read_body   30s", f"read_body {SHORT_S}s"),
    )
    (folder / "Caddyfile").write_text(server)
    return ["run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


PROXIES: dict[str, Callable[[Path, int, str], list[str]]] = {"nginx": nginx, "caddy": caddy}


def is_there(name: str) -> bool:
    return shutil.which(name) is not None


@contextmanager
def proxy(name: str, folder: Path, upstream: str) -> Iterator[int]:
    """The port of such a proxy in front of a server."""
    certificate(folder)
    port = free_port(HOST)
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen(
            [shutil.which(name) or name, *PROXIES[name](folder, port, upstream)],
            env={"HOME": str(folder)},  # Caddy keeps things there
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
    try:
        until(lambda: process.poll() is not None or _listens(port), f"the start of {name}")
        assert process.poll() is None, (folder / "log").read_text()
        yield port
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE_S)  # for requests under way, of which none is left
        finally:
            process.kill()
            process.wait()


def _listens(port: int) -> bool:
    with socket.socket() as line:
        return line.connect_ex((HOST, port)) == 0
