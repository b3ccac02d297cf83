"""The shapes that clients meet: the same thing looks the same everywhere."""

from __future__ import annotations

import msgspec

from moothall.domain.medieval_realms.changes import PlacementsRevealed, RealmFounded, StandingsTaken, TokensGained
from moothall.domain.medieval_realms.state import Placement, Standing, Tokens
from moothall.domain.medieval_realms.view import MedievalRealmsView, RealmView


def test_the_same_thing_has_the_same_shape_everywhere() -> None:
    def kind(record: type[msgspec.Struct], field: str) -> object:
        return next(each.type for each in msgspec.structs.fields(record) if each.name == field)

    assert kind(TokensGained, "tokens") is kind(RealmFounded, "tokens") is kind(RealmView, "tokens") is Tokens
    assert kind(PlacementsRevealed, "placements") == kind(MedievalRealmsView, "placements") == tuple[Placement, ...]
    assert kind(StandingsTaken, "standings") == kind(MedievalRealmsView, "standings") == tuple[Standing, ...]
