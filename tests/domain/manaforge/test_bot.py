"""What positions are worth."""

from __future__ import annotations

import pytest

from domain.core.draw import FastDraw
from domain.core.title import NoOptions
from domain.manaforge import MANAFORGE
from domain.manaforge.moves import Build, ExchangePrism, GainPrism, SpendDie
from domain.manaforge.state import Finished, RoundScoring, Seat, State
from tests.domain.manaforge.table import given, player, table


def worth(me: Seat, round_number: int = 3) -> float:
    return MANAFORGE.evaluate(table(me, player(), round_number=round_number), 0)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (player(prestige=1), player()),
        (player(gems={"fire": 1}), player()),
        (player(prisms=1), player(gems={"fire": 1})),
        (player(workshop=["hellforge"]), player(workshop=["stone_circle"])),
        (player(workshop=["stone_circle earth"]), player(workshop=["stone_circle"])),
        (player(workshop=["aether_bombs"]), player(workshop=["aether_bombs exhausted"])),
        (player(store=["spark_wand"]), player(store=["portal_staff"])),
        (player("earth_1 gem_earth", "fire_1 gem_fire"), player("earth_1 gem_earth")),
    ],
)
def test_more_is_better(better: Seat, worse: Seat) -> None:
    assert worth(better) > worth(worse)


def test_a_source_is_worth_more_early_than_late() -> None:
    gain = [worth(player(workshop=["hellforge"]), n) - worth(player(), n) for n in (1, 5, 9)]
    assert gain[0] > gain[1] > gain[2]


def test_after_the_last_turn_tokens_only_separate_ties() -> None:
    me = player(prestige=10, gems={"earth": 4}, prisms=1, workshop=["hellforge"])
    for phase in (Finished(), RoundScoring()):
        state = table(me, player(), phase=phase, deck_left=0, round_number=9)
        assert MANAFORGE.evaluate(state, 0) == pytest.approx(10.051)


def test_a_build_in_reach_draws_the_dice_and_a_prism_is_not_thrown_away() -> None:
    me = player("fire_1 double_fire", "earth_1 gem_earth", prisms=1)
    start = given(table(me, mana={"fire": 1}, board=["immolation_wand"]))
    spent = start.when(0, SpendDie("fire_1"))
    value = MANAFORGE.evaluate
    assert value(spent.state, 0) > value(start.state, 0)
    built = spent.when(0, Build("immolation_wand"))
    assert value(built.state, 0) > value(spent.when(0, GainPrism()).state, 0)
    assert value(built.when(0, ExchangePrism("fire")).state, 0) < value(built.state, 0)


def greedy(state: State, seat: int, luck: FastDraw) -> State:
    moves = MANAFORGE.legal_moves(state, seat)
    outcomes = [MANAFORGE.play(state, seat, move, luck).state for move in moves]
    return max(outcomes, key=lambda after: MANAFORGE.evaluate(after, seat))


def test_following_the_evaluation_beats_chance() -> None:
    luck = FastDraw(11)
    totals = [0, 0]
    for _ in range(3):
        state = MANAFORGE.new(2, NoOptions(), luck).state
        while not (awaiting := MANAFORGE.awaiting(state)).finished:
            if awaiting.step is not None:
                state = MANAFORGE.run_step(state, luck).state
            elif (seat := awaiting.seats[0].seat) == 0:
                state = greedy(state, seat, luck)
            else:
                move = MANAFORGE.sample_move(MANAFORGE, state, seat, luck)
                state = MANAFORGE.play(state, seat, move, luck).state
        totals = [total + seat.prestige for total, seat in zip(totals, state.seats, strict=True)]
    assert totals[0] > 2 * totals[1]
