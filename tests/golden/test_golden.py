"""Games of long ago replay to the same digest, event by event, and end as they ended."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from domain.table.changes import GameFinished
from domain.table.event import event_type
from domain.table.log import EMPTY, apply
from domain.table.views import public_digest
from domain.titles import TITLES
from tests.golden.make import FOLDER, GOLDEN

FILES = sorted(FOLDER.glob("*.jsonl"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_replays_to_the_same_digests(path: Path) -> None:
    slug = re.sub(r"-\dp-.*", "", path.stem)
    title = TITLES[slug]
    decoder = msgspec.json.Decoder(event_type(title))
    log = EMPTY
    for line in path.read_bytes().splitlines():
        event = decoder.decode(line)
        log = apply(title, log, event)
        assert public_digest(title, log.table) == event.digest, f"event {event.seq}"
    end = event.changes[-1]
    assert isinstance(end, GameFinished)
    assert title.ranking(log.table.game) == end.ranking
    assert tuple(title.score_sheet(log.table.game)) == end.sheets


def test_every_golden_game_is_kept() -> None:
    assert {golden.path for golden in GOLDEN} == set(FILES)


@pytest.mark.parametrize("slug", TITLES)
def test_every_title_keeps_a_game_per_player_count(slug: str) -> None:
    assert {golden.seats for golden in GOLDEN if golden.slug == slug} == set(TITLES[slug].players)
