"""Files and servers that anybody may have made: whatever they say, a terminal shows it spelled out, and no command ends
in a traceback."""

from __future__ import annotations

import dataclasses
import http.server
import json
import logging
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from moothall.domain.core.codec import to_json
from moothall.domain.core.data import Json
from moothall.domain.core.words import printable, printable_lines
from moothall.domain.titles import TITLES
from moothall.events import keys
from moothall.server.app import create_app
from moothall.server.bootstrap import Services
from moothall.server.cli import main
from moothall.server.logs import PrintableFormatter
from tests.support.api import Api
from tests.support.live import moothall
from tests.support.records import annulled, events_of, forged, header_in, record
from tests.support.tally import TALLY

EVIL = "Eve\x1b[2J\x1b]0;owned\x07\x9b31m\u202etxet\u2066\r\u200b\x7f"
"""Clears the screen, names the window, turns text round, hides it."""


def harmless(text: str) -> str:
    """Nothing in it but what can be seen, line by line."""
    assert all(line.isprintable() for line in text.split("\n")), repr(text)
    assert "Traceback" not in text
    return text


def poisoned(value: Any) -> Any:
    """The same with every text that is somebody's own made evil."""
    match value:
        case dict():
            return {
                name: EVIL
                if name in ("name", "reason", "game", "entropy") and isinstance(inner, str)
                else poisoned(inner)
                for name, inner in value.items()
            }
        case list():
            return [poisoned(each) for each in value]
        case _:
            return value


@pytest.fixture(scope="module")
def evil_record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    data = record(annulled(TALLY, 2, 12))
    header: Json = poisoned(header_in(data))
    file = tmp_path_factory.mktemp("evil") / "evil.ndjson"
    file.write_bytes(forged(header, poisoned(events_of(data))))
    return file


@pytest.mark.parametrize(
    "arguments",
    [
        ["verify"],
        ["verify", "--json"],
        ["verify", "--against-current-rules"],
        ["replay"],
        ["replay", "--as", "0"],
        ["replay", "--json"],
        ["replay", "--scores"],
        ["replay", "--diff", "1", "5"],
        ["replay", "--at", "999"],
    ],
    ids=" ".join,
)
def test_an_evil_record(evil_record: Path, arguments: list[str]) -> None:
    done = moothall(arguments[0], str(evil_record), *arguments[1:])
    harmless(done.stdout)
    harmless(done.stderr)
    assert done.returncode in (0, 1, 3)


def test_what_is_evil_is_shown_spelled_out(evil_record: Path) -> None:
    assert printable(EVIL) in moothall("replay", str(evil_record)).stdout


def test_a_chart_of_an_evil_record_holds_no_markup(evil_record: Path, tmp_path: Path) -> None:
    done = moothall("replay", str(evil_record), "--svg", str(tmp_path / "chart.svg"))
    assert done.returncode == 0, done.stderr
    harmless((tmp_path / "chart.svg").read_text("utf-8"))


class EvilServer(http.server.BaseHTTPRequestHandler):
    """Answers everything with `answer`, a status and a body."""

    answer: tuple[int, bytes] = (200, b"")

    def do_GET(self) -> None:
        status, body = self.answer
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET

    def log_message(self, format: str, *args: Any) -> None:
        """Not here."""


@pytest.fixture
def evil_server() -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), EvilServer)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


def said(body: Any) -> bytes:
    """As JSON that escapes nothing but what it must."""
    return json.dumps(body, ensure_ascii=False).encode()


ANSWERS: dict[str, tuple[int, bytes]] = {
    "problem": (404, said({"detail": EVIL, "title": EVIL, "errors": {EVIL: [EVIL]}})),
    "problem with a rule": (422, said({"rule": EVIL})),
    "problem of other shapes": (400, said({"errors": [EVIL], "detail": {EVIL: EVIL}})),
    "problem in a list": (403, said([EVIL])),
    "status": (200, said({"status": EVIL, "games": [], "next": None, "keys": EVIL})),
    "text": (200, said(EVIL)),
    "no JSON": (200, EVIL.encode()),
    "no UTF-8": (200, b"\xff\x1b[2J"),
    "nested": (200, b"[" * 100_000),
    "nothing": (200, b""),
    "keys": (200, said({"keys": [{"id": EVIL, "public_key": EVIL}]})),
    "game": (
        200,
        said(
            {
                "id": EVIL,
                "title": "manaforge",
                "status": EVIL,
                "seq": EVIL,
                "token": EVIL,
                "seats": [{"seat": 0, "name": EVIL, "kind": "human", "level": None, "score": EVIL}] * 2,
                "you": None,
                "state": None,
                "awaiting": {"decisions": [], "step": None, "deadline": None},
                "result": None,
                "events": [{"seq": EVIL, "text": [EVIL], "seat": 0}],
                "next": None,
            }
        ),
    ),
}


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_an_evil_server(
    evil_server: str, evil_record: Path, answer: tuple[int, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(TITLES, TALLY.slug, TALLY)
    EvilServer.answer = answer
    for arguments in (
        ("export", "g1", "--server", evil_server),
        ("export", "--all", "--server", evil_server, "-o", str(evil_record.with_suffix(".zip"))),
        ("verify", str(evil_record), "--keys", evil_server),
        ("play", "--url", evil_server, "--game", "g1"),
        ("play", "manaforge", "--url", evil_server),
    ):
        done = CliRunner().invoke(main, arguments)
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        harmless(done.stdout)
        harmless(done.stderr)


def test_a_granted_account_is_named_harmlessly(api: Api) -> None:
    """Accounts of earlier times may have any name."""
    ada, players = api.player(), api.parts.players
    account = players.get(ada.id)
    assert account is not None
    api.parts.store.redis.set(keys.player(ada.id), to_json(replace(account, name=EVIL)))
    done = moothall("grant", ada.id, "--scope", "organise", "--redis", api.parts.config.redis)
    assert printable(EVIL) in harmless(done.stdout)


def test_lines_of_the_access_log_hold_nothing_raw(parts: Services, tmp_path: Path) -> None:
    app = create_app(dataclasses.replace(parts.config, access_log=str(tmp_path / "log")), parts)
    app.test_client().get("/v1/%1b%5b2J%c2%9b31m%e2%80%ae")
    (line,) = (tmp_path / "log").read_text("utf-8").splitlines()
    assert json.loads(line)["path"] == "/v1/\\x1b[2J\\x9b31m\\u202e"
    harmless(line)


def test_lines_of_other_logs_hold_nothing_raw() -> None:
    try:
        raise ValueError(EVIL)
    except ValueError as error:
        told = logging.LogRecord("x", logging.ERROR, "x.py", 1, "%s", (EVIL,), (ValueError, error, error.__traceback__))
    text = PrintableFormatter().format(told)
    assert all(line.isprintable() for line in text.split("\n"))
    assert len(text.split("\n")) > 3, "a traceback keeps its lines"


def test_several_lines_stay_several() -> None:
    assert printable_lines("a\x1b\nb\r\n") == "a\\x1b\nb\\r\n"
