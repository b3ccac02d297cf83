"""A server that goes away and comes back."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.e2e.conftest import small_hall
from tests.web.acts import Hand, choose_name, play_bots
from tests.web.conftest import OpenPage


def test_a_game_goes_on_after_the_server_was_restarted(tmp_path: Path, visitor: OpenPage) -> None:
    first = small_hall(tmp_path / "data")
    port = first.url.rpartition(":")[2]
    page = visitor("/", at=first)
    choose_name(page)
    play_bots(page, "manaforge")
    hand = Hand(page, 5)
    hand.play(most=3)
    first.stop()
    expect(page.locator(".offline")).to_be_visible()
    again = small_hall(tmp_path / "data", "--port", port)
    expect(page.locator(".offline")).to_be_hidden()
    before = page.locator(".log-entry").count()
    hand.play(most=3)
    assert page.locator(".log-entry").count() > before
    again.stop()
