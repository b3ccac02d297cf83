"""What only the board of Gates of Mara has."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Hall
from tests.web.acts import choose_name, new_game
from tests.web.conftest import OpenPage


def test_gems_to_pay_with_can_be_chosen(hall: Hall, visitor: OpenPage) -> None:
    page = visitor()
    choose_name(page)
    game = new_game(
        hall.url,
        page,
        {
            "title": "gates-of-mara",
            "seats": [{"kind": "human"}, {"kind": "ai", "level": "random"}],
            "options": {"lords": ["fire_lord", "earth_lord"]},  # neither of them asks anything
        },
    )
    page.goto(f"{hall.url}/games/{game}")
    page.locator(".gm-own-figure.can[data-place='figure:leader']").click()
    page.locator(".gm-gate.can:not(.apart, .central)").first.click()
    page.locator("#do-it").click()
    page.get_by_role("button", name="Pay with other gems").click()
    page.get_by_role("button", name="Pay 1 Water, 1 Earth and 1 Air").click()
    expect(page.locator(".ready-text")).to_contain_text("paying 1 Water, 1 Earth and 1 Air")
    page.locator("#do-it").click()
    expect_supplies(page, Onyx=1, Water=0, Earth=0, Air=0)


def expect_supplies(page: Page, **owned: int) -> None:
    """What the own board shows."""
    for what, count in owned.items():
        label = re.compile(rf"^{what}: {count}\b")
        expect(page.locator(f".gm-seat.own .gm-supply[data-tip^='{what}']")).to_have_attribute("aria-label", label)
