"""MR-6, MR-7 and MR-8: actions, realm cards, majority cards."""

from __future__ import annotations

from typing import Any

import pytest

from moothall.domain.core.errors import NotYourTurn
from moothall.domain.medieval_realms import changes as c, moves as m
from tests.domain.medieval_realms.tables import acting, awaited, moves_of, owner, realm, round_over, tokens
from tests.support.scenes import rule

RED, GREEN, WHITE = "market_1", "city_red", "tithe_1"


@rule("MR-6.1")
def test_the_player_on_turn_takes_exactly_one_action() -> None:
    scene = acting(
        realm([GREEN], production=5, raw_material=5), realm(production=5), realm(), current={1: RED, 2: WHITE}
    )
    scene.lists(0, m.ActivateCard(1), m.ActivateCard(2), m.PlayCard(GREEN), m.Pass())
    assert len(moves_of(scene, 0)) == 4
    assert moves_of(scene, 1) == []
    assert isinstance(scene.when(1, m.Pass()).breaks("MR-6.1"), NotYourTurn)
    scene = scene.when(0, m.ActivateCard(1))
    assert awaited(scene) == [(1, "action")]
    scene.when(0, m.ActivateCard(2)).breaks("MR-6.1")


@rule("MR-6.1")
@pytest.mark.parametrize("move", [m.Bid(1), m.PassAuction(), m.ChooseResource("gold"), m.TakeBonusToken("gold")])
def test_nothing_else_is_an_action(move: object) -> None:
    acting(realm(production=5), realm(), realm(), current={1: RED}).when(0, move).breaks("MR-6.1")


@rule("MR-6.2")
def test_turns_go_round_without_those_who_passed() -> None:
    rich = realm(production=9)
    panel = dict(zip(range(1, 6), [RED, GREEN, WHITE, "university_1", "city_blue"], strict=True))
    scene = acting(rich, rich, rich, order=(0, 2, 1), current=panel)
    scene = scene.when(0, m.Pass())
    assert awaited(scene) == [(2, "action")]
    scene = scene.when(2, m.ActivateCard(1))
    assert awaited(scene) == [(1, "action")]
    scene = scene.when(1, m.Pass())
    assert awaited(scene) == [(2, "action")]
    scene = scene.when(2, m.ActivateCard(2))
    assert awaited(scene) == [(2, "action")], "a single remaining player acts repeatedly"
    scene = scene.when(2, m.Pass())
    scene.exactly(c.SeatPassed(2), c.ActionsEnded(1, last=False))
    assert awaited(scene) == []


@rule("MR-6.3")
def test_a_turn_ends_when_every_choice_is_made() -> None:
    scene = acting(realm([WHITE], religion=5, vp=4), realm(production=1), realm(), current={1: RED})
    scene = scene.when(0, m.PlayCard(WHITE))
    assert awaited(scene) == [(0, "resource")]
    assert scene.when(1, m.Pass()).breaks("MR-6.3").text
    scene.when(0, m.Pass()).breaks("MR-6.3")
    scene = scene.when(0, m.ChooseResource("gold"))
    assert awaited(scene) == [(0, "bonus_token")]
    scene = scene.when(0, m.TakeBonusToken("gold"))
    assert awaited(scene) == [(1, "action")]


@rule("MR-6.4")
def test_a_seat_that_can_only_pass_is_passed_when_its_turn_comes() -> None:
    scene = acting(realm(production=2), realm(), realm(production=1), current={1: RED, 2: WHITE})
    assert not owner(scene, 1).passed, "never earlier"
    scene = scene.when(0, m.ActivateCard(1))
    scene.exactly(
        c.TokensPaid(0, "production", 1, RED, "price"),
        c.CardTaken(0, 1, RED, "price"),
        c.SeatPassed(1, forced=True),
        c.TurnBegan(2),
    )


@rule("MR-6.4")
@pytest.mark.parametrize(
    "kept",
    [
        {"current": {1: RED}, "production": 1},
        {"current": {1: "castle_1"}, "production": 1},
        {"current": {12: "leader_mayor_1"}, "gold": 1},
        {"current": {12: "territory_gold"}, "battle_point": 1},
        {"display": ["island_war"]},
        {"display": ["inquisition_1"], "religion": 4},
    ],
)
def test_any_other_legal_action_keeps_a_seat_in(kept: dict[str, Any]) -> None:
    owned = {name: value for name, value in kept.items() if name != "current"}
    scene = acting(realm(production=1), realm(**owned), realm(), current=kept.get("current")).when(0, m.Pass())
    assert awaited(scene) == [(1, "action")]


