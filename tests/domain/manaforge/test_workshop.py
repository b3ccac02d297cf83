"""MF-8 and MF-9: activating and upgrading Workshop cards."""

from __future__ import annotations

from typing import Any

import pytest

from moothall.domain.manaforge import MANAFORGE
from moothall.domain.manaforge.changes import CardActivated, CardRecharged, GemAttached, ManaGained, PrestigeGained
from moothall.domain.manaforge.content import box_at
from moothall.domain.manaforge.content.ops import ExhaustOthers, PayExpenditures, PayGems, PayMana
from moothall.domain.manaforge.moves import Activate, Build, EndTurn, Upgrade
from moothall.domain.manaforge.state import ELEMENTS, Card, Mana, Seat, State
from tests.domain.manaforge.table import categories, gems, given, mana, pay, player, prestige, table, workshop
from tests.support.scenes import rule

BOX = box_at(1)

ABILITIES = [(item.id, ability.level) for item in BOX.items.values() for ability in item.abilities]

SOURCES = {
    ("stone_circle", 0): (1, 0, 0, 0),
    ("stone_circle", 1): (2, 0, 0, 0),
    ("sun_fragment", 0): (0, 1, 0, 0),
    ("sun_fragment", 1): (0, 2, 0, 0),
    ("wind_catcher", 0): (0, 0, 1, 0),
    ("wind_catcher", 1): (0, 0, 2, 0),
    ("reflecting_pool", 0): (0, 0, 0, 1),
    ("reflecting_pool", 1): (0, 0, 0, 2),
    ("verdant_haven", 0): (1, 0, 0, 1),
    ("hellforge", 0): (1, 1, 0, 0),
    ("lightning_spire", 0): (0, 1, 1, 0),
    ("glacial_spike", 0): (0, 0, 1, 1),
    ("glittering_cavern", 0): (1, 1, 0, 0),
    ("glittering_cavern", 1): (2, 1, 0, 0),
    ("phoenix_egg", 0): (0, 1, 1, 0),
    ("phoenix_egg", 1): (0, 2, 1, 0),
    ("steam_vents", 0): (0, 0, 1, 1),
    ("steam_vents", 1): (0, 0, 2, 1),
    ("sacred_fountain", 0): (1, 0, 0, 1),
    ("sacred_fountain", 1): (1, 0, 0, 2),
}

ENGINES = {
    ("cavalier_shields", 0): ({"earth": 1}, 1),
    ("cavalier_shields", 1): ({"earth": 2}, 3),
    ("blazing_axes", 0): ({"fire": 1}, 1),
    ("blazing_axes", 1): ({"fire": 2}, 3),
    ("feather_cloaks", 0): ({"wind": 1}, 1),
    ("feather_cloaks", 1): ({"wind": 2}, 3),
    ("healing_potions", 0): ({"water": 1}, 1),
    ("healing_potions", 1): ({"water": 2}, 3),
    ("hunters_arrows", 0): ({"earth": 1, "water": 1}, 2),
    ("hunters_arrows", 1): ({"earth": 2, "water": 1}, 4),
    ("mithril_shirts", 0): ({"earth": 1, "fire": 1}, 2),
    ("mithril_shirts", 1): ({"earth": 1, "fire": 2}, 4),
    ("lightning_spears", 0): ({"fire": 1, "wind": 1}, 2),
    ("lightning_spears", 1): ({"fire": 1, "wind": 2}, 4),
    ("frostbite_maces", 0): ({"wind": 1, "water": 1}, 2),
    ("frostbite_maces", 1): ({"wind": 1, "water": 2}, 4),
    ("protection_scarabs", 0): ({"fire": 2}, 1),
    ("protection_scarabs", 1): ({"fire": 3}, 2),
    ("protection_scarabs", 2): ({"fire": 5}, 4),
    ("clockwork_companions", 0): ({"earth": 1, "fire": 1, "wind": 1, "water": 1}, 4),
    ("illusion_globes", 0): ({}, 1),
}

BOMBS = {0: (2, 2), 1: (3, 4), 2: (4, 6)}
RUNES = {0: (1, 2), 1: (2, 4), 2: (3, 5)}
GLOVES = {0: (1, 1), 1: (2, 3), 2: (3, 4)}


def at_level(card: str, level: int) -> Card:
    """The card with as many gems as its slots say."""
    slots = BOX.items[card].slots[:level]
    return Card(card, True, tuple("wind" if slot == "any" else slot for slot in slots))


def with_card(card: str, level: int, **fields: Any) -> State:
    me = Seat(workshop=(at_level(card, level),))
    return table(me, **fields)


