"""A real Chromium, driven by Playwright, before a real `moothall serve`."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Generator, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.e2e.conftest import Hall, hall

__all__ = ["hall"]

NAMES = ("chromium", "chromium-browser", "google-chrome")
"""What the browser may be called."""

FLAGS = (
    "--no-sandbox",  # as root, in a container, there is none
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""It shall not call home while it is being tested."""

PATIENCE_MS = 60_000

LAST_LINES = 60
"""What is shown of the server's log after a failure."""

OpenPage = Callable[..., Page]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where a page waited in vain, what the server said meanwhile tells more than the page does."""
    report = yield
    hall = getattr(item, "funcargs", {}).get("hall")
    if report.when == "call" and report.failed and isinstance(hall, Hall):
        report.sections.append(("what the server said", "".join(hall.lines[-LAST_LINES:])))
    return report


def find_browser() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    path = find_browser()
    if path is None:
        if os.environ.get("CI"):
            pytest.fail("CI has no browser: .ci/run installs one")
        pytest.skip("browser tests not run: no chromium on PATH (Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield running
        running.close()


@pytest.fixture
def visitor(browser: Browser, hall: Hall) -> Iterator[OpenPage]:
    """Opens pages, each in a browser of its own that knows nothing yet. Whatever a page complains of fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def visit(path: str = "/", *, at: Hall = hall, width: int = 1360, height: int = 900) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            reduced_motion="reduce",
            permissions=["clipboard-read", "clipboard-write"],
        )
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.goto(at.url + path)
        return page

    yield visit
    for context in contexts:
        context.close()
    unexpected = [text for text in complaints if "Failed to load resource" not in text]
    assert unexpected == [], "the page complained"
