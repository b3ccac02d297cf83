"""What a person does on the page, by clicks alone."""

from __future__ import annotations

import random
import secrets
from contextlib import suppress
from typing import Any

import httpx
from playwright.sync_api import Error, Locator, Page, TimeoutError, expect

from tests.e2e.conftest import Hall
from tests.support.live import Person, until

MOST_CLICKS = 3000
"""No game takes as many."""

SOON_MS = 2000

MOST_PRESSES = 30
"""Of one button: a minute."""

LONG_S = 120.0
"""For bots to play a game."""

MOVED_ON = "before => document.querySelector('.table-page')?.dataset.seq !== before"
"""Whether the table is drawn as it was after a later event."""


def choose_name(page: Page, name: str | None = None) -> str:
    """Register in the lobby."""
    name = name or f"Visitor {secrets.token_hex(4)}"
    page.locator("input[name=name]").fill(name)
    page.get_by_role("button", name="Play under this name").click()
    expect(page.locator(".bar-who")).to_contain_text(name[:20])
    return name


def play_bots(page: Page, slug: str) -> str:
    """One click in the lobby; returns the game's id."""
    page.locator(f"[data-play={slug}]").click()
    page.wait_for_url("**/games/*")
    expect(page.locator(".table-page")).to_be_visible()
    return page.url.rpartition("/")[2]


def token(page: Page) -> str:
    """The key to the account that this browser keeps."""
    kept: str = page.evaluate("JSON.parse(localStorage.getItem('moothall.account')).token")
    return kept


def new_game(url: str, page: Page, body: dict[str, Any]) -> str:
    """A game made over the API by whoever sits before this page."""
    answer = httpx.post(f"{url}/v1/games", json=body, headers={"Authorization": f"Bearer {token(page)}"})
    assert answer.status_code == 201, answer.text
    game: str = answer.json()["id"]
    return game


_finished: dict[tuple[str, str], str] = {}


def finished_game(hall: Hall, slug: str) -> str:
    """A game of three bots, played to its end: one for all who only look at it."""
    found = _finished.get((hall.url, slug))
    if found is None:
        with Person(hall.url, "Organiser") as person:
            found = person.post("/v1/games", {"title": slug, "seats": [{"kind": "ai", "level": "random"}] * 3})["id"]
            until(lambda: person.client.get(f"/v1/games/{found}").json()["status"] == "finished", "its end", LONG_S)
        _finished[hall.url, slug] = found
    return found


class Hand:
    """Clicks through a game: on what is marked on the board, or in the list, then on the confirmation."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page = page
        self._luck = random.Random(seed)
        self.on_board = 0
        """Moves that were made on the board."""
        self.moves = 0

    def play(self, most: int | None = None) -> None:
        """Until the game is over, or so many moves more were made."""
        asked = self.page.locator("#do-it:enabled, .choice, .result").first
        until = None if most is None else self.moves + most
        for _ in range(MOST_CLICKS):
            if self.moves == until:
                return
            asked.wait_for(state="visible")
            if self.page.locator(".result").count():
                return
            self._decide()
        raise AssertionError("the game does not end")

    def _decide(self) -> None:
        board = False
        for _ in range(12):  # several clicks may be needed to say which move is meant
            if self.page.locator("#do-it").count():
                break
            board = self._click_board() or board
            if not board:
                break
        if not self.page.locator("#do-it").count():
            board = False
            self._click(self.page.locator(".choice"))
        if self._confirm():
            self.moves += 1
            self.on_board += board

    def _confirm(self) -> bool:
        """Press the button until the table moves on; false if something else is asked now, since another has acted. A
        button may move away between press and release: a person presses it again, and so does this."""
        before, told = self.page.locator(".table-page").get_attribute("data-seq"), ""
        for _ in range(MOST_PRESSES):
            with suppress(TimeoutError):
                if not self.page.evaluate(MOVED_ON, before):
                    self.page.locator("#do-it:enabled").click(timeout=SOON_MS)
                    self.page.wait_for_function(MOVED_ON, arg=before, timeout=SOON_MS)
                return True
            told = " / ".join(self.page.locator(".told.bad").all_inner_texts()) or told
            if not self.page.locator("#do-it").count():
                return False
        raise AssertionError(f"the move is never made, and what is told is: {told or 'nothing'}")

    def _click_board(self) -> bool:
        ready = self.page.locator("#place-them")
        if ready.count():
            return self._click(ready)
        return self._click(self.page.locator("[data-more]:enabled")) or self._click(
            self.page.locator(".table-board .can:not(.chosen)")
        )

    def _click(self, among: Locator) -> bool:
        count = among.count()
        if not count:
            return False
        with suppress(Error):  # it went, or was hidden, while we looked: the table moves on
            among.nth(self._luck.randrange(count)).click(force=True, timeout=SOON_MS)
        return True
