"""Ratings on the page: a title's best players, and how a player stands."""

from __future__ import annotations

import secrets
from typing import Any

import httpx
from playwright.sync_api import expect

from tests.e2e.conftest import Hall
from tests.support.live import until
from tests.web.acts import choose_name, token
from tests.web.conftest import OpenPage
from tests.web.test_pages import PHONE

SLUG = "gates-of-mara"
HURRIED = {"bank_s": 1, "on_timeout": "forfeit"}
"""Whoever has to begin does not, and the other one has won after a second."""


def test_the_best_players_and_their_ratings_are_shown(hall: Hall, visitor: OpenPage) -> None:
    with httpx.Client(base_url=hall.url) as client:
        names = [f"{name} {secrets.token_hex(4)}" for name in ("Ada", "Robbie")]
        people = [
            client.post("/v1/players", json={"name": name, "kind": kind}).json()
            for name, kind in zip(names, ("human", "bot"), strict=True)
        ]
        tokens = [{"Authorization": f"Bearer {person['token']}"} for person in people]
        for _ in range(10):
            body = {"title": SLUG, "seats": [{"kind": "human"}] * 2, "clock": HURRIED}
            game = client.post("/v1/games", json=body, headers=tokens[0]).json()
            assert client.post(f"/v1/games/{game['id']}/seats", headers=tokens[1]).json()["rated"] is True

        def listed() -> list[Any]:
            rows = client.get(f"/v1/titles/{SLUG}/leaderboard").json()["players"]
            return [row for row in rows if row["name"] in names and row["games"] == 10]

        until(lambda: len(listed()) == 2, "ten rated games")
        best, other = listed()
    page = visitor(f"/titles/{SLUG}", **PHONE)
    board = page.locator(".ratings").first
    expect(board.locator("tr", has_text=best["name"])).to_contain_text(f"{best['rating']}")
    expect(board.locator("tr", has_text=other["name"])).to_contain_text("10")
    page.locator("#search").fill("gem")
    expect(board).to_have_count(0)
    page.locator("#search").fill("")
    page.get_by_role("link", name=best["name"]).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(best["name"])
    row = page.locator(".ratings tbody tr")
    expect(row).to_contain_text(f"{best['rating']}")
    expect(row.locator("td").first).to_have_text(str(best["rank"]))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_table_says_whether_it_is_rated_and_need_not_be(hall: Hall, visitor: OpenPage) -> None:
    page = visitor()
    choose_name(page)
    for unrated in (False, True):
        page.goto(hall.url)
        page.locator(".title-card", has=page.locator(f"[data-play={SLUG}]")).get_by_text("Set up a table").click()
        if unrated:
            page.get_by_label("For fun: does not count for ratings").check()
        page.get_by_role("button", name="Open the table").click()
        page.wait_for_url("**/games/*")
        game = httpx.get(
            f"{hall.url}/v1/games/{page.url.rpartition('/')[2]}", headers={"Authorization": f"Bearer {token(page)}"}
        ).json()
        assert game["rated"] is not unrated
        expect(page.locator(".table-head .hint", has_text="rated")).to_have_count(0 if unrated else 1)
