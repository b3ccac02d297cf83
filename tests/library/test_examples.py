"""Every example of the library is run: those of docs/library.md, and those that stand with the names themselves."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import moothall
import moothall.arenas
import moothall.catalogue
import moothall.environment
import moothall.game
import moothall.records
from moothall.server.config import Config
from moothall.server.embedded import EmbeddedRedis
from moothall.server.supervisor import free_port
from tests.support.live import ROOT, app_server

PAGE = (ROOT / "docs/library.md").read_text("utf-8")
SECTIONS = re.split(r"^### ", PAGE, flags=re.MULTILINE)[1:]
BLOCK = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RECORD = ROOT / "tests/golden/manaforge-2p-winner.ndjson"
WAYS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL | doctest.NORMALIZE_WHITESPACE

MODULES = [
    moothall.arenas,
    moothall.catalogue,
    moothall.environment,
    moothall.game,
    moothall.records,
]


@pytest.fixture(scope="module")
def address(redis_server: EmbeddedRedis, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real web server with the titles that Moothall hosts."""
    data = tmp_path_factory.mktemp("data")
    config = Config(redis=redis_server.url, port=free_port("127.0.0.1"), web_workers=1, data=data)
    with app_server(config) as found:
        yield found


def names_in(heading: str) -> list[str]:
    return re.findall(r"`(\w+)`", heading.partition("\n")[0])


def test_every_name_has_a_section_and_every_section_its_example() -> None:
    told = [name for section in SECTIONS for name in names_in(section)]
    assert sorted(told) == sorted(moothall.__all__)
    for section in SECTIONS:
        blocks = "".join(BLOCK.findall(section))
        assert blocks
        assert all(name in blocks for name in names_in(section) if name not in ("Title", "Game", "Record"))


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: "-".join(names_in(section)[:2]))
def test_the_examples_of_a_section(section: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    blocks = "".join(BLOCK.findall(section))
    known: dict[str, Any] = {"moothall": moothall, "folder": tmp_path, "file": RECORD}
    if "Client" in names_in(section):
        known["url"] = request.getfixturevalue("address")
    run(doctest.DocTestParser().get_doctest(blocks, known, names_in(section)[0], "docs/library.md", 0))


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_the_examples_of_a_module(module: ModuleType, tmp_path: Path) -> None:
    known = {"moothall": moothall, "folder": tmp_path, "file": RECORD}
    found = doctest.DocTestFinder().find(module, module.__name__, globs=known)
    assert sum(bool(each.examples) for each in found) >= 1
    for each in found:
        run(each)


@pytest.mark.parametrize("name", [name for name in moothall.__all__ if name != "__version__"])
def test_every_name_says_what_it_is(name: str) -> None:
    assert len((getattr(moothall, name).__doc__ or "").strip()) > 20


def run(test: doctest.DocTest) -> None:
    said: list[str] = []
    doctest.DocTestRunner(optionflags=WAYS).run(test, out=said.append)
    assert not said, "".join(said)
