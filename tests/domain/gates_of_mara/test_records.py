"""The shapes that clients meet: every field is explained, and the same thing looks the same everywhere."""

from __future__ import annotations

import msgspec
import pytest

from domain.core.codec import plain, to_json
from domain.core.draw import FastDraw
from domain.gates_of_mara import GATES_OF_MARA
from domain.gates_of_mara.changes import AnyChange, GemsGained, QuestionPut, SuppliesDealt
from domain.gates_of_mara.evolve import evolve
from domain.gates_of_mara.initial import initial
from domain.gates_of_mara.moves import AnyMove, ChooseGems, Enchant
from domain.gates_of_mara.state import AnyQuestion, Gems, Options
from domain.gates_of_mara.view import GatesOfMaraView
from domain.gates_of_mara.view.records import ActingPhase, SeatView
from server.apidocs.records import components
from tests.laws.walk import walk

SCHEMAS, RECORDS = components("GatesOfMara", [AnyMove, AnyChange, GatesOfMaraView], GATES_OF_MARA.glossary)


@pytest.mark.parametrize("name", RECORDS)
def test_every_record_and_field_is_explained(name: str) -> None:
    record = RECORDS[name]
    assert record.get("description"), f"{name} has no docstring"
    bare = [field for field, schema in record["properties"].items() if not schema.get("description")]
    assert not bare, f"{name}: {bare}"


def test_the_glossary_holds_nothing_that_nobody_asks_for() -> None:
    fields = {field for record in RECORDS.values() for field in record["properties"]}
    assert set(GATES_OF_MARA.glossary) <= fields


def test_the_same_thing_has_the_same_shape_everywhere() -> None:
    def kind(record: type[msgspec.Struct], field: str) -> object:
        return next(each.type for each in msgspec.structs.fields(record) if each.name == field)

    for record in (GemsGained, SuppliesDealt, ChooseGems, SeatView):
        assert kind(record, "gems") is Gems
    assert kind(Enchant, "payment") == Gems | None
    assert kind(QuestionPut, "question") == AnyQuestion
    assert kind(ActingPhase, "question") == AnyQuestion | None


def test_there_are_gems_of_four_elements_only() -> None:
    move = {"type": "choose_gems", "gems": {"fire": 1, "air": 1}}
    assert msgspec.convert(move, AnyMove) == ChooseGems(Gems(fire=1, air=1))
    with pytest.raises(msgspec.ValidationError, match="onyx"):
        msgspec.convert({"type": "choose_gems", "gems": {"onyx": 1}}, AnyMove)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_view_that_was_sent_reads_the_same(seats: int) -> None:
    decoder = msgspec.json.Decoder(GatesOfMaraView)
    for index, point in enumerate(walk(GATES_OF_MARA, seats, 5)):
        if index % 7 == 0:
            view = GATES_OF_MARA.view(point.state, 0)
            assert decoder.decode(to_json(view)) == view
    assert plain(view)["title"] == "gates-of-mara"


def test_a_fold_of_setup_needs_nothing_but_its_facts() -> None:
    turn = GATES_OF_MARA.new(4, Options(), FastDraw(1))
    state = initial(4, Options(), edition=99)  # no content is of this edition
    for change in turn.changes:
        state = evolve(state, change)
    assert msgspec.structs.replace(state, edition=1) == turn.state
