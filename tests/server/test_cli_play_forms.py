"""Moves as forms, made from the moves themselves, and what is typed into them."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest

from moothall.domain.core.data import Move
from moothall.domain.titles import TITLES
from moothall.server.cli.play.forms import (
    BadValue,
    Choice,
    Field,
    Shape,
    explained,
    forms_of,
    in_listed_order,
    listed_values,
    matching,
    owners,
    read_value,
    span,
)

MAYORS = forms_of(TITLES["medieval-realms"])["place_mayors"]
BUILD = forms_of(TITLES["manaforge"])["build"]
CARDS = [Choice("egg_1", "Egg"), Choice("egg_2", "Egg"), Choice("fire_wand", "Fire Wand"), Choice("fan", "Fan of Fire")]
CARDS += [Choice("ostrava", "Ostrava, Treasurer (Ben's)")]


def field(shape: Shape, *, many: bool = False, text: str = "") -> Field:
    return Field("part", text, shape, many, True, None, ())


@pytest.mark.parametrize("slug", TITLES)
def test_every_kind_of_move_is_a_form_with_words(slug: str) -> None:
    forms = forms_of(TITLES[slug])
    assert len(forms) > 5
    for form in forms.values():
        assert form.text, form.kind
        for each in form.fields:
            assert each.shape != "other", f"{form.kind}.{each.name} can only be typed as JSON"
            assert "  " not in each.text
            assert not re.match("as (for|in) ", each.text), (
                f"{form.kind}.{each.name} only points elsewhere: {each.text}"
            )


def test_a_docstring_tells_of_the_move_and_of_each_part() -> None:
    text = (
        "Do it. `first`, `second`: their ids; `none` too. By face: `take`, the mana; `to` / `via`: where. `x` is odd."
    )
    said, parts = explained(text, ["first", "second", "take", "to", "via"])
    assert said == "Do it."
    assert parts == {
        "first": "their ids; `none` too.",
        "second": "their ids; `none` too.",
        "take": "the mana",
        "to": "where. `x` is odd.",
        "via": "where. `x` is odd.",
    }
    assert explained("Nothing more.", ["a"]) == ("Nothing more.", {})
    assert explained("It. `..._to`: where.", ["give_to", "get_to"])[1] == {"give_to": "where.", "get_to": "where."}


def test_a_part_explained_elsewhere_has_those_words() -> None:
    enchant = forms_of(TITLES["gates-of-mara"])["enchant"]
    payment = next(each for each in enchant.fields if each.name == "payment")
    assert payment.text.startswith("the gems to pay with")
    assert (payment.shape, payment.required, payment.default) == ("amounts", False, None)


class Offer(Move, frozen=True):
    """Offer. `to`: the partner's seat. `price`: in Capital."""

    to: int
    price: int = 0


class Counter(Move, frozen=True):
    """Answer. All parts are those of `offer`, but `rest` is not explained."""

    to: int
    price: int = 0


def test_a_move_explained_as_another_has_its_words() -> None:
    title: Any = SimpleNamespace(moves=Offer | Counter, domains={})
    counter = forms_of(title)["counter"]
    assert [(each.name, each.text, each.is_seat) for each in counter.fields] == [
        ("to", "the partner's seat.", True),
        ("price", "in Capital.", False),
    ]


def test_the_listed_moves_narrow_a_part_down() -> None:
    squares = [each.name for each in MAYORS.fields]
    moves = [
        {"type": "place_mayors", **dict.fromkeys(squares, 0), "gold": gold, "science": 2 - gold} for gold in (0, 1, 2)
    ] + [{"type": "other", "gold": 9}]
    gold = next(each for each in MAYORS.fields if each.name == "gold")
    assert listed_values(MAYORS, gold, moves, {}) == [0, 1, 2]
    assert listed_values(MAYORS, gold, moves, {"science": 2}) == [0]
    assert listed_values(MAYORS, gold, moves, {"science": 5}) == []
    assert matching(MAYORS, moves, {"science": 1}) == [moves[1]]


