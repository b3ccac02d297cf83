"""GM-7: where abilities come from."""

from __future__ import annotations

from moothall.domain.gates_of_mara import GATES_OF_MARA
from moothall.domain.gates_of_mara.changes import (
    BannerDiscarded,
    BannerGained,
    CaravanPlaced,
    ExchangePaid,
    GemsGained,
    InfluenceGained,
    PointsGained,
    QuestionPut,
)
from moothall.domain.gates_of_mara.moves import (
    Activate,
    ChooseCaravanSpace,
    ChooseExchange,
    ChooseFigure,
    ChooseGems,
    ChooseInfluence,
    EndTurn,
    Place,
)
from moothall.domain.gates_of_mara.state import CaravanQuestion, ExchangeQuestion, FigureQuestion, Gems, GemsQuestion
from tests.domain.gates_of_mara.tables import (
    attached,
    laid,
    out_of_caravans,
    own,
    question_of,
    rich,
    scene,
    standing,
    table,
    wandering,
    with_caravans,
)
from tests.support.scenes import rule

FAR = {"fire_lord": "fire", "earth_lord": "water"}
"""Lords that do nothing for a figure at Earth or Air."""


@rule("GM-7.1")
def test_leader_turns_gems_into_onyx() -> None:
    found = scene(own(table(), 0, gems={"fire": 2, "air": 1})).when(0, Place("leader", "gate_3"), Activate("innate"))
    assert (found.state.seats[0].gems, found.state.seats[0].onyx) == ((0, 0, 0, 0), 1)


@rule("GM-7.2")
def test_champion_places_a_caravan_in_a_realm_it_is_in() -> None:
    found = scene(table(lords=FAR)).when(0, Place("champion", "gate_4"))
    found.lists(0, Activate("innate", "earth"), Activate("innate", "air"))
    found = found.when(0, Activate("innate", "air"), ChooseCaravanSpace("air_34p_c1"))
    assert found.state.seats[0].caravans == ("air_34p_c1",)
    assert found.state.seats[0].energy == 11 - 2 - 1


@rule("GM-7.3")
def test_antid_specialist() -> None:
    found = scene(table(lords=FAR)).when(0, Place("specialist", "earth_34p_2"), Activate("innate"))
    assert (found.state.seats[0].influence[3], found.state.seats[0].energy) == (3, 8)


@rule("GM-7.4")
def test_elf_specialist() -> None:
    state = table(lords=FAR, tribes=("elf", "antid", "goblin", "dragonkin"))
    found = scene(state).when(0, Place("specialist", "earth_34p_2"), Activate("innate"))
    found.then(InfluenceGained(0, "earth", 1, 2), QuestionPut(0, CaravanQuestion("earth")))
    found = found.when(0, ChooseCaravanSpace("earth_34p_c3")).then(GemsGained(0, Gems(earth=2)))
    assert (found.state.seats[0].influence[3], found.state.seats[0].energy) == (2, 8)


@rule("GM-7.5")
def test_goblin_specialist() -> None:
    state = wandering(table(lords=FAR, tribes=("goblin", "antid", "elf", "dragonkin")), "wanderer_fire", "fire")
    found = scene(state).when(0, Place("specialist", "earth_34p_2"), Activate("innate"))
    found.then(InfluenceGained(0, "earth", 1, 2))
    found = found.when(0, ChooseGems(Gems(fire=1)))
    assert question_of(found.state) == ExchangeQuestion("wanderer_fire")
    found = found.when(0, ChooseExchange(3))
    own_seat = found.state.seats[0]
    assert (own_seat.influence[3], own_seat.energy, own_seat.gems, own_seat.keys) == (2, 8, (0, 1, 1, 1), 1)


@rule("GM-7.6")
def test_dragonkin_specialist_and_those_without_ability() -> None:
    state = standing(table(lords=FAR, tribes=("dragonkin", "antid", "elf", "goblin")), 1, merchant_1="air_34p_2")
    found = scene(state).when(0, Place("specialist", "air_34p_2", "innate"))
    assert (found.state.seats[0].influence[4], found.state.seats[0].energy) == (2, 8)
    found.when(0, Activate("innate")).breaks("GM-6.1")
    merchant = scene(rich(table(), 0)).when(0, Place("merchant_1", "air_34p_2"))
    merchant.when(0, Activate("innate")).breaks("GM-6.2")
    enchanter = scene(rich(table(), 0)).when(0, Place("enchanter_1", "enchantment_board"))
    enchanter.when(0, Activate("innate")).breaks("GM-6.2")