@rule("MR-6.5")
def test_passing_lasts_but_auctions_and_majorities_go_on() -> None:
    scene = acting(
        realm(production=4, gold=1),
        realm(passed=True, gold=2, raw_material=3),
        realm(production=1),
        current={1: "castle_1", 2: "leader_mayor_1", 3: RED},
    )
    scene.when(1, m.Pass()).breaks("MR-6.1")
    bought = scene.when(0, m.ActivateCard(1))
    bought.then(c.CardTaken(1, 1, "castle_1", "majority", "raw_material", (0, 3, 0)), c.TurnBegan(2))
    opened = scene.when(0, m.OpenAuction(2, 1))
    assert awaited(opened) == [(1, "bid")]


@rule("MR-6.6")
@pytest.mark.parametrize("square", range(1, 13))
def test_a_square_costs_one_two_or_three_production(square: int) -> None:
    price = 1 + (square - 1) // 4
    for card in (RED, "castle_1"):
        scene = acting(realm(production=price), realm(), realm(), current={square: card})
        scene.when(0, m.ActivateCard(square)).then(c.TokensPaid(0, "production", price, card, "price"))
        poor = acting(realm(production=price - 1, gold=1), realm(), realm(), current={square: card})
        poor.when(0, m.ActivateCard(square)).breaks("MR-6.6")
        poor.lacks(0, m.ActivateCard(square))


@rule("MR-6.6")
def test_an_auction_card_is_not_bought() -> None:
    scene = acting(realm(production=3, gold=3), realm(), realm(), current={1: "leader_mayor_1"})
    scene.when(0, m.ActivateCard(1)).breaks("MR-6.6")
    scene.lacks(0, m.ActivateCard(1))
    assert tokens(scene.when(0, m.OpenAuction(1, 2)), 0) == {"production": 3, "gold": 1}


@rule("MR-6.7")
def test_an_emptied_square_stays_empty() -> None:
    scene = acting(realm(production=3), realm(production=3), realm(), current={1: RED, 2: WHITE}, future={1: GREEN})
    scene = scene.when(0, m.ActivateCard(1))
    assert scene.state.current[0] is None
    assert scene.state.future[0] == GREEN
    scene.when(1, m.ActivateCard(1)).breaks("MR-6.7")
    scene.when(1, m.OpenAuction(1, 1)).breaks("MR-6.7")


@rule("MR-6.8")
@pytest.mark.parametrize("square", [0, 13, 18, -1])
def test_future_cards_cannot_be_activated(square: int) -> None:
    scene = acting(realm(production=9), realm(), realm(), current={1: RED}, future={1: WHITE, 6: GREEN})
    scene.when(0, m.ActivateCard(square)).breaks("MR-6.8")
    assert moves_of(scene, 0) == [m.ActivateCard(1), m.Pass()]


@rule("MR-7.1")
def test_a_realm_card_goes_to_the_display_for_its_price() -> None:
    scene = acting(realm([GREEN], production=3), realm(), realm(), current={7: RED})
    scene = scene.when(0, m.ActivateCard(7))
    scene.then(c.TokensPaid(0, "production", 2, RED, "price"), c.CardTaken(0, 7, RED, "price"))
    assert owner(scene, 0).display == (GREEN, RED)
    assert tokens(scene, 0) == {"production": 1}


@rule("MR-7.2")
def test_a_display_takes_four_cards_of_different_stamps() -> None:
    panel = {1: "city_blue", 2: "tithe_2", 3: "island_war"}
    full = acting(realm([RED, GREEN, WHITE, "university_1"], production=3), realm(), realm(), current=panel)
    assert "full" in full.when(0, m.ActivateCard(3)).breaks("MR-7.2").text
    three = acting(realm([RED, GREEN, WHITE], production=3), realm(), realm(), current=panel)
    assert "green" in three.when(0, m.ActivateCard(1)).breaks("MR-7.2").text
    three.when(0, m.ActivateCard(2)).breaks("MR-7.2")
    three.lacks(0, m.ActivateCard(1), m.ActivateCard(2)).lists(0, m.ActivateCard(3))
    assert len(owner(three.when(0, m.ActivateCard(3)), 0).display) == 4


@rule("MR-7.2")
def test_stamps_in_play_do_not_matter() -> None:
    scene = acting(realm(in_play=[RED, "market_2"], production=1), realm(), realm(), current={1: "market_3"})
    assert owner(scene.when(0, m.ActivateCard(1)), 0).display == ("market_3",)


@rule("MR-7.3")
def test_the_cards_own_cost_need_not_be_at_hand() -> None:
    scene = acting(realm(production=1), realm(), realm(), current={1: WHITE}).when(0, m.ActivateCard(1))
    assert owner(scene, 0).display == (WHITE,)
    assert tokens(scene, 0) == {}


@rule("MR-7.4")
def test_cards_leave_a_display_by_being_played_only() -> None:
    held = realm([RED, GREEN, WHITE, "university_1"], production=1)
    scene = acting(held, realm(), realm(), current={1: "war_1"})
    assert moves_of(scene, 0) == [m.ActivateCard(1), m.Pass()]
    ended = round_over(held, realm(), realm(), current={1: "war_1"}).step("round_end")
    assert owner(ended, 0).display == held.display


