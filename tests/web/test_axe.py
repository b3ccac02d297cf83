"""The rules of axe-core for accessibility: nothing serious on any page, light or dark, on a screen or a phone."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from domain.titles import TITLES
from tests.e2e.conftest import Hall
from tests.web.acts import Hand, choose_name, play_bots
from tests.web.conftest import OpenPage
from tests.web.test_pages import finished_game
from tests.web.test_tournaments import Organiser

AXE = Path(__file__).resolve().parents[2] / ".node" / "node_modules" / "axe-core" / "axe.min.js"

pytestmark = pytest.mark.skipif(
    not AXE.is_file(), reason="accessibility not checked: axe-core is node's (make .node/.ready)"
)

SERIOUS = ("serious", "critical")


def complaints(page: Page) -> list[str]:
    """What axe finds serious, each with the first element it is about."""
    page.wait_for_function("() => !document.querySelector('.changed')")  # what has just changed is marked for a moment
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']}).then(result => result.violations)")
    return [
        f"{each['id']}: {each['help']} ({len(each['nodes'])}x), such as {each['nodes'][0]['html'][:200]} "
        f"{each['nodes'][0].get('failureSummary', '')[:300]}"
        for each in found
        if each["impact"] in SERIOUS
    ]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("slug", TITLES)
def test_nothing_serious_at_a_table(slug: str, dark: bool, visitor: OpenPage) -> None:
    page = visitor("/", dark=dark)
    choose_name(page)
    play_bots(page, slug)
    assert complaints(page) == []
    Hand(page, 6).play(most=6)
    assert complaints(page) == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_nothing_serious_elsewhere(dark: bool, hall: Hall, visitor: OpenPage) -> None:
    page = visitor("/", dark=dark)
    assert complaints(page) == []
    choose_name(page)
    game = finished_game(hall.url, page, "manaforge", 2)
    for path in (
        "/", "/account", "/record", "/titles/manaforge",
        f"/games/{game}", f"/games/{game}/replay",
    ):  # fmt: skip
        page.goto(hall.url + path)
        page.locator("h1").first.wait_for(state="visible")
        assert complaints(page) == [], path


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_nothing_serious_at_a_tournament(dark: bool, hall: Hall, visitor: OpenPage) -> None:
    with hall.client() as client:
        olga = Organiser(hall, client)
        path = olga.create(4, name="House Cup", rounds=1, tie_breaks=["wins", "lot"])
        olga.post(f"{path}/start")
        page = visitor(path, dark=dark)
        page.locator(".cup-round").wait_for(state="visible")
        assert complaints(page) == []
        page.goto(f"{hall.url}/tournaments")
        page.locator(".game-line").first.wait_for(state="visible")
        assert complaints(page) == []
