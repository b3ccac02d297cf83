"""Moves in English: what they cost and do, with the odds that everybody can reckon."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from moothall.domain.core.words import Reader
from moothall.domain.winds_of_numa_sera.changes import BattleFought
from moothall.domain.winds_of_numa_sera.moves import (
    AcceptTrade,
    AnyMove,
    Attack,
    AttemptTest,
    Build,
    BuyItem,
    BuySkill,
    Choose,
    ChooseKingdom,
    CommitBattle,
    CounterTrade,
    EndTurn,
    Equip,
    Explore,
    HealFromCard,
    OfferTrade,
    RejectTrade,
    SetSuccession,
    Use,
    WithdrawTrade,
)
from moothall.domain.winds_of_numa_sera.rules.battle import Target
from moothall.domain.winds_of_numa_sera.state import State
from moothall.domain.winds_of_numa_sera.text.descriptions import attacker_wins, playing, staged
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
    shown,
    skilled,
    start,
    stats,
    ticked,
    top,
)

NAMES = ("Ada", "Ben", "Cleo", "Dan")


def says(state: State, move: AnyMove, you: int | None = 0) -> str:
    """The line of the move for the one who may make it."""
    return WINDS.describe_move(move, state, Reader(NAMES, you))


def test_a_kingdom_and_a_line_are_chosen_by_their_numbers() -> None:
    state = start("krill", "ashkari")
    assert says(state, ChooseKingdom("siaa_dee")) == (
        "Choose Siaa De'e, strongest as Champion (slay 3 enemy heroes): 3 Capital, 3 Battle Cards, Raiders (when you "
        f"win a battle as attacker, gain 2 Capital); heroes Sjorsja ({stats('sjorsja')}), Vharga Red-Tusk "
        f"({stats('vharga')}) and Urzhen the Burner ({stats('urzhen')})"
    )
    assert says(state, SetSuccession(("krill", "lelia", "corvane"))) == (
        f"Line of succession: Krill ({stats('krill')}), then Lelia ({stats('lelia')}), then "
        f"Corvane ({stats('corvane')})"
    )


def test_exploring_says_how_many_cards_are_drawn() -> None:
    state = start("krill", "ashkari")
    assert says(state, Explore()) == "Explore: draw the top card of the Exploration deck"
    lore = skilled(state, 0, lore=4)
    assert says(lore, Explore()) == "Explore: draw 3 cards from the Exploration deck and choose one of them"


def test_a_skill_is_bought_by_level_price_and_effect() -> None:
    state = has(skilled(start("krill", "ashkari"), 0, weapon=1), 0, treasury=99)
    assert says(state, BuySkill("weapon")) == (
        "Buy Weapon Training level 2 for 20 Capital: +2 attack, instead of +1 attack"
    )
    assert says(state, BuySkill("forge")) == (
        "Buy Forge Training level 1 for 10 Capital: World Forge Items cost you 1 less; upgrade an equipment slot of "
        "your choice"
    )
    third = skilled(state, 0, weapon=1)
    assert says(third, BuySkill("weapon")) == "Buy Weapon Training level 3 for 30 Capital: +2 attack, as at level 2"
    last = skilled(third, 0, weapon=1)
    assert says(last, BuySkill("weapon")) == (
        "Buy Weapon Training level 4 for 40 Capital: +3 attack, instead of +2 attack; fulfils Master"
    )
    assert says(has(last, 0, conditions=("master",)), BuySkill("weapon")).endswith("instead of +2 attack")


def test_a_price_says_where_it_comes_from_unless_it_is_the_treasury() -> None:
    state = play(start("lelia", "ashkari"), 0, "highcrag")
    state = has(state, 0, treasury=12, skill_credit=4, purse={"lelia": 3, "highcrag": 4})
    assert says(state, BuySkill("weapon")) == (
        "Buy Weapon Training level 1 for 10 Capital (4 from your credit, 3 from Lelia and 3 from Highcrag): +1 attack"
    )
    named = BuySkill("weapon", {"lelia": 3, "credit": 0, "treasury": 7})
    assert "for 10 Capital (3 from Lelia and 7 from the Treasury): +1" in says(state, named)


def test_an_item_is_bought_and_worn_with_what_it_gives() -> None:
    state = forged(skilled(start("krill", "ashkari"), 0, forge=1), "greatsword", "buckler")
    assert says(state, BuyItem("greatsword")) == (
        "Buy Greatsword for 10 Capital (both hands): +2 attack (upgraded: +4 attack)"
    )
    held = hand(play(start("krill", "ashkari"), 0, "short_sword", "buckler"), 0, "halberd", "tower_shield")
    assert says(held, Equip("halberd")) == (
        "Equip Halberd (both hands): +1 attack and +1 defense; back to your hand: Short Sword (+1 attack) and Buckler "
        "(+1 defense)"
    )
    mule = has(hand(play(held, 0, "pack_mule"), 0, "book_satchel"), 0, purse={"pack_mule": 2})
    assert says(mule, Equip("book_satchel")).endswith("for World Forge Items only; the 2 Capital on it is lost)")
    better = held.with_mat(0, upgraded=("left_hand",))
    assert says(better, Equip("tower_shield")) == (
        "Equip Tower Shield (left hand): +3 defense; back to your hand: Buckler (+2 defense)"
    )


def test_uses_and_tests_say_cost_chance_and_effect() -> None:
    state = play(start("ashkari", "krill"), 0, "nyx_shadowblade", "medicine_satchel", "quill_war_architect")
    assert says(state, Use("scavengers")) == (
        "Use Scavengers: with a roll of +1 or more (50 %) take a Battle Card or Mythic Item of your choice from the "
        "discard pile"
    )
    assert says(state, Use("medicine_satchel")) == "Use Medicine Satchel: pay 2 Capital, heal 2 Power"
    assert says(state, Use("nyx_shadowblade")) == (
        "Use Nyx, Shadowblade: with a roll of -1 or more (67 %) an opponent's hero of your choice loses 4 Power (but "
        "keeps 1); it is discarded even if the roll fails"
    )
    assert says(skilled(state, 0, lore=4), Use("nyx_shadowblade")).startswith(
        "Use Nyx, Shadowblade: with any roll an opponent's hero"
    )
    assert says(state, Use("quill_war_architect")).endswith("both build and attack this turn; then it is discarded")
    pools = hand(play(state, 0, "pool_of_stone"), 0, "pool_of_echoes", "pool_of_embers")
    assert says(pools, AttemptTest("pool_of_echoes")) == (
        "Take the test of Pool of Echoes: with a roll of +2 or more (33 %); passed, it blesses your hero: in battle as "
        "attacker, roll two dice and keep the higher one; Pool of Stone returns to your hand"
    )
    assert says(pools, AttemptTest("pool_of_embers")).startswith("Take the test of Pool of Embers: pay 3 Power; passed")
    assert says(state, HealFromCard("reedwatch", 2)) == "Heal 2 Power with 2 Capital from Reedwatch"


def test_a_build_says_income_and_effect() -> None:
    state = explored(start("krill", "ashkari"))
    assert says(state, Build("efficiency")) == (
        "Build Efficiency: gain 4 Residual Capital; from now on, +1 Residual Capital"
    )
    assert says(state, Build("royal_mint")) == "Build Royal Mint: gain 4 Residual Capital; gain 2 Capital"
    again = ticked(state, 0, "royal_mint", "efficiency")
    assert says(again, Build("royal_mint")) == "Build Royal Mint again: gain 5 Residual Capital; gain 2 Capital"


def test_the_end_of_a_turn_says_what_is_left_undone() -> None:
    state = start("krill", "ashkari")
    built = replace(state, phase=replace(state.turn, built=True))
    attacked = replace(state, phase=replace(state.turn, attacked=True))
    assert says(built, EndTurn()) == "End the turn without attacking"
    assert says(attacked, EndTurn()) == "End the turn without building"


def test_attacks_say_defense_odds_and_stakes() -> None:
    state = shown(explored(start("sjorsja", "ashkari")), "sapphire_gate", "obsidian_seat")
    assert says(state, Attack("independent", "sapphire_gate")) == (
        "Attack Sapphire Gate (independent, defense 4): your attack is 4, before Battle Cards you win with a roll of "
        "+1 or more (50 %); a defeat costs up to 3 of your hero's 10 Power; a victory brings 5 Capital, then +3 "
        "Residual Capital; at the start of your turn, place 1 Capital on this card, for World Forge Items and Battle "
        "Cards only"
    )
    worst = BOX.strongholds["obsidian_seat"].defense - 4 + 3
    assert f"no roll is enough; a defeat costs up to {worst} of" in says(state, Attack("independent", "obsidian_seat"))
    strong = skilled(state, 0, weapon=4)
    assert "you win with any roll; a victory brings 5 Capital" in says(strong, Attack("independent", "sapphire_gate"))
    assert says(state, Attack("hero", "1")) == (
        f"Attack Ben's hero Ashkari (defense 3 and a die, Power {full('ashkari')}): your attack is 4, before Battle "
        "Cards you win 69 % of the time; the loser's hero loses the difference in Power"
    )
    held = has(play(state, 1, "stormwall"), 1, purse={"stormwall": 4})
    line = says(held, Attack("stronghold", "stormwall"))
    defense = BOX.strongholds["stormwall"].defense
    assert line.startswith(f"Attack Ben's Stormwall (defense {defense} and a die): your attack is 4, before Battle ")
    assert "a victory brings 4 Capital, then +3 Residual Capital" in line


def test_commitments_say_cost_effect_and_odds() -> None:
    state = hand(has(explored(start("krill", "ashkari")), 0, treasury=9), 0, "war_drums_1", "steady_hand_1")
    state = hand(state, 1, "shield_wall_1")
    table = scene(state).when(0, Attack("hero", "1")).state
    assert says(table, CommitBattle()) == "Commit no Battle Card: you win 69 % of the time if the enemy plays no card"
    assert says(table, CommitBattle(("war_drums_1",))) == (
        "Commit War Drums for 3 Capital: +2 to your score; you win 83 % of the time if the enemy plays no card"
    )
    assert says(table, CommitBattle(("shield_wall_1",)), 1) == (
        "Commit Shield Wall for 2 Capital: +3 to your score; you win 69 % of the time if the enemy plays no card"
    )
    assert says(table, CommitBattle(), None) == "Commit no Battle Card"
    alone = hand(shown(explored(start("kelesandra", "ashkari")), "sapphire_gate"), 0, "blood_oath_1", "battle_cry_1")
    alone = scene(alone).when(0, Attack("independent", "sapphire_gate")).state
    assert says(alone, CommitBattle(("blood_oath_1",))) == (
        "Commit Blood Oath for 2 Power: +3 to your score; you win 100 % of the time"
    )
    both = says(alone, CommitBattle(("blood_oath_1", "battle_cry_1")))
    assert both.startswith("Commit Blood Oath and Battle Cry for 2 Power: Blood Oath: +3 to your score; Battle Cry: +1")
    assert "for nothing: +1 to your score" in says(alone, CommitBattle(("battle_cry_1",)))


@pytest.mark.parametrize(
    ("mine", "theirs"), [("", ""), ("war_drums_1", ""), ("steady_hand_1", ""), ("", "shield_wall_1")]
)
def test_the_odds_are_those_of_the_dice(mine: str, theirs: str) -> None:
    state = has(has(explored(start("krill", "ashkari")), 0, treasury=9), 1, treasury=9)
    state = hand(hand(state, 0, *filter(None, (mine,))), 1, *filter(None, (theirs,)))
    opened = scene(state).when(0, Attack("hero", "1")).state if mine or theirs else None
    rolls = list(product(BOX.die, BOX.die))
    won = 0
    for own, other in rolls:
        draw = dice(state, {0: own, 1: other})
        if opened is None:
            changes = scene(state).when(0, Attack("hero", "1"), draw=draw).changes
        else:
            seat, card = (0, mine) if mine else (1, theirs)
            changes = scene(opened).when(seat, CommitBattle((card,)), draw=draw).changes
        won += next(change.winner == 0 for change in changes if isinstance(change, BattleFought))
    staging = staged(state, 0, Target("hero", "", 1))
    staging = playing(playing(staging, 0, (mine,) if mine else ()), 1, (theirs,) if theirs else ())
    assert attacker_wins(staging) == pytest.approx(won / len(rolls))


def test_two_dice_change_the_odds() -> None:
    state = shown(explored(play(start("sjorsja", "ashkari"), 0, "pool_of_echoes")), "sapphire_gate")
    assert attacker_wins(staged(state, 0, Target("independent", "sapphire_gate", -1))) == pytest.approx(3 / 4)
    assert "you win 75 % of the time" in says(state, Attack("independent", "sapphire_gate"))
    plain = start("krill", "ashkari")
    cursed = playing(staged(plain, 0, Target("hero", "", 1)), 1, ("ill_omen_1",))
    assert attacker_wins(cursed) < attacker_wins(staged(plain, 0, Target("hero", "", 1)))


def test_odds_do_not_know_hidden_cards() -> None:
    state = explored(start("krill", "ashkari"))
    armed = hand(state, 1, "shield_wall_1", "steady_hand_1")
    assert says(armed, Attack("hero", "1")) == says(state, Attack("hero", "1"))


def choice(state: State, *moves: Any) -> State:
    """The state after these moves of seat 0, with a choice pending."""
    table: State = scene(state).when(0, *moves).state
    assert table.pending is not None
    return table


@pytest.mark.parametrize(
    ("card", "option", "text"),
    [
        ("bandit_ambush_1", "pay", "Bandit Ambush: pay 3 Capital"),
        ("bandit_ambush_1", "fight", "Bandit Ambush: lose 3 Power"),
        ("marsh_fever", "endure", "Marsh Fever: lose 4 Power"),
        ("toll_bridge", "card", "Toll Bridge: discard 1 Battle Card"),
        ("forgotten_tomb", "delve", "Forgotten Tomb: explore 2 more times"),
        ("pilgrim_scholar", "voucher", "Pilgrim Scholar: gain 6 credit for Skills"),
    ],
)
def test_options_are_told_by_what_they_do(card: str, option: str, text: str) -> None:
    state = hand(play(top(start("corvane", "ashkari"), card), 0, "joric_master_at_arms"), 0, "pillage_1")
    assert says(choice(state, Explore()), Choose("option", option)) == text


def test_what_a_hazard_takes_is_told_as_it_will_be_felt() -> None:
    state = play(top(start("krill", "ashkari"), "marsh_fever"), 0, "joric_master_at_arms")
    assert says(choice(state, Explore()), Choose("option", "endure")) == "Marsh Fever: lose 3 Power"
    weak = choice(has(state, 0, power=3), Explore())
    assert says(weak, Choose("option", "endure")) == "Marsh Fever: lose 3 Power, which your hero does not survive"


def test_mavens_are_accepted_and_rejected_by_what_they_do() -> None:
    state = choice(top(start("oshira", "krill"), "fenn_gambler"), Explore())
    assert says(state, Choose("maven", "accept")) == (
        "Accept Fenn, Gambler into your Inner Circle: once per turn, roll +1 or more: gain 2 Capital"
    )
    assert says(state, Choose("maven", "reject")) == "Reject Fenn, Gambler: gain 4 Capital; gain 2 more Capital"


def test_cards_are_chosen_by_what_they_do() -> None:
    lore = choice(top(skilled(start("krill", "ashkari"), 0, lore=1), "rockslide_1", "war_drums_1"), Explore())
    assert says(lore, Choose("explored_card", "rockslide_1")) == "Explore Rockslide (Hazard): lose 2 Power"
    assert says(lore, Choose("explored_card", "war_drums_1")) == (
        "Keep War Drums (Battle Card, 3 Capital): +2 to your score"
    )
    fence = hand(play(start("ashkari", "krill"), 0, "mirel_fence"), 0, "pillage_1", "shield_wall_1")
    assert says(choice(fence, Use("mirel_fence")), Choose("discard_card", "shield_wall_1")) == (
        "Discard Shield Wall (Battle Card, 2 Capital, only as defender): +3 to your score"
    )
    bones = discarded(explored(start("ashkari", "krill")), "sunfang", "joric_master_at_arms")
    taking = choice(bones, Build("rag_and_bone"))
    assert says(taking, Choose("take_card", "sunfang")) == (
        "Take from the discard pile Sunfang (Mythic Item, right hand, needs Weapon Training level 1): +2 attack; when "
        "you win a battle, heal 1 Power"
    )
    assert says(taking, Choose("take_card", "joric_master_at_arms")) == (
        "Take from the discard pile Joric, Master-at-Arms (Maven): +1 attack"
    )


def test_an_item_is_stolen_by_what_it_does() -> None:
    state = hand(explored(play(start("halvard", "ashkari"), 1, "buckler", "iron_helm")), 0, "disarm_1")
    table = scene(has(state, 0, treasury=9)).when(0, Attack("hero", "1"))
    stolen = table.when(0, CommitBattle(("disarm_1",)), draw=dice(state, {0: 3, 1: -3})).state
    assert says(stolen, Choose("steal_item", "buckler")) == (
        "Take from Ben Buckler (Item, left hand): +1 defense (upgraded: +2 defense)"
    )


def test_opponents_slots_and_classes_are_chosen_by_what_happens() -> None:
    nyx = play(start("krill", "ashkari", "halvard"), 0, "nyx_shadowblade")
    asked = scene(has(nyx, 2, power=3)).when(0, Use("nyx_shadowblade"), draw=rolling(3)).state
    assert says(asked, Choose("opponent", "2")) == (
        "Nyx, Shadowblade: Cleo's hero Halvard of the High Pass falls from 3 to 1 Power"
    )
    forge = has(play(start("krill", "ashkari"), 0, "greatsword", "iron_helm"), 0, treasury=99)
    first = choice(forge, BuySkill("forge"))
    assert says(first, Choose("forge_slot", "head")) == (
        "Upgrade the head: Iron Helm gives +2 defense instead of +1 defense"
    )
    assert says(first, Choose("forge_slot", "left_hand")) == (
        "Upgrade the left hand: Greatsword needs the right hand upgraded too"
    )
    assert says(first, Choose("forge_slot", "pack")) == ("Upgrade the pack: no Item that it improves is worn there yet")
    masks = ticked(start("ashkari", "krill"), 0, "salvage_yards", "bazaar", "elders_tales")
    masks = explored(masks).with_mat(0, classes=("heir", "sage", "rogue"))
    unlocking = choice(masks, Build("many_masks"))
    assert says(unlocking, Choose("class", "tyrant")) == "Unlock Tyrant: +1 attack"


def test_trades_name_the_players() -> None:
    state = has(play(start("krill", "ashkari", "halvard"), 1, "buckler", "weapon_1"), 0, treasury=20, power=5)
    gift = OfferTrade(1, give_cards=(), give_capital=3, get_power=2, get_cards=("buckler", "weapon_1"))
    assert says(state, gift) == "Offer Ben 3 Capital for Buckler, a Weapon Training card and 2 Power"
    truce = OfferTrade(1, give_capital=5, get_pledge="truce", get_battle_cards=2)
    assert says(state, truce) == (
        "Offer Ben 5 Capital for 2 Battle Cards of their choice and their promise not to attack you for 1 turn"
    )
    sold = OfferTrade(1, give_pledge="attack", give_pledge_target="2", give_pledge_turns=2, get_capital=8)
    assert says(state, sold) == "Offer Ben your promise to attack Cleo in each of 2 turns in return for 8 Capital"
    assert says(state, OfferTrade(1, give_pledge="truce", give_pledge_turns=3, get_capital=1)) == (
        "Offer Ben your promise not to attack them for 3 turns in return for 1 Capital"
    )
    third = OfferTrade(1, get_pledge="truce", get_pledge_target="2", give_capital=1)
    assert says(state, third) == "Offer Ben 1 Capital for their promise not to attack Cleo for 1 turn"
    slain = OfferTrade(1, get_pledge="attack", get_pledge_target_type="hero", get_pledge_target="2", give_capital=2)
    assert says(state, slain) == "Offer Ben 2 Capital for their promise to attack Cleo's hero once"
    assert says(state, OfferTrade(2, give_capital=1)) == "Offer Cleo 1 Capital for nothing"


def test_answers_to_an_offer_say_what_it_brings() -> None:
    state = hand(hand(start("krill", "ashkari"), 0, "war_drums_1"), 1, "pillage_1")
    offer = scene(state).when(0, OfferTrade(1, give_cards=("war_drums_1",), get_battle_cards=1)).state
    assert says(offer, AcceptTrade(("pillage_1",)), 1) == (
        "Accept Ada's offer: you get War Drums for 1 Battle Card of your choice (Pillage). War Drums (Battle Card, 3 "
        "Capital): +2 to your score"
    )
    counter = CounterTrade(0, give_cards=("pillage_1",), get_cards=("war_drums_1",), give_capital=1)
    assert says(offer, counter, 1) == "Answer with a counter-offer to Ada: Pillage and 1 Capital for War Drums"
    assert says(offer, RejectTrade(), 1) == "Reject the offer"
    assert says(offer, WithdrawTrade()) == "Withdraw the offer"
