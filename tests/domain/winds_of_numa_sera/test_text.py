"""The log in English: what a person at the table would tell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from moothall.domain.core.draw import FastDraw
from moothall.domain.core.words import Reader
from moothall.domain.winds_of_numa_sera import changes as c
from moothall.domain.winds_of_numa_sera.changes import AnyChange
from moothall.domain.winds_of_numa_sera.moves import (
    Attack,
    AttemptTest,
    BuyItem,
    BuySkill,
    Choose,
    CommitBattle,
    Equip,
    Explore,
    Use,
)
from moothall.domain.winds_of_numa_sera.state import Offer, Options, Pledge, State
from moothall.domain.winds_of_numa_sera.text.changes import CASES
from moothall.domain.winds_of_numa_sera.text.effects import told_of
from tests.domain.winds_of_numa_sera.tables import (
    BOX,
    WINDS,
    dice,
    explored,
    face,
    forged,
    hand,
    has,
    play,
    rolling,
    scene,
    shown,
    skilled,
    start,
    stats,
    top,
    truce,
    vow,
)
from tests.support.scenes import Scene, Scripted

NAMES = ("Ada", "Ben", "Cleo", "Dan")
ADA, NOBODY = Reader(NAMES, 0), Reader(NAMES)


def told(table: Scene, you: int | None = None) -> list[str]:
    """The log of the last act, as this seat reads it."""
    changes = (WINDS.redact(change, you) for change in table.changes)
    return [line for change in changes if (line := WINDS.describe_change(change, Reader(NAMES, you)))]


def test_every_change_is_told() -> None:
    assert set(CASES) == set(get_args(AnyChange))


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (c.FirstPlayerDrawn(0, 3), "Ada is the first player; Dan chooses a kingdom first"),
        (c.KingdomChosen(1, "meran", "scavengers", 0), "Ben takes Meran, with Scavengers built"),
        (c.SuccessionSet(1, (), secret=True), "Ben sets their line of succession in secret"),
        (
            c.LinesRevealed((("krill", "lelia"), ("ashkari", "tamsu")), (10, 13)),
            f"The lines of succession are revealed: Ada leads with Krill ({stats('krill')}), then Lelia; "
            f"Ben leads with Ashkari ({stats('ashkari')}), then Tamsu Quickpaw",
        ),
        (c.CollegesFilled({"lore": ("lore_1", "lore_2")}), "Each Skill college holds 2 cards"),
        (
            c.StrongholdsDealt((), ("sapphire_gate",), 6),
            "6 Strongholds are in the game; face up lie Sapphire Gate (defense 4)",
        ),
        (c.ForgeDealt((), ("buckler",), 25), "The World Forge shows Buckler (4 Capital)"),
        (c.BattleCardsDealt(0, (), 3), "Ada is dealt 3 Battle Cards"),
        (c.BattleCardsDealt(0, ("pillage_1", "disarm_1"), 2), "Ada is dealt Pillage and Disarm"),
        (c.DeckShuffled((), 1, again=True), "The discard pile is shuffled into a new Exploration deck of 1 card"),
        (c.TurnBegan(2), "Cleo's turn begins"),
        (c.TurnEnded(2), ""),
        (c.RoundEnded(3), "Round 3 is over"),
        (c.GameEnded(1, ("conqueror",)), "Ben wins as Conqueror (control 4 Strongholds at the same time)"),
        (c.GameEnded(1, ("survivor",)), "Ben wins as the last one left"),
        (c.GameEnded(-1, ("renown",)), "The last round is over: Renown decides"),
        (
            c.GameScored(1, ("master",), (20, 57), (1, 0), (("pillage_1",), ())),
            "Ben wins the game; final Renown: Ben 57, Ada 20; Ada held Pillage",
        ),
        (c.CapitalGained(0, 7, "setup"), "Ada starts with 7 Capital"),
        (c.CapitalGained(0, 5, "residual"), "Ada gains 5 Residual Capital"),
        (c.CapitalGained(0, 2, "tithe"), "Ada gains 2 Capital (Tithe)"),
        (c.CapitalLost(0, 3, "night_thieves"), "Ada loses 3 Capital (Night Thieves)"),
        (c.CapitalPlaced(0, "lelia", 1), "Ada places 1 Capital on Lelia"),
        (c.CapitalGiven(1, 0, 4, "pillage_1"), "Ada takes 4 Capital from Ben (Pillage)"),
        (c.CapitalGiven(1, 0, 4), "Ben gives Ada 4 Capital"),
        (
            c.Paid(0, "skill", 9, 4, {"lelia": 3}),
            "Ada pays 4 Skill credit, 3 Capital from Lelia and 9 Capital from the Treasury",
        ),
        (c.Paid(0, "item", 4, 0, {}), ""),
        (c.Paid(0, "cost", 3, 0, {}), "Ada pays 3 Capital"),
        (c.Paid(0, "battle_card", 3, 0, {}), "Ada pays 3 Capital for Battle Cards"),
        (c.CreditGained(0, "skill", 8, "scholars_charter"), "Ada gains 8 Skill credit (Scholars' Charter)"),
        (c.PowerLost(1, 3, "battle"), "Ben's hero loses 3 Power in the battle"),
        (c.PowerLost(1, 2, "battle_cards"), "Ben's hero loses 2 Power to pay for Battle Cards"),
        (c.PowerLost(1, 2, "maximum"), "Ben's hero loses 2 Power, down to the Maximum Power"),
        (c.PowerHealed(1, 1, "hollis_field_surgeon"), "Ben's hero heals 1 Power (Hollis, Field Surgeon)"),
        (c.PowerGiven(0, 1, 2), "Ada's hero gives 2 Power to Ben's hero"),
        (c.HealedFromCard(0, "reedwatch", 2), "Ada's hero heals 2 Power with the Capital on Reedwatch"),
        (c.CardsDrawn(0, (), 2), "Ada draws 2 cards"),
        (c.CardsDrawn(0, (), 1), ""),
        (c.CardsSunk(0, (), 1), "Ada puts the other card under the Exploration deck"),
        (c.CardsSunk(0, (), 2), "Ada puts the other 2 cards under the Exploration deck"),
        (c.CardKept(0, ""), "Ada explores and keeps the card in hand"),
        (c.NothingFound(0), "Ada explores and finds nothing: no card is left"),
        (
            c.CardRevealed(0, "bandit_ambush_1"),
            "Ada explores and finds Bandit Ambush (Hazard): choose one: pay 3 Capital, or lose 3 Power",
        ),
        (
            c.MavenAccepted(0, "bel_quartermaster"),
            "Bel, Quartermaster joins Ada's Inner Circle: World Forge Items cost them 3 less",
        ),
        (c.CardDiscarded(0, "bandit_ambush_1", "open"), ""),
        (
            c.CardDiscarded(0, "buckler", "slots", under=True),
            "Ada discards Buckler; it goes under the World Forge deck",
        ),
        (
            c.CardDiscarded(0, "pool_of_dawn", "blessing"),
            "Pool of Dawn saves Ada's hero from death and is discarded",
        ),
        (
            c.CardTaken(0, "fenn_gambler", "mavens"),
            "Ada takes Fenn, Gambler from the discard pile into their Inner Circle",
        ),
        (c.CardGiven(0, 1, "", "hand", "hand", secret=True), "Ada gives Ben a hidden card"),
        (c.CardGiven(0, 1, "weapon_2", "skills", "skills"), "Ada gives Ben a Weapon Training card"),
        (
            c.CardGiven(0, 1, "reedwatch", "strongholds", "strongholds", 2),
            "Ada gives Ben Reedwatch with 2 Capital on it",
        ),
        (c.DieRolled(0, "battle", (-2, 3), 3), "Ada rolls [-2] [+3] and keeps [+3]"),
        (
            c.DieRolled(0, "scavengers", (-1,), -1, 1, 1),
            "Ada rolls [-1] with +1 for Scavengers: it fails (+1 or more was needed)",
        ),
        (
            c.DieRolled(0, "cave_wyrm_1", (3,), 3, 2),
            "Ada rolls [+3] for Cave Wyrm: good luck (+2 or more was needed)",
        ),
        (c.ExtraGranted(0), "Ada may both build and attack this turn"),
        (c.SlotUpgraded(0, "left_hand"), "Ada upgrades their left hand slot"),
        (c.SlotDowngraded(0, "left_hand"), "Ada's left hand slot is no longer upgraded"),
        (
            c.ItemReturned(0, "sunfang"),
            "Sunfang needs Weapon Training level 1 and returns to Ada's hand",
        ),
        (c.BlockBuilt(0, "royal_mint", again=True), "Ada builds Royal Mint again"),
        (
            c.BlockBuilt(0, "imperial_academy"),
            f"Ada builds Imperial Academy: Skills cost them {-BOX.blocks['imperial_academy'].effects[0].amount} less",
        ),
        (c.ClassUnlocked(0, "sage"), "Ada unlocks the Class Sage: Skills cost them 2 less"),
        (c.ConditionFulfilled(0, "master"), "Ada fulfils the victory condition Master: reach level 4 in one Skill"),
        (c.OfferMade(Offer(0, 1, hidden=2, get_capital=6)), "Ada offers Ben 2 hidden cards for 6 Capital"),
        (c.OfferClosed(1, "rejected"), "Ben rejects the offer"),
        (c.OfferClosed(1, "countered"), "Ben answers with a counter-offer"),
        (c.PledgeMade(vow(0, 1, 2)), "Ada promises Ben to attack Cleo once"),
        (c.PledgeMade(truce(0, 1, turns=2)), "Ada promises not to attack Ben for 2 turns"),
        (c.PledgeMade(truce(0, 1, spares=2)), "Ada promises Ben not to attack Cleo for 1 turn"),
        (
            c.PledgeMade(Pledge("attack", 0, 1, "hero", "2", 2, 3)),
            "Ada promises Ben to attack Cleo's hero in each of 3 turns",
        ),
        (
            c.PledgeMade(Pledge("attack", 0, 1, "independent", "obsidian_seat", -1)),
            "Ada promises Ben to attack the independent Stronghold Obsidian Seat once",
        ),
        (
            c.PledgeMade(Pledge("attack", 0, 1, "stronghold", "reedwatch", 2)),
            "Ada promises Ben to attack Reedwatch once",
        ),
        (c.PledgeEnded(vow(0, 1, 2), "kept"), "Ada keeps their promise to Ben"),
        (c.PledgeEnded(truce(0, 1), "lapsed"), "Ada's promise to Ben binds no longer"),
        (
            c.OfferMade(Offer(0, 1, hidden_asked=1, give_capital=6)),
            "Ada offers Ben 6 Capital for 1 hidden card",
        ),
        (
            c.BattleOpened(0, "independent", "highcrag", -1, 5, 9, ("krill", "")),
            "Ada attacks the independent Stronghold Highcrag with Krill: attack 5 against defense 9",
        ),
        (c.BattleCommitted(1, (), secret=True), "Ben decides on Battle Cards in secret"),
        (c.BattleRevealed((), (), (False, False), (0,)), ""),
        (c.BattleRevealed((), (), (False, False), (0, 1)), "No Battle Card is played"),
        (c.BattleFought(3, 6, -1, False), "The Stronghold holds out, 6 against 3"),
        (c.BattleFought(3, 6, 1, False), "Ben wins the battle, 6 against 3"),
        (c.BattleFought(5, 5, 0, False), "Ada wins the battle, 5 against 5: a tie goes to the attacker"),
        (
            c.StrongholdTaken(0, "stormwall", 1, 4),
            "Ada captures Stormwall from Ben with the 4 Capital on it: +3 Residual Capital; at the start of their "
            "turn, place 2 Capital on this card, for Skills only",
        ),
        (c.StrongholdShown("sapphire_gate"), "The Stronghold Sapphire Gate (defense 4) is laid out"),
        (c.HeroSlain(0, "krill", -1, 0, "", 0), "Ada's hero Krill dies; no hero is left"),
        (
            c.HeroSlain(0, "lelia", 1, 3, "krill", 10),
            "Ben slays Ada's hero Lelia and captures the 3 Capital on the card; Krill steps forward with 10 Power",
        ),
        (c.SeatEliminated(1, (), (), (), {}), "Ben is out of the game"),
    ],
)
def test_changes_read_as_english(change: c.AnyChange, text: str) -> None:
    assert WINDS.describe_change(change, NOBODY) == text


def test_the_reader_is_addressed() -> None:
    assert WINDS.describe_change(c.SkillBought(0, "lore", "lore_2", 1, 10), ADA).startswith("You buy Lore Training")
    assert WINDS.describe_change(c.SlotUpgraded(0, "head"), ADA) == "You upgrade your head slot"
    assert WINDS.describe_change(c.CapitalGiven(1, 0, 4), ADA) == "Ben gives you 4 Capital"
    assert WINDS.describe_change(c.SeatEliminated(0, (), (), (), {}), ADA) == "You are out of the game"
    assert WINDS.describe_change(c.PledgeMade(vow(1, 0, 2)), ADA) == "Ben promises you to attack Cleo once"
    assert WINDS.describe_change(c.HeroSlain(0, "lelia", 1, 0, "krill", 10), ADA) == (
        "Ben slays your hero Lelia; Krill steps forward with 10 Power"
    )


def test_cards_of_others_speak_of_them() -> None:
    text = "if you win, take up to 4 from your enemy; Skills cost you 1 less; Hazards take 1 less Power from you"
    assert told_of(0, text, ADA) == text
    assert told_of(1, text, ADA) == (
        "if they win, take up to 4 from their enemy; Skills cost them 1 less; Hazards take 1 less Power from them"
    )


def test_a_purchase_tells_level_and_price() -> None:
    state = has(skilled(start("lelia", "ashkari"), 0, weapon=1), 0, treasury=20)
    assert told(scene(state).when(0, BuySkill("weapon"))) == [
        "Ada buys Weapon Training level 2 for 20 Capital: +2 attack"
    ]
    mixed = has(state, 0, skill_credit=4, purse={"lelia": 3})
    assert told(scene(mixed).when(0, BuySkill("weapon")), 0) == [
        "You pay 4 Skill credit, 3 Capital from Lelia and 13 Capital from the Treasury",
        "You buy Weapon Training level 2 for 20 Capital: +2 attack",
    ]
    items = forged(state, "buckler", "iron_helm", "halberd", "war_bow")
    bought = told(scene(items).when(0, BuyItem("buckler")))
    assert bought[0] == "Ada buys Buckler for 4 Capital"
    assert bought[1].startswith("The World Forge now shows ")
    assert len(bought) == 2


def test_equipping_is_told_once() -> None:
    state = hand(play(start("krill", "ashkari"), 0, "tower_shield"), 0, "buckler").with_mat(0, upgraded=("left_hand",))
    assert told(scene(state).when(0, Equip("buckler"))) == [
        "Ada equips Buckler (left hand, upgraded): +2 defense; Tower Shield back in hand"
    ]


def test_a_failed_test_is_told() -> None:
    state = hand(start("krill", "ashkari"), 0, "pool_of_echoes")
    assert told(scene(state).when(0, AttemptTest("pool_of_echoes"), draw=rolling(1))) == [
        "Ada takes the test of Pool of Echoes: roll +2 or more",
        "Ada rolls [+1] for Pool of Echoes: the test is failed, and the Pool stays in hand (+2 or more was needed)",
    ]
    assert told(scene(state).when(0, AttemptTest("pool_of_echoes"), draw=rolling(2)))[1:] == [
        "Ada rolls [+2] for Pool of Echoes: the test is passed (+2 or more was needed)",
        "Pool of Echoes blesses Ada's hero: in battle as attacker, roll two dice and keep the higher one",
    ]


def test_uses_tell_cost_and_outcome() -> None:
    state = has(play(start("krill", "ashkari"), 0, "medicine_satchel", "fenn_gambler"), 0, treasury=5, power=6)
    assert told(scene(state).when(0, Use("medicine_satchel"))) == [
        "Ada uses Medicine Satchel",
        "Ada pays 2 Capital",
        "Ada's hero heals 2 Power (Medicine Satchel)",
    ]
    assert told(scene(state).when(0, Use("fenn_gambler"), draw=rolling(-3))) == [
        "Ada uses Fenn, Gambler",
        "Ada rolls [-3] for Fenn, Gambler: it fails (+1 or more was needed)",
    ]


def test_options_are_told_by_what_was_chosen() -> None:
    fever = play(top(start("ashkari", "corvane"), "marsh_fever"), 0, "joric_master_at_arms")
    asked = scene(fever).when(0, Explore())
    assert told(asked) == ["Ada explores and finds Marsh Fever (Hazard): choose one: discard 1 Maven, or lose 4 Power"]
    assert told(asked.when(0, Choose("option", "endure"))) == [
        "Ada chooses to lose 4 Power",
        "Ada's hero loses 4 Power (Marsh Fever)",
    ]
    assert told(asked.when(0, Choose("option", "maven"))) == [
        "Ada chooses to discard 1 Maven",
        "Ada discards Joric, Master-at-Arms",
    ]
    smith = scene(top(start("ashkari", "corvane"), "wandering_smith")).when(0, Explore())
    assert told(smith.when(0, Choose("option", "voucher"))) == ["Ada gains 6 Item credit (Wandering Smith)"]
    maven = scene(top(start("ashkari", "corvane"), "fenn_gambler")).when(0, Explore())
    assert told(maven.when(0, Choose("maven", "reject"))) == [
        "Ada rejects Fenn, Gambler",
        "Ada gains 4 Capital (Fenn, Gambler)",
    ]


def battle(mine: str, theirs: str, rolls: dict[int, tuple[int, ...] | int]) -> Scene:
    """Ada's Krill attacks Ben's Ashkari; both play a card."""
    state = has(has(explored(start("krill", "ashkari")), 0, treasury=9), 1, treasury=9)
    state = hand(hand(state, 0, mine), 1, theirs)
    table = scene(state).when(0, Attack("hero", "1")).when(0, CommitBattle((mine,)))
    return table.when(1, CommitBattle((theirs,)), draw=dice(state, rolls))


def test_a_cancelled_card_and_a_set_roll_are_told() -> None:
    lines = told(battle("steady_hand_1", "turn_the_tide_1", {0: -2, 1: 1}), 1)
    assert lines[:7] == [
        "You commit Turn the Tide",
        "Ada plays Steady Hand (no die is rolled: their roll counts as +2), cancelled by Turn the Tide; you play Turn "
        "the Tide (the enemy's Battle Cards have no effect; +1 to your score)",
        "Ada pays 2 Capital for Battle Cards",
        "You pay 2 Capital for Battle Cards",
        "Ada rolls [-2]",
        "You roll [+1]",
        "You win the battle, 5 against 2",
    ]
    assert "Ada's roll counts as +2 (Steady Hand)" in told(battle("steady_hand_1", "war_drums_1", {1: 1}))


def test_what_is_taken_and_captured_is_told() -> None:
    state = shown(has(explored(start("krill", "ashkari")), 0, treasury=9), "sapphire_gate", "reedwatch", "highcrag")
    lines = told(scene(state).when(0, Attack("independent", "sapphire_gate"), draw=dice(state, {0: 3})))
    assert lines[0] == ("Ada attacks the independent Stronghold Sapphire Gate with Krill: attack 4 against defense 4")
    assert "Ada rolls [+3]" in lines
    assert "Ada wins the battle, 7 against 4" in lines
    assert "Ada gains 5 Capital (Sapphire Gate)" in lines
    held = has(play(explored(start("krill", "ashkari")), 1, "sapphire_gate"), 1, purse={"sapphire_gate": 3})
    taken = told(scene(held).when(0, Attack("stronghold", "sapphire_gate"), draw=dice(held, {0: 3, 1: -3})))
    assert any(line.startswith("Ada captures Sapphire Gate from Ben with the 3 Capital on it: +3") for line in taken)


def test_the_standings_of_a_round_are_told() -> None:
    progress = (
        {"champion": 1, "conqueror": 0, "legend": 2, "master": 5},
        {"champion": 0, "conqueror": 0, "legend": 0, "master": 0},
    )
    change = c.RoundScored(4, (31, 6), ({}, {}), progress, 0, ())
    assert WINDS.describe_change(change, ADA) == (
        "Standings after round 4: you 31 Renown (Master 4 of 4, Legend 2 of 5, Champion 1 of 3); Ben 6 Renown"
    )


def decisions(seats: int, seed: int) -> Iterator[tuple[State, int, Any]]:
    """A random game: every state with the seat and its move."""
    luck = FastDraw(seed)
    state: State = WINDS.new(seats, Options(), luck).state
    for _ in range(500):
        awaiting = WINDS.awaiting(state)
        if awaiting.finished:
            return
        if awaiting.step is not None:
            state = WINDS.run_step(state, luck).state
            continue
        seat = awaiting.seats[0].seat
        move = WINDS.sample_move(WINDS, state, seat, luck)
        yield state, seat, move
        state = WINDS.play(state, seat, move, luck).state


_UNREADABLE = re.compile(
    r"_|None|\boption|seat \d|\(\)|\s\s|\byou [a-z]+s the\b|\b1 (?:Battle |Skill |hidden )?[Cc]ards\b"
)


@pytest.mark.parametrize(("seats", "seed"), [(2, 21), (3, 22), (4, 23)])
def test_no_line_of_a_game_is_unreadable(seats: int, seed: int) -> None:
    for state, seat, move in decisions(seats, seed):
        reader = Reader(NAMES, seat)
        for listed in WINDS.legal_moves(state, seat):
            line = WINDS.describe_move(listed, state, reader)
            assert not _UNREADABLE.search(line), line
        for change in WINDS.play(state, seat, move, Scripted({"roll/*": face(1)})).changes:
            line = WINDS.describe_change(change, reader)
            assert not _UNREADABLE.search(line), line
            assert not line or line[0].isupper() or line[0].isdigit(), line
