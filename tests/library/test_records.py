"""Records, as the library reads them."""

from __future__ import annotations

from pathlib import Path

import pytest

import moothall
from tests.support.live import ROOT

GOLDEN = sorted((ROOT / "tests/golden").glob("*-2p-*.ndjson"))


@pytest.mark.parametrize("path", GOLDEN[::3], ids=lambda path: path.stem)
def test_a_record_is_read_played_back_and_judged(path: Path) -> None:
    record = moothall.read_record(str(path))
    assert record.verify().ok
    events = record.events
    assert [event["seq"] for event in events] == list(range(1, record.last + 1))
    assert moothall.read_record(path.read_bytes()).events == events
    begun = next(seq for seq in range(1, record.last + 1) if record.view(seq)["state"] is not None)
    for seq in range(begun, record.last + 1, 17):
        game = record.game_at(seq)
        for seat in range(record.seats):
            assert record.view(seq, seat)["state"] == game.view(seat)


def test_before_the_game_began_there_is_nothing_to_go_on_with() -> None:
    path = next(path for path in GOLDEN if "forked" not in path.name)
    with pytest.raises(moothall.Unplayable, match="had not started"):
        moothall.read_record(path).game_at(1)


def test_a_changed_record_is_noticed() -> None:
    data = GOLDEN[0].read_bytes().replace(b'"seq":12', b'"seq":13', 1)
    assert moothall.verify(data).ok is False
    with pytest.raises(moothall.Unplayable):
        moothall.read_record(b"")