@rule("MF-8.1", "MF-8.2")
def test_one_unlocked_ability_per_activation_older_ones_stay() -> None:
    start = given(with_card("glittering_cavern", 1))
    start.lists(0, Activate("glittering_cavern", 0), Activate("glittering_cavern", 1))
    older = start.when(0, Activate("glittering_cavern", 0))
    older.exactly(CardActivated(0, "glittering_cavern", 0), ManaGained(0, Mana(1, 1, 0, 0), "glittering_cavern"))
    older.when(0, Activate("glittering_cavern", 1)).breaks("MF-8.3")
    start.when(0, Activate("glittering_cavern", 2)).breaks("MF-8.2")
    start.when(0, Activate("hellforge", 0)).breaks("MF-8.1")


@rule("MF-8.1")
def test_any_number_of_cards_is_activated_in_a_turn() -> None:
    me = player(workshop=["stone_circle", "hellforge", "verdant_haven", "illusion_globes"])
    done = given(table(me, expenditures=0)).when(
        0, *(Activate(card, 0) for card in ("stone_circle", "hellforge", "verdant_haven", "illusion_globes"))
    )
    assert mana(done) == {"earth": 3, "fire": 1, "water": 1}
    assert prestige(done) == 1


@rule("MF-8.1")
def test_parameters_that_no_effect_asks_for_are_refused() -> None:
    start = given(with_card("stone_circle", 0))
    for move in (
        Activate("stone_circle", 0, take="earth"),
        Activate("stone_circle", 0, target="stone_circle"),
        Activate("stone_circle", 0, element="earth"),
        Activate("stone_circle", 0, exhaust="stone_circle"),
    ):
        start.when(0, move).breaks("MF-8.1")


@rule("MF-8.3")
def test_an_exhausted_card_waits_for_the_next_round() -> None:
    used = given(table(player(workshop=["hellforge"]), player())).when(0, Activate("hellforge", 0))
    used.lacks(0, Activate("hellforge", 0)).when(0, Activate("hellforge", 0)).breaks("MF-8.3")
    next_round = used.when(0, EndTurn()).when(1, EndTurn()).step().when(1, EndTurn())
    next_round.lists(0, Activate("hellforge", 0))


@rule("MF-8.4")
def test_an_ability_that_cannot_be_paid_or_does_nothing_is_not_chosen() -> None:
    for state, move, rule_id in (
        (with_card("clockwork_companions", 0, mana={"earth": 3}), Activate("clockwork_companions", 0), "MF-8.4"),
        (with_card("mana_accelerator", 0), Activate("mana_accelerator", 0, target="mana_accelerator"), "MF-8.12"),
        (with_card("enchanting_runes", 0), Activate("enchanting_runes", 0, exhaust="enchanting_runes"), "MF-8.9"),
    ):
        listed = [each for each in MANAFORGE.legal_moves(state, 0) if isinstance(each, Activate)]
        assert listed == []
        given(state).when(0, move).breaks(rule_id)


@rule("MF-8.5")
@pytest.mark.parametrize(("ability", "bag"), SOURCES.items())
def test_sources_give_their_mana(ability: tuple[str, int], bag: tuple[int, ...]) -> None:
    done = given(with_card(*ability)).when(0, Activate(*ability))
    done.exactly(CardActivated(0, *ability), ManaGained(0, Mana(*bag), ability[0]))


@rule("MF-8.6")
def test_gem_amplifier_needs_two_gems_of_any_elements() -> None:
    for gem in ELEMENTS:
        me = player(gems={gem: 2}, workshop=["gem_amplifier"])
        done = given(table(me)).when(0, Upgrade("gem_amplifier", gem), Upgrade("gem_amplifier", gem))
        assert mana(done.when(0, Activate("gem_amplifier", 2))) == {gem: 2}
    bare = with_card("gem_amplifier", 0)
    assert not [move for move in MANAFORGE.legal_moves(bare, 0) if isinstance(move, Activate)]


@rule("MF-8.7")
@pytest.mark.parametrize(("ability", "cost", "points"), [(key, *value) for key, value in ENGINES.items()])
def test_engines_turn_mana_into_prestige(ability: tuple[str, int], cost: dict[str, int], points: int) -> None:
    done = given(with_card(*ability, mana=cost)).when(0, Activate(*ability))
    assert categories(done) == {"workshop": points}
    assert mana(done) == {}
    for element in cost:
        short = {**cost, element: cost[element] - 1}
        given(with_card(*ability, mana=short)).when(0, Activate(*ability)).breaks("MF-8.4")


