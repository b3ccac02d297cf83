"""GM-6: abilities in general."""

from __future__ import annotations

from msgspec.structs import replace

from moothall.domain.gates_of_mara import GATES_OF_MARA
from moothall.domain.gates_of_mara.changes import (
    AbilityUsed,
    EnergyGained,
    GemsGained,
    OnyxGained,
    PointsGained,
    TurnStarted,
)
from moothall.domain.gates_of_mara.moves import (
    Activate,
    ChooseCaravanSpace,
    ChooseExchange,
    ChooseFigure,
    ChooseGems,
    Enchant,
    EndTurn,
    Place,
)
from moothall.domain.gates_of_mara.placing import realms_of
from moothall.domain.gates_of_mara.state import Acting, ExchangeQuestion, Gems, GemsQuestion, Placing, State
from tests.domain.gates_of_mara.tables import (
    attached,
    influenced,
    lords_at,
    offered,
    out_of_caravans,
    own,
    question_of,
    rich,
    scene,
    table,
    wandering,
)
from tests.support.scenes import rule


def keys_of(state: State, seat: int = 0) -> set[str]:
    """The abilities on offer."""
    return {move.ability for move in GATES_OF_MARA.legal_moves(state, seat) if isinstance(move, Activate)}


@rule("GM-6.1")
def test_abilities_in_any_order_each_once() -> None:
    state = rich(table(), 0)
    placed = scene(state).when(0, Place("champion", "fire_34p_5"))
    assert keys_of(placed.state) == {"innate", "space:a", "space:b"}
    one = placed.when(0, Activate("space:b"), Activate("space:a"), Activate("innate"))
    other = placed.when(0, Activate("innate"), ChooseCaravanSpace("fire_34p_c4"), Activate("space:b"))
    assert one.state.seats[0].influence[1] == 4
    assert other.state.seats[0].influence[1] == 5, "the Earth Lord at Fire gives 1 for the caravan"
    placed.when(0, Activate("space:b"), Activate("space:b")).breaks("GM-6.1")
    placed.when(0, Activate("space:b")).lacks(0, Activate("space:b"))


@rule("GM-6.2")
def test_every_source_is_offered_and_two_copies_are_two_sources() -> None:
    state = wandering(rich(table(lords={"air_lord": "fire", "earth_lord": "water"}), 0), "wanderer_fire", "fire")
    state = attached(state, 0, champion=("banner_of_energy_1", "banner_of_energy_2", "silk_tongue"))
    found = scene(state).when(0, Place("champion", "fire_34p_2"))
    assert keys_of(found.state) == {
        "innate",
        "lord:air_lord",
        "wanderer",
        "space:a",
        "space:b",
        "card:banner_of_energy_1",
        "card:banner_of_energy_2",
        "card:silk_tongue",
    }
    found = found.when(0, Activate("card:banner_of_energy_1"), Activate("card:banner_of_energy_2"))
    assert found.state.seats[0].energy == 8
    found.when(0, Activate("lord:earth_lord")).breaks("GM-6.2")
    found.when(0, Activate("card:guild_charter_1")).breaks("GM-6.2")


@rule("GM-6.3")
def test_unused_abilities_lapse_with_the_turn() -> None:
    found = scene(rich(table(2), 0)).when(0, Place("champion", "fire_2p_4"), EndTurn(collect=False))
    assert found.state.phase == Placing(1)
    found.when(0, Activate("innate")).breaks("GM-2.1")
    back = found.when(1, Place("merchant_1", "fire_2p_2"), EndTurn())
    found = back.when(0, Place("merchant_1", "chaos_2p_2"))
    assert "space:b" in keys_of(found.state)
    assert "innate" not in keys_of(found.state), "the Champion's ability belongs to its own placement"


@rule("GM-6.4")
def test_costs_are_paid_in_full_or_not_at_all() -> None:
    state = wandering(own(table(), 0, gems={"fire": 1, "air": 2}, energy=2), "wanderer_air", "fire")
    found = scene(state).when(0, Place("champion", "fire_34p_5")).lists(0, Activate("wanderer"))
    found.lacks(0, Activate("space:b"), Activate("innate"))
    found.when(0, Activate("space:b")).breaks("GM-6.4")
    found.when(0, Activate("innate")).breaks("GM-6.4")
    just = scene(own(table(), 0, gems={"fire": 2}, energy=3)).when(0, Place("champion", "fire_34p_5"))
    just = just.when(0, Activate("space:b"), Activate("innate"), ChooseCaravanSpace("fire_34p_c1"))
    assert (just.state.seats[0].gems, just.state.seats[0].energy) == ((1, 0, 0, 0), 0), "space:a came by itself"


