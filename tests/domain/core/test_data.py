"""Moves and changes carry their type, and a move with a field too many is no move."""

from __future__ import annotations

import msgspec
import pytest

from moothall.domain.core.codec import plain, to_json
from moothall.domain.core.data import Change, Data, Hidden, Move, snake


class BuildItem(Move, frozen=True):
    item: str
    times: int = 1


class EndTurn(Move, frozen=True):
    pass


class ItemBuilt(Change, frozen=True):
    seat: int
    item: str | None = None


class Corner(Data, frozen=True):
    x: int


@pytest.mark.parametrize(("name", "tag"), [("EndTurn", "end_turn"), ("Add", "add"), ("Roll2Dice", "roll2_dice")])
def test_a_tag_is_the_class_name_in_snake_case(name: str, tag: str) -> None:
    assert snake(name) == tag


def test_records_carry_their_tag_and_leave_out_defaults() -> None:
    assert plain(BuildItem("hut")) == {"type": "build_item", "item": "hut"}
    assert plain(BuildItem("hut", 2)) == {"type": "build_item", "item": "hut", "times": 2}
    assert plain(ItemBuilt(0)) == {"type": "item_built", "seat": 0}
    assert plain(Hidden()) == {"type": "hidden"}
    assert plain(Corner(1)) == {"x": 1}


def test_a_union_is_told_apart_by_type() -> None:
    assert msgspec.convert({"type": "end_turn"}, BuildItem | EndTurn) == EndTurn()
    assert msgspec.json.decode(to_json(BuildItem("hut", 3)), type=BuildItem | EndTurn) == BuildItem("hut", 3)


@pytest.mark.parametrize(
    "data",
    [
        {"type": "end_turn", "now": True},
        {"type": "build_item"},
        {"type": "build_item", "item": 7},
        {"type": "burn_item", "item": "hut"},
        {"item": "hut"},
    ],
    ids=["unknown field", "missing field", "wrong type", "unknown move", "no type"],
)
def test_a_malformed_move_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(data, BuildItem | EndTurn)


def test_records_are_frozen() -> None:
    with pytest.raises(AttributeError):
        Corner(1).x = 2  # type: ignore[misc]
