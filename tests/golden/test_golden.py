"""Games of long ago are verified by every build: they replay to the same digest, event by event, end as they ended, and
are judged by the rules if those are still the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from domain.titles import TITLES
from events.audit import audit
from events.export.reading import read
from tests.golden import make
from tests.golden.make import GOLDEN
from tests.golden.ways import FOLDER, WAYS
from tests.support.records import TRUSTED, record_of

FILES = sorted(path for path in FOLDER.iterdir() if path.suffix in (".ndjson", ".jsonl"))
"""Records, and bare events that `make golden` has not wrapped yet."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_is_verified(path: Path) -> None:
    data = path.read_bytes()
    if path.suffix == ".jsonl":
        data = record_of(TITLES[re.sub(r"-\dp-.*", "", path.stem)], data.splitlines(), path.stem)
    report = audit(data, TITLES, trusted=TRUSTED)
    assert report.chain.ok, report.chain
    assert report.replay.ok, report.replay
    header = read(data).header
    assert header is not None
    content = TITLES[header.title].content
    same = (header.content_hash, header.rules_version) == (content.hash, content.header.rules_version)
    for verdict in (report.rules, report.draws):
        assert verdict.ok is (True if same else None), verdict


def test_every_golden_game_is_kept() -> None:
    assert {golden.path.stem for golden in GOLDEN} | {way.path.stem for way in WAYS} == {path.stem for path in FILES}


@pytest.mark.parametrize("slug", TITLES)
def test_every_title_keeps_a_game_per_player_count(slug: str) -> None:
    assert {golden.seats for golden in GOLDEN if golden.slug == slug} == set(TITLES[slug].players)


def test_making_golden_games_rewrites_none() -> None:
    before = {path: path.stat().st_mtime_ns for path in FILES if path.suffix == ".ndjson"}
    kept = [golden for golden in GOLDEN if golden.path in before]
    assert len(kept) + len(WAYS) == len(before)
    make.add(kept, WAYS)
    assert {path: path.stat().st_mtime_ns for path in before} == before
