"""The shapes that clients meet: every field is explained, and the same thing looks the same everywhere."""

from __future__ import annotations

import msgspec
import pytest

from domain.core.codec import plain, to_json
from domain.winds_of_numa_sera.changes import (
    AnyChange,
    BattleOpened,
    FirstPlayerDrawn,
    ItemEquipped,
    OfferMade,
    PledgeMade,
    RoundScored,
    SlotUpgraded,
)
from domain.winds_of_numa_sera.evolve import evolve
from domain.winds_of_numa_sera.initial import initial
from domain.winds_of_numa_sera.moves import AnyMove, Attack
from domain.winds_of_numa_sera.state import SLOTS, Battle, Offer, Options, Pledge, RoundSummary
from domain.winds_of_numa_sera.view import WindsOfNumaSeraView
from domain.winds_of_numa_sera.view.records import Equipment
from server.apidocs.records import components
from tests.domain.winds_of_numa_sera.tables import WINDS
from tests.laws.walk import walk

SCHEMAS, RECORDS = components("WindsOfNumaSera", [AnyMove, AnyChange, WindsOfNumaSeraView], WINDS.glossary)


@pytest.mark.parametrize("name", RECORDS)
def test_every_record_and_field_is_explained(name: str) -> None:
    record = RECORDS[name]
    assert record.get("description"), f"{name} has no docstring"
    bare = [field for field, schema in record["properties"].items() if not schema.get("description")]
    assert not bare, f"{name}: {bare}"


def test_the_glossary_holds_nothing_that_nobody_asks_for() -> None:
    fields = {field for record in RECORDS.values() for field in record["properties"]}
    assert set(WINDS.glossary) <= fields


def test_the_same_thing_has_the_same_shape_everywhere() -> None:
    def kind(record: type[msgspec.Struct], field: str) -> object:
        return next(each.type for each in msgspec.structs.fields(record) if each.name == field)

    assert (kind(OfferMade, "offer"), kind(WindsOfNumaSeraView, "offer")) == (Offer, Offer | None)
    assert (kind(PledgeMade, "pledge"), kind(WindsOfNumaSeraView, "pledges")) == (Pledge, tuple[Pledge, ...])
    assert kind(BattleOpened, "target_type") == kind(Battle, "target_type") == kind(Attack, "target_type")
    assert RoundScored.__struct_fields__ == RoundSummary.__struct_fields__
    assert Equipment.__struct_fields__ == SLOTS
    assert (kind(SlotUpgraded, "slot"), kind(ItemEquipped, "slots")) == (str, tuple[str, ...])


@pytest.mark.parametrize("seats", [2, 4])
def test_a_view_that_was_sent_reads_the_same(seats: int) -> None:
    decoder = msgspec.json.Decoder(WindsOfNumaSeraView)
    for index, point in enumerate(walk(WINDS, seats, 5)):
        view = WINDS.view(point.state, 0)
        if index % 9 == 0:
            assert decoder.decode(to_json(view)) == view
    assert plain(view)["title"] == "winds-of-numa-sera"


def test_a_fold_needs_nothing_but_its_facts() -> None:
    points = list(walk(WINDS, 3, 6))
    state = initial(3, Options(), edition=99)  # no content is of this edition
    drawn = FirstPlayerDrawn(points[0].state.first, points[0].state.phase.seat)
    for change in (drawn, *(change for point in points for change in point.turn.changes)):
        state = evolve(state, change)
    assert msgspec.structs.replace(state, edition=1) == points[-1].turn.state
