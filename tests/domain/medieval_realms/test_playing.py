"""MR-10, MR-11 and MR-12: cards entering play, the score track, leaders."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from moothall.domain.core.errors import NotYourTurn
from moothall.domain.medieval_realms import changes as c
from moothall.domain.medieval_realms.moves import Bid, ChooseResource, OpenAuction, Pass, PlayCard, TakeBonusToken
from moothall.domain.medieval_realms.scoring import bonus_tokens, combat_value, count
from moothall.domain.medieval_realms.state import RESOURCES, Tokens
from tests.domain.medieval_realms.tables import (
    BOX,
    acting,
    awaited,
    game_over,
    moves_of,
    owner,
    pair_realm,
    placement,
    realm,
    tokens,
)
from tests.support.scenes import Scripted, rule


@rule("MR-10.1")
def test_a_card_is_paid_in_full_in_its_own_resource() -> None:
    rich = dict.fromkeys(RESOURCES, 9)
    scene = acting(realm(["castle_1"], **{**rich, "raw_material": 5}), realm(), realm())
    scene.when(0, PlayCard("castle_1")).breaks("MR-10.1")
    scene.lacks(0, PlayCard("castle_1"))
    scene = acting(realm(["castle_1"], **{**rich, "raw_material": 6}), realm(), realm()).when(0, PlayCard("castle_1"))
    scene.then(c.TokensPaid(0, "raw_material", 6, "castle_1", "cost"), c.CardPlayed(0, "castle_1"))
    assert "raw_material" not in tokens(scene, 0)


@rule("MR-10.1")
@pytest.mark.parametrize("card", ["castle_2", "castle_3", "castle_4", "castle", "", "nonsense"])
def test_only_cards_of_the_own_display_are_played(card: str) -> None:
    scene = acting(
        realm(["castle_1"], ["castle_4"], raw_material=12), realm(["castle_2"]), realm(), current={1: "castle_3"}
    )
    scene.when(0, PlayCard(card)).breaks("MR-10.1")


@rule("MR-10.2")
def test_the_card_goes_into_play_as_the_newest() -> None:
    scene = acting(realm(["castle_1", "market_1"], ["tithe_1"], raw_material=6), realm(), realm())
    scene = scene.when(0, PlayCard("castle_1"))
    assert owner(scene, 0).in_play == ("tithe_1", "castle_1")
    assert owner(scene, 0).display == ("market_1",)


@rule("MR-10.3")
def test_immediate_effects_then_colour_effects_then_bonus_tokens() -> None:
    scene = acting(
        realm(["tithe_1"], ["city_white"], religion=5, vp=4), realm(production=1), realm(), current={1: "war_1"}
    )
    scene = scene.when(0, PlayCard("tithe_1"))
    scene.exactly(
        c.TokensPaid(0, "religion", 5, "tithe_1", "cost"),
        c.CardPlayed(0, "tithe_1"),
        c.PointsGained(0, 2, "immediate", "tithe_1", 6, bonus=1),
        c.ResourceAsked(0, "tithe_1", 2, 4, ("religion",)),
    )
    scene = scene.when(0, ChooseResource("science"))
    scene.exactly(
        c.TokensGained(0, Tokens(science=4), "tithe_1"),
        c.TokensGained(0, Tokens(religion=1), "city_white"),
        c.PointsGained(0, 1, "colour", "city_white", 7),
        c.BonusAsked(0),
    )
    scene = scene.when(0, TakeBonusToken("gold"))
    scene.exactly(c.BonusTaken(0, "gold"), c.TurnBegan(1))


@rule("MR-10.4")
def test_effects_work_from_cards_in_play_and_never_for_themselves() -> None:
    displayed = acting(realm(["tithe_1", "city_white"], religion=5), realm(), realm()).when(0, PlayCard("tithe_1"))
    displayed = displayed.when(0, ChooseResource("gold"))
    assert tokens(displayed, 0) == {"gold": 4}, "a city in the display does nothing"
    itself = acting(realm(["city_green"], raw_material=5), realm(), realm()).when(0, PlayCard("city_green"))
    assert tokens(itself, 0) == {}
    assert owner(itself, 0).vp == 0


@rule("MR-10.5")
def test_a_colour_effect_triggers_for_its_owner_each_time() -> None:
    mine = realm(["market_1"], ["city_red"], production=12)
    scene = acting(mine, realm(["market_2"], production=6), realm(), current={1: "market_3"})
    scene = scene.when(0, PlayCard("market_1"))
    assert owner(scene, 0).colour == 1
    scene = scene.when(1, PlayCard("market_2"))
    assert owner(scene, 0).colour == 1, "another player's card"
    again = acting(realm(["market_3"], ["city_red", "market_1"], production=6, colour=1), realm(), realm())
    assert owner(again.when(0, PlayCard("market_3")), 0).colour == 2


@rule("MR-10.6")
def test_matching_cards_trigger_separately() -> None:
    # No stamp has two cities, so a copy of one stands in for a second matching card.
    scene = acting(realm(["market_1"], ["city_red"], production=6), realm(), realm())
    state = scene.state
    twice = state.with_realm(0, replace(state.realms[0], in_play=("city_red", "city_red")))
    turn = scene.title.play(twice, 0, PlayCard("market_1"), Scripted())
    gained = [change for change in turn.changes if isinstance(change, c.PointsGained)]
    assert gained == [c.PointsGained(0, 1, "colour", "city_red", total) for total in (1, 2)]


@rule("MR-10.7")
def test_a_card_first_produces_in_the_next_round() -> None:
    scene = acting(realm(["castle_1"], raw_material=6), realm(), realm()).when(0, PlayCard("castle_1"))
    assert tokens(scene, 0) == {}
    scene = scene.step("round_end")
    for seat in range(3):
        scene = scene.when(seat, *placement(6, 6))
    assert tokens(scene, 0)["battle_point"] == 1


@rule("MR-10.8")
def test_an_effect_that_cannot_be_applied_is_skipped_and_the_rest_applied() -> None:
    scene = acting(realm(["patronage_1"], culture=4), realm(), realm(), current={1: "war_1", 2: "leader_mayor_1"})
    scene = scene.when(0, PlayCard("patronage_1"))
    scene.then(
        c.PointsGained(0, 2, "immediate", "patronage_1", 2), c.EffectSkipped(0, "patronage_1", "take_realm_card")
    )
    assert owner(scene, 0).vp == 2


@rule("MR-10.8")
def test_a_choice_is_not_declined() -> None:
    scene = acting(realm(["tithe_1"], religion=5), realm(), realm()).when(0, PlayCard("tithe_1"))
    scene.when(0, Pass()).breaks("MR-6.3")
    assert moves_of(scene, 0) == [ChooseResource(resource) for resource in RESOURCES if resource != "religion"]


@rule("MR-11.1", "MR-11.2")
@pytest.mark.parametrize(
    ("before", "amount", "owed"),
    [(0, 4, 0), (0, 5, 1), (3, 2, 1), (4, 2, 1), (5, 2, 0), (4, 6, 2), (9, 6, 2), (0, 15, 3), (5, 4, 0)],
)
def test_every_multiple_of_five_reached_or_passed_pays(before: int, amount: int, owed: int) -> None:
    assert bonus_tokens(BOX, before, amount) == owed


@rule("MR-11.1")
@pytest.mark.parametrize("resource", RESOURCES)
def test_the_bonus_token_is_any_of_the_seven(resource: str) -> None:
    scene = acting(realm(["cathedral_1"], religion=5), realm(), realm()).when(0, PlayCard("cathedral_1"))
    assert moves_of(scene, 0) == [TakeBonusToken(each) for each in RESOURCES]
    scene.when(0, TakeBonusToken("mayor")).breaks("MR-11.1")
    assert tokens(scene.when(0, TakeBonusToken(resource)), 0) == {resource: 1}


@rule("MR-11.2")
def test_two_tokens_of_one_gain_may_differ() -> None:
    scene = acting(realm(["war_1"], battle_point=7, vp=4), realm(), realm()).when(0, PlayCard("war_1"))
    scene = scene.when(0, TakeBonusToken("gold"))
    assert awaited(scene) == [(0, "bonus_token")]
    scene = scene.when(0, TakeBonusToken("science"))
    assert tokens(scene, 0) == {"gold": 1, "science": 1}
    assert owner(scene, 0).owed == 0


@rule("MR-11.3")
def test_zero_pays_nothing_and_a_multiple_pays_once() -> None:
    assert bonus_tokens(BOX, 0, 0) == 0
    scene = acting(realm(["university_1"], science=4), realm(), realm()).when(0, PlayCard("university_1"))
    assert owner(scene, 0).owed == 0
    on_five = acting(realm(["island_war"], vp=5), realm(), realm()).when(0, PlayCard("island_war"))
    assert owner(on_five, 0).vp == 7
    assert owner(on_five, 0).owed == 0


@rule("MR-11.4")
def test_the_owner_chooses_on_another_players_turn() -> None:
    scene = acting(
        realm(gold=1), realm(in_play=["city_yellow"], gold=2, vp=4), realm(production=1),
        current={1: "leader_mayor_1", 2: "market_1"},
    )  # fmt: skip
    scene = scene.when(0, OpenAuction(1, 1)).when(1, Bid(2))
    points = c.PointsGained(1, 1, "colour", "city_yellow", 5, bonus=1)
    scene.then(c.AuctionWon(1, 1, "leader_mayor_1"), points, c.BonusAsked(1))
    assert awaited(scene) == [(1, "bonus_token")]
    assert isinstance(scene.when(2, Pass()).breaks("MR-11.4"), NotYourTurn)
    assert awaited(scene.when(1, TakeBonusToken("production"))) == [(1, "action")], "next after the opener"


@rule("MR-11.5")
def test_final_scoring_gives_no_tokens() -> None:
    end = game_over(realm(in_play=["castle_1", "market_1"], vp=4, gold=8), realm(), realm()).step("game_end")
    assert owner(end, 0).total == 4 + 3 + 2 + 4
    assert owner(end, 0).owed == 0
    assert tokens(end, 0) == {"gold": 8}
    assert awaited(end) == []


@rule("MR-11.6")
def test_the_track_has_no_upper_end() -> None:
    scene = acting(realm(["war_1"], battle_point=7, vp=998), realm(), realm()).when(0, PlayCard("war_1"))
    assert owner(scene, 0).vp == 1004
    assert owner(scene, 0).owed == 1


@rule("MR-12.1")
def test_a_gained_leader_counts_at_once() -> None:
    held = realm(["docking_bay_1", "island_war"], ["island_castle"], science=4)
    scene = acting(held, realm(production=1), realm(), current={1: "market_1"})
    scene.lacks(0, PlayCard("island_war"))
    scene = scene.when(0, PlayCard("docking_bay_1")).when(1, Pass())
    scene.then(c.TurnBegan(0)).lists(0, PlayCard("island_war"))
    assert combat_value(BOX, owner(scene, 0)) == 4
    mayor = acting(realm(["university_1"], science=4), realm(), realm()).when(0, PlayCard("university_1"))
    assert count(BOX, owner(mayor, 0), "mayors", None, None) == 5


@rule("MR-12.2")
def test_an_empty_supply_loses_the_gain() -> None:
    scene = acting(realm(["university_1"], science=4, mayors=18), realm(), realm())
    scene = scene.when(0, PlayCard("university_1"))
    scene.then(c.EffectSkipped(0, "university_1", "gain_leader"))
    assert owner(scene, 0).mayors == 18
    assert owner(scene, 0).in_play == ("university_1",)
    left = acting(realm(["university_1"], science=4, mayors=17), realm(), realm()).when(0, PlayCard("university_1"))
    left.then(c.LeaderGained(0, "mayor", 1, "university_1"))


@rule("MR-12.2")
def test_the_supply_holds_what_five_players_and_all_cards_can_need() -> None:
    assert BOX.supply == {"mayor": 26, "general": 14, "admiral": 11}


@rule("MR-12.3")
def test_buffers_are_mayors_but_no_military_leaders() -> None:
    owned = pair_realm(generals=2, admirals=3)
    assert count(BOX, owned, "mayors", None, None) == 6
    assert count(BOX, owned, "combat_value", None, None) == 7
