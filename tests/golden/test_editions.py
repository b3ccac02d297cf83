"""A released edition is never changed: the hashes of their contents are kept, and every build compares."""

from __future__ import annotations

import json

import pytest

from moothall.domain.titles import TITLES
from tests.golden.ways import FOLDER

RELEASED: dict[str, dict[str, str]] = json.loads((FOLDER / "editions.json").read_text("utf-8"))


@pytest.mark.parametrize("slug", TITLES)
def test_every_edition_has_the_content_it_was_released_with(slug: str) -> None:
    found = {str(number): content.hash for number, content in TITLES[slug].editions.items()}
    assert found == RELEASED[slug], "a released edition is never changed: make a new one (docs/titles.md)"
