"""Titles that packages bring along."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint

import pytest

from domain.titles import TITLES
from server.bootstrap import wire
from server.config import Config
from tests.support.tally import TALLY
from workers import titles
from workers.titles import BadTitle, hosted

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
    ("name", "value", "said"),
    [
        ("tally", "no_such_package:TALLY", r"tally = no_such_package:TALLY .*cannot be loaded: ModuleNotFoundError"),
        ("tally", f"{__name__}:NO_TITLE", r"tally = tests.workers.test_titles:NO_TITLE .*leads to str"),
        ("tallies", "tests.support.tally:TALLY", "leads to the title 'tally': call it so"),
        ("manaforge", "domain.manaforge:MANAFORGE", "brings a title 'manaforge', which is there already"),
    ],
)
def test_what_is_no_title_is_said_by_its_name(install: Callable[..., None], name: str, value: str, said: str) -> None:
    install(**{name: value})
    with pytest.raises(BadTitle, match=said):
        hosted()
