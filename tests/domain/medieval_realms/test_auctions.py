"""MR-9: auctions."""

from __future__ import annotations

import pytest

from moothall.domain.core.errors import NotYourTurn
from moothall.domain.medieval_realms import changes as c
from moothall.domain.medieval_realms.moves import ActivateCard, Bid, OpenAuction, Pass, PassAuction
from tests.domain.medieval_realms.tables import acting, awaited, moves_of, owner, realm, tokens
from tests.support.scenes import rule

CAPTAIN = "leader_admiral_1"


@rule("MR-9.1")
def test_the_opener_bids_between_one_and_all_it_owns() -> None:
    scene = acting(realm(gold=3, production=9), realm(), realm(), current={6: CAPTAIN})
    assert moves_of(scene, 0) == [OpenAuction(6, 1), OpenAuction(6, 2), OpenAuction(6, 3), Pass()]
    scene.when(0, OpenAuction(6, 0)).breaks("MR-9.1")
    scene.when(0, OpenAuction(6, 4)).breaks("MR-9.1")
    scene.when(0, OpenAuction(6, 2)).then(c.AuctionOpened(0, 6, CAPTAIN, "gold", 2))


@rule("MR-9.1")
@pytest.mark.parametrize(
    ("card", "resource"), [("leader_mayor_1", "gold"), ("leader_general_1", "gold"), ("territory_gold", "battle_point")]
)
def test_leaders_are_bid_for_in_gold_and_territories_in_battle_points(card: str, resource: str) -> None:
    scene = acting(realm(**{resource: 1}), realm(), realm(), current={1: card})
    scene.when(0, OpenAuction(1, 1)).then(c.TokensPaid(0, resource, 1, card, "bid"))
    other = {"gold": "battle_point", "battle_point": "gold"}[resource]
    acting(realm(**{other: 9}), realm(), realm(), current={1: card}).when(0, OpenAuction(1, 1)).breaks("MR-9.1")


@rule("MR-9.1")
def test_only_auction_cards_are_auctioned() -> None:
    acting(realm(gold=3), realm(), realm(), current={1: "market_1"}).when(0, OpenAuction(1, 1)).breaks("MR-9.1")


@rule("MR-9.2")
def test_bids_go_clockwise_from_the_opener_whatever_the_turn_order() -> None:
    scene = acting(
        realm(gold=5), realm(gold=5), realm(gold=5), realm(gold=5, passed=True),
        on_turn=2, order=(2, 0, 1, 3), current={1: CAPTAIN},
    )  # fmt: skip
    scene = scene.when(2, OpenAuction(1, 1))
    scene.then(c.BidAsked(3))
    assert awaited(scene) == [(3, "bid")]
    assert isinstance(scene.when(0, Bid(2)).breaks("MR-9.2"), NotYourTurn)
    assert not isinstance(scene.when(3, Pass()).breaks("MR-9.2"), NotYourTurn)
    scene = scene.when(3, Bid(2))
    scene.exactly(c.BidMade(3, 2, "gold"), c.BidAsked(0))
    assert awaited(scene.when(0, PassAuction())) == [(1, "bid")]


@rule("MR-9.3")
def test_a_bid_is_higher_and_at_most_what_the_bidder_owns() -> None:
    scene = acting(realm(gold=2), realm(gold=4, battle_point=9), realm(), current={1: CAPTAIN})
    scene = scene.when(0, OpenAuction(1, 2))
    assert moves_of(scene, 1) == [Bid(3), Bid(4), PassAuction()]
    for amount in (-1, 0, 2, 5, 10**9):
        scene.when(1, Bid(amount)).breaks("MR-9.3")


@rule("MR-9.4")
def test_leaving_an_auction_is_final_and_nothing_more() -> None:
    scene = acting(realm(gold=5), realm(gold=5), realm(gold=5), current={1: CAPTAIN, 2: "leader_mayor_1"})
    scene = scene.when(0, OpenAuction(1, 1)).when(1, PassAuction())
    scene.exactly(c.AuctionPassed(1), c.BidAsked(2))
    scene = scene.when(2, Bid(2)).when(0, Bid(3))
    scene.exactly(c.BidMade(0, 3, "gold"), c.BidAsked(2))
    scene = scene.when(2, PassAuction())
    assert not owner(scene, 1).passed
    assert awaited(scene) == [(1, "action")]
    scene.lists(1, OpenAuction(2, 5))