@rule("MF-8.8")
@pytest.mark.parametrize(("level", "needed", "points"), [(key, *value) for key, value in BOMBS.items()])
def test_aether_bombs_take_expenditures(level: int, needed: int, points: int) -> None:
    done = given(with_card("aether_bombs", level, expenditures=needed)).when(0, Activate("aether_bombs", level))
    assert prestige(done) == points
    assert done.state.phase.expenditures == 0
    short = given(with_card("aether_bombs", level, expenditures=needed - 1))
    short.when(0, Activate("aether_bombs", level)).breaks("MF-5.4")


@rule("MF-8.9")
@pytest.mark.parametrize(("level", "needed", "points"), [(key, *value) for key, value in RUNES.items()])
def test_enchanting_runes_exhaust_other_charged_cards(level: int, needed: int, points: int) -> None:
    others = ["stone_circle", "hellforge", "illusion_globes"]
    me = player(workshop=[" ".join(["enchanting_runes", *["wind"] * level]), *others])
    start = given(table(me))
    named = "+".join(others[:needed])
    done = start.when(0, Activate("enchanting_runes", level, exhaust=named))
    done.then(PrestigeGained(0, "workshop", "enchanting_runes", points))
    assert [workshop(done)[card] for card in others] == [False] * needed + [True] * (3 - needed)
    start.when(0, Activate("enchanting_runes", level)).breaks("MF-8.9")
    start.when(0, Activate("enchanting_runes", level, exhaust="+".join(["hellforge"] * (needed + 1)))).breaks("MF-8.9")
    done_first = start.when(0, Activate("stone_circle", 0))
    done_first.when(0, Activate("enchanting_runes", level, exhaust=named)).breaks("MF-8.9")


@rule("MF-8.9")
def test_all_sets_of_cards_are_listed_in_card_order() -> None:
    me = player(workshop=["enchanting_runes wind", "illusion_globes", "stone_circle", "hellforge"])
    moves = MANAFORGE.legal_moves(table(me), 0)
    listed = [move.exhaust for move in moves if isinstance(move, Activate) and move.ability == 1]
    assert listed == ["stone_circle+hellforge", "stone_circle+illusion_globes", "hellforge+illusion_globes"]


@rule("MF-8.10")
@pytest.mark.parametrize(("level", "needed", "points"), [(key, *value) for key, value in GLOVES.items()])
def test_gemstone_gloves_take_gems_of_any_elements(level: int, needed: int, points: int) -> None:
    state = with_card("gemstone_gloves", level)
    rich = table(Seat(workshop=state.seats[0].workshop, gems=(1, 1, 1, 0)))
    done = given(rich).when(0, Activate("gemstone_gloves", level))
    assert prestige(done) == points
    assert sum(done.state.seats[0].gems) == 3 - needed


@rule("MF-8.11")
def test_runed_obelisk_gives_one_of_two_pairs_each_time() -> None:
    start = given(with_card("runed_obelisk", 0))
    assert mana(start.when(0, Activate("runed_obelisk", 0, take="earth+wind"))) == {"earth": 1, "wind": 1}
    assert mana(start.when(0, Activate("runed_obelisk", 0, take="fire+water"))) == {"fire": 1, "water": 1}
    start.when(0, Activate("runed_obelisk", 0, take="earth+water")).breaks("MF-8.11")
    start.when(0, Activate("runed_obelisk", 0)).breaks("MF-8.11")


@rule("MF-8.12")
def test_mana_accelerator_recharges_another_card_never_itself() -> None:
    me = player(workshop=["mana_accelerator", "hellforge exhausted", "stone_circle"])
    start = given(table(me)).lists(0, Activate("mana_accelerator", 0, target="hellforge"))
    done = start.when(0, Activate("mana_accelerator", 0, target="hellforge")).then(
        CardRecharged(0, "hellforge", "mana_accelerator")
    )
    assert workshop(done) == {"mana_accelerator": False, "hellforge": True, "stone_circle": True}
    start.when(0, Activate("mana_accelerator", 0, target="stone_circle")).breaks("MF-8.12")
    start.when(0, Activate("mana_accelerator", 0, target="mana_accelerator")).breaks("MF-8.12")


@rule("MF-8.13")
@pytest.mark.parametrize("element", ELEMENTS)
def test_mana_condenser_doubles_exactly_what_was_paid(element: str) -> None:
    with_gem = table(player(gems={element: 1}, workshop=["mana_condenser"]))
    assert gems(given(with_gem).when(0, Activate("mana_condenser", 0, element=element))) == {element: 2}
    both = given(table(player(gems={element: 1}, workshop=["mana_condenser"]), mana={element: 1}))
    from_reserve = both.when(0, Activate("mana_condenser", 0, element=element))
    assert (mana(from_reserve), gems(from_reserve)) == ({}, {element: 3})
    by_gem = both.when(0, Activate("mana_condenser", 0, element=element, **pay(f"gem_{element}:1")))
    assert (mana(by_gem), gems(by_gem)) == ({element: 1}, {element: 2})
    other = "earth" if element != "earth" else "fire"
    both.when(0, Activate("mana_condenser", 0, element=other)).breaks("MF-8.13")
    both.when(0, Activate("mana_condenser", 0, element=element, **pay(f"{other}:1"))).breaks("MF-4.13")
    both.when(0, Activate("mana_condenser", 0)).breaks("MF-8.13")


