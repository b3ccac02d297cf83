"""A whole log folded at once is the log folded event by event, from wherever it begins."""

from __future__ import annotations

from pathlib import Path

import pytest

from moothall.domain.table.fold import EMPTY, apply, fold
from moothall.domain.titles import TITLES
from moothall.events.event_store.stored_events import event_reader
from moothall.events.records.format import read
from tests.golden.ways import FOLDER

PARTS = 9
"""Places of a game that it is folded up to, and on from."""


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ndjson")), ids=lambda path: path.stem)
def test_a_log_folded_at_once_is_the_same_as_one_event_after_the_other(path: Path) -> None:
    record = read(path.read_bytes())
    assert record.header is not None
    title = TITLES[record.header.title]
    events = [event_reader(title)(line.data.encode()) for line in record.events]
    logs = [EMPTY]
    for event in events:
        logs.append(apply(title, logs[-1], event))
    assert fold(title, EMPTY, events) == logs[-1]
    for place in range(0, len(logs), max(1, len(logs) // PARTS)):
        assert fold(title, EMPTY, events[:place]) == logs[place]
        assert fold(title, logs[place], events[place:]) == logs[-1]


@pytest.mark.parametrize("slug", TITLES)
def test_an_event_out_of_order_is_refused(slug: str) -> None:
    record = read(sorted(FOLDER.glob(f"{slug}-2p-*.ndjson"))[0].read_bytes())
    events = [event_reader(TITLES[slug])(line.data.encode()) for line in record.events]
    with pytest.raises(ValueError, match="does not follow"):
        fold(TITLES[slug], EMPTY, [*events[:20], events[21]])
