"""The game in English, and how bots judge a position."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.winds_of_numa_sera import changes as c
from domain.winds_of_numa_sera.bot import LOST, WON
from domain.winds_of_numa_sera.moves import (
    Attack,
    Build,
    BuySkill,
    Choose,
    CommitBattle,
    Explore,
    HealFromCard,
    OfferTrade,
    SetSuccession,
)
from domain.winds_of_numa_sera.state import GameEnd, Offer
from tests.domain.winds_of_numa_sera.tables import (
    WINDS,
    drafted,
    explored,
    hand,
    has,
    play,
    scene,
    skilled,
    start,
    truce,
    vow,
)


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (SetSuccession(("lelia", "krill")), "Set the line of succession: Lelia, Child Empress, Krill, the Stable Boy"),
        (
            BuySkill("lore", {"treasury": 7, "lelia": 3}),
            "Buy Lore Training with 7 from treasury, 3 from Lelia, Child Empress",
        ),
        (HealFromCard("reedwatch", 2), "Turn 2 Capital on Reedwatch into Power"),
        (
            OfferTrade(
                1, give_cards=("pillage_1",), give_power=2, get_capital=3, get_battle_cards=2, get_pledge="truce"
            ),
            "Offer a trade: Pillage, 2 Power for 3 Capital, 2 Battle Cards, a truce of seat 1",
        ),
        (
            OfferTrade(1, give_pledge="attack", give_pledge_target="2"),
            "Offer a trade: an attack on seat 2 for nothing of seat 1",
        ),
        (Attack("hero", "1"), "Attack the hero of seat 1"),
        (Attack("independent", "highcrag"), "Attack Highcrag (independent)"),
        (CommitBattle(()), "Commit nothing"),
        (Choose("forge_slot", "left_hand"), "Choose left hand (forge slot)"),
    ],
)
def test_moves_read_as_english(move: Any, text: str) -> None:
    assert WINDS.describe_move(move, start("krill", "ashkari")) == text


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (c.CardKept(0, ""), "Seat 0 keeps the card in hand"),
        (c.CardsDrawn(0, (), 2), "Seat 0 draws 2 cards"),
        (c.Marked("equip/buckler"), "Buckler has been equipped this turn"),
        (c.Marked("blocks.tithe/effects[0]"), "Tithe has worked this turn"),
        (c.CardGiven(0, 1, "", "hand", "hand", secret=True), "A hidden card goes from seat 0 to seat 1"),
        (c.OfferMade(Offer(0, 1, hidden=2, get_capital=6)), "Seat 0 offers 2 hidden cards for 6 Capital of seat 1"),
        (c.DieRolled(0, "battle", (-2, 3), 3), "Seat 0 rolls +3 of -2, +3 (battle)"),
        (
            c.HeroSlain(0, "krill", -1, 0, "", 0),
            "Krill, the Stable Boy of seat 0 is slain; nobody is left",
        ),
        (c.BattleFought(3, 6, -1, False), "3 against 6: the Stronghold holds out"),
        (
            c.Paid(0, "skill", 9, 4, {"lelia": 3}),
            "Seat 0 pays 9 from the Treasury, 4 credit, 3 from Lelia, Child Empress (skill)",
        ),
        (c.GameEnded(-1, ("renown",)), "The last round is over: renown decides"),
        (c.PledgeMade(vow(0, 1, 2)), "Seat 0 promises seat 1 an attack on seat 2"),
    ],
)
def test_changes_read_as_english(change: c.AnyChange, text: str) -> None:
    assert WINDS.describe_change(change) == text


def test_the_table_as_text_shows_only_what_the_view_holds() -> None:
    state = hand(play(skilled(start("krill", "ashkari"), 0, lore=2), 0, "reedwatch", "buckler"), 0, "pillage_1")
    state = has(hand(state, 0, "war_drums_1", known=True), 0, purse={"reedwatch": 2}, skill_credit=4)
    state = replace(state, pledges=(truce(0, 1),))
    own, other = WINDS.table_text(WINDS.view(state, 0)), WINDS.table_text(WINDS.view(state, 1))
    assert "hand       Pillage, War Drums" in own
    assert "hand       2 cards, among them War Drums" in other
    assert "Pillage" not in other
    for text in (own, other):
        assert "Seat 0 * Numa Sera" in text
        assert "Power 10/10, attack 4, defense 3" in text
        assert "Skills     lore 2" in text
        assert "wears      Buckler (left hand)" in text
        assert "4 skill credit, 2 on Reedwatch" in text
        assert "Promise: seat 0 to seat 1, a truce" in text


def test_the_table_as_text_shows_open_matters() -> None:
    state = hand(has(explored(start("krill", "ashkari")), 0, treasury=20), 0, "pillage_1")
    battle = scene(state).when(0, Attack("hero", "1")).state
    assert "Battle: seat 0 (4) against the hero of seat 1 (3)" in WINDS.table_text(WINDS.view(battle, None))
    offer = scene(state).when(0, OfferTrade(1, give_capital=3)).state
    assert "Offer: seat 0 to seat 1" in WINDS.table_text(WINDS.view(offer, None))
    choice = scene(state).when(0, BuySkill("forge")).state
    assert "Seat 0 chooses (forge slot): head, chest" in WINDS.table_text(WINDS.view(choice, None))
    assert "no kingdom yet" not in WINDS.table_text(WINDS.view(drafted("meran", "numa_sera").state, None))


def test_a_position_is_worth_what_it_holds() -> None:
    state = start("krill", "ashkari")
    plain = WINDS.evaluate(state, 0)
    assert WINDS.evaluate(has(state, 0, treasury=20), 0) > plain
    assert WINDS.evaluate(play(state, 0, "reedwatch"), 0) > plain
    assert WINDS.evaluate(play(state, 1, "reedwatch"), 0) < plain
    assert WINDS.evaluate(skilled(state, 0, weapon=1), 0) > plain
    assert WINDS.evaluate(has(state, 0, power=2), 0) < plain
    near = WINDS.evaluate(skilled(state, 0, lore=3), 0) - WINDS.evaluate(skilled(state, 0, lore=2), 0)
    assert near > WINDS.evaluate(skilled(state, 0, lore=1), 0) - plain


def test_a_decided_game_is_worth_everything() -> None:
    state = replace(start("krill", "ashkari"), phase=GameEnd(1, ("master",)))
    assert (WINDS.evaluate(state, 1), WINDS.evaluate(state, 0)) == (WON, LOST)


def test_evaluation_prefers_building_to_standing_still() -> None:
    state = explored(start("krill", "ashkari"))
    built = scene(state).when(0, Build("efficiency")).state
    assert WINDS.evaluate(built, 0) > WINDS.evaluate(state, 0)
    assert WINDS.factions(state) == (("numa_sera",), ("meran",))
    scene(start("krill", "ashkari")).lists(0, Explore())