@rule("MF-5.3")
def test_aether_geyser_adds_an_expenditure() -> None:
    done = given(with_card("aether_geyser", 0, expenditures=0)).when(0, Activate("aether_geyser", 0))
    assert done.state.phase.expenditures == 1


@rule("MF-9.1", "MF-9.3")
@pytest.mark.parametrize(("card", "level"), ABILITIES)
def test_every_ability_is_unlocked_by_its_gems(card: str, level: int) -> None:
    me = Seat(workshop=(Card(card),), gems=(2, 2, 2, 2))
    scene = given(table(me, mana=dict.fromkeys(ELEMENTS, 5)))
    for reached in range(level):
        scene.when(0, Activate(card, level)).breaks("MF-9.3")
        slot = BOX.items[card].slots[reached]
        scene = scene.when(0, Upgrade(card, "fire" if slot == "any" else None))
    attached = scene.state.seats[0].card(card)
    assert len(attached.gems) == level
    assert sum(scene.state.seats[0].gems) == 8 - level


@rule("MF-9.1")
def test_an_upgrade_needs_an_open_slot_and_an_owned_gem() -> None:
    me = player(gems={"fire": 1}, workshop=["stone_circle", "sun_fragment fire", "hellforge"])
    start = given(table(me))
    start.when(0, Upgrade("stone_circle")).breaks("MF-9.1")
    start.when(0, Upgrade("sun_fragment")).breaks("MF-9.1")
    start.when(0, Upgrade("hellforge")).breaks("MF-9.1")
    start.when(0, Upgrade("wind_catcher")).breaks("MF-9.1")
    assert not [move for move in MANAFORGE.legal_moves(start.state, 0) if isinstance(move, Upgrade)]


@rule("MF-9.2")
def test_the_gem_matches_the_next_slot_from_the_top() -> None:
    me = player(gems={"earth": 1, "water": 1}, workshop=["hunters_arrows", "gem_amplifier"])
    start = given(table(me)).lists(0, Upgrade("hunters_arrows"), Upgrade("gem_amplifier", "earth"))
    start.when(0, Upgrade("hunters_arrows")).exactly(GemAttached(0, "hunters_arrows", "water", 1))
    start.when(0, Upgrade("hunters_arrows", "earth")).breaks("MF-9.2")
    start.when(0, Upgrade("gem_amplifier")).breaks("MF-9.2")
    start.when(0, Upgrade("gem_amplifier", "arcane")).breaks("MF-9.2")
    start.lacks(0, Upgrade("gem_amplifier", "fire"))


@rule("MF-9.4")
def test_upgrading_needs_no_charge_no_build_and_exhausts_nothing() -> None:
    me = player(gems={"fire": 3}, workshop=["aether_bombs exhausted", "sun_fragment"], action="prism")
    done = given(table(me, expenditures=0)).when(
        0, Upgrade("aether_bombs"), Upgrade("aether_bombs"), Upgrade("sun_fragment")
    )
    assert workshop(done) == {"aether_bombs": False, "sun_fragment": True}
    assert gems(done) == {}


@rule("MF-9.5")
def test_attached_gems_pay_nothing() -> None:
    me = player(workshop=["aether_bombs fire fire", "blazing_axes"])
    start = given(table(me, board=["spark_wand"]))
    start.when(0, Activate("blazing_axes", 0)).breaks("MF-8.4")
    start.when(0, Build("spark_wand")).breaks("MF-4.14")


def test_every_ability_stands_in_a_table_above() -> None:
    special = {
        ("gem_amplifier", 2),
        ("runed_obelisk", 0),
        ("aether_geyser", 0),
        ("mana_accelerator", 0),
        ("mana_condenser", 0),
        *(("aether_bombs", level) for level in BOMBS),
        *(("enchanting_runes", level) for level in RUNES),
        *(("gemstone_gloves", level) for level in GLOVES),
    }
    assert {*SOURCES, *ENGINES, *special} == set(ABILITIES)
    kinds = {type(op) for item in BOX.items.values() for ability in item.abilities for op in ability.pay}
    assert kinds == {PayMana, PayGems, PayExpenditures, ExhaustOthers}
