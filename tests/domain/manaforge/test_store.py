"""MF-10: Store cards."""

from __future__ import annotations

import pytest

from moothall.domain.manaforge import MANAFORGE
from moothall.domain.manaforge.changes import (
    ChoiceOpened,
    DieGained,
    GemGiven,
    ItemStored,
    OfferAnswered,
    OffersClosed,
    OffersOpened,
    Paid,
    PrestigeGained,
    PrismsGained,
    StoreCardCopied,
)
from moothall.domain.manaforge.content import box_at
from moothall.domain.manaforge.moves import Build, Choose, ExchangePrism, SpendDie
from moothall.domain.manaforge.state import ELEMENTS, Gems, Mana, Offers, Seat
from tests.domain.manaforge.table import categories, gems, given, mana, pay, player, prestige, table
from tests.support.scenes import Scene, Scripted, rule

BOX = box_at(1)

PLENTY = dict.fromkeys(ELEMENTS, 9)

PLAIN = {
    "instant_castle": 9,
    "dragon_scepter": 9,
    "flying_carpet": 9,
    "aquatic_trident": 9,
    "plant_soldiers": 8,
    "invulnerable_armor": 8,
    "skywrath_bow": 8,
    "blizzard_orb": 8,
    "portal_staff": 7,
}
DICE_ITEMS = {
    "earth_boots": "earth",
    "fire_bracers": "fire",
    "wind_circlet": "wind",
    "water_pendant": "water",
    "arcane_gloves": "arcane",
}
WAND_BASE = {"dawn": 1, "noon": 2, "dusk": 4}
WANDS = [item.id for item in BOX.items.values() if item.wand]
PRISMS = {"mana_prisms_dawn": 2, "mana_prisms_noon": 3, "mana_prisms_dusk": 4}
REPLICAS = {
    "replica_plate_mail": "earth",
    "replica_greatswords": "fire",
    "replica_mages_robes": "wind",
    "replica_healers_rods": "water",
}
ASKING = ["spellblock_armguards", "shapeshifter_mask", "truesight_blindfold", "elemental_rod", "mimic_essence"]


def built(card: str, me: Seat | None = None, *others: Seat, draw: Scripted | None = None) -> Scene:
    """The card built with more than enough mana."""
    return given(table(me or player(), *others, mana=PLENTY, board=[card])).when(0, Build(card), draw=draw)


def values(scene: Scene) -> list[str]:
    """All that the builder can do: the answers to one question."""
    moves = MANAFORGE.legal_moves(scene.state, 0)
    return [move.value if isinstance(move, Choose) else str(move) for move in moves]


@rule("MF-10.1")
@pytest.mark.parametrize(("card", "kind"), DICE_ITEMS.items())
def test_dice_items_give_prestige_and_a_die_rolled_and_ready(card: str, kind: str) -> None:
    me = player("earth_1 gem_earth")
    done = built(card, me, draw=Scripted({"gain/round-3/seat-0": 4}))
    number = 2 if kind == "earth" else 1
    done.then(PrestigeGained(0, "store", card, 1), DieGained(0, f"{kind}_{number}", kind, 5), ItemStored(0, card))
    assert done.state.phase.expenditures == 4
    assert any(
        isinstance(move, SpendDie) and move.die == f"{kind}_{number}" for move in MANAFORGE.legal_moves(done.state, 0)
    )


@rule("MF-10.2")
@pytest.mark.parametrize("card", WANDS)
def test_wands_count_the_wands_before_them(card: str) -> None:
    base = WAND_BASE[BOX.items[card].deck]
    others = [wand for wand in WANDS if wand != card][:3]
    assert categories(built(card)) == {"wands": base}
    assert categories(built(card, player(store=[*others, "portal_staff"]))) == {"wands": base + 3}


@rule("MF-10.3")
@pytest.mark.parametrize(("card", "n"), PRISMS.items())
def test_mana_prisms(card: str, n: int) -> None:
    built(card).then(PrismsGained(0, n, card))


@rule("MF-10.4")
@pytest.mark.parametrize(("card", "points"), PLAIN.items())
def test_plain_prestige(card: str, points: int) -> None:
    assert categories(built(card)) == {"store": points}


