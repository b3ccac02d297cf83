"""NS-1 and NS-14: setting up, and what depends on the number of players."""

from __future__ import annotations

import msgspec
import pytest

from moothall.domain.core.errors import BadOptions
from moothall.domain.table.decide import Person, create
from moothall.domain.table.state import Seat as Place
from moothall.domain.winds_of_numa_sera.changes import (
    BattleCardsDealt,
    CapitalGained,
    FirstPlayerDrawn,
    KingdomChosen,
    LinesRevealed,
    SuccessionSet,
)
from moothall.domain.winds_of_numa_sera.moves import (
    AcceptTrade,
    Attack,
    ChooseKingdom,
    Explore,
    OfferTrade,
    SetSuccession,
    Use,
)
from moothall.domain.winds_of_numa_sera.rules.standing import residual, standing
from moothall.domain.winds_of_numa_sera.state import Acting, Drafting, Options, State, Succession
from tests.domain.winds_of_numa_sera.tables import (
    BOX,
    WINDS,
    drafted,
    explored,
    full,
    lined_up,
    play,
    rolling,
    scene,
    shown,
    start,
)
from tests.support.scenes import Scene, Scripted, rule

FOUR = ("lelia", "ashkari", "sjorsja", "halvard")


def created(options: dict[str, object]) -> None:
    """A game for two people with these options."""
    create(WINDS, Person("p", "P"), [Place("human")] * 2, options, b"s" * 32, 0)


def begun(*kingdoms: str, seat_bonus: bool = False) -> Scene:
    """All lines set in content order; the changes are those of the dealing."""
    table = drafted(*kingdoms, seat_bonus=seat_bonus)
    for seat, kingdom in enumerate(kingdoms):
        table = table.when(seat, SetSuccession(BOX.kingdoms[kingdom].heroes))
    return table


@rule("NS-1.1")
def test_throne_is_the_default_and_empire_can_be_chosen() -> None:
    assert WINDS.new(2, msgspec.convert({}, Options), Scripted()).state.setting == "throne"
    assert WINDS.new(2, msgspec.convert({"setting": "empire"}, Options), Scripted()).state.setting == "empire"
    with pytest.raises(BadOptions, match="setting"):
        created({"setting": "republic"})


@rule("NS-1.1")
def test_the_further_options_are_off_by_default() -> None:
    assert Options() == Options("throne", round_limit=None, seat_bonus=False)
    state = WINDS.new(2, msgspec.convert({"round_limit": 12}, Options), Scripted()).state
    assert (state.round_limit, WINDS.view(state, None).round_limit) == (12, 12)
    assert WINDS.view(WINDS.new(2, Options(), Scripted()).state, 0).round_limit is None
    created({"round_limit": 60, "seat_bonus": True})


@rule("NS-1.1")
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("round_limit", 11),
        ("round_limit", 61),
        ("round_limit", 24.5),
        ("round_limit", "24"),
        ("seat_bonus", 1),
        ("seat_bonus", "yes"),
        ("setting", "republic"),
        ("limit", 24),
    ],
)
def test_a_bad_option_is_refused_by_name(field: str, value: object) -> None:
    with pytest.raises(BadOptions) as refused:
        created({field: value})
    assert f"{refused.value.field} {refused.value.text}".startswith("options")
    assert field in str(refused.value)


@rule("NS-1.2")
def test_the_first_player_is_drawn_and_play_runs_clockwise() -> None:
    turn = WINDS.new(3, Options(), Scripted({"first-player": 1}))
    assert turn.changes == [FirstPlayerDrawn(1, 0)]
    assert turn.state.clockwise(turn.state.first) == (1, 2, 0)


@rule("NS-1.3")
def test_kingdoms_are_chosen_against_the_turn_order() -> None:
    table = Scene(WINDS, WINDS.new(3, Options(), Scripted({"first-player": 1})).state)
    table.when(1, ChooseKingdom("meran")).breaks("NS-1.3")
    table = table.when(0, ChooseKingdom("meran")).exactly(KingdomChosen(0, "meran", "scavengers", 2))
    table.when(2, ChooseKingdom("meran")).breaks("NS-1.3")
    table.when(2, ChooseKingdom("atlantis")).breaks("NS-1.3")
    table = table.when(2, ChooseKingdom("dena_vale"))
    assert table.state.phase == Drafting(1)
    assert table.when(1, ChooseKingdom("numa_sera")).state.phase == Succession()


@rule("NS-1.3")
def test_the_last_kingdom_is_taken_by_itself() -> None:
    table = drafted("numa_sera", "meran", "siaa_dee", "dena_vale")
    assert [seat.mat.kingdom for seat in table.state.seats] == ["numa_sera", "meran", "siaa_dee", "dena_vale"]
    table.then(KingdomChosen(1, "meran", "scavengers", 0), KingdomChosen(0, "numa_sera", "tithe", -1))


@rule("NS-1.4")
def test_lines_are_secret_until_the_last_is_set() -> None:
    table = drafted("numa_sera", "meran")
    table.when(0, SetSuccession(("lelia", "krill", "tamsu"))).breaks("NS-1.4")
    table.when(0, SetSuccession(("lelia", "krill"))).breaks("NS-1.4")
    table = table.when(0, SetSuccession(("krill", "lelia", "corvane")))
    table.exactly(SuccessionSet(0, ("krill", "lelia", "corvane")))
    assert table.state.seats[0].mat.line == ()
    assert WINDS.view(table.state, 1).seats[0].answered
    assert WINDS.view(table.state, 1).seats[0].committed is None
    table.when(0, SetSuccession(("lelia", "krill", "corvane"))).breaks("NS-1.4")
    table = table.when(1, SetSuccession(lined_up("meran", "tamsu")))
    table.then(
        LinesRevealed((("krill", "lelia", "corvane"), ("tamsu", "ashkari", "oshira")), (full("krill"), full("tamsu")))
    )
    assert WINDS.view(table.state, None).seats[0].line == ("krill", "lelia", "corvane")


