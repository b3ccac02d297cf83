"""MF-2, MF-3, MF-13, MF-14: rounds, turns, the end."""

from __future__ import annotations

import pytest

from moothall.domain.core.errors import NotYourTurn
from moothall.domain.core.ranking import places
from moothall.domain.manaforge import MANAFORGE
from moothall.domain.manaforge.changes import (
    BoardCleared,
    CardsRecharged,
    DiceRolled,
    GameEnded,
    HoldAsked,
    ItemsDealt,
    MarkerPassed,
    RoundClosed,
    RoundScored,
    TurnEnded,
    TurnStarted,
)
from moothall.domain.manaforge.moves import Build, Choose, EndTurn, ExchangePrism, GainPrism, PrecogRaise, SpendDie
from moothall.domain.manaforge.state import Finished, Playing, PreRoll, Prestige, RoundScoring
from tests.domain.manaforge.table import given, mana, player, table
from tests.laws.walk import walk
from tests.support.scenes import Scripted, rule

DECK = ["stone_circle", "sun_fragment", "wind_catcher", "reflecting_pool", "hellforge", "verdant_haven", "spark_wand"]
LEFT = ["instant_castle", "dragon_scepter"]


@rule("MF-2.1", "MF-13.4")
def test_a_round_is_deal_recharge_roll_turns_and_the_step() -> None:
    closed = given(table(player(), player(), deck=DECK)).when(0, EndTurn()).when(1, EndTurn())
    closed.then(TurnEnded(1), RoundClosed(3))
    assert closed.state.phase == RoundScoring()
    closed.when(0, EndTurn()).breaks("MF-2.1")
    kinds = [type(change) for change in closed.step("round_scoring").changes]
    assert kinds == [
        RoundScored,
        BoardCleared,
        MarkerPassed,
        ItemsDealt,
        CardsRecharged,
        DiceRolled,
        DiceRolled,
        TurnStarted,
    ]


@rule("MF-2.2")
def test_six_cards_are_dealt_from_the_top_and_not_replaced() -> None:
    state = table(player(), player(), deck=DECK, phase=RoundScoring())
    dealt = given(state).step()
    assert dealt.state.board == tuple(DECK[:6])
    assert dealt.state.deck[0] == "spark_wand"
    taken = given(table(player(), mana={"fire": 2}, board=["spark_wand", "hellforge"])).when(0, Build("spark_wand"))
    assert taken.state.board == (None, "hellforge", None, None, None, None)


@rule("MF-2.3")
def test_every_card_is_charged_again() -> None:
    one = player(workshop=["hellforge exhausted", "stone_circle"])
    two = player(workshop=["sun_fragment exhausted"])
    after = given(table(one, two, phase=RoundScoring())).step()
    assert all(card.charged for seat in after.state.seats for card in seat.workshop)


@rule("MF-2.4")
def test_the_owner_of_a_held_die_decides_before_the_roll() -> None:
    one = player("earth_1 double_earth", talents=["aether_reserve"], held="earth_1")
    asked = given(table(one, player("fire_1 gem_fire"), phase=RoundScoring())).step().then(HoldAsked(0, "earth_1"))
    assert asked.state.phase == PreRoll(0)
    assert not any(isinstance(change, DiceRolled) for change in asked.changes)
    refused = asked.when(1, EndTurn()).breaks("MF-2.4")
    assert isinstance(refused, NotYourTurn)
    asked.when(0, Choose("reserve_roll", "perhaps")).breaks("MF-11.14")


@rule("MF-2.5", "MF-5.10")
def test_all_dice_are_rolled_and_ready_spent_ones_stay_as_they_are_until_then() -> None:
    state = table(player("earth_1 double_earth", "fire_1 gem_fire"), player("wind_1 gem_wind"))
    spent = given(state).when(0, SpendDie("earth_1"), EndTurn())
    assert (spent.state.seats[0].dice[0].face, spent.state.seats[0].dice[0].spent) == (3, True)
    assert MANAFORGE.view(spent.state, 1).seats[0].dice[0].shows == "double_earth"
    draw = Scripted({"roll/round-4/seat-0/*": 5, "roll/round-4/seat-1/wind_1": 2})
    rolled = spent.when(1, EndTurn()).step(draw=draw)
    rolled.then(DiceRolled(1, (3,), ("wind_1",)), DiceRolled(0, (6, 6), ("earth_1", "fire_1")))
    assert not any(die.spent for seat in rolled.state.seats for die in seat.dice)


@rule("MF-2.6")
def test_turns_run_clockwise_from_the_marker() -> None:
    scene = given(table(player(), player(), player(), seat=1, first=1))
    order = []
    while isinstance(scene.state.phase, Playing):
        seat = scene.state.phase.seat
        order.append(seat)
        other = (seat + 1) % 3
        assert isinstance(scene.when(other, EndTurn()).breaks("MF-2.6"), NotYourTurn)
        scene = scene.when(seat, EndTurn())
    assert order == [1, 2, 0]


@rule("MF-3.1", "MF-5.2")
@pytest.mark.parametrize("dice", [2, 7])
def test_a_turn_starts_with_four_expenditures_and_nothing_else(dice: int) -> None:
    two = player(*(f"earth_{i} gem_earth" for i in range(1, dice + 1)))
    state = table(player(), two, mana={"fire": 3}, used=["geomancer"], expenditures=1)
    after = given(state).when(0, EndTurn())
    assert after.state.phase == Playing(1, 4)
    assert after.state.seats[1].action is None


