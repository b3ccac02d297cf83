"""How bots judge a position."""

from __future__ import annotations

from msgspec.structs import replace

from moothall.domain.winds_of_numa_sera.bot.evaluation import LOST, WON
from moothall.domain.winds_of_numa_sera.moves import Build, Explore
from moothall.domain.winds_of_numa_sera.state import GameEnd
from tests.domain.winds_of_numa_sera.tables import (
    WINDS,
    explored,
    has,
    play,
    scene,
    skilled,
    start,
)


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
