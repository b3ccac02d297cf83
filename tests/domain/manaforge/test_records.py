"""The shapes that clients meet: the same thing looks the same everywhere."""

from __future__ import annotations

import msgspec

from moothall.domain.manaforge.changes import (
    CardActivated,
    GemsGained,
    ItemTaken,
    ManaGained,
    Paid,
    RoundSheet,
    TurnEnded,
)
from moothall.domain.manaforge.state import Gems, Mana, Prestige
from moothall.domain.manaforge.view import SeatView, TurnPhase


def test_the_same_thing_has_the_same_shape_everywhere() -> None:
    def kind(record: type[msgspec.Struct], field: str) -> object:
        return next(each.type for each in msgspec.structs.fields(record) if each.name == field)

    assert {kind(each, "gems") for each in (GemsGained, Paid, ItemTaken, CardActivated, SeatView)} == {Gems}
    assert {kind(each, "mana") for each in (ManaGained, Paid, ItemTaken, CardActivated, TurnPhase)} == {Mana}
    assert kind(TurnEnded, "lost") is Mana
    assert kind(RoundSheet, "prestige") is kind(SeatView, "by_category") is Prestige
