"""NS-2 and NS-3: the turn, Capital, Power."""

from __future__ import annotations

from msgspec.structs import replace

from moothall.domain.core.title import Asked
from moothall.domain.winds_of_numa_sera.changes import (
    CapitalGained,
    CapitalPlaced,
    ClassUnlocked,
    ConditionFulfilled,
    GameEnded,
    ItemReturned,
    Paid,
    PowerHealed,
    PowerLost,
    RoundEnded,
    TurnBegan,
    TurnEnded,
)
from moothall.domain.winds_of_numa_sera.moves import (
    Attack,
    AttemptTest,
    Build,
    BuyItem,
    BuySkill,
    Choose,
    CommitBattle,
    EndTurn,
    Equip,
    Explore,
    HealFromCard,
    OfferTrade,
    RejectTrade,
    Use,
)
from moothall.domain.winds_of_numa_sera.rules.standing import residual, standing
from moothall.domain.winds_of_numa_sera.state import Acting
from tests.domain.winds_of_numa_sera.tables import (
    BOX,
    WINDS,
    dice,
    discarded,
    explored,
    forged,
    full,
    gone,
    hand,
    has,
    play,
    rolling,
    scene,
    shown,
    skilled,
    start,
    ticked,
    top,
    truce,
)
from tests.support.scenes import rule


@rule("NS-2.1")
def test_a_turn_runs_from_its_start_to_its_end() -> None:
    state = top(start("lelia", "ashkari"), "night_thieves")
    table = scene(state)
    table.when(1, Explore()).breaks("NS-2.1")
    table = table.when(0, Explore(), Build("royal_mint"))
    table.then(TurnEnded(0), TurnBegan(1))
    assert table.state.phase == Acting(1)


@rule("NS-2.2")
def test_exploring_is_due_once_and_other_actions_come_before_or_after() -> None:
    state = has(top(start("lelia", "ashkari"), "night_thieves"), 0, treasury=40)
    table = scene(state).when(0, BuySkill("weapon"), Explore(), BuySkill("defense"))
    assert table.state.turn.explored
    table.when(0, Explore()).breaks("NS-2.2")
    table.lacks(0, Explore())


@rule("NS-2.3")
def test_phase_2_follows_exploring_and_ends_the_turn() -> None:
    state = top(start("lelia", "ashkari"), "night_thieves")
    table = scene(state)
    table.when(0, Build("royal_mint")).breaks("NS-2.3")
    table.when(0, Attack("hero", "1")).breaks("NS-2.3")
    table = table.when(0, Explore())
    table.when(0, EndTurn()).breaks("NS-2.3")
    assert table.when(0, Build("royal_mint")).state.turn.seat == 1
    assert table.when(0, Attack("hero", "1"), draw=dice(table.state, {0: 3, 1: -3})).state.turn.seat == 1


@rule("NS-2.4")
def test_an_extra_phase_2_allows_both_halves_in_either_order() -> None:
    state = explored(play(start("halvard", "ashkari"), 0, "quill_war_architect"))
    table = scene(state).when(0, Use("quill_war_architect"))
    built = table.when(0, Build("squires"))
    assert built.state.turn == replace(table.state.turn, built=True)
    built.when(0, Build("field_hospital")).breaks("NS-2.4")
    built.when(0, BuySkill("lore")).breaks("NS-2.4")
    built.when(0, Explore()).breaks("NS-2.4")
    built.lists(0, EndTurn(), Attack("hero", "1")).lacks(0, Build("field_hospital"))
    assert built.when(0, EndTurn()).state.turn.seat == 1
    both = built.when(0, Attack("hero", "1"), draw=dice(built.state, {0: 3, 1: -3}))
    assert both.state.turn.seat == 1
    attacked = table.when(0, Attack("hero", "1"), draw=dice(table.state, {0: 3, 1: -3}))
    assert attacked.state.turn.attacked
    attacked.when(0, Attack("hero", "1")).breaks("NS-11.1")
    assert attacked.when(0, Build("squires")).state.turn.seat == 1


@rule("NS-2.5")
def test_whatever_is_pending_blocks_everything_else() -> None:
    state = has(top(start("lelia", "ashkari"), "grateful_merchant_1"), 0, treasury=40)
    table = scene(state).when(0, Explore())
    assert WINDS.awaiting(table.state).seats == (Asked(0, "option"),)
    table.when(0, BuySkill("lore")).breaks("NS-2.5")
    table.when(1, Choose("option", "heal")).breaks("NS-2.5")
    table.when(0, Choose("maven", "accept")).breaks("NS-2.5")
    table.when(0, Choose("option", "everything")).breaks("NS-2.5")
    assert (
        table.when(0, Choose("option", "capital")).state.seats[0].treasury == 44 + BOX.blocks["tithe"].effects[0].amount
    )


