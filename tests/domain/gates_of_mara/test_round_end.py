"""GM-11 and GM-12: claims, keys, objectives, reset."""

from __future__ import annotations

from msgspec.structs import replace

from moothall.domain.gates_of_mara import GATES_OF_MARA
from moothall.domain.gates_of_mara.changes import (
    BannerDealt,
    ClaimsPlaced,
    FireBannerDeclined,
    FireBannersOffered,
    FireBannerTaken,
    KeysGained,
    LordPlaced,
    ObjectiveMet,
    PointsGained,
    RealmUnclaimed,
    RoundStarted,
    StepCalled,
    TurnOrderSet,
    TurnStarted,
    WandererCardRevealed,
    WandererMoved,
)
from moothall.domain.gates_of_mara.moves import Activate, Pass, Place, PlaceLord, TakeFireBanner
from moothall.domain.gates_of_mara.state import Deck, LordsOff, Placing, State
from tests.domain.gates_of_mara.tables import (
    attached,
    awards,
    claimed,
    due,
    objectives,
    own,
    scene,
    standing,
    table,
    with_caravans,
)
from tests.domain.gates_of_mara.test_sources import BANNERS_FULL
from tests.support.scenes import rule

EARTH = {"earth_lord": "fire", "water_lord": "water"}
"""Lords that do not matter for claims."""


def after_round(state: State) -> State:
    """The table after the reset, before the lords are back."""
    found: State = scene(due(state, "score_round")).step("score_round").state
    return found


@rule("GM-11.1")
def test_claims_go_realm_by_realm_and_zero_does_not_count() -> None:
    state = due(table(lords=EARTH), "score_claims", chaos=(1, 0, 0, 0), earth=(0, 2, 3, 0))
    scene(state).step("score_claims").exactly(
        ClaimsPlaced(0, "chaos", 2, "first", 1, 2),
        RealmUnclaimed("fire", 1),
        RealmUnclaimed("water", 1),
        ClaimsPlaced(2, "earth", 2, "first", 3, 2),
        ClaimsPlaced(1, "earth", 1, "second", 2, 1),
        RealmUnclaimed("air", 1),
        StepCalled("score_round"),
    )


@rule("GM-11.2")
def test_first_places_two_and_second_one() -> None:
    found = scene(due(table(lords=EARTH), "score_claims", air=(1, 5, 3, 2))).step()
    assert awards(found) == (
        ClaimsPlaced(1, "air", 2, "first", 5, 2),
        ClaimsPlaced(2, "air", 1, "second", 3, 1),
        StepCalled("score_round"),
    )
    assert [seat.claims[4] for seat in found.state.seats] == [0, 2, 1, 0]


@rule("GM-11.3")
def test_a_tie_for_most() -> None:
    found = scene(due(table(lords=EARTH), "score_claims", air=(4, 4, 2, 4))).step()
    tied = tuple(ClaimsPlaced(seat, "air", 1, "tied_first", 4, 1) for seat in (0, 1, 3))
    assert awards(found) == (*tied, StepCalled("score_round"))


@rule("GM-11.4")
def test_a_tie_for_second() -> None:
    found = scene(due(table(lords=EARTH), "score_claims", air=(1, 5, 3, 3))).step()
    assert awards(found) == (
        ClaimsPlaced(1, "air", 2, "first", 5, 2),
        PointsGained(2, "second_place_ties", 2, "air", "tied_second", 3),
        PointsGained(3, "second_place_ties", 2, "air", "tied_second", 3),
        StepCalled("score_round"),
    )


@rule("GM-11.5")
def test_claims_stay_and_are_not_limited() -> None:
    state = claimed(table(lords=EARTH), "air", 20, 0, 0, 0)
    found = scene(due(state, "score_claims", air=(2, 0, 0, 0))).step()
    assert found.state.seats[0].claims[4] == 22
    assert after_round(found.state).seats[0].claims[4] == 22


@rule("GM-11.6")
def test_beside_the_fire_lord_four_is_needed_and_enough() -> None:
    state = table(lords={"fire_lord": "air", "earth_lord": "fire"})
    lone = scene(due(state, "score_claims", air=(4, 3, 3, 0))).step()
    assert awards(lone) == (ClaimsPlaced(0, "air", 2, "first", 4, 2), FireBannersOffered((0,)))
    none = scene(due(state, "score_claims", air=(3, 3, 2, 1))).step().then(RealmUnclaimed("air", 4))
    assert awards(none) == (StepCalled("score_round"),)
    scene(due(state, "score_claims", fire=(3, 1, 0, 0))).step().then(
        ClaimsPlaced(0, "fire", 2, "first", 3, 2), ClaimsPlaced(1, "fire", 1, "second", 1, 1)
    )