@rule("GM-7.7")
def test_water_lord_reaches_the_wanderer_wherever_it_stands() -> None:
    state = wandering(rich(table(lords={"water_lord": "fire", "earth_lord": "water"}), 0), "wanderer_air", "air")
    found = scene(state).when(0, Place("merchant_1", "fire_34p_1"), ChooseInfluence("influence"))
    found = found.lists(0, Activate("lord:water_lord")).when(0, Activate("lord:water_lord"))
    assert question_of(found.state) == ExchangeQuestion("wanderer_air")
    elsewhere = scene(state).when(0, Place("merchant_1", "earth_34p_2"))
    elsewhere.when(0, Activate("lord:water_lord")).breaks("GM-6.2")


@rule("GM-7.8")
def test_air_lord_gives_a_gem_of_any_element() -> None:
    state = table(lords={"air_lord": "earth", "fire_lord": "fire"})
    found = scene(state).when(0, Place("champion", "gate_3"), Activate("lord:air_lord"))
    assert question_of(found.state) == GemsQuestion(1, ("fire", "water", "earth", "air"))
    assert found.when(0, ChooseGems(Gems(water=1))).state.seats[0].gems == (1, 2, 1, 1)


@rule("GM-7.9")
def test_earth_lord_rewards_caravans_before_their_space() -> None:
    state = table(lords={"earth_lord": "water", "fire_lord": "fire"})
    found = scene(state).when(0, Place("champion", "water_34p_5"), Activate("innate"))
    found = found.when(0, ChooseCaravanSpace("water_34p_c3"))
    kinds = [type(change) for change in found.changes]
    assert kinds[1:4] == [CaravanPlaced, InfluenceGained, PointsGained]
    found.then(InfluenceGained(0, "water", 1, 3, "earth_lord"))
    assert found.state.seats[0].influence[2] == 3
    found.when(0, Activate("lord:earth_lord")).breaks("GM-6.2")


@rule("GM-7.9")
def test_fire_lord_has_no_ability() -> None:
    found = scene(table(lords=FAR)).when(0, Place("champion", "fire_34p_5"))
    found.when(0, Activate("lord:fire_lord")).breaks("GM-6.2")


@rule("GM-7.10")
def test_the_wanderer_trades_once_per_placement_where_it_stands() -> None:
    state = wandering(rich(table(lords=FAR), 0), "wanderer_air", "earth")
    found = scene(state).when(0, Place("merchant_1", "earth_34p_1"), Activate("wanderer"), ChooseExchange(2))
    found.when(0, Activate("wanderer")).breaks("GM-2.1")
    again = scene(state).when(0, Place("champion", "earth_34p_5"), Activate("wanderer"), ChooseExchange(0))
    again.when(0, Activate("wanderer")).breaks("GM-6.1")
    scene(state).when(0, Place("champion", "air_34p_5"), Activate("wanderer")).breaks("GM-6.2")


@rule("GM-7.11")
def test_an_exchange_pays_and_takes_exactly_one_option() -> None:
    state = wandering(own(table(lords=FAR), 0, gems={"water": 3}), "wanderer_water", "earth")
    found = scene(state).when(0, Place("merchant_1", "earth_34p_2"), Activate("wanderer"))
    assert list(GATES_OF_MARA.legal_moves(found.state, 0)) == [ChooseExchange(i) for i in range(4)]
    for option in (-1, 4):
        found.when(0, ChooseExchange(option)).breaks("GM-7.11")
    found.when(0, ChooseExchange(0, Gems(water=2))).breaks("GM-7.11")
    found = found.when(0, ChooseExchange(2)).then(ExchangePaid(0, "wanderer_water", 2, Gems(water=2)))
    assert (found.state.seats[0].gems, found.state.seats[0].onyx) == ((0, 1, 0, 0), 1)
    found.when(0, ChooseExchange(1)).breaks("GM-7.11")


@rule("GM-7.11")
def test_the_exchange_takes_a_named_payment() -> None:
    state = wandering(own(table(lords=FAR), 0, gems={"fire": 3, "water": 3}), "wanderer_chaos", "earth")
    found = scene(state).when(0, Place("merchant_1", "earth_34p_2"), Activate("wanderer"))
    found.when(0, ChooseExchange(3, Gems(fire=1))).breaks("GM-6.4")
    found = found.when(0, ChooseExchange(3, Gems(water=3)))
    assert found.state.seats[0].gems == (3, 0, 0, 0)