@rule("MF-10.5")
def test_spellblock_takes_up_to_eight_further_mana() -> None:
    asked = built("spellblock_armguards").then(ChoiceOpened(0, "spellblock_armguards", "extra_mana", 0))
    assert values(asked) == [str(n) for n in range(9)]
    for n in (0, 3, 8):
        done = asked.when(0, Choose("extra_mana", str(n)))
        assert prestige(done) == n
        assert sum(mana(done).values()) == 34 - n
    for value in ("9", "-1", "", "many", "1.0"):
        asked.when(0, Choose("extra_mana", value)).breaks("MF-10.5")
    chosen = asked.when(0, Choose("extra_mana", "2", **pay("water:2")))
    chosen.then(Paid(0, Mana(0, 0, 0, 2), Gems(), "spellblock_armguards"))
    asked.when(0, Choose("extra_mana", "2", **pay("water:3"))).breaks("MF-4.13")
    asked.when(0, Choose("extra_mana", "0", **pay("water:1"))).breaks("MF-4.13")
    asked.when(0, Choose("mimic", "spark_wand")).breaks("MF-7.11")
    asked.when(1, Choose("extra_mana", "1")).breaks("MF-2.6")


@rule("MF-10.5")
def test_spellblock_asks_nothing_of_a_seat_that_has_nothing() -> None:
    poor = given(table(player(), mana={"earth": 2}, board=["spellblock_armguards"]))
    poor.when(0, Build("spellblock_armguards")).then(ItemStored(0, "spellblock_armguards"))
    prism = given(table(player(prisms=1), mana={"earth": 2}, board=["spellblock_armguards"]))
    asked = prism.when(0, Build("spellblock_armguards")).lists(0, ExchangePrism("fire"), Choose("extra_mana", "0"))
    assert prestige(asked.when(0, ExchangePrism("fire"), Choose("extra_mana", "1"))) == 1


@rule("MF-10.6")
@pytest.mark.parametrize(
    ("dice", "points"),
    [
        (["earth_1 double_earth spent"], 2),
        (["earth_1 gem_earth"], 0),
        (["earth_1 gem_earth", "water_1 single_earth"], 2),
        (["earth_1 runestone", "fire_1 transmute", "wind_1 power_surge", "water_1 gem_copy"], 0),
        (["arcane_1 earth_or_fire", "arcane_2 earth_or_fire"], 4),
        (["earth_1 double_earth", "fire_1 double_fire", "wind_1 double_wind", "water_1 double_water"], 8),
    ],
)
def test_shapeshifter_mask_counts_symbols_on_all_dice(dice: list[str], points: int) -> None:
    assert prestige(built("shapeshifter_mask", player(*dice))) == points


@rule("MF-10.6")
def test_shapeshifter_mask_sees_a_held_die() -> None:
    me = player("wind_1 double_wind", talents=["aether_reserve"], held="wind_1")
    assert prestige(built("shapeshifter_mask", me)) == 2


@rule("MF-10.7")
def test_truesight_blindfold_counts_charged_double() -> None:
    me = player(workshop=["stone_circle", "hellforge exhausted", "sun_fragment exhausted"])
    assert categories(built("truesight_blindfold", me)) == {"store": 4}


@rule("MF-10.8")
def test_elemental_rod_takes_gems_of_different_elements() -> None:
    asked = built("elemental_rod", player(gems={"earth": 2, "wind": 1}))
    assert values(asked) == ["none", "earth", "wind", "earth+wind"]
    done = asked.when(0, Choose("rod_gems", "earth+wind"))
    assert (prestige(done), gems(done)) == (4, {"earth": 1})
    nothing = asked.when(0, Choose("rod_gems", "none"))
    assert (prestige(nothing), gems(nothing)) == (0, {"earth": 2, "wind": 1})
    for value in ("earth+earth", "fire", "", "earth+", "all"):
        asked.when(0, Choose("rod_gems", value)).breaks("MF-10.8")
    asked.when(0, Choose("rod_gems", "earth", **pay("gem_earth:1"))).breaks("MF-4.13")
    four = built("elemental_rod", player(gems=dict.fromkeys(ELEMENTS, 1)))
    assert prestige(four.when(0, Choose("rod_gems", "earth+fire+wind+water"))) == 8


@rule("MF-10.8")
def test_elemental_rod_asks_nothing_of_a_seat_without_gems_and_prisms() -> None:
    built("elemental_rod").then(ItemStored(0, "elemental_rod"))
    built("elemental_rod", player(prisms=1)).lists(0, Choose("rod_gems", "none"), ExchangePrism("earth"))


@rule("MF-10.9")
def test_mimic_with_an_empty_pile_does_nothing_and_copies_a_single_card_at_once() -> None:
    assert prestige(built("mimic_essence")) == 0
    done = built("mimic_essence", player(store=["portal_staff"])).then(StoreCardCopied(0, "portal_staff"))
    assert categories(done) == {"store": 7}
    assert done.state.seats[0].store == ("portal_staff", "mimic_essence")