@rule("GM-11.7")
def test_who_claims_beside_the_fire_lord_may_take_one_banner() -> None:
    state = table(lords={"fire_lord": "air", "earth_lord": "fire"})
    found = scene(due(state, "score_claims", air=(6, 4, 3, 0))).step().then(FireBannersOffered((0, 1)))
    found.lists(0, TakeFireBanner("leader"), TakeFireBanner("none")).lacks(0, TakeFireBanner("enchanter_1"))
    found.when(0, TakeFireBanner("enchanter_1")).breaks("GM-9.2")
    found.when(0, TakeFireBanner("nobody")).breaks("GM-11.7")
    found = found.when(0, TakeFireBanner("champion")).then(FireBannerTaken(0, "fire_banner_1", "champion"))
    found = found.when(1, TakeFireBanner("none"))
    found.exactly(FireBannerDeclined(1), StepCalled("score_round"))
    assert found.state.seats[0].figures["champion"].cards == ("fire_banner_1",)
    scene(table()).when(0, TakeFireBanner("champion")).breaks("GM-11.7")


@rule("GM-11.8")
def test_fire_banners_are_decided_in_turn_order_by_those_who_can_take_one() -> None:
    state = replace(table(lords={"fire_lord": "air", "earth_lord": "fire"}), order=(3, 1, 2, 0))
    tied = due(state, "score_claims", air=(5, 5, 0, 5))
    found = scene(tied).step().then(FireBannersOffered((3, 1, 0)))
    found.when(0, TakeFireBanner("none")).breaks("GM-11.8")
    assert not list(GATES_OF_MARA.legal_moves(found.state, 0))
    full = scene(attached(tied, 3, **BANNERS_FULL)).step().then(FireBannersOffered((1, 0)))
    assert full.state.seats[3].claims[4] == 1


@rule("GM-11.9")
def test_three_pieces_beside_a_lord_give_a_key() -> None:
    state = table(lords={"earth_lord": "fire", "water_lord": "water"})
    state = standing(state, 0, leader="central_gate", champion="gate_2", merchant_1="fire_34p_1")
    state = with_caravans(state, 0, "water_34p_c1")
    state = standing(state, 1, merchant_1="fire_34p_4", merchant_2="fire_34p_2")
    state = with_caravans(
        standing(state, 2, merchant_1="water_34p_1"), 2, "water_34p_c2", "water_34p_c3", "fire_34p_c1"
    )
    state = standing(state, 3, merchant_1="air_34p_1", merchant_2="air_34p_2", specialist="air_34p_4")
    found = scene(due(state, "score_round")).step()
    keys = [change.seat for change in found.changes if isinstance(change, KeysGained)]
    assert keys == [0, 0, 2], "seat 0 beside both lords, seat 2 beside one, the others beside none"
    assert [seat.keys for seat in found.state.seats] == [2, 0, 1, 0]


@rule("GM-11.10")
def test_objectives_pay_everyone_who_meets_them() -> None:
    state = objectives(table(), "push_the_state_of_the_art", "display_devotion")
    state = own(own(state, 0, onyx=3, gems={"air": 5}), 2, onyx=4)
    found = scene(due(state, "score_round")).step()
    found.then(
        ObjectiveMet(0, "push_the_state_of_the_art", 4),
        ObjectiveMet(2, "push_the_state_of_the_art", 4),
        ObjectiveMet(0, "display_devotion", 4),
    )
    assert [seat.points.get("objectives", 0) for seat in found.state.seats] == [8, 0, 4, 0]


@rule("GM-12.1")
def test_turn_order_by_energy_then_enchanters_then_as_before() -> None:
    state = replace(table(), order=(2, 0, 3, 1))
    for seat, energy in enumerate((4, 4, 4, 5)):
        state = own(state, seat, energy=energy)
    assert after_round(state).order == (3, 2, 0, 1)
    enchanted = standing(state, 1, enchanter_1="enchantment_board_2", enchanter_2="enchantment_board_4")
    enchanted = standing(enchanted, 0, enchanter_1="enchantment_board_3")
    scene(due(enchanted, "score_round")).step().then(TurnOrderSet((3, 1, 0, 2)))


@rule("GM-12.2", "GM-12.3")
def test_pieces_go_home_and_influence_is_gone() -> None:
    state = with_caravans(standing(table(), 0, leader="gate_1", merchant_1="fire_34p_1"), 0, "fire_34p_c1")
    state = claimed(due(state, "score_round", fire=(3, 2, 0, 0)), "fire", 2, 1, 0, 0)
    after = after_round(state)
    assert all(figure.place is None for figure in after.seats[0].figures.values())
    assert (after.seats[0].caravans, after.seats[0].caravans_left) == ((), 5)
    assert [seat.influence for seat in after.seats] == [(0,) * 5] * 4
    assert [seat.claims[1] for seat in after.seats] == [2, 1, 0, 0]


@rule("GM-12.4")
def test_empty_slots_get_banners_clockwise() -> None:
    state = table()
    held = {"champion": (state.banners[3][1],), "merchant_1": (state.banners[1][0],)}
    gone = replace(
        state,
        banners=((), (None, state.banners[1][1]), state.banners[2], (state.banners[3][0], None), state.banners[4]),
    )
    figures = gone.seats[0].figures
    gone = own(
        gone, 0, figures={**figures, **{name: replace(figures[name], cards=cards) for name, cards in held.items()}}
    )
    top = gone.banner_deck.cards
    found = scene(due(gone, "score_round")).step()
    found.then(BannerDealt("fire", 0, top[0]), BannerDealt("earth", 1, top[1]))
    assert found.state.banners[2] == state.banners[2]
    last = replace(gone, banner_deck=Deck(top[:1], top[1:]))
    short = scene(due(last, "score_round")).step()
    assert (short.state.banners[1][0], short.state.banners[3][1]) == (top[0], None)


