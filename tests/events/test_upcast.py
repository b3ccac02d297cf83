"""Events of any age are read in today's shape."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.core.records import Json
from domain.table.changes import GameCreated
from domain.table.event import SCHEMA
from events.upcast import TABLE, EventReader, NewerEvent
from tests.support.table import finished
from tests.support.tally import TALLY

FIRST_EVENT_OF_VERSION_1 = (
    b'{"v":1,"seq":1,"at":1000001,"changes":[{"type":"game_created","title":"tally","rules_version":1,'
    b'"content_hash":"ab","commitment":"cd","creator":"ann","created_at":1000001,"seats":[{"kind":"human","player":null,'
    b'"name":null,"level":null,"entropy":"","resigned":null},{"kind":"ai","player":null,"name":null,"level":"greedy",'
    b'"entropy":"","resigned":null}],"options":{"rounds":3},"private":false,"substitute":"greedy"},{"type":"seat_taken",'
    b'"seat":0,"player":"ann","name":"Ann"}],"digest":"ef","salt":"01"}'
)
"""As a server of version 1 stored it."""


def test_todays_events_are_read_as_they_are() -> None:
    game = finished()
    read = EventReader(TALLY)
    assert [read(data) for data in game.events] == [game.decode(data) for data in game.events]


def test_the_edition_had_another_name_in_version_1() -> None:
    event = EventReader(TALLY)(FIRST_EVENT_OF_VERSION_1)
    created = event.changes[0]
    assert isinstance(created, GameCreated)
    assert (event.v, created.edition, created.title, created.seats[1].level) == (SCHEMA, 1, "tally", "greedy")


def older(event: Json) -> Json:
    """As version 1 might have been: points were called `more`, numbers `n`."""
    names = {"added": "more", "written": "n"}
    changes = [{**change, "type": names.get(change["type"], change["type"])} for change in event["changes"]]
    for change in changes:
        if change["type"] == "game_created":
            change["rules_version"] = change.pop("edition")
    move = event.get("move")
    return {**event, "v": 1, "changes": changes, **({"move": {**move, "type": move["type"] + "_it"}} if move else {})}


def test_upcasters_belong_to_a_title_a_version_and_a_type() -> None:
    def renamed(name: str) -> Any:
        return lambda part: {**part, "type": name}

    def edition(created: Json) -> Json:
        return {("edition" if name == "rules_version" else name): value for name, value in created.items()}

    moves = {f"{name}_it": renamed(name) for name in ("write", "add", "done")}
    mine = {"more": renamed("added"), "n": renamed("written"), **moves}
    read = EventReader(
        TALLY,
        {
            (TABLE, 1): {"game_created": edition},
            ("tally", 1): mine,
            ("another", 1): {"more": renamed("nonsense")},
        },
    )
    game = finished()
    for data in game.events:
        assert read(msgspec.json.encode(older(msgspec.json.decode(data)))) == game.decode(data)


def test_an_event_with_its_fields_in_another_order_is_read_too() -> None:
    data = finished().events[3]
    shuffled = msgspec.json.encode(dict(sorted(msgspec.json.decode(data).items())))
    assert not shuffled.startswith(b'{"v"')
    assert EventReader(TALLY)(shuffled) == EventReader(TALLY)(data)


def test_an_event_of_a_newer_version_is_refused() -> None:
    event = msgspec.json.decode(finished().events[0])
    with pytest.raises(NewerEvent, match=f"event schema {SCHEMA + 1} is newer than this server's {SCHEMA}"):
        EventReader(TALLY)(msgspec.json.encode({**event, "v": SCHEMA + 1}))


def test_a_fact_without_a_word_here_is_never_passed_over() -> None:
    event = msgspec.json.decode(finished().events[2])
    event["changes"][0]["colour"] = "blue"
    with pytest.raises(msgspec.ValidationError, match="unknown field `colour`"):
        EventReader(TALLY)(msgspec.json.encode(event))
