"""MF-7: building and taking prisms."""

from __future__ import annotations

import pytest

from moothall.domain.core.bag import named
from moothall.domain.manaforge import MANAFORGE
from moothall.domain.manaforge.changes import (
    CardDiscarded,
    GemsGained,
    ItemPlaced,
    ItemStored,
    ItemTaken,
    PrestigeGained,
    PrismsGained,
    PrismTaken,
)
from moothall.domain.manaforge.content import box_at
from moothall.domain.manaforge.moves import Activate, Build, Choose, EndTurn, GainPrism, SpendDie, Upgrade
from moothall.domain.manaforge.state import ELEMENTS, Gems, Mana
from tests.domain.manaforge.table import gems, given, mana, player, prestige, table, workshop
from tests.support.scenes import rule

BOX = box_at(1)

FULL = ["stone_circle", "sun_fragment", "wind_catcher", "reflecting_pool"]


@rule("MF-7.1")
def test_one_item_or_one_prism_per_turn() -> None:
    start = given(table(player(), mana={"fire": 4}, board=["spark_wand", "immolation_wand"]))
    for first in (Build("spark_wand"), GainPrism()):
        done = start.when(0, first).lacks(0, Build("immolation_wand"), GainPrism())
        done.when(0, Build("immolation_wand")).breaks("MF-7.1")
        done.when(0, GainPrism()).breaks("MF-7.1")


@rule("MF-7.2", "MF-7.3")
@pytest.mark.parametrize("card", BOX.items)
def test_every_item_costs_exactly_what_it_says(card: str) -> None:
    cost = BOX.cost[card]
    exact = named(ELEMENTS, cost[:4])
    exact["water"] += cost[4]
    start = given(table(player(), mana=exact, board=[card])).lists(0, Build(card))
    built = start.when(0, Build(card))
    built.then(ItemTaken(0, card, "board", Mana(*exact.values()), Gems()))
    assert built.state.board == (None,) * 6
    assert mana(built) == {}
    home = built.state.seats[0].workshop if BOX.items[card].kind == "workshop" else built.state.seats[0].store
    assert [getattr(each, "id", each) for each in home] == [card]
    for element in ELEMENTS:
        if exact[element]:
            short = table(player(), mana={**exact, element: exact[element] - 1}, board=[card])
            given(short).lacks(0, Build(card)).when(0, Build(card)).breaks("MF-4.14")


@rule("MF-7.2")
def test_a_card_that_is_not_there_cannot_be_built() -> None:
    start = given(table(player(), mana={"fire": 9}, board=["spark_wand"], discard=["hellforge"]))
    start.when(0, Build("hellforge")).breaks("MF-7.2")
    start.when(0, Build("nonsense")).breaks("MF-7.2")
    start.when(1, Build("spark_wand")).breaks("MF-2.6")
    start.when(0, Build("spark_wand", scavenge_gem="fire")).breaks("MF-11.18")


@rule("MF-7.3")
def test_the_steps_of_a_build_come_in_order() -> None:
    me = player(talents=["earth_crafter"], workshop=FULL)
    state = table(me, mana={"earth": 4, "water": 2}, board=["verdant_haven", "barricade_wand"])
    given(state).when(0, Build("verdant_haven", replace="sun_fragment")).exactly(
        ItemTaken(0, "verdant_haven", "board", Mana(3, 0, 0, 2), Gems()),
        CardDiscarded(0, "sun_fragment"),
        ItemPlaced(0, "verdant_haven"),
        GemsGained(0, Gems(1, 0, 0, 0), "earth_crafter"),
    )
    given(state).when(0, Build("barricade_wand")).exactly(
        ItemTaken(0, "barricade_wand", "board", Mana(3, 0, 0, 0), Gems()),
        PrestigeGained(0, "wands", "barricade_wand", 2),
        ItemStored(0, "barricade_wand"),
        GemsGained(0, Gems(1, 0, 0, 0), "earth_crafter"),
    )


@rule("MF-7.4")
def test_a_new_workshop_card_is_upgraded_and_activated_at_once() -> None:
    start = given(table(player(gems={"earth": 1}), mana={"earth": 3}, board=["stone_circle"]))
    done = start.when(0, Build("stone_circle"), Upgrade("stone_circle"), Activate("stone_circle", 1))
    assert mana(done) == {"earth": 2}


@rule("MF-7.5")
def test_room_is_made_exactly_when_it_is_needed() -> None:
    have = {"wind": 4, "fire": 1}
    full = given(table(player(workshop=FULL), mana=have, board=["illusion_globes", "thunder_wand", "hellforge"]))
    full.lists(0, *(Build("illusion_globes", replace=card) for card in FULL)).lacks(0, Build("illusion_globes"))
    full.when(0, Build("illusion_globes", replace="illusion_globes")).breaks("MF-7.5")
    full.when(0, Build("illusion_globes", replace="hellforge")).breaks("MF-7.5")
    full.when(0, Build("thunder_wand", replace=FULL[0])).breaks("MF-7.5")
    three = given(table(player(workshop=FULL[:3]), mana=have, board=["illusion_globes"]))
    three.when(0, Build("illusion_globes", replace=FULL[0])).breaks("MF-7.5")
    assert len(workshop(three.when(0, Build("illusion_globes")))) == 4