@rule("GM-6.4")
def test_a_named_payment_must_fit_the_cost() -> None:
    state = own(table(), 0, gems={"fire": 2, "water": 1, "air": 1})
    found = scene(state).when(0, Place("leader", "gate_1"))
    for payment in (
        Gems(fire=2),
        Gems(fire=3),
        Gems(fire=2, earth=1),
        Gems(fire=4, water=-1),
        Gems(),
    ):
        found.when(0, Activate("innate", payment=payment)).breaks("GM-6.4")
    paid = found.when(0, Activate("innate", payment=Gems(fire=1, water=1, air=1)))
    assert paid.state.seats[0].gems == (1, 0, 0, 0)
    card = attached(own(table(), 0, gems={"earth": 2, "fire": 1}), 0, merchant_1="silk_tongue")
    placed = scene(card).when(0, Place("merchant_1", "chaos_34p_2"))
    placed.when(0, Activate("card:silk_tongue", payment=Gems(fire=1))).breaks("GM-6.4")
    placed.when(0, Activate("card:silk_tongue", payment=Gems(earth=1))).then()


@rule("GM-6.4")
def test_a_named_payment_holds_the_fixed_gems() -> None:
    state = attached(own(table(), 0, gems={"earth": 3, "fire": 3}), 0, merchant_1="transmute_earth")
    placed = scene(state).when(0, Place("merchant_1", "chaos_34p_2"))
    placed.when(0, Activate("card:transmute_earth", payment=Gems(earth=1, fire=3))).breaks("GM-6.4")
    placed.when(0, Activate("card:transmute_earth", payment=Gems(earth=1, fire=4))).breaks("GM-6.4")
    placed.when(0, Activate("card:transmute_earth", payment=Gems(earth=2, fire=3))).then(OnyxGained(0, 2))


@rule("GM-6.5")
def test_effects_run_in_order_to_the_end() -> None:
    """Manipulate Wind: caravan with its own gain, then a gem, then an exchange paid with what was gained."""
    state = wandering(own(table(), 0, gems={"air": 1}), "wanderer_air", "fire")
    found = scene(attached(state, 0, merchant_1="manipulate_wind")).when(0, Place("merchant_1", "air_34p_2"))
    found = found.when(0, Activate("card:manipulate_wind"), ChooseCaravanSpace("air_34p_c3"))
    assert question_of(found.state) == GemsQuestion(1, ("fire", "water", "earth", "air"))
    found.when(0, Activate("space:a")).breaks("GM-6.5")
    found = found.when(0, ChooseGems(Gems(air=1)))
    assert question_of(found.state) == GemsQuestion(1, ("fire", "water", "earth", "air"))
    found = found.when(0, ChooseGems(Gems(air=1)))
    assert question_of(found.state) == ExchangeQuestion("wanderer_air")
    found = found.when(0, ChooseExchange(2))
    assert found.state.seats[0].onyx == 1


@rule("GM-6.5")
def test_gems_are_named_as_asked() -> None:
    found = scene(table()).when(0, Place("merchant_1", "chaos_34p_1"), Activate("space:a"))
    assert len(list(GATES_OF_MARA.legal_moves(found.state, 0))) == 10
    found.when(0, ChooseGems(Gems(fire=1))).breaks("GM-6.5")
    found.when(0, ChooseGems(Gems(fire=2, air=1))).breaks("GM-6.5")
    found.when(0, ChooseGems(Gems(fire=3, air=-1))).breaks("GM-6.5")
    found.when(0, ChooseGems(Gems(fire=1, air=1))).then(GemsGained(0, Gems(fire=1, air=1)))


@rule("GM-6.6")
def test_what_cannot_happen_is_skipped_and_nothing_at_all_is_illegal() -> None:
    no_stop = out_of_caravans(own(table(), 0, gems={}), 0)
    found = scene(attached(no_stop, 0, champion="banner_of_victory_1"))
    found = found.when(0, Place("champion", "earth_34p_5"))
    found.lacks(0, Activate("innate"))
    elf = scene(out_of_caravans(table(tribes=("elf", "antid", "goblin", "dragonkin")), 0))
    elf = elf.when(0, Place("specialist", "earth_34p_2")).lists(0, Activate("innate")).when(0, Activate("innate"))
    assert elf.state.seats[0].influence[3] == 2, "influence came, the caravan was skipped"
    placed = scene(rich(no_stop, 0)).when(0, Place("champion", "earth_34p_5"))
    placed.when(0, Activate("innate")).breaks("GM-6.6")
    full = scene(influenced(rich(table(), 0), "chaos", 7)).when(0, Place("merchant_1", "chaos_34p_4"))
    full.when(0, Activate("space:b")).breaks("GM-6.6")