@rule("GM-7.12")
def test_several_sources_give_several_exchanges() -> None:
    state = wandering(rich(table(lords=FAR), 0), "wanderer_air", "earth")
    state = attached(state, 0, merchant_1="banner_of_the_wanderer_1")
    found = scene(state).when(0, Place("merchant_1", "earth_34p_2"), Activate("wanderer"), ChooseExchange(2))
    found = found.when(0, Activate("card:banner_of_the_wanderer_1"), ChooseExchange(2))
    assert found.state.seats[0].onyx == 11


@rule("GM-7.13")
def test_an_exchange_that_cannot_be_paid_is_skipped() -> None:
    """Manipulate Flame: its gem is chosen so that the exchange stays out of reach."""
    state = wandering(own(table(lords=FAR), 0, gems={"fire": 1, "air": 1}), "wanderer_air", "fire")
    found = scene(attached(state, 0, merchant_1="manipulate_flame")).when(0, Place("merchant_1", "earth_34p_2"))
    found = found.when(0, Activate("card:manipulate_flame"))
    skipped = found.when(0, ChooseGems(Gems(fire=1)))
    assert question_of(skipped.state) is None
    assert question_of(found.when(0, ChooseGems(Gems(air=1))).state) == ExchangeQuestion("wanderer_air")


@rule("GM-7.14")
def test_space_abilities_belong_to_figures_on_the_space() -> None:
    found = scene(rich(table(lords=FAR), 0)).when(0, Place("champion", "earth_34p_5"))
    found = found.when(0, Activate("space:a"), Activate("space:b"))
    assert (found.state.seats[0].gems[2], found.state.seats[0].onyx) == (9 + 1 - 2, 10)
    gate = scene(rich(table(lords=FAR), 0)).when(0, Place("champion", "gate_4"))
    gate.when(0, Activate("space:a")).breaks("GM-6.2")


@rule("GM-7.15")
def test_a_caravan_takes_a_free_space_and_its_effect() -> None:
    state = with_caravans(table(lords=FAR), 1, "air_34p_c1")
    found = scene(state).when(0, Place("champion", "air_34p_5"), Activate("innate"))
    found.lacks(0, ChooseCaravanSpace("air_34p_c1"))
    for space in ("air_34p_c1", "earth_34p_c1", "nowhere"):
        found.when(0, ChooseCaravanSpace(space)).breaks("GM-7.15")
    found = found.when(0, ChooseCaravanSpace("air_34p_c2")).then(GemsGained(0, Gems(air=2)))
    assert found.state.seats[0].caravans_left == 4


@rule("GM-7.15")
def test_a_single_free_space_is_taken_without_asking() -> None:
    state = with_caravans(table(lords=FAR), 1, "air_34p_c1", "air_34p_c3", "air_34p_c4")
    found = scene(state).when(0, Place("champion", "air_34p_5"), Activate("innate"))
    found.then(CaravanPlaced(0, "air", "air_34p_c2"), GemsGained(0, Gems(air=2)))


@rule("GM-7.16")
def test_no_caravan_or_no_space_means_no_caravan() -> None:
    full = with_caravans(table(lords=FAR), 1, "air_34p_c1", "air_34p_c2", "air_34p_c3", "air_34p_c4")
    for state in (full, out_of_caravans(table(lords=FAR), 0)):
        found = scene(wandering(rich(state, 0), "wanderer_fire", "air")).when(0, Place("champion", "air_34p_2"))
        found.lists(0, Activate("wanderer")).lacks(0, Activate("innate"))
        found.when(0, Activate("innate")).breaks("GM-6.6")
    placed = scene(table(lords=FAR)).when(0, Place("champion", "air_34p_5"), Activate("innate"))
    placed = placed.when(0, ChooseCaravanSpace("air_34p_c2"))
    assert placed.state.seats[0].influence[4] == 2, "the caravan itself brings no influence"


@rule("GM-7.17")
def test_lord_realms_are_chosen_and_the_wanderers_is_fixed() -> None:
    state = rich(wandering(table(lords={"air_lord": "fire", "fire_lord": "water"}), "wanderer_air", "air"), 0)
    state = attached(state, 0, merchant_1=("writ_of_rootlimb", "writ_of_shassa", "writ_of_the_traveler_1"))
    found = scene(state).when(0, Place("merchant_1", "chaos_34p_2"))
    for card in ("writ_of_rootlimb", "writ_of_shassa"):
        found.lists(0, Activate(f"card:{card}", "fire"), Activate(f"card:{card}", "water"))
        found.when(0, Activate(f"card:{card}")).breaks("GM-7.17")
        found.when(0, Activate(f"card:{card}", "chaos")).breaks("GM-7.17")
    found = found.when(0, Activate("card:writ_of_rootlimb", "water"))
    assert found.state.seats[0].influence == (1, 0, 1, 0, 0)
    found = found.when(0, Activate("card:writ_of_the_traveler_1"))
    assert question_of(found.state) == CaravanQuestion("air")


