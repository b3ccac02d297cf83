"""NS-12: slain heroes, succession, elimination."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from moothall.domain.winds_of_numa_sera.changes import (
    BlessingReturned,
    CardDiscarded,
    GameEnded,
    HeroSlain,
    PowerHealed,
    SeatEliminated,
    StrongholdShown,
    TurnBegan,
    TurnEnded,
)
from moothall.domain.winds_of_numa_sera.moves import Attack, CommitBattle, Explore
from moothall.domain.winds_of_numa_sera.rounds import order, renown
from moothall.domain.winds_of_numa_sera.rules.standing import standing
from moothall.domain.winds_of_numa_sera.state import State
from tests.domain.winds_of_numa_sera.tables import (
    BOX,
    WINDS,
    dice,
    explored,
    full,
    hand,
    has,
    play,
    scene,
    shown,
    skilled,
    start,
    top,
)
from tests.support.scenes import rule


def last_hero(state: State, seat: int) -> State:
    """Only the Active Hero is left, with 1 Power."""
    line = state.seats[seat].mat.line
    return state.with_mat(seat, line=line[:1]).with_seat(seat, fallen=line[1:], power=1)


@rule("NS-12.1")
def test_the_successor_starts_at_maximum_power() -> None:
    state = has(play(explored(start("halvard", "ashkari")), 1, "padded_jerkin", "pool_of_tides"), 1, power=2)
    table = scene(state).when(0, Attack("hero", "1"), draw=dice(state, {0: 3, 1: -3}))
    table.then(BlessingReturned(1, "pool_of_tides"), HeroSlain(1, "ashkari", 0, 0, "tamsu", full("tamsu") + 2))
    successor = table.state.seats[1]
    assert (successor.hero, successor.power) == ("tamsu", full("tamsu") + 2)
    assert not [t for t in standing(BOX, successor.mat).triggers["battle_won"] if t.host == "ashkari"]


@rule("NS-12.2")
def test_the_pool_of_dawn_prevents_a_death() -> None:
    state = has(play(top(start("corvane", "ashkari"), "rockslide_1"), 0, "pool_of_dawn"), 0, power=1)
    table = scene(state).when(0, Explore())
    table.then(PowerHealed(0, 4, "pool_of_dawn"), CardDiscarded(0, "pool_of_dawn", "blessing"))
    assert (table.state.seats[0].hero, table.state.seats[0].power) == ("corvane", 4)
    battle = has(play(explored(start("halvard", "ashkari")), 1, "pool_of_dawn"), 1, power=1)
    fought = scene(battle).when(0, Attack("hero", "1"), draw=dice(battle, {0: 3, 1: -3}))
    assert fought.state.seats[0].captured == ()
    assert fought.state.seats[1].power == 4


@rule("NS-12.3")
def test_the_slayer_takes_the_hero_and_the_capital_on_it() -> None:
    state = has(explored(start("halvard", "lelia")), 1, power=1, purse={"lelia": 3})
    table = scene(state).when(0, Attack("hero", "1"), draw=dice(state, {0: 3, 1: -3}))
    table.then(HeroSlain(1, "lelia", 0, 3, "krill", full("krill")))
    assert table.state.seats[0].captured == ("lelia",)
    assert table.state.seats[0].treasury == state.seats[0].treasury + 3
    assert table.state.seats[1].purse == {}


@rule("NS-12.3")
def test_a_stronghold_of_a_player_slays_for_its_owner() -> None:
    state = has(play(explored(start("halvard", "ashkari")), 1, "stormwall"), 0, power=1)
    table = scene(state).when(0, Attack("stronghold", "stormwall"), draw=dice(state, {0: -3, 1: 3}))
    assert table.state.seats[1].captured == ("halvard",)
    assert table.state.seats[1].raids == 1


@rule("NS-12.4")
def test_independent_strongholds_slay_for_nobody() -> None:
    state = has(shown(explored(start("lelia", "ashkari")), "stormwall"), 0, power=1, purse={"lelia": 2})
    table = scene(state).when(0, Attack("independent", "stormwall"), draw=dice(state, {0: -3}))
    table.then(HeroSlain(0, "lelia", -1, 0, "krill", full("krill")))
    assert table.state.seats[0].fallen == ("lelia",)
    assert table.state.seats[0].purse == {}
    assert [seat.captured for seat in table.state.seats] == [(), ()]
    assert table.state.seats[1].treasury == state.seats[1].treasury


@rule("NS-12.5")
def test_the_successor_acts_from_the_owners_next_turn_on() -> None:
    state = has(top(start("krill", "ashkari"), "rockslide_1"), 0, power=1)
    table = scene(state).when(0, Explore())
    assert table.state.seats[0].hero == "lelia"
    assert table.state.seats[0].purse == {}


@rule("NS-12.6")
def test_three_slain_heroes_eliminate() -> None:
    state = last_hero(explored(start("halvard", "ashkari", "corvane")), 1)
    table = scene(state).when(0, Attack("hero", "1"), draw=dice(state, {0: 3, 1: -3}))
    assert table.state.eliminated == (1,)
    assert not table.state.seats[1].alive
    table.then(TurnEnded(0), TurnBegan(2))
    two = start("halvard", "ashkari", "corvane").with_mat(1, line=("ashkari", "tamsu")).with_seat(1, fallen=("oshira",))
    two = has(explored(two), 1, power=1)
    alive = scene(two).when(0, Attack("hero", "1"), draw=dice(two, {0: 3, 1: -3}))
    assert alive.state.eliminated == ()


@rule("NS-12.7")
def test_everything_of_an_eliminated_player_goes_back() -> None:
    state = last_hero(explored(start("halvard", "ashkari", "corvane")), 1)
    state = play(state, 1, "reedwatch", "emberhold", "fenn_gambler", "sunfang", "buckler", "pool_of_stone")
    state = hand(skilled(state, 1, weapon=2), 1, "battle_cry_1", "iron_helm")
    state = has(state, 1, purse={"reedwatch": 4}, treasury=9, conditions=("master",), skill_credit=3)
    display = (*state.strongholds, *state.stronghold_deck)
    state = replace(state, setting="empire", strongholds=display[:3], stronghold_deck=display[3:])
    table = scene(state).when(0, Attack("hero", "1")).when(1, CommitBattle(), draw=dice(state, {0: 3, 1: -3}))
    out = next(change for change in table.changes if isinstance(change, SeatEliminated))
    assert sorted(out.strongholds) == ["emberhold", "reedwatch"]
    assert sorted(out.items) == ["buckler", "iron_helm"]
    assert set(out.cards) == {"battle_cry_1", "fenn_gambler", "sunfang", "pool_of_stone"}
    assert out.skills == {"weapon": tuple(f"weapon_{i}" for i in range(1, 7))}
    after = table.state
    assert after.seats[1].treasury == 0
    assert (after.seats[1].hand, after.seats[1].conditions, after.seats[1].skill_credit) == ((), (), 0)
    assert after.stronghold_deck[-2:] == out.strongholds
    assert after.forge_deck[-2:] == out.items
    assert set(after.discard) == set(out.cards)
    assert len(after.strongholds) == 4
    assert any(isinstance(change, StrongholdShown) for change in table.changes)
    assert renown(BOX, after.seats[1]) == 0
    assert WINDS.redact(out, 0).strongholds == ("emberhold", "reedwatch")


@rule("NS-12.7")
def test_the_own_turn_ends_with_an_elimination() -> None:
    state = last_hero(explored(start("halvard", "ashkari", "corvane")), 0)
    state = replace(shown(state, "stormwall"), phase=replace(state.turn, extra=True))
    table = scene(state).when(0, Attack("independent", "stormwall"), draw=dice(state, {0: -3}))
    assert table.state.turn.seat == 1
    assert order(table.state)[-1] == 0


@rule("NS-12.8")
@pytest.mark.parametrize("setting", ["throne", "empire"])
def test_the_last_living_player_wins(setting: str) -> None:
    state = replace(last_hero(explored(start("halvard", "ashkari")), 0), setting=setting)
    state = shown(state, "stormwall")
    table = scene(state).when(0, Attack("independent", "stormwall"), draw=dice(state, {0: -3}))
    table.then(GameEnded(1, ("survivor",)))
