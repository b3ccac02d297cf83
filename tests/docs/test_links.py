"""Whatever a page of the documentation points to is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
LINK = re.compile(r"\]\((?!https?:)([^)\s]+)\)")


def anchors(page: Path) -> set[str]:
    """The names of its headings, as they are linked to."""
    headings = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


def dead(page: Path) -> list[str]:
    """The links of a page that lead nowhere."""
    found = []
    for link in LINK.findall(page.read_text("utf-8")):
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors(target)):
            found.append(link)
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    assert dead(page) == []


def test_every_page_can_be_reached_from_the_readme() -> None:
    reached, ahead = set(), [ROOT / "README.md"]
    while ahead:
        page = ahead.pop()
        if page.suffix == ".md" and page not in reached and page.exists():
            reached.add(page)
            ahead += [
                (page.parent / link.partition("#")[0]).resolve() for link in LINK.findall(page.read_text("utf-8"))
            ]
    assert set(PAGES) - reached == set()


def test_a_dead_link_would_be_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# A Heading\n[here](#a-heading) [there](page.md#b) [gone](gone.md)", "utf-8")
    assert dead(page) == ["page.md#b", "gone.md"]