@rule("MF-7.6")
def test_gems_on_a_discarded_card_are_destroyed() -> None:
    me = player(workshop=["aether_bombs fire fire", *FULL[1:]], gems={"water": 3}, talents=["scavenger"])
    built = given(table(me, mana={"wind": 3}, board=["illusion_globes"])).when(
        0, Build("illusion_globes", replace="aether_bombs")
    )
    assert gems(built) == {"water": 3}
    assert built.state.discard == ("aether_bombs",)
    state = table(
        player(gems={"fire": 3, "wind": 3}, talents=["scavenger"]), mana={"fire": 5}, discard=built.state.discard
    )
    again = given(state).when(0, Build("aether_bombs", "discard"))
    assert again.state.seats[0].card("aether_bombs").gems == ()


@rule("MF-7.7")
def test_the_element_is_that_of_the_card_not_of_the_cost() -> None:
    me = player(talents=["earth_crafter", "fire_crafter"])
    built = given(table(me, mana={"earth": 3, "fire": 2}, board=["hellforge"])).when(0, Build("hellforge"))
    assert gems(built) == {"fire": 1}


@rule("MF-7.8")
def test_an_item_that_gives_nothing_may_be_built() -> None:
    state = table(player(), mana={"wind": 6}, board=["truesight_blindfold"])
    built = given(state).when(0, Build("truesight_blindfold"))
    assert prestige(built) == 0
    assert built.state.seats[0].store == ("truesight_blindfold",)


@rule("MF-7.9")
def test_a_prism_instead_of_an_item() -> None:
    done = given(table(player(prisms=1))).when(0, GainPrism()).exactly(PrismTaken(0))
    assert done.state.seats[0].prisms == 2
    assert MANAFORGE.score_sheet(done.state)[0].notes["prisms_taken"] == 1


@rule("MF-7.10")
def test_store_piles_are_open_and_keep_their_order() -> None:
    me = player(store=["thunder_wand", "spark_wand"])
    built = given(table(me, mana={"earth": 2}, board=["excavation_wand"])).when(0, Build("excavation_wand"))
    pile = ("thunder_wand", "spark_wand", "excavation_wand")
    for viewer in (None, 0, 1):
        assert MANAFORGE.view(built.state, viewer).seats[0].store == pile
    after = built.when(0, EndTurn()).when(1, EndTurn()).step()
    assert after.state.seats[0].store == pile


@rule("MF-7.11")
def test_while_a_choice_is_open_the_card_lies_nowhere_and_nothing_else_is_done() -> None:
    me = player("earth_1 double_earth", workshop=["stone_circle"])
    state = table(me, mana={"earth": 4}, board=["spellblock_armguards", "spark_wand"])
    open_choice = given(state).when(0, Build("spellblock_armguards"))
    table_now = open_choice.state
    assert "spellblock_armguards" not in (*table_now.board, *table_now.discard, *table_now.seats[0].store)
    assert MANAFORGE.view(table_now, 1).phase.making.card == "spellblock_armguards"
    assert table_now.seats[0].action == "spellblock_armguards"
    for move in (SpendDie("earth_1"), Activate("stone_circle", 0), GainPrism(), Build("spark_wand")):
        open_choice.when(0, move).breaks("MF-7.11")
    done = open_choice.when(0, Choose("extra_mana", "0"))
    assert done.state.seats[0].store == ("spellblock_armguards",)


@rule("MF-11.3", "MF-11.4")
@pytest.mark.parametrize(
    ("talent", "card", "gain"),
    [
        ("earth_crafter", "stone_circle", GemsGained(0, Gems(1, 0, 0, 0), "earth_crafter")),
        ("fire_crafter", "spark_wand", GemsGained(0, Gems(0, 1, 0, 0), "fire_crafter")),
        ("wind_crafter", "wind_catcher", GemsGained(0, Gems(0, 0, 1, 0), "wind_crafter")),
        ("water_crafter", "extinguishing_wand", GemsGained(0, Gems(0, 0, 0, 1), "water_crafter")),
        ("arcane_crafter", "illuminating_wand", PrismsGained(0, 1, "arcane_crafter")),
    ],
)
def test_crafters_gain_after_an_item_of_their_element(talent: str, card: str, gain: object) -> None:
    have = dict.fromkeys(ELEMENTS, 3)
    built = given(table(player(talents=[talent]), mana=have, board=[card])).when(0, Build(card))
    assert built.changes[-1] == gain
    other = "mana_prisms_noon" if talent != "arcane_crafter" else "stone_circle"
    quiet = given(table(player(talents=[talent]), mana=have, board=[other])).when(0, Build(other))
    assert gain not in quiet.changes