@rule("MR-8.1")
def test_anyone_who_can_pay_may_activate_a_majority_card() -> None:
    full = realm([RED, GREEN, WHITE, "university_1"], production=1)
    scene = acting(full, realm(raw_material=1), realm(), current={1: "castle_1"})
    scene.lists(0, m.ActivateCard(1))
    scene.when(0, m.ActivateCard(1)).then(c.CardTaken(1, 1, "castle_1", "majority", "raw_material", (0, 1, 0), (0,)))


@rule("MR-8.2")
def test_the_price_is_paid_first() -> None:
    scene = acting(realm(production=2), realm(), realm(), current={6: "war_1"}).when(0, m.ActivateCard(6))
    assert scene.changes[:2] == (
        c.TokensPaid(0, "production", 2, "war_1", "price"),
        c.CardTaken(0, 6, "war_1", "majority", "battle_point", (0, 0, 0)),
    )
    assert scene.state.current[5] is None


@rule("MR-8.3")
def test_blocked_displays_are_passed_over() -> None:
    blocked = realm(["inquisition_1"], religion=9)
    full = realm([RED, GREEN, "war_1", "university_1"], religion=8)
    scene = acting(
        realm(production=1),
        blocked,
        full,
        realm(religion=1, passed=True),
        realm(religion=0),
        current={1: "cathedral_1"},
    )
    scene.when(0, m.ActivateCard(1)).then(
        c.CardTaken(3, 1, "cathedral_1", "majority", "religion", (0, 9, 8, 1, 0), (1, 2))
    )


@rule("MR-8.4")
@pytest.mark.parametrize(
    ("card", "resource"),
    [
        ("castle_1", "raw_material"),
        ("war_1", "battle_point"),
        ("artist_dante", "culture"),
        ("art_gallery_1", "culture"),
        ("missionary_cyril", "religion"),
        ("cathedral_1", "religion"),
        ("scientist_bacon", "science"),
    ],
)
def test_the_richest_in_the_cards_resource_receives_it(card: str, resource: str) -> None:
    scene = acting(realm(production=9, **{resource: 2}), realm(**{resource: 3}), realm(gold=9), current={1: card})
    scene = scene.when(0, m.ActivateCard(1))
    scene.then(c.CardTaken(1, 1, card, "majority", resource, (2, 3, 0)))
    assert owner(scene, 1).display == (card,)


@rule("MR-8.5")
def test_on_a_tie_the_activator_receives_it() -> None:
    scene = acting(realm(culture=3), realm(production=1, culture=3), realm(), on_turn=1, current={1: "art_gallery_1"})
    scene.when(1, m.ActivateCard(1)).then(c.CardTaken(1, 1, "art_gallery_1", "majority", "culture", (3, 3, 0)))


@rule("MR-8.6")
def test_otherwise_the_tied_seat_nearest_to_the_start_player_receives_it() -> None:
    scene = acting(
        realm(production=1, culture=1),
        realm(culture=3),
        realm(culture=3),
        order=(0, 2, 1),
        current={1: "art_gallery_1"},
    )
    scene.when(0, m.ActivateCard(1)).then(c.CardTaken(2, 1, "art_gallery_1", "majority", "culture", (1, 3, 3)))


@rule("MR-8.7")
def test_nothing_of_a_resource_ties_with_nothing() -> None:
    scene = acting(realm(), realm(production=1), realm(), on_turn=1, current={1: "war_1"})
    scene.when(1, m.ActivateCard(1)).then(c.CardTaken(1, 1, "war_1", "majority", "battle_point", (0, 0, 0)))


@rule("MR-8.8")
def test_without_a_candidate_it_is_discarded_and_the_price_is_lost() -> None:
    scene = acting(realm(["war_1"], production=2), realm(["war_2"]), realm(["war_3"]), current={5: "war_4"})
    scene = scene.when(0, m.ActivateCard(5))
    scene.then(c.TokensPaid(0, "production", 2, "war_4", "price"), c.CardDiscarded(5, "war_4", "majority"))
    assert scene.state.discard == ("war_4",)
    assert tokens(scene, 0) == {}


@rule("MR-8.9")
def test_receiving_is_free_and_not_asked_for() -> None:
    scene = acting(
        realm(production=3), realm(production=1, culture=5), realm(), current={12: "art_gallery_1", 1: RED}
    ).when(0, m.ActivateCard(12))
    assert owner(scene, 1).display == ("art_gallery_1",)
    assert tokens(scene, 1) == {"production": 1, "culture": 5}
    assert awaited(scene) == [(1, "action")], "the turn, not a question"
