"""Titles that packages bring along."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from moothall.domain.titles import TITLES
from moothall.server.bootstrap import wire
from moothall.server.config import Config
from moothall.workers import titles
from moothall.workers.titles import BadTitle, hosted
from tests.support.live import ROOT
from tests.support.tally import TALLY

NO_TITLE = "neither"


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Packages with these entry points."""

    def entries(**named: str) -> None:
        found = [EntryPoint(name, value, titles.GROUP) for name, value in named.items()]
        monkeypatch.setattr(titles, "entry_points", lambda group: found if group == "moothall.titles" else [])
        titles.installed.cache_clear()

    yield entries
    monkeypatch.undo()
    titles.installed.cache_clear()


def test_a_title_of_a_package_is_hosted_beside_ours(install: Callable[..., None]) -> None:
    install(tally="tests.support.tally:TALLY")
    assert hosted() == {**TITLES, "tally": TALLY}
    assert "tally" not in TITLES
    parts = wire(Config(redis="unix://unused"))
    assert parts.titles["tally"] is TALLY


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("from domain.core.content import parse", "domain"),
        ("import workers.bots", "workers"),
        ("from events.errors import Conflict", "events"),
        ("import server", "server"),
    ],
)
@pytest.mark.parametrize("folder", [True, False], ids=["beside the folders", "elsewhere"])
def test_a_title_that_imports_by_the_old_names_is_told_the_new_ones(
    install: Callable[..., None], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, line: str, path: str, folder: bool
) -> None:
    (tmp_path / "old_title.py").write_text(f"{line}\n", "utf-8")
    elsewhere = [each for each in sys.path if not (Path(each) / "domain").is_dir()]
    monkeypatch.setattr(sys, "path", [str(tmp_path), *([str(ROOT)] if folder else []), *elsewhere])
    install(nim="old_title:NIM")
    said = rf"nim = old_title:NIM .*cannot be loaded: .*\(import moothall\.{path} instead of {path}\)"
    with pytest.raises(BadTitle, match=said):
        hosted()
    assert "old_title" not in sys.modules


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("tally", "no_such_package:TALLY", r"tally = no_such_package:TALLY .*cannot be loaded: ModuleNotFoundError"),
        ("tally", f"{__name__}:NO_TITLE", r"tally = tests.workers.test_titles:NO_TITLE .*leads to str"),
        ("tallies", "tests.support.tally:TALLY", "leads to the title 'tally': call it so"),
        ("manaforge", "moothall.domain.manaforge:MANAFORGE", "brings a title 'manaforge', which is there already"),
    ],
)
def test_what_is_no_title_is_said_by_its_name(install: Callable[..., None], name: str, value: str, said: str) -> None:
    install(**{name: value})
    with pytest.raises(BadTitle, match=said):
        hosted()
