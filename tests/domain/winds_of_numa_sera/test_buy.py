"""NS-6, NS-7 and NS-8: buying, equipment, abilities."""

from __future__ import annotations

from msgspec.structs import replace

from moothall.domain.winds_of_numa_sera.changes import (
    CapitalGained,
    CardDiscarded,
    CardGiven,
    DieRolled,
    HealedFromCard,
    ItemBought,
    ItemEquipped,
    ItemShown,
    Paid,
    SkillBought,
    SlotUpgraded,
)
from moothall.domain.winds_of_numa_sera.moves import (
    Attack,
    Build,
    BuyItem,
    BuySkill,
    Choose,
    CommitBattle,
    Equip,
    Explore,
    HealFromCard,
    Use,
)
from moothall.domain.winds_of_numa_sera.rules.battle import Target, attack_stat, defense_stat
from moothall.domain.winds_of_numa_sera.rules.payment import battle_card_costs, item_price, skill_price
from moothall.domain.winds_of_numa_sera.rules.standing import standing
from moothall.domain.winds_of_numa_sera.state import SLOTS
from tests.domain.winds_of_numa_sera.tables import (
    BOX,
    WINDS,
    dice,
    discarded,
    explored,
    forged,
    full,
    hand,
    has,
    play,
    rolling,
    scene,
    skilled,
    start,
    ticked,
    top,
)
from tests.support.scenes import rule

HERO = Target("hero", "", 1)


@rule("NS-6.1")
def test_buying_is_open_in_the_main_phase_any_number_of_times() -> None:
    state = has(forged(start("ashkari", "corvane"), "buckler", "iron_helm"), 0, treasury=60)
    table = scene(state).when(0, BuySkill("weapon"), BuySkill("weapon"), BuyItem("buckler"), BuyItem("iron_helm"))
    assert table.state.seats[0].mat.skills == ("weapon_1", "weapon_2")
    assert table.state.seats[0].hand == ("buckler", "iron_helm")
    table.when(1, BuySkill("lore")).breaks("NS-2.1")


@rule("NS-6.2")
def test_a_level_costs_ten_times_itself_with_modifiers_and_a_floor() -> None:
    state = start("ashkari", "corvane")
    assert skill_price(BOX, state.seats[0], "lore") == 10
    assert skill_price(BOX, skilled(state, 0, lore=3).seats[0], "lore") == 40
    cheap = ticked(state, 0, "elders_tales").with_mat(0, classes=("sage",), upgraded=("pack",))
    cheap = play(cheap, 0, "book_satchel")
    assert skill_price(BOX, cheap.seats[0], "lore") == 5
    assert skill_price(BOX, skilled(cheap, 0, lore=1).seats[0], "lore") == 20 - 2 - 2 - 3


@rule("NS-6.2")
def test_a_full_type_and_an_empty_college_sell_nothing() -> None:
    state = has(skilled(start("ashkari", "corvane"), 0, lore=4), 0, treasury=99)
    scene(state).when(0, BuySkill("lore")).breaks("NS-6.2")
    scene(state).when(0, BuySkill("alchemy")).breaks("NS-6.2")
    empty = has(skilled(skilled(start("ashkari", "corvane"), 1, lore=4), 0, lore=1), 0, treasury=99)
    scene(empty).when(0, BuySkill("lore")).breaks("NS-6.2")
    last = scene(has(skilled(start("ashkari", "corvane"), 1, lore=4), 0, treasury=99)).when(0, BuySkill("lore"))
    last.then(SkillBought(0, "lore", "lore_5", level=1, price=10))


@rule("NS-6.3")
def test_only_the_current_level_counts() -> None:
    state = start("ashkari", "corvane")
    bonus = [attack_stat(skilled(state, 0, weapon=n), 0, HERO) - 3 for n in range(5)]
    assert bonus == [0, 1, 2, 2, 3]
    assert [len(skilled(state, 0, lore=n).seats[0].mat.skills) for n in (2, 4)] == [2, 4]


@rule("NS-6.4")
def test_a_forge_card_upgrades_a_slot_of_choice() -> None:
    state = has(start("ashkari", "corvane"), 0, treasury=99)
    table = scene(state).when(0, BuySkill("forge"))
    table.lists(0, *(Choose("forge_slot", slot) for slot in SLOTS))
    table = table.when(0, Choose("forge_slot", "pack"))
    table.then(SlotUpgraded(0, "pack"))
    table.when(0, BuySkill("forge")).lacks(0, Choose("forge_slot", "pack"))
    single = scene(state.with_mat(0, upgraded=SLOTS[:4])).when(0, BuySkill("forge"))
    single.then(SlotUpgraded(0, "pack"))
    full = scene(state.with_mat(0, upgraded=SLOTS)).when(0, BuySkill("forge"))
    assert full.state.seats[0].mat.upgraded == SLOTS
    assert full.state.pending is None