@rule("MF-10.9")
@pytest.mark.parametrize(
    ("card", "points"), [("elemental_rod", 2), ("spellblock_armguards", 1), ("truesight_blindfold", 2)]
)
def test_mimic_copies_payments_too(card: str, points: int) -> None:
    me = player(store=[card], gems={"earth": 1}, workshop=["hellforge"])
    done = built("mimic_essence", me)
    answers = {"elemental_rod": Choose("rod_gems", "earth"), "spellblock_armguards": Choose("extra_mana", "1")}
    if card in answers:
        done = done.when(0, answers[card])
    assert categories(done) == {"store": points}
    assert done.state.seats[0].store == (card, "mimic_essence")


@rule("MF-10.9")
def test_mimic_copies_dice_and_offers() -> None:
    dice = built("mimic_essence", player(store=["arcane_gloves"]), draw=Scripted({"gain/round-3/seat-0": 0}))
    dice.then(PrestigeGained(0, "store", "mimic_essence", 1), DieGained(0, "arcane_1", "arcane", 1))
    me = player(store=["replica_plate_mail", "spark_wand"], talents=["arcane_crafter"])
    asked = built("mimic_essence", me, player(gems={"earth": 1})).when(0, Choose("mimic", "replica_plate_mail"))
    assert isinstance(asked.state.phase, Offers)
    done = asked.when(1, Choose("replica_gift", "gem"))
    done.then(GemGiven(1, 0, "earth", False), ItemStored(0, "mimic_essence"), PrismsGained(0, 1, "arcane_crafter"))
    asked_which = built("mimic_essence", me)
    asked_which.when(0, Choose("mimic", "mimic_essence")).breaks("MF-10.9")
    asked_which.when(0, Choose("mimic", "portal_staff")).breaks("MF-10.9")


@rule("MF-10.10")
@pytest.mark.parametrize(("card", "element"), REPLICAS.items())
def test_replicas_take_a_gem_of_their_element_from_every_giver(card: str, element: str) -> None:
    giver = player(gems={element: 1}, prisms=1)
    asked = built(card, player(), giver, giver, player(prisms=1))
    assert categories(asked) == {"store": 6}
    asked.lists(1, *(Choose("replica_gift", gift) for gift in ("none", "gem", "prism")))
    asked.lacks(3, Choose("replica_gift", "gem")).when(3, Choose("replica_gift", "gem")).breaks("MF-10.10")
    done = asked.when(3, Choose("replica_gift", "prism")).when(2, Choose("replica_gift", "none"))
    done = done.when(1, Choose("replica_gift", "gem"))
    assert gems(done) == {element: 2}
    assert [prestige(done, seat) for seat in range(4)] == [6, 2, 0, 2]
    assert gems(done, 2) == {element: 1}
    assert done.state.seats[0].store == (card,)


@rule("MF-10.11")
def test_offers_are_secret_until_the_last_answer_then_applied_clockwise() -> None:
    giver = player(gems={"fire": 1})
    state = table(giver, player(), player(gems={"earth": 3}), giver, mana=PLENTY, board=["replica_greatswords"], seat=1)
    asked = given(state).when(1, Build("replica_greatswords"))
    asked.then(OffersOpened(1, "fire", 2, "replica_greatswords", (3, 0), 1))
    asked.when(2, Choose("replica_gift", "none")).breaks("MF-10.12")
    one = asked.when(0, Choose("replica_gift", "gem")).exactly(OfferAnswered(0, "gem"))
    assert prestige(one, 0) == 0
    assert MANAFORGE.view(one.state, 3).own.answer == ()
    assert MANAFORGE.view(one.state, 0).own.answer == ("gem",)
    one.when(0, Choose("replica_gift", "none")).breaks("MF-10.12")
    both = one.when(3, Choose("replica_gift", "gem"))
    both.then(OffersClosed((3, 0), ("gem", "gem")), GemGiven(3, 1, "fire", False), GemGiven(0, 1, "fire", False))


@rule("MF-10.11")
def test_an_offer_that_nobody_can_answer_is_not_made() -> None:
    done = built("replica_greatswords", player(prisms=3), player(gems={"earth": 1}), player())
    assert not any(isinstance(change, OffersOpened) for change in done.changes)
    assert done.state.seats[0].store == ("replica_greatswords",)


def test_every_store_card_stands_in_a_table_above() -> None:
    named = {*PLAIN, *DICE_ITEMS, *WANDS, *PRISMS, *REPLICAS, *ASKING}
    assert named == {item.id for item in BOX.items.values() if item.kind == "store"}