@rule("NS-1.5", "NS-1.6", "NS-14.1")
@pytest.mark.parametrize(("players", "cards", "strongholds"), [(2, 5, 6), (3, 6, 8), (4, 7, 10)])
def test_colleges_and_strongholds_follow_the_number_of_players(players: int, cards: int, strongholds: int) -> None:
    state = start(*FOUR[:players])
    assert {skill: len(stock) for skill, stock in state.colleges.items()} == dict.fromkeys(BOX.skills, cards)
    assert state.colleges["lore"] == tuple(f"lore_{i}" for i in range(1, cards + 1))
    assert len(state.strongholds) == 4
    assert len(state.stronghold_deck) == strongholds - 4


@rule("NS-1.7")
def test_four_items_lie_face_up() -> None:
    state = start("lelia", "ashkari")
    assert len(state.forge) == 4
    assert len(state.forge_deck) == 21
    assert {*state.forge, *state.forge_deck} == {item.id for item in BOX.items.values() if item.cost}


@rule("NS-1.8")
def test_battle_cards_are_dealt_by_kingdom_and_the_rest_is_shuffled() -> None:
    table = begun("numa_sera", "meran", "siaa_dee")
    dealt = [change for change in table.changes if isinstance(change, BattleCardsDealt)]
    assert [(change.seat, change.count) for change in dealt] == [(0, 3), (1, 3), (2, 3)]
    assert all(BOX.kind_of(card) == "battle" for change in dealt for card in change.cards)
    state: State = table.state
    assert len(state.deck) == 80 - 9
    assert state.discard == ()


@rule("NS-1.9")
def test_later_players_take_extra_capital_once_where_it_was_agreed() -> None:
    kingdoms = tuple(BOX.kingdoms)
    base = [BOX.kingdoms[kingdom].start_capital for kingdom in kingdoms]
    for agreed, extra in ((False, (0, 0, 0, 0)), (True, (0, 3, 5, 7))):
        table = begun(*kingdoms, seat_bonus=agreed)
        gains = [change for change in table.changes if isinstance(change, CapitalGained)]
        assert [(gain.seat, gain.amount) for gain in gains] == [(i, base[i] + extra[i]) for i in range(4)]
        assert [residual(BOX, seat) for seat in table.state.seats] == base


@rule("NS-1.10")
def test_the_bank_never_runs_out() -> None:
    state = start("lelia", "ashkari").with_seat(0, treasury=10_000)
    coins = sum(coin["value"] * coin["count"] for coin in WINDS.content.tables["coins"])
    assert coins < 10_000
    assert scene(state).when(0, Explore()).state.seats[0].treasury >= 9_990


@rule("NS-1.11")
@pytest.mark.parametrize("kingdom", BOX.kingdoms)
def test_the_pre_ticked_block_works_from_the_start(kingdom: str) -> None:
    other = "meran" if kingdom != "meran" else "numa_sera"
    state = start(BOX.kingdoms[kingdom].heroes[0], BOX.kingdoms[other].heroes[0])
    mat = state.seats[0].mat
    assert mat.ticked == (BOX.kingdoms[kingdom].pre_ticked,)
    found = standing(BOX, mat)
    block = BOX.blocks[mat.ticked[0]]
    works = block.id in found.uses or any(t.host == block.id for group in found.triggers.values() for t in group)
    assert works or found.sums["stronghold_defense"] == 1


@rule("NS-1.12")
def test_only_the_active_hero_counts_and_starts_at_maximum_power() -> None:
    state = start("lelia", "vharga")
    assert [seat.power for seat in state.seats] == [full("lelia"), full("vharga")]
    assert all(seat.mat.classes == () for seat in state.seats)
    base = BOX.kingdoms["numa_sera"].start_capital
    assert residual(BOX, state.seats[0]) == base
    assert residual(BOX, start("corvane", "vharga").seats[0]) == base + 1


@rule("NS-1.13")
def test_there_is_no_distance() -> None:
    state = explored(start(*FOUR))
    scene(state).lists(0, *(Attack("hero", str(seat)) for seat in (1, 2, 3)))


@rule("NS-14.2")
def test_two_players_need_not_choose_an_opponent() -> None:
    state = play(start("lelia", "ashkari"), 0, "nyx_shadowblade")
    table = scene(state).when(0, Use("nyx_shadowblade"), draw=rolling(1))
    assert table.state.pending is None
    assert table.state.seats[1].power == full("ashkari") - 4


@rule("NS-14.2")
def test_two_players_promise_attacks_on_independent_strongholds_only() -> None:
    state = play(shown(start("lelia", "ashkari").with_seat(0, treasury=50), "stormwall"), 1, "reedwatch")
    table = scene(state)
    for kind, target in (("player", "1"), ("hero", "1"), ("player", "0"), ("stronghold", "reedwatch")):
        move = OfferTrade(1, give_pledge="attack", give_pledge_target_type=kind, give_pledge_target=target)  # type: ignore[arg-type]
        table.when(0, move).breaks("NS-14.2")
    siege = OfferTrade(1, get_pledge="attack", get_pledge_target_type="independent", get_pledge_target="stormwall")
    assert table.when(0, siege).when(1, AcceptTrade()).state.pledges[0].target == "stormwall"
    assert not [move for move in WINDS.legal_moves(state, 0) if getattr(move, "get_pledge", "") == "attack"]


def test_the_first_turn_begins_when_all_is_dealt() -> None:
    table = begun("numa_sera", "meran")
    assert table.state.phase == Acting(0)
    assert table.state.round == 1