@rule("NS-6.5")
def test_a_face_up_item_is_bought_and_the_display_refilled() -> None:
    state = has(forged(start("ashkari", "corvane"), "buckler", "iron_helm", "halberd", "war_bow"), 0, treasury=4)
    following = state.forge_deck[0]
    table = scene(state).when(0, BuyItem("buckler"))
    table.exactly(Paid(0, "item", 4, 0, {}), ItemBought(0, "buckler", price=4), ItemShown(following))
    assert table.state.forge == ("iron_helm", "halberd", "war_bow", following)
    scene(state).when(0, BuyItem(following)).breaks("NS-6.5")
    scene(state).when(0, BuyItem("halberd")).breaks("NS-3.4")


@rule("NS-6.5")
def test_item_prices_are_modified_and_a_gap_is_filled_when_an_item_comes_back() -> None:
    state = play(skilled(start("ashkari", "corvane"), 0, forge=2), 0, "bel_quartermaster")
    assert item_price(BOX, state.seats[0], "halberd") == 9 - 2 - 3
    assert item_price(BOX, state.seats[0], "padded_jerkin") == 1
    everything = (*state.forge, *state.forge_deck)
    dry = replace(state, forge=("halberd",), forge_deck=())
    dry = dry.with_seat(1, hand=tuple(item for item in everything if item != "halberd"))
    dry = dry.with_seat(1, known=dry.seats[1].hand)
    table = scene(has(top(dry, "cursed_idol"), 0, treasury=9)).when(0, BuyItem("halberd"))
    assert table.state.forge == ()
    table = table.when(0, Explore(), Choose("option", "item"), Choose("discard_card", "halberd"))
    table.then(CardDiscarded(0, "halberd", "hand", under=True), ItemShown("halberd"))


@rule("NS-6.6")
def test_other_players_gain_by_a_purchase() -> None:
    state = has(forged(ticked(start("ashkari", "corvane"), 1, "tariffs"), "buckler"), 0, treasury=9)
    scene(state).when(0, BuyItem("buckler")).then(ItemBought(0, "buckler", price=4), CapitalGained(1, 1, "tariffs"))
    own = has(forged(ticked(start("corvane", "ashkari"), 0, "tariffs"), "buckler"), 0, treasury=9)
    table = scene(own).when(0, BuyItem("buckler"))
    assert table.state.seats[0].treasury == 9 - 3


@rule("NS-7.1")
def test_five_slots_and_two_handed_items_fill_both_hands() -> None:
    state = hand(start("ashkari", "corvane"), 0, "iron_helm", "breastplate", "halberd", "pack_mule")
    table = scene(state).when(0, *map(Equip, state.seats[0].hand))
    assert table.state.seats[0].mat.slots == ("iron_helm", "breastplate", "halberd", "halberd", "pack_mule")
    assert table.state.seats[0].mat.items == ("iron_helm", "breastplate", "halberd", "pack_mule")


@rule("NS-7.2")
def test_items_work_only_while_equipped_and_only_from_the_own_hand() -> None:
    state = hand(start("ashkari", "corvane"), 0, "short_sword")
    assert attack_stat(state, 0, HERO) == 3
    table = scene(state).when(0, Equip("short_sword"))
    assert attack_stat(table.state, 0, HERO) == 4
    scene(state).when(0, Equip("buckler")).breaks("NS-7.2")
    scene(hand(state, 0, "battle_cry_1")).when(0, Equip("battle_cry_1")).breaks("NS-7.2")
    scene(hand(start("ashkari", "corvane"), 1, "short_sword")).when(1, Equip("short_sword")).breaks("NS-2.1")


@rule("NS-7.3")
def test_items_in_the_needed_slots_return_to_the_hand() -> None:
    state = hand(play(start("ashkari", "corvane"), 0, "short_sword", "buckler"), 0, "halberd", "tower_shield")
    table = scene(state).when(0, Equip("halberd"))
    table.then(ItemEquipped(0, "halberd", ("right_hand", "left_hand"), ("short_sword", "buckler")))
    table = table.when(0, Equip("tower_shield"))
    table.then(ItemEquipped(0, "tower_shield", ("left_hand",), ("halberd",)))
    assert table.state.seats[0].mat.slots == ("", "", "", "tower_shield", "")


