"""The shapes that clients meet: every field is explained, and the same thing looks the same everywhere."""

from __future__ import annotations

import msgspec
import pytest

from domain.core.codec import plain, to_json
from domain.core.draw import FastDraw
from domain.core.title import NoOptions
from domain.manaforge import MANAFORGE
from domain.manaforge.changes import (
    AnyChange,
    CardActivated,
    GemsGained,
    ItemTaken,
    ManaGained,
    Paid,
    RoundSheet,
    TurnEnded,
)
from domain.manaforge.evolve import evolve
from domain.manaforge.initial import initial
from domain.manaforge.moves import AnyMove
from domain.manaforge.state import Gems, Mana, Prestige
from domain.manaforge.view import ManaforgeView, SeatView, TurnPhase
from server.apidocs.records import components
from tests.laws.walk import walk

SCHEMAS, RECORDS = components("Manaforge", [AnyMove, AnyChange, ManaforgeView], MANAFORGE.glossary)


@pytest.mark.parametrize("name", RECORDS)
def test_every_record_and_field_is_explained(name: str) -> None:
    record = RECORDS[name]
    assert record.get("description"), f"{name} has no docstring"
    bare = [field for field, schema in record["properties"].items() if not schema.get("description")]
    assert not bare, f"{name}: {bare}"


def test_the_glossary_holds_nothing_that_nobody_asks_for() -> None:
    fields = {field for record in RECORDS.values() for field in record["properties"]}
    assert set(MANAFORGE.glossary) <= fields


def test_the_same_thing_has_the_same_shape_everywhere() -> None:
    def kind(record: type[msgspec.Struct], field: str) -> object:
        return next(each.type for each in msgspec.structs.fields(record) if each.name == field)

    assert {kind(each, "gems") for each in (GemsGained, Paid, ItemTaken, CardActivated, SeatView)} == {Gems}
    assert {kind(each, "mana") for each in (ManaGained, Paid, ItemTaken, CardActivated, TurnPhase)} == {Mana}
    assert kind(TurnEnded, "lost") is Mana
    assert kind(RoundSheet, "prestige") is kind(SeatView, "by_category") is Prestige


@pytest.mark.parametrize("seats", [2, 4])
def test_a_view_that_was_sent_reads_the_same(seats: int) -> None:
    decoder = msgspec.json.Decoder(ManaforgeView)
    for index, point in enumerate(walk(MANAFORGE, seats, 5)):
        if index % 7 == 0:
            view = MANAFORGE.view(point.state, 0)
            assert decoder.decode(to_json(view)) == view
    assert plain(view)["title"] == "manaforge"


def test_a_fold_of_setup_needs_nothing_but_its_facts() -> None:
    turn = MANAFORGE.new(4, NoOptions(), FastDraw(4))
    state = initial(4, NoOptions(), edition=99)  # no content is of this edition
    for change in turn.changes:
        state = evolve(state, change)
    assert msgspec.structs.replace(state, edition=1) == turn.state
