"""Events of any age are read in today's shape."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from moothall.domain.core.data import Json
from moothall.domain.manaforge import MANAFORGE
from moothall.domain.manaforge.changes import (
    AnyChange,
    CardActivated,
    GemsGained,
    ItemTaken,
    ManaGained,
    Paid,
    TurnEnded,
)
from moothall.domain.manaforge.moves import Build
from moothall.domain.manaforge.state import Gems, Mana
from moothall.domain.table.changes import GameCreated
from moothall.domain.table.event import SCHEMA
from moothall.events.event_store.stored_events import TABLE, EventReader, NewerEvent
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

BUILD_OF_VERSION_1 = (
    b'{"v":1,"seq":32,"at":32,"changes":[{"type":"paid","seat":0,"mana":[0,1,0,2],"gems":[1,0,0,0]},{"type":"item_'
    b'taken","seat":0,"card":"water_pendant","pile":"board"},{"type":"prestige_gained","seat":0,"category":"store"'
    b',"source":"water_pendant","n":1},{"type":"die_gained","seat":0,"die":"water_2","kind":"water","face":6},{"ty'
    b'pe":"item_stored","seat":0,"card":"water_pendant"}],"seat":0,"move":{"type":"build","card":"water_pendant"},'
    b'"digest":"1cfe26bc83dd662c7fb5eb2917fb5ec2d4277843ed202709837e25dc2a21c7be","salt":"2770196a2d96de6f5f46eac8'
    b'ae00c73620da4d7554dc2851c20caad736e7eefd"}'
)
"""The same of Manaforge: an item is built for 1 fire and 2 water mana and 1 earth gem."""


def test_todays_events_are_read_as_they_are() -> None:
    game = finished()
    read = EventReader(TALLY)
    assert [read(data) for data in game.events] == [game.decode(data) for data in game.events]


def test_the_edition_had_another_name_in_version_1() -> None:
    event = EventReader(TALLY)(FIRST_EVENT_OF_VERSION_1)
    created = event.changes[0]
    assert isinstance(created, GameCreated)
    assert (event.v, created.edition, created.title, created.seats[1].level) == (SCHEMA, 1, "tally", "greedy")


def test_manaforge_counted_mana_and_gems_in_arrays_in_version_1() -> None:
    event = EventReader(MANAFORGE)(BUILD_OF_VERSION_1)
    assert (event.v, event.seq, event.move) == (SCHEMA, 32, Build("water_pendant"))
    assert event.changes[:2] == (
        Paid(0, Mana(fire=1, water=2), Gems(earth=1), ""),
        ItemTaken(0, "water_pendant", "board", Mana(), Gems()),
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'{"type":"mana_gained","seat":1,"mana":[0,0,2,0]}', ManaGained(1, Mana(wind=2), "")),
        (b'{"type":"gems_gained","seat":1,"gems":[0,0,0,1]}', GemsGained(1, Gems(water=1), "")),
        (
            b'{"type":"card_activated","seat":0,"card":"mithril_shirts","level":1,"mana":[1,1,0,0],"gems":[0,1,0,0]}',
            CardActivated(0, "mithril_shirts", 1, Mana(earth=1, fire=1), Gems(fire=1)),
        ),
        (b'{"type":"card_activated","seat":0,"card":"hellforge","level":0}', CardActivated(0, "hellforge", 0)),
        (b'{"type":"turn_ended","seat":0,"lost":[0,3,0,0]}', TurnEnded(0, Mana(fire=3))),
    ],
)
def test_every_change_of_manaforge_with_mana_or_gems_is_read(old: bytes, new: AnyChange) -> None:
    changes = BUILD_OF_VERSION_1[BUILD_OF_VERSION_1.index(b"[") : BUILD_OF_VERSION_1.index(b'],"seat":0,"move"') + 1]
    assert EventReader(MANAFORGE)(BUILD_OF_VERSION_1.replace(changes, b"[" + old + b"]")).changes == (new,)


def test_a_payment_of_manaforge_was_a_text_in_version_1() -> None:
    move = b'"move":{"type":"build","card":"water_pendant"'
    data = BUILD_OF_VERSION_1.replace(move, move + b',"payment":"fire:1+water:2+gem_earth:1"')
    paid = Build("water_pendant", mana=Mana(fire=1, water=2), gems=Gems(earth=1))
    assert EventReader(MANAFORGE)(data).move == paid


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
