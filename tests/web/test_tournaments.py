"""A tournament on the page: entered, followed live and looked through, by clicks alone."""

from __future__ import annotations

import csv
import subprocess
import sys
from typing import Any

import httpx
from playwright.sync_api import expect

from tests.e2e.conftest import ROOT, Hall
from tests.e2e.people import Player
from tests.web.conftest import OpenPage
from tests.web.test_pages import PHONE

SOON_MS = 120_000
"""Until the AIs have played a round."""


class Organiser:
    """Somebody who organises over the API."""

    def __init__(self, hall: Hall, client: httpx.Client) -> None:
        self._client = client
        self._olga = Player(client, "Olga")
        granted = ["grant", self._olga.id, "--scope", "organise", "--data", str(hall.data)]
        subprocess.run(
            [sys.executable, "-m", "moothall.server", *granted], cwd=ROOT, check=True, timeout=60, capture_output=True
        )

    def create(self, ais: int, **terms: Any) -> str:
        """A tournament with so many AIs; its path."""
        body = {"title": "medieval-realms", "format": "swiss", "table_size": 4, "rounds": 2, **terms}
        path = f"/tournaments/{self.post('/tournaments', body)['id']}"
        for number in range(1, ais + 1):
            self.post(f"{path}/entries", {"ai": {"level": "random", "name": f"House bot {number}"}})
        return path

    def post(self, path: str, body: Any = None) -> Any:
        answer = self._client.post(f"/v1{path}", json=body or {}, headers=self._olga.headers)
        assert answer.status_code == 201, answer.text
        return answer.json()


def test_somebody_enters_checks_in_drops_out_and_plays(hall: Hall, visitor: OpenPage) -> None:
    with hall.client() as client:
        olga = Organiser(hall, client)
        path = olga.create(3, name="Club <b>Evening</b>", check_in=True, rounds=1)
        page = visitor("/tournaments")
        page.get_by_role("link", name="Club <b>Evening</b>").click()
        expect(page.locator(".cup-status")).to_contain_text("it can be entered")
        page.locator("#enter").click()
        page.locator("dialog input[name=name]").fill("Entrant of the club")
        page.get_by_role("button", name="Play under this name").click()
        expect(page.locator(".cup-standings tbody tr")).to_have_count(4)
        page.locator("#check-in").click()
        expect(page.locator("#check-in")).to_have_count(0)
        page.locator("#drop").click()
        page.get_by_role("dialog").get_by_role("button", name="Drop out").click()
        expect(page.locator(".cup-standings .dropped")).to_have_count(1)
        page.locator("#enter").click()
        expect(page.locator(".cup-standings .own")).to_contain_text("Entrant of the club")
        olga.post(f"{path}/start")
        expect(page.locator(".cup-status")).to_contain_text("Round 1 of 1")
        expect(page.locator(".cup-log")).to_contain_text("The tournament starts")
        page.locator(".cup-why summary").click()
        expect(page.locator(".cup-why p").first).to_be_visible()
        page.locator(".cup-table a", has_text="Watch").click()
        page.get_by_role("button", name="Take a seat").click()
        expect(page.locator(".table-page")).to_be_visible()


def test_a_tournament_is_followed_to_its_end_and_looked_through(hall: Hall, visitor: OpenPage) -> None:
    with hall.client() as client:
        olga = Organiser(hall, client)
        path = olga.create(8, name="House Cup", tie_breaks=["opponents", "wins", "lot"])
        page, phone = visitor(path), visitor(path, **PHONE)
        olga.post(f"{path}/start")
        expect(page.locator(".cup-status")).to_contain_text("It is over.", timeout=SOON_MS)
        expect(page.locator(".cup-round")).to_have_count(2)
        expect(page.locator(".cup-cross tbody tr")).to_have_count(8)
        expect(page.locator(".cup-cross tbody td a")).to_have_count(16)
        shown = page.locator(".cup-standings tbody tr").evaluate_all(
            "rows => rows.map(row => [...row.querySelectorAll('td, th')].map(cell => cell.textContent.trim()))"
        )
        told = client.get(f"/v1{path}/standings").json()["standings"]
        assert [row[1:3] for row in shown] == [[row["name"], str(row["points"])] for row in told]
        with page.expect_download() as started:
            page.locator("#csv").click()
        with open(started.value.path(), encoding="utf-8", newline="") as file:
            assert [row["name"] for row in csv.DictReader(file)] == [row["name"] for row in told]
        expect(phone.locator(".cup-status")).to_contain_text("It is over.", timeout=SOON_MS)
        assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        olga.post(f"{path}/rulings", {"type": "take_points", "entrant": "e1", "points": 1, "reason": "Came late."})
        page.reload()
        expect(page.locator(".cup-side")).to_contain_text("House bot 1 loses 1 points")
        page.locator(".cup-table a", has_text="Look at it again").first.click()
        expect(page.locator(".replay-count")).to_contain_text("Event")
