"""Posting to somebody else's URL: only to addresses that were checked, briefly, and never further than asked."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from moothall.workers import webhook_http
from moothall.workers.webhook_http import Refused, Unreachable, check, is_public, post
from tests.support.receiver import receiver


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "127.8.8.8",
        "0.0.0.0",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "192.0.2.1",
        "198.18.0.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "2001:0:1::1",
        "2001:db8::1",
        "fc00::1",
        "fd12:3456::1",
        "fe80::1",
        "fe80::1%eth0",
        "fec0::1",
        "ff02::1",
        "nonsense",
    ],
)
def test_what_is_not_of_the_public_internet_is_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    "address", ["1.1.1.1", "93.184.216.34", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101"]
)
def test_what_is_of_the_public_internet_is_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/",
        "http://localhost:8000/",
        "https://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://2130706433/",
        "http://0x7f.1/",
        "http://127.1/",
        "http://169.254.169.254/latest/meta-data/",
    ],
)
def test_a_url_that_leads_home_is_refused_however_it_is_written(url: str) -> None:
    with pytest.raises(Refused, match="public addresses only"):
        check(url)
    assert check(url, private=True).addresses


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.org/",
        "http://example..org/",
        "http://.example.org/",
        f"http://{'x' * 64}.org/",
        "//example.org/",
        "http://",
        "http://user@example.org/",
        "http://user:word@example.org/",
        "http://example.org/#part",
        "http://example.org:0/",
        "http://example.org:99999/",
        "http://example.org:x/",
        "http://[::1/",
        "http://exa mple.org/",
        "http://example.org/a\r\nHost: b",
        "http://münchen.example/",
    ],
)
def test_what_is_no_url_to_post_to_is_refused(url: str) -> None:
    with pytest.raises(Refused):
        check(url, private=True)


@pytest.mark.parametrize("name", ["nosuchname.invalid", "a..b", "x" * 64 + ".invalid"])
def test_a_name_that_nobody_has_is_refused(name: str) -> None:
    with pytest.raises(Refused, match="cannot be resolved"):
        check(f"http://{name}/")


def test_one_bad_address_among_good_ones_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    resolves(monkeypatch, "93.184.216.34", "10.0.0.1")
    with pytest.raises(Refused):
        check("http://mixed.example/")


def test_the_connection_goes_to_the_address_that_was_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that leads elsewhere the second time it is asked is never asked a second time."""
    with receiver() as good, receiver() as bad:
        asked: list[str] = []
        real = socket.getaddrinfo

        def rebinding(host: str, port: Any, *more: Any, **named: Any) -> Any:
            if host == "rebinding.example":
                asked.append(host)
                port = good.port if len(asked) == 1 else bad.port
                return real("127.0.0.1", port, *more, **named)
            return real(host, port, *more, **named)

        monkeypatch.setattr(socket, "getaddrinfo", rebinding)
        url = f"http://rebinding.example:{good.port}/"
        assert post(url, b"{}", {}, private=True) == 200
        assert asked == ["rebinding.example"]
        assert (len(good.got), len(bad.got)) == (1, 0)
        assert good.got[0].headers["Host"] == f"rebinding.example:{good.port}"
        with pytest.raises(Refused):
            post(url, b"{}", {})
        assert len(good.got) == 1


def test_body_and_headers_arrive_as_they_are() -> None:
    with receiver() as server:
        assert post(server.url + "?a=1", b'{"x": 1}', {"Content-Type": "application/json"}, private=True) == 200
        (got,) = server.got
        assert (got.path, got.body, got.headers["Content-Type"]) == ("/hook?a=1", b'{"x": 1}', "application/json")


def test_redirects_are_not_followed() -> None:
    with receiver() as other, receiver(status=302, headers={"Location": other.url}) as server:
        assert post(server.url, b"{}", {}, private=True) == 302
        assert other.got == []


def test_an_answer_without_end_is_not_read_to_it() -> None:
    with talking(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n" + b"x" * 100_000, close=False) as url:
        assert post(url, b"{}", {}, private=True) == 200


@pytest.mark.parametrize(
    ("words", "why"),
    [(b"", "cut"), (b"SMTP ready\r\n\r\n", "not HTTP"), (b"HTTP/1.1 xx\r\n\r\n", "not HTTP")],
)
def test_who_does_not_answer_in_http_is_told_apart(words: bytes, why: str) -> None:
    with talking(words, close=True) as url, pytest.raises(Unreachable, match=why):
        post(url, b"{}", {}, private=True)


def test_nobody_there() -> None:
    with receiver() as server:
        url = server.url
    with pytest.raises(Unreachable, match="refused"):
        post(url, b"{}", {}, private=True)


def test_silence_is_waited_for_only_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhook_http, "CONNECT_S", 0.1)
    with talking(b"", close=False) as url, pytest.raises(Unreachable, match="in time"):
        post(url, b"{}", {}, private=True)


def test_an_answer_that_drips_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each single wait is short enough, all of them together are not."""
    monkeypatch.setattr(webhook_http, "TOTAL_S", 0.3)
    words = b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 80
    with talking(words, close=False, drip_s=0.02) as url, pytest.raises(Unreachable, match="too long"):
        post(url, b"{}", {}, private=True)


def test_a_secure_url_is_never_spoken_to_in_the_clear() -> None:
    with receiver() as server:
        with pytest.raises(Unreachable, match="no secure connection"):
            post(server.url.replace("http:", "https:"), b"{}", {}, private=True)
        assert server.got == []


def resolves(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 80)) for address in addresses]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)


@contextmanager
def talking(words: bytes, close: bool, drip_s: float = 0) -> Iterator[str]:
    """A server that says this, whatever it is asked."""
    done = threading.Event()

    def serve() -> None:
        line, _ = listener.accept()
        with line:
            line.recv(65536)
            for piece in [words] if not drip_s else [words[i : i + 6] for i in range(0, len(words), 6)]:
                try:
                    line.sendall(piece)
                except OSError:
                    return
                if done.wait(drip_s):
                    return
            if not close:
                done.wait(30)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
        finally:
            done.set()
            thread.join()