def test_a_part_that_a_move_leaves_out_has_its_default() -> None:
    pile = next(each for each in BUILD.fields if each.name == "from")
    assert pile.values == ("board", "discard")
    moves: list[dict[str, Any]] = [{"type": "build", "card": "a"}, {"type": "build", "card": "a", "from": "discard"}]
    assert listed_values(BUILD, pile, moves, {"card": "a"}) == ["board", "discard"]
    assert matching(BUILD, moves, {"from": "board"}) == moves[:1]


def test_what_lies_on_the_table_belongs_to_somebody_or_nobody() -> None:
    view = {"seats": [{"hand": ["egg"]}, {"worn": {"fan": 1}}], "market": ["fan", "wand"], "own": {"picked": ["rod"]}}
    assert owners(view, ["egg", "fan", "wand", "rod", "gone"], 1) == {"egg": 0, "fan": 1, "wand": None, "rod": 1}


@pytest.mark.parametrize(
    ("part", "typed", "value"),
    [
        (field("number"), "12", 12),
        (field("number", many=True), "3 1  1", [3, 1, 1]),
        (field("number", many=True), "3, 1", [3, 1]),
        (field("number", text="the partner's seat"), "ben", 1),
        (field("text", text="a seat number as text"), "Ben", "1"),
        (field("truth"), "y", True),
        (field("truth"), "No", False),
        (field("amounts"), "fire 2, raw material: 1, 3 gold", {"fire": 2, "raw_material": 1, "gold": 3}),
        (field("text"), "fire_wand", "fire_wand"),
        (field("text"), "fire wand", "fire_wand"),
        (field("text"), "Fan", "fan"),
        (field("text"), "3", "fire_wand"),
        (field("text"), "egg", "egg_1"),
        (field("text", many=True), "1, fan, fire wand", ["egg_1", "fan", "fire_wand"]),
        (field("text", many=True), "Ostrava, Treasurer", ["ostrava"]),
        (field("text", many=True), "1, Ostrava", ["egg_1", "ostrava"]),
        (field("text", many=True), "2 3", ["egg_2", "fire_wand"]),
        (field("text", many=True), "fire wand", ["fire_wand"]),
        (field("other"), '{"a": [1]}', {"a": [1]}),
    ],
)
def test_what_is_typed_is_read(part: Field, typed: str, value: Any) -> None:
    assert read_value(part, typed, CARDS, ("Ada", "Ben")) == value


@pytest.mark.parametrize(
    ("part", "typed", "why"),
    [
        (field("number"), "two", "two is no whole number"),
        (field("number", many=True), "1, x", "x is no whole number"),
        (field("truth"), "maybe", "y or n is expected"),
        (field("amounts"), "fire", "fire is no amount"),
        (field("text"), "sword", "there is no sword here"),
        (field("text"), "fire", "that could be Fire Wand or Fan of Fire"),
        (field("text"), "9", "there is no 9 here"),
        (field("other"), "{", "JSON is expected"),
    ],
)
def test_what_makes_no_sense_is_said(part: Field, typed: str, why: str) -> None:
    with pytest.raises(BadValue, match=why):
        read_value(part, typed, CARDS, ("Ada", "Ben"))


def test_where_nothing_is_known_everything_is_taken_as_it_is() -> None:
    assert read_value(field("text"), "earth", []) == "earth"
    assert read_value(field("text"), "earth:2+gem_water:1", CARDS) == "earth:2+gem_water:1"
    assert read_value(field("text")._replace(values=("rod",)), "rod", CARDS) == "rod"


def test_a_payment_is_picked_or_written() -> None:
    ways = [Choice({"fire": 2}, "fire 2"), Choice({"fire": 1, "gold": 1}, "fire 1, gold 1")]
    assert read_value(field("amounts"), "2", ways) == {"fire": 1, "gold": 1}
    assert read_value(field("amounts"), "3 gold", ways) == {"gold": 3}


def test_the_order_of_a_list_is_that_of_the_legal_moves() -> None:
    assert in_listed_order([3, 1, 1], [[1, 1, 2], [1, 1, 3]]) == [1, 1, 3]
    assert in_listed_order([3, 3, 1], [[1, 1, 3]]) == [3, 3, 1]
    assert in_listed_order("a", ["a"]) == "a"


def test_numbers_in_short() -> None:
    assert span([4, 2, 3, 3]) == "2 to 4"
    assert span([5, 1]) == "1, 5"
    assert span([]) == ""
