"""Pages: the lobby, titles, replays, names that mean harm, small screens."""

from __future__ import annotations

import gzip
import re
import secrets
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from moothall.domain.titles import TITLES
from moothall.server.web import read_web
from tests.e2e.conftest import Hall
from tests.support.live import moothall
from tests.web.acts import Hand, choose_name, finished_game, play_bots
from tests.web.conftest import OpenPage

FIRST_VIEW_KB = 100
PHONE = {"width": 390, "height": 844}
GOLDEN = Path(__file__).parents[1] / "golden"


def test_a_replay_is_scrubbed_and_checked(hall: Hall, visitor: OpenPage) -> None:
    page = visitor()
    choose_name(page)
    game = finished_game(hall, "manaforge")
    page.goto(f"{hall.url}/games/{game}/replay?at=5")
    expect(page.locator(".replay-count")).to_contain_text("Event 5 of")
    expect(page.locator(".verdict.good")).to_have_count(4)
    last = int(page.locator("#slider").get_attribute("max") or 0)
    rounds = set()
    for seq in range(1, last + 1, max(1, last // 40)):
        page.locator("#slider").fill(str(seq))
        rounds.add(page.locator(".table-round").inner_text())
    page.locator("#slider").fill(str(last))
    expect(page.locator(".result")).to_be_visible()
    assert len(rounds) > 3, "the board follows the slider"
    page.locator("#slider").fill("40")
    page.locator("#eyes").select_option("1")
    told = httpx.get(f"{hall.url}/v1/games/{game}", params={"at": 40, "as": 1}).json()
    expect(page.locator(".table-round")).to_contain_text(f"Round {told['round']}" if told["round"] else "Setting up")
    page.get_by_role("button", name="Next act of Bot 2").click()
    acts = [
        each["seq"] for each in httpx.get(f"{hall.url}/v1/games/{game}/events").json()["events"] if each["seat"] == 2
    ]
    expect(page.locator(".replay-count")).to_contain_text(f"Event {min(seq for seq in acts if seq > 40)} of")
    page.locator("#slider").fill("40")
    page.get_by_role("button", name="Link to this moment").click()
    assert page.evaluate("navigator.clipboard.readText()").endswith(f"/games/{game}/replay?at=40&as=1")


def test_a_replay_plays_by_itself(hall: Hall, visitor: OpenPage) -> None:
    page = visitor()
    choose_name(page)
    game = finished_game(hall, "gates-of-mara")
    page.clock.install(time=0)
    page.goto(f"{hall.url}/games/{game}/replay?at=1")
    page.get_by_label("Speed").select_option("Fastest")
    page.clock.pause_at(60 * 60)  # from here on its time is ours
    page.get_by_role("button", name="Play", exact=True).click()
    count = page.locator(".replay-count")
    expect(count).to_contain_text("Event 1 of")
    page.clock.run_for(1_000)
    expect(count).not_to_contain_text("Event 1 of")
    page.get_by_role("button", name="Pause", exact=True).click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    paused = count.inner_text()
    page.clock.run_for(5_000)
    assert count.inner_text() == paused


@pytest.mark.parametrize("record", ["gates-of-mara-2p-random", "winds-of-numa-sera-2p-edition-2-conqueror"])
def test_a_replay_as_a_file_needs_no_server(record: str, tmp_path: Path, visitor: OpenPage) -> None:
    out = tmp_path / "game.html"
    done = moothall("replay", str(GOLDEN / f"{record}.ndjson"), "--html", str(out))
    assert done.returncode == 0, done.stderr
    page = visitor("/healthz")
    page.context.set_offline(True)
    page.goto(out.as_uri())
    expect(page.locator(".verdict.good")).to_have_count(4)
    page.locator("#slider").fill("30")
    expect(page.locator(".replay-count")).to_contain_text("Event 30 of")
    expect(page.locator(".table-board svg").first).to_be_visible()


def test_a_record_is_checked_in_the_browser(hall: Hall, tmp_path: Path, visitor: OpenPage) -> None:
    page = visitor()
    choose_name(page)
    game = finished_game(hall, "manaforge")
    record = httpx.get(f"{hall.url}/v1/games/{game}/events", headers={"Accept": "application/x-ndjson"}).content
    (tmp_path / "good.ndjson").write_bytes(record)
    (tmp_path / "bad.ndjson").write_bytes(record.replace(b"die_spent", b"die_spend", 1))
    page.goto(f"{hall.url}/record")
    page.locator("#record").set_input_files(tmp_path / "good.ndjson")
    expect(page.locator(".verdict.good")).to_have_count(2)
    page.locator("#record").set_input_files(tmp_path / "bad.ndjson")
    expect(page.locator(".verdict.bad")).to_contain_text("The chain breaks at event")
    page.locator("#record").set_input_files(GOLDEN / "gates-of-mara-2p-random.ndjson")
    expect(page.locator(".verdict.unknown")).to_contain_text("does not know the game")


def test_a_hostile_name_is_shown_as_text(hall: Hall, visitor: OpenPage) -> None:
    page = visitor()
    name = f"<img src=x onerror=boom()>{secrets.token_hex(3)}"
    choose_name(page, name)
    play_bots(page, "medieval-realms")
    expect(page.locator(".bar-who")).to_contain_text(name)
    watching = visitor(f"/games/{page.url.rpartition('/')[2]}")
    expect(watching.locator(".seat-name").first).to_have_text(name)
    assert watching.locator("img").count() == 0


@pytest.mark.parametrize("slug", TITLES)
def test_nothing_is_wider_than_a_phone(slug: str, hall: Hall, visitor: OpenPage) -> None:
    page = visitor("/", **PHONE)
    choose_name(page)
    play_bots(page, slug)
    Hand(page, 4).play(most=3)
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["width"], f"the page is {width} wide"
    for path in ("/", f"/titles/{slug}", "/account", "/record"):
        page.goto(hall.url + path)
        page.locator("h1").first.wait_for(state="visible")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], path


@pytest.mark.parametrize("slug", TITLES)
def test_a_title_page_has_rules_and_components(slug: str, visitor: OpenPage) -> None:
    page = visitor(f"/titles/{slug}")
    book = TITLES[slug].content.rulebook
    expect(page.locator(".rules dt")).to_have_count(len(book.rules))
    rule = next(iter(book.rules.values()))
    page.locator("#search").fill(rule.id)
    expect(page.locator(".rules dd").first).to_contain_text(re.sub(r"[*`]", "", rule.text)[:40])
    page.locator("#search").fill("no rule has these words")
    expect(page.locator(".title-rules")).to_contain_text("Nothing has these words")


def test_an_account_is_taken_to_another_browser(visitor: OpenPage) -> None:
    page = visitor()
    name = choose_name(page)
    page.locator(".bar-who").click()
    page.get_by_role("button", name="Show the key").click()
    key = page.locator(".token").inner_text()
    other = visitor("/account")
    other.get_by_label("Its key").fill(key)
    other.get_by_role("button", name="Use it").click()
    expect(other.locator(".bar-who")).to_contain_text(name)
    page.get_by_role("button", name="Forget it here").click()
    page.get_by_role("dialog").get_by_role("button", name="Forget it here").click()
    expect(page.locator(".bar-who")).to_contain_text("Choose a name")


def test_the_first_view_is_small_and_files_are_kept_for_ever(hall: Hall, visitor: OpenPage) -> None:
    loaded: dict[str, int] = {}
    page = visitor("/healthz")
    page.on("response", lambda answer: loaded.__setitem__(answer.url, answer.status))
    page.goto(hall.url)
    page.locator(".title-card").first.wait_for(state="visible")
    files = [url for url in loaded if "/web/" in url]
    size = sum(len(gzip.compress(httpx.get(url).content, 5)) for url in files)
    assert size < FIRST_VIEW_KB * 1024, f"{size} bytes"
    assert all(httpx.get(url).headers["Cache-Control"] == "public, max-age=31536000, immutable" for url in files)


def test_the_page_allows_itself_nothing_from_elsewhere(hall: Hall) -> None:
    answer = httpx.get(hall.url)
    policy = answer.headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert answer.headers["Cache-Control"] == "no-cache"
    web = read_web()
    assert b"<script>" not in web.document
    for path, asset in web.assets.items():
        assert not re.search(rb"innerHTML|insertAdjacentHTML|document\.write|eval\(", asset.data), path
    assert httpx.get(f"{hall.url}/web/0000/main.js").status_code == 404
