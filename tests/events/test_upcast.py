"""Events of any age are read in today's shape."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.core.records import Json
from domain.table.event import SCHEMA
from events.upcast import EventReader
from tests.support.table import finished
from tests.support.tally import TALLY


def older(event: Json) -> Json:
    """As version 0 might have been: the seat was called `who`, and there were no salts."""
    old = {**event, "v": 0, "who": event.get("seat")}
    old.pop("seat", None)
    old.pop("salt")
    return old


def newer(event: Json) -> Json:
    event = dict(event)
    return {**event, "seat": event.pop("who"), "salt": ""}


def test_todays_events_are_read_as_they_are() -> None:
    game = finished()
    read = EventReader(TALLY)
    assert [read(data) for data in game.events] == [game.decode(data) for data in game.events]


def test_an_older_event_is_turned_into_todays() -> None:
    game = finished()
    read = EventReader(TALLY, {0: newer})
    for data in game.events:
        old = msgspec.json.encode(older(msgspec.json.decode(data)))
        assert read(old) == msgspec.structs.replace(game.decode(data), salt="")


def test_upcasters_follow_one_another() -> None:
    def from_minus_one(event: Json) -> Json:
        event = dict(event)
        return {**event, "who": event.pop("player")}

    event: Any = older(msgspec.json.decode(finished().events[2]))
    event = {**event, "v": -1, "player": event.pop("who")}
    assert EventReader(TALLY, {0: newer, -1: from_minus_one})(msgspec.json.encode(event)).seat == 0


def test_an_event_with_its_fields_in_another_order_is_read_too() -> None:
    data = finished().events[3]
    shuffled = msgspec.json.encode(dict(sorted(msgspec.json.decode(data).items())))
    assert not shuffled.startswith(b'{"v"')
    assert EventReader(TALLY)(shuffled) == EventReader(TALLY)(data)


def test_an_event_of_a_newer_version_is_refused() -> None:
    event = msgspec.json.decode(finished().events[0])
    with pytest.raises(ValueError, match=f"event schema {SCHEMA + 1} is newer than this server's {SCHEMA}"):
        EventReader(TALLY)(msgspec.json.encode({**event, "v": SCHEMA + 1}))