@rule("MR-9.5")
def test_the_highest_bidder_is_never_asked_to_beat_itself() -> None:
    scene = acting(realm(gold=5), realm(gold=5), realm(gold=5), current={1: CAPTAIN})
    scene = scene.when(0, OpenAuction(1, 1)).when(1, Bid(2)).when(2, Bid(3)).when(0, PassAuction())
    assert awaited(scene) == [(1, "bid")]
    scene = scene.when(1, PassAuction())
    scene.then(c.TokensPaid(2, "gold", 3, CAPTAIN, "bid"), c.AuctionWon(2, 1, CAPTAIN))


@rule("MR-9.6")
def test_a_seat_that_cannot_bid_higher_leaves_by_itself() -> None:
    scene = acting(realm(gold=3), realm(gold=3), realm(gold=4), current={1: CAPTAIN})
    scene = scene.when(0, OpenAuction(1, 3))
    scene.exactly(c.AuctionOpened(0, 1, CAPTAIN, "gold", 3), c.AuctionPassed(1, forced=True), c.BidAsked(2))
    unopposed = acting(realm(gold=3), realm(gold=3), realm(gold=3), current={1: CAPTAIN}).when(0, OpenAuction(1, 3))
    unopposed.then(c.AuctionPassed(1, forced=True), c.AuctionPassed(2, forced=True), c.AuctionWon(0, 1, CAPTAIN))


@rule("MR-9.7")
def test_only_the_winner_pays_exactly_its_bid() -> None:
    scene = acting(realm(gold=5), realm(gold=6), realm(gold=4), current={1: CAPTAIN})
    scene = scene.when(0, OpenAuction(1, 3)).when(1, Bid(4)).when(0, PassAuction())
    assert [tokens(scene, seat)["gold"] for seat in range(3)] == [5, 2, 4]


@rule("MR-9.8")
def test_the_card_stays_on_its_square_until_it_goes_into_play() -> None:
    full = ["market_1", "city_red", "tithe_1", "university_1"]
    scene = acting(realm(gold=1), realm(full, gold=2), realm(), current={4: CAPTAIN})
    scene = scene.when(0, OpenAuction(4, 1))
    assert scene.state.current[3] == CAPTAIN
    scene = scene.when(1, Bid(2))
    scene.then(
        c.TokensPaid(1, "gold", 2, CAPTAIN, "bid"),
        c.AuctionWon(1, 4, CAPTAIN),
        c.LeaderGained(1, "admiral", 1, CAPTAIN),
    )
    assert scene.state.current[3] is None
    assert owner(scene, 1).in_play == (CAPTAIN,)
    assert owner(scene, 1).display == tuple(full)
    assert owner(scene, 1).admirals == 2


@rule("MR-9.9")
def test_the_turn_goes_on_after_the_opener_whoever_won() -> None:
    scene = acting(
        realm(gold=1), realm(production=1, gold=1), realm(production=1), realm(gold=2),
        order=(3, 0, 2, 1), current={1: CAPTAIN, 2: "market_1"},
    )  # fmt: skip
    scene = scene.when(0, OpenAuction(1, 1)).when(3, Bid(2))
    scene.then(c.AuctionWon(3, 1, CAPTAIN), c.TurnBegan(2))


@rule("MR-17.3")
def test_gold_bid_in_vain_is_free_for_the_next_auction() -> None:
    scene = acting(
        realm(gold=3), realm(gold=4), realm(), current={1: CAPTAIN, 2: "leader_mayor_1", 3: "leader_mayor_2"}
    )
    scene = scene.when(0, OpenAuction(1, 3)).when(1, Bid(4))
    assert awaited(scene) == [(0, "action")], "seat 1 has no gold left and seat 2 never had any"
    scene.when(0, ActivateCard(2)).breaks("MR-6.6")
    scene.lists(0, OpenAuction(2, 3), OpenAuction(3, 3))