@rule("NS-7.4")
def test_each_item_is_equipped_once_per_turn() -> None:
    state = hand(start("ashkari", "corvane"), 0, "buckler", "tower_shield")
    table = scene(state).when(0, Equip("buckler"), Equip("tower_shield"))
    table.when(0, Equip("buckler")).breaks("NS-7.4")
    table.lacks(0, Equip("buckler"))


@rule("NS-7.5")
def test_mythic_items_need_their_skill_and_are_never_upgraded() -> None:
    state = hand(start("ashkari", "corvane"), 0, "worldsplitter")
    scene(skilled(state, 0, weapon=1)).when(0, Equip("worldsplitter")).breaks("NS-7.5")
    able = skilled(state, 0, weapon=2).with_mat(0, upgraded=SLOTS)
    table = scene(able).when(0, Equip("worldsplitter"))
    assert attack_stat(table.state, 0, HERO) == 3 + 2 + 3


@rule("NS-7.6")
def test_an_upgraded_slot_changes_a_forge_item() -> None:
    state = play(start("ashkari", "corvane"), 0, "chain_hauberk", "medicine_satchel")
    target = Target("hero", "", 0)
    assert defense_stat(state, target) == 3 + 1
    better = state.with_mat(0, upgraded=("chest", "pack"))
    assert defense_stat(better, target) == 3 + 3
    assert standing(BOX, state.seats[0].mat).uses["medicine_satchel"].cost[0].amount == 2
    assert standing(BOX, better.seats[0].mat).uses["medicine_satchel"].cost[0].amount == 1


@rule("NS-7.7")
def test_an_item_taken_in_battle_waits_for_the_next_turn() -> None:
    state = hand(explored(play(start("halvard", "ashkari"), 1, "buckler")), 0, "disarm_1")
    state = play(has(state, 0, treasury=9), 0, "quill_war_architect")
    table = scene(state).when(0, Use("quill_war_architect"), Attack("hero", "1"))
    table = table.when(0, CommitBattle(("disarm_1",)), draw=dice(state, {0: 3, 1: -3}))
    table.then(CardGiven(1, 0, "buckler", "slots", "hand", source="disarm_1"))
    assert table.state.seats[0].known == ("buckler",)
    table.when(0, Equip("buckler")).breaks("NS-2.4")
    table = table.when(0, Build("squires"))
    assert table.state.turn.seat == 1
    table.when(0, Equip("buckler")).breaks("NS-2.1")


@rule("NS-7.8")
def test_equipment_passes_to_the_next_hero() -> None:
    state = has(play(top(start("corvane", "ashkari"), "rockslide_1"), 0, "short_sword", "padded_jerkin"), 0, power=1)
    table = scene(state).when(0, Explore())
    assert table.state.seats[0].hero == "lelia"
    assert table.state.seats[0].mat.items == ("padded_jerkin", "short_sword")
    assert table.state.seats[0].power == full("lelia") + 2


@rule("NS-7.9")
def test_discarded_forge_items_go_under_their_deck_and_others_on_the_pile() -> None:
    state = top(play(start("corvane", "ashkari"), 0, "buckler", "sunfang"), "cursed_idol")
    state = skilled(state, 0, weapon=1)
    table = scene(state).when(0, Explore(), Choose("option", "item"))
    table.lists(0, Choose("discard_card", "buckler"), Choose("discard_card", "sunfang"))
    under = table.when(0, Choose("discard_card", "buckler"))
    assert under.state.forge_deck[-1] == "buckler"
    pile = table.when(0, Choose("discard_card", "sunfang"))
    assert pile.state.discard == ("sunfang", "cursed_idol")


@rule("NS-7.10")
def test_items_do_not_help_a_stronghold() -> None:
    state = play(explored(start("halvard", "ashkari")), 1, "reedwatch", "thornmail", "signal_horn", "duelling_rapier")
    stronghold = Target("stronghold", "reedwatch", 1)
    assert defense_stat(state, stronghold) == 6
    assert battle_card_costs(BOX, state.seats[1], ("war_drums_1",)) == (2, 0)
    won = scene(state).when(0, Attack("stronghold", "reedwatch"), draw=dice(state, {0: 3, 1: -3}))
    assert won.state.seats[0].power == full("halvard"), "Thornmail does not fire"
    upgraded = state.with_mat(1, upgraded=("right_hand",))
    lost = scene(upgraded).when(0, Attack("stronghold", "reedwatch"), draw=dice(state, {0: -3, 1: 3}))
    assert lost.state.seats[0].power == full("halvard") - (6 + 3 - (4 - 3)), "the rapier deals no more"