@rule("GM-7.18")
def test_two_caravans_one_after_the_other_in_one_realm() -> None:
    state = attached(rich(table(lords=FAR), 0), 0, champion="root_armor")
    found = scene(state).when(0, Place("champion", "gate_4"), Activate("card:root_armor", "air"))
    found = found.when(0, ChooseCaravanSpace("air_34p_c3"))
    assert question_of(found.state) == GemsQuestion(1, ("fire", "water", "earth", "air"))
    found = found.when(0, ChooseGems(Gems(fire=1)))
    assert question_of(found.state) == CaravanQuestion("air")
    found = found.when(0, ChooseCaravanSpace("air_34p_c1"))
    assert found.state.seats[0].caravans == ("air_34p_c3", "air_34p_c1")


@rule("GM-7.19")
def test_a_banner_costs_one_energy_and_needs_to_be_there() -> None:
    state = laid(table(lords=FAR), "air", 0, "banner_of_victory_2")
    found = scene(state).when(0, Place("champion", "air_34p_2"), Activate("space:b"))
    assert found.state.seats[0].energy == 8
    assert question_of(found.state) == FigureQuestion("banner_of_victory_2", "air", 0)
    found = found.when(0, ChooseFigure("leader")).then(BannerGained(0, "banner_of_victory_2", "air", 0, "leader"))
    found = found.when(0, EndTurn())
    shared = attached(found.state, 1, champion="banner_of_unity_1")
    later = scene(shared).when(1, Place("champion", "air_34p_2", "card:banner_of_unity_1"))
    later.lacks(1, Activate("space:b")).when(1, Activate("space:b")).breaks("GM-7.19")


@rule("GM-7.20")
def test_a_banner_goes_to_a_figure_that_can_take_it() -> None:
    state = attached(table(lords=FAR), 0, specialist="banner_of_energy_4")
    found = scene(state).when(0, Place("merchant_1", "air_34p_2"), Activate("space:b"))
    able = [move.figure for move in GATES_OF_MARA.legal_moves(found.state, 0) if isinstance(move, ChooseFigure)]
    assert able == ["leader", "champion", "merchant_1", "merchant_2"]
    found.when(0, ChooseFigure("specialist")).breaks("GM-9.2")
    found.when(0, ChooseFigure("enchanter_1")).breaks("GM-9.2")
    found.when(0, ChooseFigure("nobody")).breaks("GM-7.20")


BANNERS_FULL = {
    "leader": ("banner_of_unity_1",),
    "champion": ("banner_of_unity_2", "banner_of_unity_3"),
    "specialist": ("banner_of_unity_4",),
    "merchant_1": ("banner_of_unity_5", "banner_of_victory_1"),
    "merchant_2": ("banner_of_victory_2", "banner_of_victory_3"),
}


@rule("GM-7.20")
def test_a_banner_that_nobody_can_take_leaves_the_game() -> None:
    state = laid(attached(table(lords=FAR), 0, **BANNERS_FULL), "air", 0, "banner_of_energy_1")
    found = scene(state).when(0, Place("champion", "air_34p_2"), Activate("space:b"))
    found.then(BannerDiscarded(0, "banner_of_energy_1", "air", 0))
    assert found.state.removed == ("banner_of_energy_1",)
    spare = {**BANNERS_FULL, "merchant_2": ("banner_of_victory_2",)}
    single = scene(laid(attached(table(lords=FAR), 0, **spare), "air", 0, "banner_of_energy_1"))
    single = single.when(0, Place("champion", "air_34p_2"), Activate("space:b"))
    single.then(BannerGained(0, "banner_of_energy_1", "air", 0, "merchant_2"))


@rule("GM-7.21")
def test_an_emptied_slot_stays_empty_for_the_round() -> None:
    found = scene(table(lords=FAR)).when(0, Place("champion", "air_34p_2"), Activate("space:b"))
    found = found.when(0, ChooseFigure("leader"), EndTurn())
    assert found.state.banners[4][0] is None
    assert found.state.banners[4][1] is not None
