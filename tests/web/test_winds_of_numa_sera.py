"""What only the board of Winds of Numa Sera has: the map."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from moothall.domain.titles import TITLES
from moothall.events.records.replay import Replay
from tests.e2e.conftest import Hall
from tests.support.live import moothall
from tests.web.acts import Hand, choose_name, new_game
from tests.web.conftest import OpenPage
from tests.web.test_axe import AXE, complaints

GOLDEN = Path(__file__).parents[1] / "golden"

RECORDS = (
    "winds-of-numa-sera-2p-edition-2-conqueror",
    "winds-of-numa-sera-3p-conqueror",
    "winds-of-numa-sera-4p-edition-2-legend",
)

TOLD = """() => [...document.querySelectorAll('.ns-map [data-place^="stronghold:"]')].map(each => ({
    id: each.dataset.place.slice('stronghold:'.length),
    name: each.getAttribute('aria-label'),
    focusable: each.tabIndex === 0,
    flags: each.querySelectorAll('.ns-flag').length,
    seat: [...each.classList].find(name => name.startsWith('ns-seat-')) ?? null,
    at: [each.style.getPropertyValue('--left'), each.style.getPropertyValue('--top')].join(' '),
}))"""
"""Every Stronghold on the map, as it is drawn and as it is told."""


@pytest.mark.parametrize("record", RECORDS)
def test_the_map_shows_every_stronghold_once_and_whose_it_is(record: str, tmp_path: Path, visitor: OpenPage) -> None:
    file = GOLDEN / f"{record}.ndjson"
    out = tmp_path / "game.html"
    done = moothall("replay", str(file), "--html", str(out))
    assert done.returncode == 0, done.stderr
    page = visitor("/healthz")
    page.goto(out.as_uri())
    places: dict[str, set[str]] = {}
    moments = turning_points(Replay(file.read_bytes(), TITLES))
    for seq, holders in moments:
        for each in shown(page, seq):
            holder = holders.pop(each["id"])
            told = "Independent." if holder is None else f"Held by Player {holder}."
            assert told in each["name"]
            assert (each["flags"], each["seat"]) == ((0, None) if holder is None else (1, f"ns-seat-{holder}"))
            assert each["focusable"]
            places.setdefault(each["id"], set()).add(each["at"])
        assert holders == {}, f"event {seq}: these are not on the map"
    assert len(moments) > 4, "some were taken"
    assert all(len(spots) == 1 for spots in places.values()), "a Stronghold stays where it is"
    assert len(set.union(*places.values())) == len(places), "each has a place of its own"


def turning_points(played: Replay) -> list[tuple[int, dict[str, int | None]]]:
    """Every event after which other Strongholds lie open or belong to others, with the holders of all."""
    found: list[tuple[int, dict[str, int | None]]] = []
    for seq in range(1, played.last + 1):
        view: Any = played.view(seq, None)
        if (state := view["state"]) is None:  # it has not begun
            continue
        holders: dict[str, int | None] = dict.fromkeys(state.strongholds.display)
        for seat, belongings in enumerate(state.seats):
            holders |= dict.fromkeys(belongings.strongholds, seat)
        if not found or found[-1][1] != holders:
            found.append((seq, holders))
    return found


def shown(page: Page, seq: int) -> list[Any]:
    """What is on the map after that event."""
    page.locator("#slider").fill(str(seq))
    expect(page.locator(".replay-count")).to_contain_text(f"Event {seq} of")
    told: list[Any] = page.evaluate(TOLD)
    return told


def test_kingdoms_can_be_chosen_on_the_map(hall: Hall, visitor: OpenPage) -> None:
    page = visitor()
    choose_name(page)
    seats = [{"kind": "human"}, {"kind": "ai", "level": "random"}]
    game = new_game(hall.url, page, {"title": "winds-of-numa-sera", "seats": seats})
    page.goto(f"{hall.url}/games/{game}")
    free = page.locator(".ns-map [data-place^='kingdom:'].can")
    free.first.wait_for(state="visible")
    kingdom = free.first.locator("b").inner_text()
    free.first.focus()
    page.keyboard.press("Enter")
    page.locator("#do-it").click()
    expect(page.locator(".ns-map .ns-home.held", has_text=kingdom)).to_contain_text("You")
    Hand(page, 5).play(most=1)  # the line of succession
    expect(page.locator(".ns-map [data-place^='stronghold:']")).to_have_count(4)


@pytest.mark.skipif(not AXE.is_file(), reason="accessibility not checked: axe-core is node's (make .node/.ready)")
def test_nothing_serious_while_there_is_something_to_attack(hall: Hall, visitor: OpenPage) -> None:
    page = visitor()
    choose_name(page)
    seats = [{"kind": "human"}, {"kind": "ai", "level": "greedy"}]
    game = new_game(hall.url, page, {"title": "winds-of-numa-sera", "seats": seats})
    page.goto(f"{hall.url}/games/{game}")
    targets = page.locator(".ns-map [data-place^='stronghold:'].can")
    hand = Hand(page, 7)
    while not targets.count():
        assert hand.moves < 60, "whoever has explored may attack"
        hand.play(most=1)
        page.locator("#do-it:enabled, .choice, .result").first.wait_for(state="visible")
    whose = re.compile(r"Independent\.|Held by ")  # a bot may have taken one meanwhile
    expect(page.locator(".ns-map").get_by_role("button", name=whose)).to_have_count(targets.count())
    expect(page.locator(".ns-map [data-place='hero:1'].can")).to_have_count(1)
    assert complaints(page) == []