@rule("NS-8.1")
def test_blocks_items_and_mavens_can_be_used() -> None:
    state = has(play(start("ashkari", "corvane"), 0, "medicine_satchel", "fenn_gambler"), 0, power=5)
    state = discarded(state, "battle_cry_1")
    scene(state).lists(0, Use("scavengers"), Use("medicine_satchel"), Use("fenn_gambler"))
    scene(state).when(0, Use("stalkers")).breaks("NS-8.1")
    scene(state).when(0, Use("sura_pathfinder")).breaks("NS-8.1")
    scene(state).when(1, Use("fenn_gambler")).breaks("NS-2.1")


@rule("NS-8.2")
def test_the_cost_is_paid_before_the_roll() -> None:
    state = has(play(start("ashkari", "corvane"), 0, "medicine_satchel"), 0, power=5, treasury=1)
    scene(state).when(0, Use("medicine_satchel")).breaks("NS-8.2")
    table = scene(has(state, 0, treasury=2)).when(0, Use("medicine_satchel"))
    assert (table.state.seats[0].treasury, table.state.seats[0].power) == (0, 7)
    fence = hand(play(start("ashkari", "corvane"), 0, "mirel_fence"), 0, "battle_cry_1", "pillage_1")
    fenced = scene(fence).when(0, Use("mirel_fence"))
    assert fenced.state.seats[0].treasury == 4
    fenced = fenced.when(0, Choose("discard_card", "pillage_1"))
    fenced.then(CardDiscarded(0, "pillage_1", "hand", shown=True), CapitalGained(0, 4, "mirel_fence"))
    scene(play(start("ashkari", "corvane"), 0, "mirel_fence")).when(0, Use("mirel_fence")).breaks("NS-8.2")


@rule("NS-8.2")
def test_check_roll_adds_to_the_die() -> None:
    state = play(start("ashkari", "corvane"), 0, "fenn_gambler")
    table = scene(skilled(state, 0, lore=4)).when(0, Use("fenn_gambler"), draw=rolling(-1))
    table.then(DieRolled(0, "fenn_gambler", (-1,), -1, least=1, bonus=2), CapitalGained(0, 2, "fenn_gambler"))


@rule("NS-8.3")
def test_an_ability_works_once_per_turn() -> None:
    state = play(start("ashkari", "corvane"), 0, "fenn_gambler")
    table = scene(state).when(0, Use("fenn_gambler"), draw=rolling(3))
    table.when(0, Use("fenn_gambler")).breaks("NS-8.3")
    table.lacks(0, Use("fenn_gambler"))


@rule("NS-8.4")
def test_a_use_in_vain_is_refused() -> None:
    state = play(start("ashkari", "corvane"), 0, "medicine_satchel", "nyx_shadowblade", "tolliver_bonepicker")
    state = has(play(state, 0, "quill_war_architect"), 1, power=1)
    table = scene(state)
    for source in ("medicine_satchel", "nyx_shadowblade", "tolliver_bonepicker", "scavengers"):
        table.when(0, Use(source)).breaks("NS-8.4")
        table.lacks(0, Use(source))
    granted = replace(state, phase=replace(state.turn, extra=True))
    scene(granted).when(0, Use("quill_war_architect")).breaks("NS-8.4")


@rule("NS-8.5")
def test_capital_for_healing_becomes_power() -> None:
    state = has(play(start("ashkari", "corvane"), 0, "reedwatch", "stormwall"), 0, power=full("ashkari") - 2)
    state = has(state, 0, purse={"reedwatch": 3, "stormwall": 2})
    table = scene(state)
    table.lists(0, HealFromCard("reedwatch", 1), HealFromCard("reedwatch", 2)).lacks(0, HealFromCard("reedwatch", 3))
    table.when(0, HealFromCard("reedwatch", 3)).breaks("NS-8.5")
    table.when(0, HealFromCard("stormwall", 1)).breaks("NS-8.5")
    table.when(0, HealFromCard("reedwatch", 0)).breaks("NS-8.5")
    healed = table.when(0, HealFromCard("reedwatch", 2)).then(HealedFromCard(0, "reedwatch", 2))
    assert healed.state.seats[0].power == full("ashkari")
    assert healed.state.seats[0].purse == {"reedwatch": 1, "stormwall": 2}


def test_every_skill_can_be_bought() -> None:
    state = has(start("ashkari", "corvane"), 0, treasury=99)
    scene(state).lists(0, *map(BuySkill, BOX.skills))
    assert WINDS.domains["skill"] == tuple(BOX.skills)
