"""MR-13: every card of every family does what its family says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from moothall.domain.medieval_realms import changes as c
from moothall.domain.medieval_realms.moves import ChooseResource, OpenAuction, PlayCard, TakeRealmCard
from moothall.domain.medieval_realms.state import INDEX, RESOURCES, Tokens
from tests.domain.medieval_realms.tables import (
    DECK,
    FACES,
    acting,
    awaited,
    game_over,
    moves_of,
    owner,
    pair_realm,
    placement,
    placing,
    realm,
    tokens,
)
from tests.support.scenes import Scene, rule

CITIES = {
    "orange": "raw_material",
    "red": "production",
    "yellow": "gold",
    "green": "raw_material",
    "grey": "battle_point",
    "turquoise": "gold",
    "black": "battle_point",
    "violet": "culture",
    "white": "religion",
    "blue": "science",
}
FAMILIES = {
    "castle": ("orange", "majority", 6),
    "market": ("red", "realm", 6),
    "realm_leader": ("yellow", "auction", 9),
    "city": ("green", "realm", 10),
    "territory": ("grey", "auction", 6),
    "island": ("turquoise", "realm", 8),
    "war": ("black", "majority", 7),
    "artist": ("violet", "majority", 4),
    "missionary": ("white", "majority", 4),
    "scientist": ("blue", "majority", 4),
    "scientific_development": ("blue", "realm", 6),
    "art_gallery": ("violet", "majority", 5),
    "cathedral": ("white", "majority", 5),
    "tithe": ("white", "realm", 4),
    "inquisition": ("white", "realm", 3),
    "gunpowder": ("blue", "realm", 3),
    "university": ("blue", "realm", 3),
    "docking_bay": ("blue", "realm", 3),
    "patronage": ("violet", "realm", 4),
}
OF_STAMP = {
    "orange": "castle_6",
    "red": "market_6",
    "yellow": "leader_mayor_3",
    "green": "city_red",
    "grey": "territory_gold",
    "turquoise": "island_admirals",
    "black": "war_7",
    "violet": "art_gallery_5",
    "white": "cathedral_5",
    "blue": "university_3",
}


def of_family(*families: str) -> list[str]:
    return [card for card in DECK if FACES[card].family in families]


def played(card: str, seats: int = 3, **fields: Any) -> Scene:
    """The card played by seat 0 out of its display, with exactly its cost at hand."""
    face = FACES[card]
    cost = {RESOURCES[face.pays]: face.amounts[seats]} if face.amounts else {}
    make = pair_realm if seats == 2 else realm
    current = fields.pop("current", {})
    held = make([card], fields.pop("in_play", ()), **{**cost, **fields})
    return acting(held, *(make() for _ in range(seats - 1)), current=current).when(0, PlayCard(card))


def won(card: str) -> Scene:
    """The card won by seat 0 with a bid of 2."""
    resource = RESOURCES[FACES[card].pays]
    return acting(realm(**{resource: 2}), realm(), realm(), current={5: card}).when(0, OpenAuction(5, 2))


def scored(card: str, *others: str, beside: Sequence[str] = (), **fields: Any) -> int:
    """What the card brings at the end beside these others."""
    end = game_over(realm(in_play=[card, *others, *beside], **fields), realm(), realm()).step("game_end")
    (points,) = [
        change.amount for change in end.changes if isinstance(change, c.EndEffectScored) and change.card == card
    ]
    return int(points)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_has_its_stamp_type_and_number_of_cards(family: str) -> None:
    cards = of_family(family)
    stamp, kind, number = FAMILIES[family]
    assert {(FACES[card].stamp, FACES[card].type) for card in cards} == {(stamp, kind)}
    assert len(cards) == number


def test_the_cards_by_stamp_and_type() -> None:
    assert Counter(face.type for face in FACES.values()) == {"realm": 50, "majority": 35, "auction": 15}
    assert Counter(face.stamp for face in FACES.values()) == {
        "orange": 6, "red": 6, "yellow": 9, "green": 10, "grey": 6,
        "turquoise": 8, "black": 7, "violet": 13, "white": 16, "blue": 19,
    }  # fmt: skip


@rule("MR-13.1")
@pytest.mark.parametrize("card", of_family("castle"))
def test_castle(card: str) -> None:
    assert FACES[card].majority == INDEX["raw_material"]
    played(card).then(c.TokensPaid(0, "raw_material", 6, card, "cost"))
    scene = placing(realm(in_play=[card]), realm(), realm())
    for seat in range(3):
        scene = scene.when(seat, *placement(6, 6))
    scene.then(c.TokensGained(0, Tokens(battle_point=1), card))
    assert scored(card) == 3
    assert scored(card, generals=2, admirals=3) == 7


@rule("MR-13.2")
@pytest.mark.parametrize("card", of_family("market"))
def test_market(card: str) -> None:
    played(card).then(c.TokensPaid(0, "production", 6, card, "cost"))
    assert scored(card) == 1
    others = [other for stamp, other in OF_STAMP.items() if stamp != "red"]
    assert scored(card, *others, "castle_1", "war_1") == 10


@rule("MR-13.3")
@pytest.mark.parametrize("card", of_family("realm_leader"))
def test_realm_leader(card: str) -> None:
    leader: Any = FACES[card].id.removeprefix("leader_")
    scene = won(card)
    scene.then(c.TokensPaid(0, "gold", 2, card, "bid"), c.AuctionWon(0, 5, card), c.LeaderGained(0, leader, 1, card))
    realm_ = owner(scene, 0)
    assert (realm_.mayors, realm_.generals, realm_.admirals) == (
        4 + (leader == "mayor"),
        1 + (leader == "general"),
        1 + (leader == "admiral"),
    )


@rule("MR-13.4")
@pytest.mark.parametrize(("stamp", "resource"), CITIES.items())
def test_city(stamp: str, resource: str) -> None:
    city = f"city_{stamp}"
    played(city).then(c.TokensPaid(0, "raw_material", 5, city, "cost"))
    assert scored(city, mayors=7) == 7
    trigger = "city_blue" if stamp == "green" else OF_STAMP[stamp]
    if FACES[trigger].type == "auction":
        bid = RESOURCES[FACES[trigger].pays]
        held = realm(in_play=[city], **{bid: 1})
        scene = acting(held, realm(), realm(), current={1: trigger}).when(0, OpenAuction(1, 1))
    else:
        scene = played(trigger, in_play=[city])
    scene.then(c.TokensGained(0, Tokens(**{resource: 1}), city))
    assert owner(scene, 0).colour == 1
    other = "market_1" if stamp != "red" else "castle_1"
    assert owner(played(other, in_play=[city]), 0).colour == 0, "another stamp"


@rule("MR-13.5")
@pytest.mark.parametrize("card", of_family("territory"))
def test_territory(card: str) -> None:
    resource = card.removeprefix("territory_")
    scene = won(card)
    scene.then(c.TokensPaid(0, "battle_point", 2, card, "bid"), c.TokensGained(0, Tokens(**{resource: 5}), card))
    assert tokens(scene, 0) == {resource: 5}


@rule("MR-13.6")
@pytest.mark.parametrize("card", of_family("island"))
def test_an_island_needs_an_admiral_for_each_island(card: str) -> None:
    others = [island for island in of_family("island") if island != card]
    for islands in range(3):
        few = realm([card], others[:islands], admirals=islands, gold=1)
        scene = acting(few, realm(), realm(), current={1: "leader_mayor_1"})
        scene.when(0, PlayCard(card)).breaks("MR-13.6")
        scene.lacks(0, PlayCard(card))
        enough = played(card, in_play=others[:islands], admirals=islands + 1)
        assert owner(enough, 0).admirals == islands + 1, "they are kept"
        assert not any(isinstance(change, c.TokensPaid) for change in enough.changes)


@rule("MR-13.7")
@pytest.mark.parametrize(
    ("card", "met", "unmet"),
    [
        ("island_admirals", {"admirals": 3}, {"admirals": 2}),
        ("island_generals", {"generals": 3}, {"generals": 2}),
        ("island_great", {"beside": ["artist_dante", "scientist_bacon"]}, {"beside": ["artist_dante", "cathedral_1"]}),
        (
            "island_stamps",
            {"beside": [card for stamp, card in OF_STAMP.items() if stamp not in ("turquoise", "grey", "yellow")]},
            {
                "beside": [
                    card for stamp, card in OF_STAMP.items() if stamp not in ("turquoise", "grey", "yellow", "red")
                ]
            },
        ),
        ("island_cards", {"beside": list(DECK[:11])}, {"beside": list(DECK[:10])}),
        ("island_castle", {"beside": ["castle_1"]}, {"beside": ["city_orange"]}),
        ("island_war", {"beside": ["war_1"]}, {"beside": ["city_black"]}),
        ("island_green", {"beside": ["city_red", "city_blue"]}, {"beside": ["city_red"]}),
    ],
)
def test_island(card: str, met: dict[str, Any], unmet: dict[str, Any]) -> None:
    scene = played(card)
    scene.then(c.PointsGained(0, 2, "immediate", card, 2))
    assert scored(card, **met) == 3
    assert scored(card, **unmet) == 0


@rule("MR-13.8", "MR-16.3")
@pytest.mark.parametrize(("seats", "cost"), [(2, 7), (3, 7), (4, 6), (5, 5)])
def test_war(seats: int, cost: int) -> None:
    for card in of_family("war"):
        assert FACES[card].majority == INDEX["battle_point"]
        scene = played(card, seats)
        scene.then(
            c.TokensPaid(0, "battle_point", cost, card, "cost"), c.PointsGained(0, 6, "immediate", card, 6, bonus=1)
        )
        played(card, seats, battle_point=cost - 1).breaks("MR-10.1")


@rule("MR-13.9")
@pytest.mark.parametrize("card", of_family("artist", "missionary", "scientist"))
def test_great_person(card: str) -> None:
    resource = {"artist": "culture", "missionary": "religion", "scientist": "science"}[FACES[card].family]
    assert FACES[card].majority == INDEX[resource]
    assert FACES[card].great_person
    played(card).then(c.TokensPaid(0, resource, 5, card, "cost"), c.PointsGained(0, 2, "immediate", card, 2))


@rule("MR-13.10")
@pytest.mark.parametrize("card", of_family("artist", "missionary", "scientist"))
def test_a_great_person_counts_its_own_stamp_at_the_end(card: str) -> None:
    stamp = FACES[card].stamp
    same = [other for other in DECK if FACES[other].stamp == stamp and other != card][:3]
    assert scored(card) == 1
    assert scored(card, *same, "castle_1", "market_1") == 4


@rule("MR-13.11")
@pytest.mark.parametrize("card", of_family("scientific_development"))
def test_scientific_development(card: str) -> None:
    resource = card.removeprefix("development_")
    scene = played(card, mayors=5)
    scene.then(
        c.TokensPaid(0, "science", 5, card, "cost"),
        c.PointsGained(0, 2, "immediate", card, 2),
        c.TokensGained(0, Tokens(**{resource: 5}), card),
    )
    assert tokens(scene, 0) == {resource: 5}


@rule("MR-13.12")
@pytest.mark.parametrize("card", of_family("art_gallery", "cathedral"))
def test_art_gallery_and_cathedral(card: str) -> None:
    resource = {"art_gallery": "culture", "cathedral": "religion"}[FACES[card].family]
    assert FACES[card].majority == INDEX[resource]
    scene = played(card)
    scene.then(c.TokensPaid(0, resource, 5, card, "cost"), c.PointsGained(0, 5, "immediate", card, 5, bonus=1))


@rule("MR-13.13")
@pytest.mark.parametrize("card", of_family("tithe"))
def test_tithe(card: str) -> None:
    scene = played(card)
    scene.then(c.TokensPaid(0, "religion", 5, card, "cost"), c.ResourceAsked(0, card, 2, 4, ("religion",)))
    assert owner(scene, 0).vp == 2
    scene.when(0, ChooseResource("religion")).breaks("MR-13.13")
    scene.when(0, ChooseResource("wood")).breaks("MR-13.13")
    for resource in RESOURCES:
        if resource != "religion":
            assert tokens(scene.when(0, ChooseResource(resource)), 0) == {resource: 4}


@rule("MR-13.14")
@pytest.mark.parametrize("card", of_family("inquisition"))
def test_inquisition(card: str) -> None:
    scene = played(card)
    scene.then(c.TokensPaid(0, "religion", 4, card, "cost"), c.LeaderGained(0, "general", 1, card))
    assert owner(scene, 0).generals == 2


@rule("MR-13.15")
@pytest.mark.parametrize("card", of_family("gunpowder", "university", "docking_bay"))
def test_gunpowder_university_and_docking_bay(card: str) -> None:
    leader: Any = {"gunpowder": "general", "university": "mayor", "docking_bay": "admiral"}[FACES[card].family]
    scene = played(card)
    scene.then(c.TokensPaid(0, "science", 4, card, "cost"), c.LeaderGained(0, leader, 1, card))
    assert owner(scene, 0).leaders == 7


@rule("MR-13.16")
@pytest.mark.parametrize("card", of_family("patronage"))
def test_patronage(card: str) -> None:
    scene = played(card, current={4: "market_1", 9: "city_red", 10: "castle_1", 11: "leader_mayor_1"})
    scene.then(
        c.TokensPaid(0, "culture", 4, card, "cost"),
        c.PointsGained(0, 2, "immediate", card, 2),
        c.RealmCardAsked(0, card, 2),
    )
    assert awaited(scene) == [(0, "realm_card")]
    assert moves_of(scene, 0) == [TakeRealmCard(4), TakeRealmCard(9)]
    scene = scene.when(0, TakeRealmCard(9))
    scene.then(c.CardTaken(0, 9, "city_red", "effect"))
    assert owner(scene, 0).display == ("city_red",)
    assert scene.state.current[8] is None
    assert tokens(scene, 0) == {}, "no price"


@rule("MR-13.17")
def test_the_card_taken_fits_the_display_that_patronage_has_left() -> None:
    held = realm(["patronage_1", "market_1", "city_red", "island_war"], culture=4)
    panel = {1: "market_2", 2: "university_1", 3: "tithe_1", 4: "patronage_2", 5: "war_1"}
    scene = acting(held, realm(), realm(), current=panel).when(0, PlayCard("patronage_1"))
    assert moves_of(scene, 0) == [TakeRealmCard(2), TakeRealmCard(3), TakeRealmCard(4)]
    for square in (1, 5, 6, 0, 13):
        scene.when(0, TakeRealmCard(square)).breaks("MR-13.17")
    assert len(owner(scene.when(0, TakeRealmCard(4)), 0).display) == 4


@rule("MR-13.17")
def test_a_single_fitting_card_is_taken_without_a_question() -> None:
    scene = played("patronage_1", current={3: "tithe_1", 4: "war_1"})
    scene.then(c.CardTaken(0, 3, "tithe_1", "effect"))
    assert owner(scene, 0).display == ("tithe_1",)