@rule("GM-12.5")
def test_one_more_key_lies_at_the_centre() -> None:
    assert after_round(replace(table(), central_keys=2)).central_keys == 3
    assert after_round(replace(table(), central_keys=0)).central_keys == 1


@rule("GM-12.6", "GM-12.7")
def test_the_wanderer_moves_on_with_a_new_card() -> None:
    state = replace(table(), wanderer="water")
    found = scene(due(state, "score_round")).step()
    found.then(WandererCardRevealed(state.wanderer_deck.cards[0]), WandererMoved("earth"))
    assert found.state.wanderer_deck.under == (state.wanderer_card,)
    assert after_round(replace(state, wanderer="air")).wanderer == "chaos"


@rule("GM-12.8")
def test_two_new_objectives() -> None:
    state = table()
    after = after_round(state)
    assert after.objectives == state.objective_deck.cards[:2]
    assert after.objective_deck.under == state.objectives


@rule("GM-12.9")
def test_energy_is_eleven_again() -> None:
    state = own(own(table(), 0, energy=0), 1, energy=7)
    assert [seat.energy for seat in after_round(state).seats] == [11] * 4


@rule("GM-12.10")
def test_lords_are_put_back_by_the_first_two_players() -> None:
    state = replace(table(lords={"earth_lord": "fire", "water_lord": "water"}), order=(2, 0, 3, 1))
    after = after_round(state)
    assert after.phase == LordsOff((2, 0))
    assert [lord.realm for lord in after.lords] == [None, None]
    found = scene(after)
    assert len(list(GATES_OF_MARA.legal_moves(after, 2))) == 2 * 4
    found.when(0, PlaceLord("earth_lord", "air")).breaks("GM-12.10")
    found.when(2, PlaceLord("earth_lord", "chaos")).breaks("GM-12.10")
    found.when(2, PlaceLord("fire_lord", "air")).breaks("GM-12.10")
    found = found.lists(2, PlaceLord("earth_lord", "fire")).when(2, PlaceLord("water_lord", "air"))
    found.exactly(LordPlaced("water_lord", "air", 2))
    found.when(0, PlaceLord("earth_lord", "air")).breaks("GM-12.10")
    found.when(0, PlaceLord("water_lord", "fire")).breaks("GM-12.10")
    found = found.when(0, PlaceLord("earth_lord", after.wanderer))
    assert [lord.realm for lord in found.state.lords] == [after.wanderer, "air"]
    scene(table()).when(0, PlaceLord("earth_lord", "air")).breaks("GM-12.10")


@rule("GM-12.11")
def test_the_next_round_starts_with_the_new_first_player() -> None:
    state = replace(table(lords={"earth_lord": "fire", "water_lord": "water"}), order=(2, 0, 3, 1))
    found = scene(after_round(state)).when(2, PlaceLord("water_lord", "air")).when(0, PlaceLord("earth_lord", "water"))
    found.exactly(LordPlaced("earth_lord", "water", 0), RoundStarted(2), TurnStarted(2))
    assert found.state.phase == Placing(2)
    assert found.state.round == 2
    assert not any(seat.passed for seat in found.state.seats)


@rule("GM-12.11", "GM-14.9", "GM-14.14")
def test_what_counts_for_a_round_begins_anew() -> None:
    state = due(table(), "score_claims", air=(3, 0, 0, 0))
    for seat in range(4):
        state = own(state, seat, passed=True, keys_gained=2, enchantments_gained=1)
    claimed_now = scene(state).step("score_claims")
    assert claimed_now.state.seats[0].claims_placed == (0, 0, 0, 0, 2)
    for seat_after in claimed_now.step("score_round").state.seats:
        assert (seat_after.passed, seat_after.keys_gained, seat_after.enchantments_gained) == (False, 0, 0)
        assert not seat_after.claims_placed


@rule("GM-12.12")
def test_belongings_and_market_are_kept() -> None:
    state = attached(own(table(), 0, gems={"fire": 4}, onyx=2, keys=3), 0, merchant_1="firewater")
    state = own(state, 0, points={**state.seats[0].points, "abilities": 9})
    after = after_round(state)
    seat = after.seats[0]
    assert (seat.gems, seat.onyx, seat.keys, seat.points.get("abilities", 0)) == ((4, 0, 0, 0), 2, 3, 9)
    assert seat.figures["merchant_1"].cards == ("firewater",)
    assert after.market == state.market


def test_no_move_is_taken_while_a_step_is_due() -> None:
    found = scene(due(table(), "score_claims"))
    for move in (Pass(), Place("leader", "gate_1"), Activate("innate"), TakeFireBanner("none")):
        found.when(0, move).breaks("GM-2.4")
