"""The shapes that clients meet: every field is explained, and the same thing looks the same everywhere."""

from __future__ import annotations

import msgspec
import pytest

from domain.core.codec import plain, to_json
from domain.core.title import NoOptions
from domain.medieval_realms import MEDIEVAL_REALMS
from domain.medieval_realms.changes import AnyChange, PlacementsRevealed, RealmFounded, StandingsTaken, TokensGained
from domain.medieval_realms.evolve import evolve
from domain.medieval_realms.initial import initial
from domain.medieval_realms.moves import AnyMove
from domain.medieval_realms.state import Placement, Standing, Tokens
from domain.medieval_realms.view import MedievalRealmsView, RealmView
from server.apidocs.records import components
from tests.domain.medieval_realms.tables import fresh
from tests.laws.walk import walk

SCHEMAS, RECORDS = components("MedievalRealms", [AnyMove, AnyChange, MedievalRealmsView], MEDIEVAL_REALMS.glossary)


@pytest.mark.parametrize("name", RECORDS)
def test_every_record_and_field_is_explained(name: str) -> None:
    record = RECORDS[name]
    assert record.get("description"), f"{name} has no docstring"
    bare = [field for field, schema in record["properties"].items() if not schema.get("description")]
    assert not bare, f"{name}: {bare}"


def test_the_glossary_holds_nothing_that_nobody_asks_for() -> None:
    fields = {field for record in RECORDS.values() for field in record["properties"]}
    assert set(MEDIEVAL_REALMS.glossary) <= fields


def test_the_same_thing_has_the_same_shape_everywhere() -> None:
    def kind(record: type[msgspec.Struct], field: str) -> object:
        return next(each.type for each in msgspec.structs.fields(record) if each.name == field)

    assert kind(TokensGained, "tokens") is kind(RealmFounded, "tokens") is kind(RealmView, "tokens") is Tokens
    assert kind(PlacementsRevealed, "placements") == kind(MedievalRealmsView, "placements") == tuple[Placement, ...]
    assert kind(StandingsTaken, "standings") == kind(MedievalRealmsView, "standings") == tuple[Standing, ...]


@pytest.mark.parametrize("seats", [2, 5])
def test_a_view_that_was_sent_reads_the_same(seats: int) -> None:
    decoder = msgspec.json.Decoder(MedievalRealmsView)
    for index, point in enumerate(walk(MEDIEVAL_REALMS, seats, 5)):
        if index % 7 == 0:
            view = MEDIEVAL_REALMS.view(point.state, 0)
            assert decoder.decode(to_json(view)) == view
    assert plain(view)["title"] == "medieval-realms"


def test_a_fold_of_setup_needs_nothing_but_its_facts() -> None:
    scene = fresh(4)
    state = initial(4, NoOptions(), edition=99)  # no content is of this edition
    for change in scene.changes:
        state = evolve(state, change)
    assert msgspec.structs.replace(state, edition=1) == scene.state
