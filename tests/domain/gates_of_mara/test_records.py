"""The shapes that clients meet: the same thing looks the same everywhere."""

from __future__ import annotations

import msgspec
import pytest

from moothall.domain.gates_of_mara.changes import GemsGained, QuestionPut, SuppliesDealt
from moothall.domain.gates_of_mara.moves import AnyMove, ChooseGems, Enchant
from moothall.domain.gates_of_mara.state import AnyQuestion, Gems
from moothall.domain.gates_of_mara.view import ActingPhase, SeatView


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
