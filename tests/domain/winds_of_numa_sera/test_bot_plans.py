"""What bots make of a kingdom: what its tree can bring, whom it puts first, what it wears and leaves alone."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest
from msgspec.structs import replace

from moothall.domain.core.draw import FastDraw
from moothall.domain.winds_of_numa_sera.bot.evaluation import put_on
from moothall.domain.winds_of_numa_sera.bot.race import turns
from moothall.domain.winds_of_numa_sera.bot.runner import growth, unlocking
from moothall.domain.winds_of_numa_sera.content import EDITIONS
from moothall.domain.winds_of_numa_sera.moves import AnyMove, Attack, Build, BuyItem, Equip, Explore, SetSuccession
from moothall.domain.winds_of_numa_sera.state import State
from moothall.workers.bots import levels
from moothall.workers.bots.planner import UNLIMITED
from tests.domain.winds_of_numa_sera.tables import (
    BOX,
    WINDS,
    drafted,
    explored,
    forged,
    hand,
    has,
    play,
    shown,
    skilled,
    start,
    ticked,
    top,
)

evaluate = WINDS.evaluate


def moves_of(state: State, seat: int = 0, seed: int = 3) -> list[AnyMove]:
    """What the greedy bot does until its turn is over or somebody else is asked."""
    luck = FastDraw(seed)
    made: list[AnyMove] = []
    while WINDS.awaiting(state).asks(seat) and len(made) < 20:
        for move in levels.choose(WINDS, state, seat, "greedy", luck, UNLIMITED):
            made.append(move)
            state = WINDS.play(state, seat, move, luck).state
    return made


@pytest.mark.parametrize("item", [item for item, each in BOX.items.items() if each.cost])
def test_an_item_is_worth_more_worn_than_carried_and_more_carried_than_left(item: str) -> None:
    state = start("krill", "edrik")
    carried = hand(state, 0, item)
    assert evaluate(play(state, 0, item), 0) > evaluate(carried, 0) > evaluate(state, 0)


def test_what_is_bought_is_put_on_in_the_same_turn() -> None:
    state = play(ticked(start("edrik", "krill"), 0, "squires", "knighthood", "siegecraft"), 0, "reedwatch", "emberhold")
    made = moves_of(has(forged(state, "greatsword", "iron_helm"), 0, treasury=11))
    assert made.index(BuyItem("greatsword")) < made.index(Equip("greatsword")) < made.index(Explore())


def test_nothing_is_put_on_that_is_no_better() -> None:
    state = hand(play(start("krill", "edrik"), 0, "greatsword"), 0, "buckler", "gilded_coronet")
    listed = set(WINDS.legal_moves(state, 0))
    assert {Equip("buckler"), Equip("gilded_coronet")} <= listed
    thought_of = WINDS.candidates(WINDS, state, 0, FastDraw(1), 40)
    assert Equip("buckler") not in thought_of, "it would take the greatsword off"
    assert Equip("gilded_coronet") in thought_of


def test_a_two_handed_item_comes_off_whole() -> None:
    mat = play(start("krill", "edrik"), 0, "greatsword").seats[0].mat
    assert put_on(BOX, mat, "buckler").slots == ("", "", "", "buckler", "")
    assert put_on(BOX, put_on(BOX, mat, "buckler"), "greatsword").slots == ("", "", "greatsword", "greatsword", "")


def test_a_mythic_item_is_worth_what_it_may_do() -> None:
    state = hand(start("krill", "edrik"), 0, "sunfang")
    untrained = evaluate(state, 0) - evaluate(start("krill", "edrik"), 0)
    trained = skilled(start("krill", "edrik"), 0, weapon=1)
    assert evaluate(hand(trained, 0, "sunfang"), 0) - evaluate(trained, 0) > 5 * untrained


def order_of(*kingdoms: str, edition: int | None = None) -> tuple[str, ...]:
    """The line that the first of them sets."""
    state = drafted(*kingdoms, edition=edition).state
    lines = [SetSuccession(order) for order in permutations(BOX.kingdoms[kingdoms[0]].heroes)]
    return max(lines, key=lambda move: WINDS.expect(state, 0, move) or 0.0).order


def test_heroes_are_lined_up_for_the_table() -> None:
    others = [each for each in BOX.kingdoms if each != "dena_vale"]
    tables = [each for size in (1, 2, 3) for each in combinations(others, size)]
    leads = {order_of("dena_vale", *table, edition=1)[0] for table in tables}
    assert leads == {"halvard", "edrik"}, "in edition 1 Edrik attacks no worse than Halvard"
    for edition in (1, 2):
        assert order_of("dena_vale", "siaa_dee", edition=edition)[0] == "halvard", "the shield before the hunters"


def test_nobody_elses_secret_line_is_looked_at() -> None:
    state = drafted("meran", "siaa_dee").state
    move = SetSuccession(BOX.kingdoms["meran"].heroes)
    before = WINDS.expect(state, 0, move)
    for order in permutations(BOX.kingdoms["siaa_dee"].heroes):
        answered = WINDS.play(state, 1, SetSuccession(order), FastDraw(1)).state
        assert WINDS.expect(answered, 0, move) == before


def test_a_tree_is_seen_through() -> None:
    mat = start("corvane", "urzhen").seats[0].mat
    found = growth(BOX, mat, 4)
    assert found.capital[0] == found.walls[0] == 0
    assert list(found.capital) == sorted(found.capital)
    army = BOX.blocks["standing_army"].effects[0].amount
    assert found.walls[:3] == (0, 0, army), "City Watch first, then the Standing Army"
    assert growth(BOX, ticked(start("corvane", "urzhen"), 0, "city_watch").seats[0].mat, 4).walls[1] == army
    hunters = growth(BOX, start("urzhen", "corvane").seats[0].mat, 4)
    assert hunters.heroes[4] > hunters.walls[4]


def test_a_class_can_be_had_by_building() -> None:
    state = start("ashkari", "krill")
    assert unlocking(BOX, state.seats[0].mat) == 4
    assert unlocking(BOX, ticked(state, 0, "stalkers", "night_raids", "elders_tales").seats[0].mat) == 1
    assert unlocking(BOX, state.seats[1].mat) is None


def test_every_kingdom_sees_its_own_way() -> None:
    state = start("corvane", "tamsu", "urzhen", "edrik")
    state = shown(state, "emberhold", "ironmarch_keep", "scholars_spire", "highcrag")
    favoured = {each["id"]: each["favours"] for each in EDITIONS[1].tables["kingdoms"]}
    for condition in BOX.conditions:
        ways = {seat.mat.kingdom: turns(state, index)[condition] for index, seat in enumerate(state.seats)}
        nearest = min(ways, key=lambda kingdom: ways[kingdom])
        assert favoured[nearest] == condition, f"{nearest} is nearest to {condition}"


def test_a_stronghold_that_will_be_taken_back_is_worth_less() -> None:
    weak = start("krill", "ashkari")
    strong = skilled(play(weak, 1, "greatsword"), 1, weapon=4)
    held = [turns(play(state, 0, "sapphire_gate"), 0)["conqueror"] for state in (weak, strong)]
    assert held[1] > held[0]
    walled = ticked(play(strong, 0, "sapphire_gate"), 0, "city_watch")
    assert turns(walled, 0)["conqueror"] < held[1]


def test_who_is_about_to_win_by_building_builds() -> None:
    state = skilled(start("corvane", "vharga"), 0, agriculture=3)
    state = explored(play(has(state, 0, treasury=34), 1, "sapphire_gate"))
    state = replace(top(state, "rockslide_1"), strongholds=state.strongholds)
    made = moves_of(state)
    assert isinstance(made[-1], Build), "and takes no Stronghold that comes and goes"
    assert not any(isinstance(move, Attack) for move in made)