@rule("GM-6.6")
def test_the_payment_decides_whether_anything_happens() -> None:
    """Silk-Tongue without a caravan is good for the exchange only: paying Air would leave too little of it."""
    state = wandering(own(out_of_caravans(table(), 0), 0, gems={"earth": 1, "air": 2}), "wanderer_air", "fire")
    found = scene(attached(state, 0, merchant_1="silk_tongue")).when(0, Place("merchant_1", "air_34p_4"))
    found.when(0, Activate("card:silk_tongue")).breaks("GM-6.6")
    found.lists(0, Activate("card:silk_tongue", payment=Gems(earth=1))).lacks(0, Activate("card:silk_tongue"))
    found = found.when(0, Activate("card:silk_tongue", payment=Gems(earth=1)))
    assert question_of(found.state) == ExchangeQuestion("wanderer_air")


@rule("GM-6.7")
def test_a_caravan_must_be_placed_but_an_exchange_may_be_declined() -> None:
    state = wandering(rich(table(), 0), "wanderer_air", "fire")
    found = scene(attached(state, 0, merchant_1="silk_tongue")).when(0, Place("merchant_1", "air_34p_2"))
    found = found.when(0, Activate("card:silk_tongue"))
    moves = list(GATES_OF_MARA.legal_moves(found.state, 0))
    assert moves == [ChooseCaravanSpace(f"air_34p_c{i}") for i in (1, 2, 3, 4)]
    found.when(0, EndTurn()).breaks("GM-6.5")
    found = found.when(0, ChooseCaravanSpace("air_34p_c2")).lists(0, ChooseExchange(0))
    before = found.state.seats[0]
    found = found.when(0, ChooseExchange(0))
    assert found.state.seats[0].gems == before.gems


@rule("GM-6.8")
def test_energy_above_eleven_is_lost() -> None:
    state = attached(table(), 0, merchant_1=("banner_of_energy_1", "banner_of_energy_2"))
    found = scene(state).when(0, Place("merchant_1", "water_34p_4"))
    found = found.when(0, Activate("card:banner_of_energy_1"))
    assert found.state.seats[0].energy == 11
    found = found.when(0, Activate("card:banner_of_energy_2"))
    found.exactly(AbilityUsed(0, "card:banner_of_energy_2", "merchant_1", "water_34p_4"))
    assert found.state.seats[0].energy == 11
    two = scene(attached(own(table(), 0, energy=11), 0, enchanter_1="ash_armor"))
    two = two.when(0, Place("enchanter_1", "enchantment_board"), Activate("card:ash_armor"))
    two.then(EnergyGained(0, 2))


@rule("GM-6.9", "GM-6.11")
def test_gate_figures_are_in_their_realms_and_enchanters_in_none() -> None:
    state = wandering(rich(table(lords={"air_lord": "fire", "water_lord": "earth"}), 0), "wanderer_fire", "air")
    assert realms_of(state, "gate_4") == ("earth", "air")
    assert realms_of(state, "enchantment_board_1") == ()
    gate = scene(state).when(0, Place("champion", "gate_5"))
    assert keys_of(gate.state) == {"innate", "wanderer"}
    centre = scene(influenced(state, "earth", 7)).when(0, Place("leader", "central_gate"))
    assert keys_of(centre.state) == {"innate", "lord:air_lord", "lord:water_lord", "wanderer"}
    board = scene(state).when(0, Place("enchanter_1", "enchantment_board"))
    assert keys_of(board.state) == set()


