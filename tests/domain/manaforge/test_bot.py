"""What positions are worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from moothall.domain.core.bag import Bag
from moothall.domain.core.draw import FastDraw
from moothall.domain.core.title import AnyTitle, NoOptions
from moothall.domain.manaforge import MANAFORGE
from moothall.domain.manaforge.bot.candidates import THRIFTY
from moothall.domain.manaforge.bot.costs import LASTING, Means, Ready, _fit, _use, cover, means_of, reach
from moothall.domain.manaforge.bot.worth import PLAIN, TRIED, Prices, Scale
from moothall.domain.manaforge.moves import AnyMove, Build, EndTurn, ExchangePrism, GainPrism, SpendDie, Upgrade
from moothall.domain.manaforge.state import NOTHING, Finished, Playing, RoundScoring, Seat, State
from tests.domain.manaforge.table import BOX, given, player, table
from tests.laws.walk import walk

SEARCHED = MANAFORGE.searched()


def worth(me: Seat, round_number: int = 3, title: AnyTitle = MANAFORGE) -> float:
    return title.evaluate(table(me, player(), round_number=round_number), 0)


@pytest.mark.parametrize("title", [MANAFORGE, SEARCHED], ids=["simple", "search"])
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
def test_more_is_better(better: Seat, worse: Seat, title: AnyTitle) -> None:
    assert worth(better, title=title) > worth(worse, title=title)


@pytest.mark.parametrize("title", [MANAFORGE, SEARCHED], ids=["simple", "search"])
def test_a_source_is_worth_more_early_than_late(title: AnyTitle) -> None:
    gain = [worth(player(workshop=["hellforge"]), n, title) - worth(player(), n, title) for n in (1, 5, 9)]
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


def test_a_sketched_turn_is_a_whole_turn() -> None:
    me = player("fire_1 double_fire", "earth_1 gem_earth", prisms=1)
    scene = given(table(me, mana={"fire": 1}, board=["immolation_wand"]))
    moves = MANAFORGE.sketch(scene.state, 0)
    assert Build("immolation_wand") in moves
    for move in moves:
        scene = scene.when(0, move)
    assert moves[-1] == EndTurn()
    assert not MANAFORGE.awaiting(scene.state).asks(0)
    assert not MANAFORGE.sketch(scene.state, 0), "nothing to sketch out of turn"


def test_a_turn_is_about_what_is_built_and_upgraded() -> None:
    spend, build, end = SpendDie("fire_1"), Build("hellforge"), EndTurn()
    assert MANAFORGE.gist((spend, build, end)) == MANAFORGE.gist((build, SpendDie("wind_1"), end))
    others: list[tuple[AnyMove, ...]] = [
        (Build("stone_circle"),),
        (GainPrism(),),
        (build, Upgrade("hellforge")),
        (spend, end),
        (end,),
    ]
    assert len({MANAFORGE.gist(moves) for moves in [(build,), *others]}) == len(others) + 1


def test_a_search_weighs_otherwise_than_a_simple_player() -> None:
    """A simple player keeps gems; a search spends them sooner."""
    gem = [
        worth(player(gems={"fire": 1}), title=title) - worth(player(), title=title) for title in (MANAFORGE, SEARCHED)
    ]
    assert gem == pytest.approx([PLAIN.gem, TRIED.gem])
    assert TRIED.gem < PLAIN.gem
    gloves = player("water_1 gem_water", gems={"earth": 1}, workshop=["gemstone_gloves"])
    assert worth(gloves) != worth(gloves, title=SEARCHED)


@pytest.mark.parametrize("scale", [PLAIN, TRIED], ids=["simple", "search"])
def test_a_scale_knows_every_talent(scale: Scale) -> None:
    assert set(scale.talents) == set(BOX.talents)


def turns(seed: int) -> Iterator[tuple[State, int, Playing]]:
    """Positions of a random game in which somebody plays a turn."""
    for point in walk(MANAFORGE, 2, seed):
        phase = point.state.phase
        if point.seat is not None and isinstance(phase, Playing) and phase.making is None:
            yield point.state, point.seat, phase


@pytest.mark.parametrize("seed", [3, 4])
def test_the_moves_that_a_search_tries_are_legal(seed: int) -> None:
    draw = FastDraw(seed)
    for state, seat, _ in turns(seed):
        for most in (THRIFTY - 1, 40):
            found = SEARCHED.candidates(SEARCHED, state, seat, draw, most)
            assert found
            for move in found:
                MANAFORGE.play(state, seat, move, draw)  # raises IllegalMove if it is not


@pytest.mark.parametrize("seed", [5, 6])
def test_whatever_can_be_paid_for_is_in_reach(seed: int) -> None:
    prices, covered = Prices(1.0, 1.0), 0
    for state, seat, phase in turns(seed):
        means = means_of(BOX, phase, state.seats[seat])
        *of, most = reach(means)
        for cost in BOX.cost.values():
            if cover(cost, means, prices) is not None:
                covered += 1
                assert sum(cost) <= most
                assert all(n <= limit for n, limit in zip(cost[:4], of, strict=True))
    assert covered


def best_fitting(dice: Sequence[Ready], cost: Bag, spends: int) -> list[AnyMove]:
    """Dice for a cost, as the reckoning takes them: at every step all are asked what they are good for."""
    pool, need, due, moves = list(dice), list(cost[:4]), cost[4], list[AnyMove]()
    while pool and spends and (due or any(need)):
        rated = [(_fit(die.options, need, due), die) for die in pool]
        (gain, option), die = max(rated, key=lambda each: each[0][0] - LASTING * each[1].gem)
        if option is None or gain <= LASTING * die.gem:
            break
        due = _use(option.bag, need, due, [0] * 4)
        moves += option.moves
        pool.remove(die)
        spends -= 1
    return moves


@pytest.mark.parametrize("seed", [7, 8])
def test_dice_that_are_not_asked_again_would_not_have_been_taken(seed: int) -> None:
    compared = 0
    for state, seat, phase in turns(seed):
        means = means_of(BOX, phase, state.seats[seat])
        if not means.spends:
            continue
        bare = Means(NOTHING, NOTHING, 0, (), means.dice, means.spends)
        for cost in BOX.cost.values():
            done = cover(cost, bare, Prices(1.0, 1.0))
            if done is not None:
                compared += 1
                assert done.moves == best_fitting(means.dice, cost, means.spends)
    assert compared


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
