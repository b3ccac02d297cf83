"""Games played in the browser by clicks alone."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from moothall.domain.titles import TITLES
from tests.e2e.conftest import Hall
from tests.support.live import Person, until
from tests.web.acts import Hand, choose_name, new_game, play_bots, token
from tests.web.conftest import OpenPage

OPTIONS = {"winds-of-numa-sera": {"round_limit": 12}}


@pytest.mark.parametrize("slug", TITLES)
def test_a_full_game_by_clicks(
    slug: str, hall: Hall, visitor: OpenPage, record_property: Callable[[str, object], None]
) -> None:
    seed = random.randrange(1 << 30)
    record_property("seed", seed)
    page = visitor()
    choose_name(page)
    body = {
        "title": slug,
        "seats": [{"kind": "human"}, {"kind": "ai", "level": "greedy"}],
        "options": OPTIONS.get(slug, {}),
    }
    game = new_game(hall.url, page, body)
    page.goto(f"{hall.url}/games/{game}")
    hand = Hand(page, seed)
    hand.play()
    expect(page.locator(".result h2")).to_contain_text(re.compile("wins?\\.|share the victory"))
    told = httpx.get(f"{hall.url}/v1/games/{game}").json()
    assert told["status"] == "finished"
    assert hand.on_board >= hand.moves // 3, "the board is for clicking"


def test_one_click_in_the_lobby_starts_a_game_against_bots(visitor: OpenPage) -> None:
    page = visitor()
    choose_name(page)
    play_bots(page, "manaforge")
    expect(page.locator(".mf-talent-card").first).to_be_visible()
    Hand(page, 1).play(most=2)
    expect(page.locator(".log-lines")).to_contain_text("You pick")


def on_turn(page: Page) -> bool:
    return page.locator(".choice, #do-it").count() > 0


def test_two_browsers_at_one_table_see_each_other(hall: Hall, visitor: OpenPage) -> None:
    ada, ben = visitor(), visitor()
    choose_name(ada)
    choose_name(ben)
    game = new_game(hall.url, ada, {"title": "medieval-realms", "seats": [{"kind": "human"}, {"kind": "human"}]})
    ada.goto(f"{hall.url}/games/{game}")
    expect(ada.locator(".lounge")).to_contain_text("Waiting for players")
    ben.goto(f"{hall.url}/games/{game}")
    ben.get_by_role("button", name="Take a seat").click()
    expect(ada.locator(".mr-head")).to_be_visible()
    for _ in range(2):  # the starting pairs, last in turn order first
        until(lambda: on_turn(ada) or on_turn(ben), "somebody's turn")
        page, other = (ada, ben) if on_turn(ada) else (ben, ada)
        before = other.locator(".log-entry").count()
        Hand(page, 3).play(most=1)
        expect(other.locator(".log-entry")).not_to_have_count(before)
    expect(ada.locator(".mr-phase")).to_contain_text("behind the wall")
    expect(ben.locator(".mr-phase")).to_contain_text("behind the wall")


@pytest.mark.parametrize("asked", ["/events?after=", "/moves"])
@pytest.mark.parametrize("late", [False, True], ids=["before the answer", "after it"])
def test_a_turn_that_comes_while_the_table_is_loaded_is_not_missed(
    asked: str, late: bool, hall: Hall, visitor: OpenPage
) -> None:
    """Nothing comes after it that could bring the page up to date."""
    page = visitor()
    choose_name(page)
    game = new_game(hall.url, page, {"title": "medieval-realms", "seats": [{"kind": "human"}, {"kind": "human"}]})
    with Person(hall.url, f"Guest of {game[:8]}") as guest, httpx.Client(base_url=hall.url) as own:
        own.headers["Authorization"] = f"Bearer {token(page)}"
        guest.post(f"/v1/games/{game}/seats", {})
        play_while_asked(own, game)
        played: list[int] = []

        def answer(route: Route) -> None:
            told = route.fetch() if late else None
            played.append(play_while_asked(guest.client, game))
            route.fulfill(response=told or route.fetch())

        page.route(lambda url: asked in url and game in url, answer)
        page.goto(f"{hall.url}/games/{game}")
        page.locator(".choice, #do-it").first.wait_for(state="visible")
        assert played[0], "it was the guest's turn"


def play_while_asked(player: httpx.Client, game: str) -> int:
    """The first legal move, as long as there is any; how many were made."""
    for count in itertools.count():
        listed = player.get(f"/v1/games/{game}/moves").json()["moves"]
        if not listed:
            return count
        player.post(f"/v1/games/{game}/moves", json={"move": listed[0]["move"]}).raise_for_status()
    raise AssertionError


def test_what_was_done_can_be_taken_back(hall: Hall, visitor: OpenPage) -> None:
    page = visitor()
    choose_name(page)
    game = new_game(hall.url, page, {"title": "manaforge", "seats": [{"kind": "human"}, {"kind": "human"}]})
    with Person(hall.url, f"Guest of {game[:8]}") as guest:
        guest.post(f"/v1/games/{game}/seats", {})
    page.goto(f"{hall.url}/games/{game}")
    Hand(page, 2).play(most=1)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".mf-talent-card.can").first).to_be_visible()
    assert (
        httpx.get(f"{hall.url}/v1/games/{game}/moves", headers={"Authorization": f"Bearer {token(page)}"}).json()[
            "undo"
        ]
        is None
    )


def test_a_refusal_tells_the_rule(hall: Hall, visitor: OpenPage) -> None:
    page = visitor()
    choose_name(page)
    game = new_game(
        hall.url, page, {"title": "manaforge", "seats": [{"kind": "human"}, {"kind": "ai", "level": "random"}]}
    )
    page.goto(f"{hall.url}/games/{game}")
    page.locator(".choice").first.wait_for(state="visible")
    headers = {"Authorization": f"Bearer {token(page)}"}
    refused = httpx.post(
        f"{hall.url}/v1/games/{game}/moves", json={"move": {"type": "end_turn"}}, headers=headers
    ).json()
    page.route(
        "**/moves",
        lambda route: route.fulfill(status=422, json=refused) if route.request.method == "POST" else route.continue_(),
    )
    page.locator(".choice").first.click()
    page.locator("#do-it").click()
    expect(page.locator(".told.bad")).to_contain_text(f"Rule {refused['rule']}")


def test_the_keyboard_is_enough(hall: Hall, visitor: OpenPage) -> None:
    page = visitor()
    choose_name(page)
    game = new_game(
        hall.url, page, {"title": "gates-of-mara", "seats": [{"kind": "human"}, {"kind": "ai", "level": "random"}]}
    )
    page.goto(f"{hall.url}/games/{game}")
    page.locator(".choice").first.wait_for(state="visible")
    page.keyboard.press("/")
    expect(page.locator("#filter")).to_be_focused()
    page.keyboard.type("pass")
    expect(page.locator(".choice")).to_have_count(1)
    page.locator(".choice").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".ready-head")).to_be_visible()  # what would happen is told, and the focus stays
    expect(page.locator("#do-it")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#do-it")).to_have_count(0)