@rule("GM-6.10")
def test_an_ability_reaches_one_realm_that_the_player_names() -> None:
    state = attached(rich(table(), 0), 0, champion="fire_banner_1")
    found = scene(state).when(0, Place("champion", "gate_4"))
    found.lists(0, Activate("card:fire_banner_1", "earth"), Activate("card:fire_banner_1", "air"))
    found.when(0, Activate("card:fire_banner_1")).breaks("GM-6.10")
    found.when(0, Activate("card:fire_banner_1", "fire")).breaks("GM-6.10")
    named = found.when(0, Activate("card:fire_banner_1", "air"))
    assert named.state.seats[0].influence == (0, 0, 0, 1, 2)
    single = scene(influenced(state, "air", 7)).when(0, Place("champion", "gate_4"))
    single.lists(0, Activate("card:fire_banner_1")).when(0, Activate("card:fire_banner_1", "earth")).breaks("GM-6.10")
    taken = single.when(0, Activate("card:fire_banner_1"))
    assert taken.state.seats[0].influence == (0, 0, 0, 2, 7), "a single useful realm is taken by itself"
    none = scene(influenced(influenced(state, "air", 7), "earth", 7)).when(0, Place("champion", "gate_4"))
    skipped = none.when(0, Activate("card:fire_banner_1"))
    assert skipped.state.seats[0].gems[0] == 10, "with no such realm the rest still happens"


@rule("GM-6.10")
def test_all_effects_of_an_activation_use_the_named_realm() -> None:
    state = attached(rich(table(), 0), 0, leader="water_elemental_ally")
    found = scene(state).when(0, Place("leader", "gate_4"), Activate("card:water_elemental_ally", "air"))
    found = found.when(0, ChooseCaravanSpace("air_34p_c2"))
    assert found.state.seats[0].influence == (0, 0, 0, 2, 3)


@rule("GM-6.12")
def test_end_turn_collects_free_fixed_gains_unless_told_not_to() -> None:
    state = attached(rich(table(), 0), 0, champion=("banner_of_energy_1", "banner_of_victory_1"))
    found = scene(state).when(0, Place("champion", "fire_34p_2"))
    collected = found.lists(0, EndTurn()).lacks(0, EndTurn(collect=False)).when(0, EndTurn())
    collected.then(GemsGained(0, Gems(fire=1)), EnergyGained(0, 1), PointsGained(0, "abilities", 1), TurnStarted(1))
    plain = found.when(0, EndTurn(collect=False)).exactly(TurnStarted(1))
    assert plain.state.seats[0].points.get("abilities", 0) == 0


@rule("GM-6.12")
def test_a_gain_of_any_element_is_not_collected() -> None:
    found = scene(table()).when(0, Place("merchant_1", "chaos_34p_5"), EndTurn())
    assert found.state.seats[0].gems == (1, 1, 1, 1)


def test_when_only_free_gains_are_left_the_turn_ends_by_itself() -> None:
    found = scene(table()).when(0, Place("merchant_1", "fire_34p_1"))
    found.then(AbilityUsed(0, "space:a", "merchant_1", "fire_34p_1"), GemsGained(0, Gems(fire=2)), TurnStarted(1))


def test_collected_gains_can_open_the_list_again() -> None:
    """The two Fire gems pay for an exchange that was out of reach."""
    state = wandering(own(table(), 0, gems={}), "wanderer_fire", "fire")
    found = scene(state).when(0, Place("merchant_1", "fire_34p_1"))
    assert isinstance(found.state.phase, Acting)
    assert found.state.phase.used == ("space:a",)
    assert keys_of(found.state) == {"wanderer"}


def test_a_turn_with_nothing_left_ends_by_itself_after_an_answer() -> None:
    state = own(table(), 0, gems={}, energy=2)
    found = scene(state).when(0, Place("merchant_1", "water_34p_2"), Activate("space:b"))
    found = found.when(0, ChooseFigure("merchant_2"))
    found.then(AbilityUsed(0, "space:a", "merchant_1", "water_34p_2"), TurnStarted(1))
    assert found.state.phase == Placing(1)


def test_purchases_keep_the_turn_open() -> None:
    state = offered(own(table(), 0, gems={"air": 3}), 1, "conjure_wind")
    found = scene(state).when(0, Place("enchanter_1", "enchantment_board")).lists(0, Enchant(1, "enchanter_1"))
    assert isinstance(found.state.phase, Acting)
    poor = scene(own(state, 0, gems={})).when(0, Place("enchanter_1", "enchantment_board"))
    assert poor.state.phase == Placing(1)


def test_lords_out_of_play_offer_nothing() -> None:
    state = lords_at(table(), fire_lord="fire", earth_lord="water")
    found = scene(replace(rich(state, 0), wanderer="air")).when(0, Place("champion", "gate_2"))
    assert keys_of(found.state) == {"innate"}
