"""The evaluation prefers what a player would."""

from __future__ import annotations

from itertools import islice

import pytest
from msgspec.structs import replace

from moothall.domain.core.draw import FastDraw
from moothall.domain.core.title import NoOptions
from moothall.domain.medieval_realms import MEDIEVAL_REALMS
from moothall.domain.medieval_realms.moves import ActivateCard, AnyMove, OpenAuction, Pass, PlaceMayors, PlayCard
from moothall.domain.medieval_realms.rules import payable
from moothall.domain.medieval_realms.scoring import end_effects, great_person_points, stored_points
from moothall.domain.medieval_realms.state import RESOURCES, Realm, State
from moothall.workers.bots.levels import choose
from tests.domain.medieval_realms.tables import BOX, FACES, acting, game_over, moves_of, pair_realm, placing, realm
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


def placed(scene: Scene, seed: int) -> AnyMove:
    """Where the greedy bot of seat 0 sends its mayors."""
    move: AnyMove = choose(MEDIEVAL_REALMS, scene.state, 0, "greedy", FastDraw(seed))[0]
    return move


def capital(**more: int) -> Realm:
    """What every seat starts with."""
    return realm(**{**dict.fromkeys(RESOURCES, 1), **more})


@pytest.mark.parametrize(
    ("offered", "square"),
    [
        ({1: "tithe_1", 2: "missionary_cyril"}, "religion"),
        ({1: "development_culture", 5: "scientist_bacon"}, "science"),
        ({2: "patronage_1", 3: "artist_dante"}, "culture"),
        ({1: "city_blue", 9: "castle_1"}, "raw_material"),
    ],
)
def test_the_first_mayors_go_where_the_panel_offers_something(offered: dict[int, str], square: str) -> None:
    scene = placing(capital(), capital(), capital(), current=offered)
    for seed in range(5):
        move = placed(scene, seed)
        assert isinstance(move, PlaceMayors)
        assert getattr(move, square) >= 3


def test_mayors_alike_to_the_evaluation_are_placed_by_the_seed() -> None:
    scene = placing(capital(), capital(), capital())
    assert len({placed(scene, seed) for seed in range(20)}) > 3


def test_two_cards_that_cost_the_same_tokens_are_not_both_payable() -> None:
    def with_display(*cards: str, raw_material: int) -> float:
        scene = acting(realm(cards, generals=3, raw_material=raw_material), realm(), realm(), round=7)
        return MEDIEVAL_REALMS.evaluate(scene.state, 0)

    nothing = with_display(raw_material=6)
    castle = with_display("castle_1", raw_material=6) - nothing
    city = with_display("city_blue", raw_material=6) - nothing
    both = with_display("castle_1", "city_blue", raw_material=6) - nothing
    assert both == pytest.approx(max(castle, city))
    plenty = with_display("castle_1", "city_blue", raw_material=11) - with_display(raw_material=11)
    assert plenty > both + 1, "for tokens that pay both they count both"


def test_who_passed_plays_nothing_more() -> None:
    last = acting(realm(["castle_1"], raw_material=6), realm(production=1), realm(), current={1: "war_1"}, round=7)
    after = last.when(0, Pass()).state
    passed = replace(last.state.realms[0], display=(), passed=True)
    rival = MEDIEVAL_REALMS.evaluate(last.state.with_realm(0, passed), 0)
    assert MEDIEVAL_REALMS.evaluate(after, 0) == pytest.approx(rival), "the castle counts for nothing"
    early = acting(realm(["castle_1"], raw_material=6), realm(production=1), realm(), current={1: "war_1"}, round=3)
    assert prefers(early, PlayCard("castle_1"), Pass())


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_in_the_last_round_the_castle_is_played(seats: int) -> None:
    make = pair_realm if seats == 2 else realm
    scene = acting(
        make(["castle_1"], generals=3, admirals=2, raw_material=6),
        *[make(production=2)] * (seats - 1),
        current={1: "war_1"},
        round=7,
    )
    for seed in range(5):
        assert choose(MEDIEVAL_REALMS, scene.state, 0, "greedy", FastDraw(seed)) == (PlayCard("castle_1"),)


def test_in_the_last_round_nothing_payable_that_brings_points_stays_in_a_display() -> None:
    for seed in range(4):
        luck = FastDraw(seed)
        state = MEDIEVAL_REALMS.new(2, NoOptions(), luck).state
        while not (awaiting := MEDIEVAL_REALMS.awaiting(state)).finished:
            if awaiting.step:
                state = MEDIEVAL_REALMS.run_step(state, luck).state
                continue
            seat = awaiting.seats[0].seat
            move = choose(MEDIEVAL_REALMS, state, seat, "greedy", luck)[0]
            if isinstance(move, Pass) and state.round == 7:
                assert not wasted(state, seat), f"seed {seed}"
            state = MEDIEVAL_REALMS.play(state, seat, move, luck).state


def wasted(state: State, seat: int) -> list[str]:
    """Cards of the display that are payable and would bring more points than their tokens are worth."""
    own = state.realms[seat]
    found = []
    for card in own.display:
        if payable(state, own, FACES[card]):
            played = MEDIEVAL_REALMS.play(state, seat, PlayCard(card), FastDraw(1)).state.realms[seat]
            if points(played) > points(own):
                found.append(card)
    return found


def points(owned: Realm) -> int:
    """What the realm would score if the game ended here."""
    at_the_end = sum(score for *_, score in end_effects(BOX, owned))
    return owned.vp + at_the_end + stored_points(BOX, owned) + great_person_points(BOX, owned)


def test_a_general_is_worth_more_to_whoever_has_castles() -> None:
    def worth(*in_play: str) -> float:
        scene = acting(realm((), in_play, gold=2), realm(), realm(), current={1: "leader_general_1"}, round=7)
        luck = FastDraw(1)
        return value(scene.state, 0, OpenAuction(1, 1), luck) - value(scene.state, 0, Pass(), luck)

    assert worth("castle_1", "castle_2") > 2 > 0 > worth()


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