@rule("NS-2.5")
def test_an_open_trade_and_an_open_battle_block_too() -> None:
    state = has(start("lelia", "ashkari"), 0, treasury=40)
    offered = scene(state).when(0, OfferTrade(1, give_capital=3))
    offered.when(0, Explore()).breaks("NS-2.5")
    assert WINDS.awaiting(offered.state).seats == (Asked(1, "trade"),)
    assert offered.when(1, RejectTrade()).when(0, Explore()).state.turn.explored
    battle = scene(hand(explored(state), 0, "battle_cry_1")).when(0, Attack("hero", "1"))
    battle.when(0, BuySkill("lore")).breaks("NS-2.5")
    battle.when(1, Explore()).breaks("NS-2.1")
    battle.when(1, CommitBattle()).breaks("NS-11.3")


@rule("NS-2.6")
def test_hands_and_inner_circles_have_no_limit() -> None:
    mavens = ("joric_master_at_arms", "ilsabet_shield_captain", "bel_quartermaster", "fenn_gambler", "mirel_fence")
    cards = tuple(f"{name}_{i}" for name in ("battle_cry", "war_drums", "pillage", "disarm") for i in (1, 2))
    state = top(hand(play(start("corvane", "ashkari"), 0, *mavens), 0, *cards), "dag_siege_engineer")
    table = scene(state).when(0, Explore(), Choose("maven", "accept"))
    assert len(table.state.seats[0].mat.mavens) == 6
    table = scene(top(state, "last_stand_1")).when(0, Explore())
    assert len(table.state.seats[0].hand) == 9


@rule("NS-2.7")
def test_fractions_are_rounded_up() -> None:
    state = top(start("corvane", "ashkari"), "bumper_harvest")
    assert residual(BOX, state.seats[0]) == 5
    scene(state).when(0, Explore()).then(CapitalGained(0, 3, "bumper_harvest"))


@rule("NS-2.8")
def test_the_turn_passes_to_the_next_living_seat_and_marks_are_cleared() -> None:
    state = start("corvane", "ashkari", "sjorsja")
    state = explored(gone(state, 1))
    state = replace(state, phase=replace(state.turn, marks=("use/fenn_gambler",)))
    table = scene(state).when(0, Build("royal_mint"))
    assert table.state.phase == Acting(2)
    table = scene(explored(table.state)).when(2, Build("war_camps"))
    table.then(TurnEnded(2), RoundEnded(1))
    assert WINDS.awaiting(table.state).step == "end_of_round"


@rule("NS-2.8")
def test_pledges_lapse_with_the_turn_that_ends_them() -> None:
    state = replace(explored(start("corvane", "ashkari")), pledges=(truce(0, 1),))
    assert scene(state).when(0, Build("royal_mint")).state.pledges == ()


@rule("NS-2.9")
def test_moves_are_declared_openly_but_for_what_is_hidden() -> None:
    for move in (Explore(), BuySkill("lore"), BuyItem("buckler"), Build("tithe"), Attack("hero", "1"), Use("x")):
        assert WINDS.redact_move(move, 0, 1) == move
    for hidden in (CommitBattle(("battle_cry_1",)), Choose("explored_card", "rockslide_1")):
        assert WINDS.redact_move(hidden, 0, 1) is None
        assert WINDS.redact_move(hidden, 0, 0) == hidden


@rule("NS-2.10")
def test_the_state_check_runs_in_its_order() -> None:
    state = play(start("corvane", "ashkari"), 0, "crown_of_the_first_ones")
    state = has(skilled(state, 0, weapon=1, defense=1), 0, power=full("corvane") + 2, treasury=40)
    state = play(state, 0, "reedwatch", "emberhold", "highcrag", "stormwall")
    table = scene(state).when(0, BuySkill("agriculture"))
    table.then(
        ItemReturned(0, "crown_of_the_first_ones"),
        PowerLost(0, 2, "maximum"),
        ClassUnlocked(0, "paladin"),
        ClassUnlocked(0, "sage"),
        ConditionFulfilled(0, "conqueror"),
        GameEnded(0, ("conqueror",)),
    )