@rule("MF-3.2")
def test_acts_come_in_any_order_and_none_is_needed() -> None:
    me = player("earth_1 double_earth", "fire_1 gem_fire", prisms=1)
    start = given(table(me))
    acts = [SpendDie("earth_1"), GainPrism(), SpendDie("fire_1"), ExchangePrism("wind")]
    for order in (acts, acts[::-1]):
        done = start.when(0, *order)
        assert mana(done) == {"earth": 2}
        assert done.state.seats[0].gems == (0, 1, 1, 0)
    start.when(0, EndTurn()).then(TurnStarted(1, 4))
    start.when(0, Choose("extra_mana", "0")).breaks("MF-3.2")


@rule("MF-3.3")
def test_a_turn_ends_only_when_it_is_ended_and_no_choice_is_open() -> None:
    idle = given(table(player(), expenditures=0)).when(0, GainPrism())
    assert idle.state.phase.seat == 0
    choosing = given(table(player(), mana={"earth": 3}, board=["spellblock_armguards"]))
    choosing.when(0, Build("spellblock_armguards"), EndTurn()).breaks("MF-3.3")


@rule("MF-3.4", "MF-3.5")
def test_mana_and_expenditures_are_lost_gems_and_prisms_stay() -> None:
    me = player(gems={"earth": 1}, prisms=2)
    after = given(table(me, mana={"earth": 3, "fire": 1}, expenditures=2)).when(0, EndTurn())
    assert after.state.seats[0].gems == (1, 0, 0, 0)
    assert after.state.seats[0].prisms == 2
    assert after.state.phase == Playing(1, 4)


@rule("MF-13.1", "MF-14.1")
def test_an_empty_deck_ends_the_game_and_leaves_the_board() -> None:
    state = table(player(prestige=3), player(prestige=5), board=LEFT, deck_left=0, phase=RoundScoring(), round_number=9)
    done = given(state).step()
    done.then(GameEnded(((1,), (0,))))
    assert done.state.phase == Finished()
    assert done.state.board[:2] == tuple(LEFT)
    assert MANAFORGE.awaiting(done.state).finished
    done.when(0, EndTurn()).breaks("MF-14.1")


@rule("MF-14.1")
@pytest.mark.parametrize("seats", [2, 4])
def test_a_game_lasts_nine_rounds(seats: int) -> None:
    points = list(walk(MANAFORGE, seats, 5))
    steps = [point.state.round for point in points if point.seat is None]
    assert steps == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert points[-1].state.deck == ()
    assert points[-2].state.board != ()


@rule("MF-13.2", "MF-13.3")
def test_cards_left_go_to_the_discard_pile_slot_1_first_and_the_marker_passes() -> None:
    state = table(
        player(), player(), player(), board=LEFT, discard=["hellforge"], first=2, seat=1, phase=RoundScoring()
    )
    after = given(state).step().then(BoardCleared(tuple(LEFT)), MarkerPassed(0))
    assert after.state.discard == ("hellforge", *LEFT)
    assert after.state.first == 0
    assert after.state.phase.seat == 0


@rule("MF-2.1")
def test_the_round_sheet_tells_what_every_seat_did() -> None:
    one = player("earth_1 gem_earth", workshop=["illusion_globes"])
    state = table(one, player(prestige=2), mana={"fire": 2}, board=["spark_wand"])
    closed = given(state).when(0, SpendDie("earth_1"), Build("spark_wand"), EndTurn()).when(1, GainPrism(), EndTurn())
    scored = closed.step().changes[0]
    assert isinstance(scored, RoundScored)
    assert scored.standings == ((1,), (0,))
    first, second = scored.sheets
    assert (first.prestige.wands, first.total, first.action) == (1, 1, "spark_wand")
    assert (first.gems, first.workshop, first.store) == (1, 1, 1)
    assert (second.prestige, second.total, second.action, second.prisms) == (Prestige(), 2, "prism", 1)


@rule("MF-14.2")
def test_most_prestige_wins_whatever_else_is_owned() -> None:
    state = table(player(prestige=9), player(prestige=8, prisms=9, gems={"earth": 9}))
    assert MANAFORGE.ranking(state) == ((0,), (1,))


@rule("MF-14.5")
def test_equal_seats_share_a_rank_and_the_next_is_skipped() -> None:
    state = table(player(prestige=4, prisms=1), player(prestige=7), player(prestige=4, gems={"fire": 1}), player())
    ranking = MANAFORGE.ranking(state)
    assert ranking == ((1,), (0, 2), (3,))
    assert places(ranking) == {1: 1, 0: 2, 2: 2, 3: 4}
    assert [sheet.notes["rank"] for sheet in MANAFORGE.score_sheet(state)] == [2, 1, 2, 4]
    assert not any(sheet.notes["winner"] for sheet in MANAFORGE.score_sheet(state))


@rule("MF-2.1")
def test_nobody_moves_while_the_round_is_scored() -> None:
    state = table(player(talents=["precognition"], prisms=1), player(), phase=RoundScoring())
    for seat in (0, 1):
        assert MANAFORGE.legal_moves(state, seat) == []
    given(state).when(0, PrecogRaise(2)).breaks("MF-2.1")
    given(state).when(0, ExchangePrism("earth")).breaks("MF-2.1")
