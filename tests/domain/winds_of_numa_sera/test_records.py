"""The shapes that clients meet: the same thing looks the same everywhere."""

from __future__ import annotations

import msgspec

from moothall.domain.winds_of_numa_sera.changes import (
    BattleOpened,
    ItemEquipped,
    OfferMade,
    PledgeMade,
    RoundScored,
    SlotUpgraded,
)
from moothall.domain.winds_of_numa_sera.moves import Attack
from moothall.domain.winds_of_numa_sera.state import SLOTS, Battle, Offer, Pledge, RoundSummary
from moothall.domain.winds_of_numa_sera.view import Equipment, WindsOfNumaSeraView


def test_the_same_thing_has_the_same_shape_everywhere() -> None:
    def kind(record: type[msgspec.Struct], field: str) -> object:
        return next(each.type for each in msgspec.structs.fields(record) if each.name == field)

    assert (kind(OfferMade, "offer"), kind(WindsOfNumaSeraView, "offer")) == (Offer, Offer | None)
    assert (kind(PledgeMade, "pledge"), kind(WindsOfNumaSeraView, "pledges")) == (Pledge, tuple[Pledge, ...])
    assert kind(BattleOpened, "target_type") == kind(Battle, "target_type") == kind(Attack, "target_type")
    assert RoundScored.__struct_fields__ == RoundSummary.__struct_fields__
    assert Equipment.__struct_fields__ == SLOTS
    assert (kind(SlotUpgraded, "slot"), kind(ItemEquipped, "slots")) == (str, tuple[str, ...])
