"""The evaluation prefers what a player would."""

from __future__ import annotations

from itertools import islice

import pytest

from domain.core.draw import FastDraw
from domain.core.title import NoOptions
from domain.medieval_realms import MEDIEVAL_REALMS
from domain.medieval_realms.moves import ActivateCard, AnyMove, OpenAuction, Pass, PlaceMayors, PlayCard
from domain.medieval_realms.state import State
from tests.domain.medieval_realms.tables import acting, game_over, moves_of, placing, realm
from tests.support.scenes import Scene


def best(state: State, seat: int, luck: FastDraw, most: int = 60) -> AnyMove:
    """The move whose result is evaluated highest, among the first of a list or some of a long one."""
    seen = MEDIEVAL_REALMS.determinize(state, seat, luck)
    moves = list(islice(MEDIEVAL_REALMS.legal_moves(seen, seat), most + 1))
    if len(moves) > most:
        moves = [MEDIEVAL_REALMS.sample_move(MEDIEVAL_REALMS, seen, seat, luck) for _ in range(most)]
    return max(moves, key=lambda move: value(seen, seat, move, luck))


def value(state: State, seat: int, move: AnyMove, luck: FastDraw) -> float:
    return MEDIEVAL_REALMS.evaluate(MEDIEVAL_REALMS.play(state, seat, move, luck).state, seat)


def prefers(scene: Scene, better: AnyMove, worse: AnyMove) -> bool:
    luck = FastDraw(1)
    return value(scene.state, 0, better, luck) > value(scene.state, 0, worse, luck)


def test_a_payable_card_is_played() -> None:
    scene = acting(realm(["cathedral_1"], religion=5), realm(production=1), realm(), current={1: "castle_1"})
    assert prefers(scene, PlayCard("cathedral_1"), Pass())


def test_a_majority_card_is_not_bought_for_a_rival() -> None:
    scene = acting(realm(production=1), realm(raw_material=6, production=1), realm(), current={1: "castle_1"})
    assert prefers(scene, Pass(), ActivateCard(1))
    own = acting(realm(production=1, raw_material=6), realm(production=1), realm(), current={1: "castle_1"})
    assert prefers(own, ActivateCard(1), Pass())


def test_leaders_are_worth_more_early() -> None:
    def worth(round_: int) -> float:
        scene = acting(realm(gold=3), realm(), realm(), current={1: "leader_general_1"}, round=round_)
        luck = FastDraw(1)
        return value(scene.state, 0, OpenAuction(1, 3), luck) - value(scene.state, 0, Pass(), luck)

    assert worth(1) > worth(4) > worth(7)
    assert worth(1) > 0 > worth(7)


def test_mayors_go_where_a_displayed_card_needs_them() -> None:
    scene = placing(realm(["cathedral_1"], religion=1), realm(), realm())
    chosen = max(moves_of(scene, 0), key=lambda move: value(scene.state, 0, move, FastDraw(1)))
    assert isinstance(chosen, PlaceMayors)
    assert chosen.religion == 4


def test_a_finished_game_is_worth_its_points() -> None:
    end = game_over(realm(vp=20), realm(vp=10), realm(vp=5)).step("game_end")
    assert MEDIEVAL_REALMS.evaluate(end.state, 0) == pytest.approx(20 - 0.3 * 10)
    assert MEDIEVAL_REALMS.evaluate(end.state, 2) == pytest.approx(5 - 0.3 * 20)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_greedy_player_beats_random_ones(seats: int) -> None:
    for seed in range(3):
        luck = FastDraw(seed)
        state = MEDIEVAL_REALMS.new(seats, NoOptions(), luck).state
        greedy = seed % seats
        while not (awaiting := MEDIEVAL_REALMS.awaiting(state)).finished:
            if awaiting.step:
                state = MEDIEVAL_REALMS.run_step(state, luck).state
                continue
            seat = awaiting.seats[0].seat
            move = (
                best(state, seat, luck)
                if seat == greedy
                else MEDIEVAL_REALMS.sample_move(MEDIEVAL_REALMS, state, seat, luck)
            )
            state = MEDIEVAL_REALMS.play(state, seat, move, luck).state
        assert MEDIEVAL_REALMS.ranking(state)[0] == (greedy,)
