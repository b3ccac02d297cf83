"""The rules of axe-core for accessibility: nothing serious on any page, by day and by night."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page

from moothall.domain.titles import TITLES
from tests.e2e.conftest import Hall
from tests.web.acts import Hand, choose_name, finished_game, play_bots
from tests.web.conftest import OpenPage
from tests.web.test_tournaments import Organiser

AXE = Path(__file__).resolve().parents[2] / ".node" / "node_modules" / "axe-core" / "axe.min.js"

pytestmark = pytest.mark.skipif(
    not AXE.is_file(), reason="accessibility not checked: axe-core is node's (make .node/.ready)"
)

SERIOUS = ("serious", "critical")
DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Once what has changed colour is drawn."""
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def complaints(page: Page) -> list[str]:
    """What axe finds serious, by day and by night, each with the first element it is about."""
    page.evaluate(AXE.read_text("utf-8"))
    return [said for scheme in SCHEMES for said in complaints_in(page, scheme)]


def complaints_in(page: Page, scheme: Literal["light", "dark"]) -> list[str]:
    page.emulate_media(color_scheme=scheme)
    page.evaluate(DRAWN)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']}).then(result => result.violations)")
    return [
        f"{scheme}: {each['id']}: {each['help']} ({len(each['nodes'])}x), such as {each['nodes'][0]['html'][:200]} "
        f"{each['nodes'][0].get('failureSummary', '')[:300]}"
        for each in found
        if each["impact"] in SERIOUS
    ]


@pytest.mark.parametrize("slug", TITLES)
def test_nothing_serious_at_a_table(slug: str, visitor: OpenPage) -> None:
    page = visitor("/")
    choose_name(page)
    play_bots(page, slug)
    assert complaints(page) == []
    Hand(page, 6).play(most=6)
    assert complaints(page) == []


def test_nothing_serious_elsewhere(hall: Hall, visitor: OpenPage) -> None:
    page = visitor("/")
    assert complaints(page) == []
    choose_name(page)
    game = finished_game(hall, "manaforge")
    for path in (
        "/", "/account", "/record", "/titles/manaforge",
        f"/games/{game}", f"/games/{game}/replay",
    ):  # fmt: skip
        page.goto(hall.url + path)
        page.locator("h1").first.wait_for(state="visible")
        assert complaints(page) == [], path


def test_nothing_serious_at_a_tournament(hall: Hall, visitor: OpenPage) -> None:
    with hall.client() as client:
        olga = Organiser(hall, client)
        path = olga.create(4, name="House Cup", rounds=1, tie_breaks=["wins", "lot"])
        olga.post(f"{path}/start")
        page = visitor(path)
        page.locator(".cup-round").wait_for(state="visible")
        assert complaints(page) == []
        page.goto(f"{hall.url}/tournaments")
        page.locator(".game-line").first.wait_for(state="visible")
        assert complaints(page) == []