@rule("NS-2.10")
def test_a_move_with_a_pending_choice_is_not_resolved_yet() -> None:
    state = has(skilled(start("corvane", "ashkari"), 0, weapon=1, lore=1), 0, treasury=40)
    table = scene(state).when(0, BuySkill("forge"))
    assert table.state.seats[0].mat.classes == ()
    table = table.when(0, Choose("forge_slot", "head"))
    assert table.state.seats[0].mat.classes == ("sage",)


@rule("NS-2.11")
def test_cards_whose_identity_was_public_are_known() -> None:
    state = has(forged(start("corvane", "ashkari"), "buckler", "iron_helm", "pack_mule", "halberd"), 0, treasury=40)
    state = hand(play(state, 0, "tower_shield"), 0, "battle_cry_1", "pool_of_echoes")
    table = scene(state).when(0, BuyItem("buckler"))
    assert WINDS.view(table.state, 1).seats[0].known == ("buckler",)
    table = table.when(0, Equip("buckler"))
    assert WINDS.view(table.state, 1).seats[0].known == ("tower_shield",)
    table = table.when(0, AttemptTest("pool_of_echoes"), draw=rolling(-3))
    seen = WINDS.view(table.state, 1).seats[0]
    assert seen.known == ("tower_shield", "pool_of_echoes")
    assert (seen.hand_size, seen.hand) == (3, None)


@rule("NS-2.11")
def test_a_card_taken_from_the_discard_pile_is_known_until_it_is_played() -> None:
    state = discarded(hand(start("ashkari", "corvane"), 0, "war_drums_1"), "shield_wall_1")
    table = scene(state).when(0, Use("scavengers"), draw=rolling(3))
    assert table.state.seats[0].known == ("shield_wall_1",)


@rule("NS-3.1")
def test_capital_on_a_card_is_spent_for_its_purposes_only() -> None:
    state = has(play(start("lelia", "ashkari"), 0, "highcrag"), 0, treasury=0, purse={"highcrag": 10})
    table = scene(state)
    table.lists(0, BuySkill("weapon"), BuySkill("defense")).lacks(0, BuySkill("lore"))
    table.when(0, BuySkill("lore", {"highcrag": 10})).breaks("NS-3.1")
    table.when(0, BuySkill("weapon", {"highcrag": 11})).breaks("NS-3.1")
    table.when(0, BuySkill("weapon", {"highcrag": -1, "treasury": 11})).breaks("NS-3.1")
    table.when(0, BuySkill("weapon")).then(Paid(0, "skill", 0, 0, {"highcrag": 10}))


@rule("NS-3.2")
def test_any_pays_for_everything() -> None:
    state = play(forged(start("lelia", "ashkari"), "buckler"), 0, "obsidian_seat", "reedwatch")
    state = has(state, 0, treasury=0, power=4, purse={"obsidian_seat": 10, "reedwatch": 2})
    table = scene(state)
    table.when(0, BuySkill("lore")).then(Paid(0, "skill", 0, 0, {"obsidian_seat": 10}))
    table.when(0, BuyItem("buckler")).then(Paid(0, "item", 0, 0, {"obsidian_seat": 4}))
    table.lists(0, HealFromCard("obsidian_seat", 6), HealFromCard("reedwatch", 2))
    paid = scene(hand(state, 0, "pool_of_stone")).when(0, AttemptTest("pool_of_stone"))
    paid.then(Paid(0, "cost", 0, 0, {"obsidian_seat": 6}))
    fight = scene(explored(hand(state, 0, "war_drums_1"))).when(0, Attack("hero", "1"), CommitBattle(("war_drums_1",)))
    fight.then(Paid(0, "battle_card", 0, 0, {"obsidian_seat": 3}))


@rule("NS-3.3")
def test_credit_is_spent_first_keeps_its_rest_and_may_be_spared() -> None:
    state = has(start("ashkari", "corvane"), 0, treasury=20, skill_credit=14, item_credit=9)
    table = scene(state).when(0, BuySkill("lore"))
    assert (table.state.seats[0].skill_credit, table.state.seats[0].treasury) == (4, 20)
    assert table.state.seats[0].item_credit == 9
    spared = scene(state).when(0, BuySkill("lore", {"treasury": 10}))
    assert (spared.state.seats[0].skill_credit, spared.state.seats[0].treasury) == (14, 10)
    stone = scene(hand(has(state, 0, treasury=3), 0, "pool_of_stone"))
    stone.when(0, AttemptTest("pool_of_stone")).breaks("NS-5.5")


@rule("NS-3.4")
def test_a_payment_must_add_up_to_the_price() -> None:
    table = scene(has(start("ashkari", "corvane"), 0, treasury=20))
    table.when(0, BuySkill("lore", {"treasury": 9})).breaks("NS-3.4")
    table.when(0, BuySkill("lore", {})).breaks("NS-3.4")
    table.when(0, BuySkill("lore", {"credit": 1, "treasury": 9})).breaks("NS-3.1")
    scene(has(start("ashkari", "corvane"), 0, treasury=9)).when(0, BuySkill("lore")).breaks("NS-3.4")


@rule("NS-3.4")
def test_cards_with_the_fewest_purposes_are_spent_first() -> None:
    state = play(start("ashkari", "corvane"), 0, "stormwall", "scholars_spire", "obsidian_seat")
    purse = {"scholars_spire": 4, "stormwall": 3, "obsidian_seat": 2}
    table = scene(has(state, 0, treasury=10, purse=purse)).when(0, BuySkill("lore"))
    table.then(Paid(0, "skill", 1, 0, {"obsidian_seat": 2, "stormwall": 3, "scholars_spire": 4}))


@rule("NS-3.5")
def test_the_start_of_a_turn_resolves_in_its_order() -> None:
    state = play(start("ashkari", "lelia"), 1, "pack_mule", "hollis_field_surgeon", "stormwall", "pool_of_tides")
    state = has(ticked(explored(state), 1, "grand_library"), 1, power=5)
    table = scene(state).when(0, Build("stalkers"))
    begun = table.changes.index(TurnBegan(1))
    assert table.changes[begun + 1 :] == (
        CapitalPlaced(1, "lelia", 1),
        CapitalPlaced(1, "grand_library", 1),
        PowerHealed(1, 1, "hollis_field_surgeon"),
        CapitalPlaced(1, "pack_mule", 1),
        CapitalPlaced(1, "stormwall", 2),
        PowerHealed(1, 1, "pool_of_tides"),
    )


@rule("NS-3.6")
def test_at_the_start_only_heroes_act() -> None:
    for hero in ("lelia", "ashkari", "sjorsja", "halvard"):
        other = "ashkari" if hero != "ashkari" else "lelia"
        triggers = standing(BOX, start(hero, other).seats[0].mat).triggers["turn_start"]
        assert [trigger.kind for trigger in triggers] == (["hero"] if hero == "lelia" else [])


@rule("NS-3.7")
def test_capital_on_a_card_that_leaves_play_returns_to_the_bank() -> None:
    state = hand(play(start("corvane", "ashkari"), 0, "pack_mule"), 0, "war_chest")
    table = scene(has(state, 0, purse={"pack_mule": 3})).when(0, Equip("war_chest"))
    assert table.state.seats[0].purse == {}
    assert table.state.seats[0].treasury == 4


@rule("NS-3.8")
def test_healing_stops_at_the_maximum_and_a_higher_maximum_does_not_heal() -> None:
    state = has(top(start("corvane", "ashkari"), "healing_spring_1"), 0, power=full("corvane") - 2)
    table = scene(state).when(0, Explore())
    assert table.state.seats[0].power == full("corvane")
    table = scene(hand(start("corvane", "ashkari"), 0, "padded_jerkin")).when(0, Equip("padded_jerkin"))
    assert standing(BOX, table.state.seats[0].mat).max_power == full("corvane") + 2
    assert table.state.seats[0].power == full("corvane")


@rule("NS-3.9")
def test_power_paid_or_drained_leaves_one() -> None:
    state = hand(has(start("corvane", "ashkari"), 0, power=4), 0, "pool_of_embers")
    assert scene(state).when(0, AttemptTest("pool_of_embers")).state.seats[0].power == 1
    drained = play(has(start("corvane", "ashkari"), 1, power=3), 0, "nyx_shadowblade")
    assert scene(drained).when(0, Use("nyx_shadowblade"), draw=rolling(3)).state.seats[1].power == 1
    scene(has(start("corvane", "ashkari"), 1, power=3)).when(0, OfferTrade(1, get_power=3)).breaks("NS-9.4")


@rule("NS-3.10")
def test_residual_capital_is_base_plus_strongholds_plus_modifiers() -> None:
    state = ticked(play(start("corvane", "ashkari"), 0, "sapphire_gate", "reedwatch"), 0, "efficiency")
    state = skilled(play(state, 0, "ostrava_treasurer", "gilded_coronet"), 0, agriculture=2)
    assert residual(BOX, state.seats[0]) == 4 + 1 + (3 + 1) + 1 + 2 + 1 + 2
    lost = shown(state, "sapphire_gate")
    assert residual(BOX, lost.seats[0]) == residual(BOX, state.seats[0]) - 3
