"""NS-9: what can be offered, and what a trade does."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from moothall.domain.core.title import Asked
from moothall.domain.core.words import NOBODY
from moothall.domain.winds_of_numa_sera.changes import (
    CapitalGiven,
    CardGiven,
    ClassUnlocked,
    GameEnded,
    OfferClosed,
    OfferMade,
    PledgeMade,
    PowerGiven,
    SlotDowngraded,
    SlotUpgraded,
)
from moothall.domain.winds_of_numa_sera.moves import (
    AcceptTrade,
    Build,
    Choose,
    Explore,
    OfferTrade,
    RejectTrade,
    WithdrawTrade,
)
from moothall.domain.winds_of_numa_sera.state import Offer
from tests.domain.winds_of_numa_sera.tables import (
    BOX,
    WINDS,
    explored,
    full,
    gone,
    hand,
    has,
    play,
    rich,
    scene,
    skilled,
    truce,
)
from tests.support.scenes import rule


@rule("NS-9.1")
def test_a_trade_happens_only_if_the_partner_accepts() -> None:
    state = rich("corvane", "ashkari", "sjorsja")
    table = scene(state).when(0, OfferTrade(1, give_capital=7, get_pledge="truce"))
    assert WINDS.awaiting(table.state).seats == (Asked(1, "trade"),)
    table.when(2, AcceptTrade()).breaks("NS-9.1")
    table.when(2, RejectTrade()).breaks("NS-9.1")
    rejected = table.when(1, RejectTrade()).exactly(OfferClosed(1, "rejected"))
    assert rejected.state.seats[0].treasury == 50
    table.when(1, AcceptTrade()).then(OfferClosed(1, "accepted"), CapitalGiven(0, 1, 7), PledgeMade(truce(1, 0)))
    scene(state).when(0, OfferTrade(0, give_capital=1)).breaks("NS-9.1")
    scene(state).when(0, OfferTrade(7, give_capital=1)).breaks("NS-9.1")
    scene(gone(state, 2)).when(0, OfferTrade(2, give_capital=1)).breaks("NS-9.1")
    scene(explored(state)).when(1, OfferTrade(0, give_capital=1)).breaks("NS-2.1")


@rule("NS-9.2")
def test_all_cards_but_heroes_and_classes_can_be_traded() -> None:
    state = play(rich("corvane", "ashkari"), 0, "fenn_gambler", "reedwatch", "pool_of_stone", "buckler", "weapon_1")
    state = hand(state, 0, "battle_cry_1", "pool_of_dawn", "sunfang", "iron_helm").with_mat(0, classes=("heir",))
    table = scene(state)
    for card in ("fenn_gambler", "reedwatch", "pool_of_stone", "buckler", "weapon_1", "battle_cry_1", "sunfang"):
        assert table.when(0, OfferTrade(1, give_cards=(card,))).when(1, AcceptTrade()).state
    for card in ("corvane", "lelia", "heir", "tithe", "nonsense"):
        table.when(0, OfferTrade(1, give_cards=(card,))).breaks("NS-9.2")
    everything = ("fenn_gambler", "reedwatch", "pool_of_stone", "buckler", "weapon_1", "battle_cry_1", "pool_of_dawn")
    assert table.when(0, OfferTrade(1, give_cards=everything)).when(1, AcceptTrade()).state.seats[0].hand
    table.when(0, OfferTrade(1, give_cards=("buckler", "buckler"))).breaks("NS-9.2")
    table.when(0, OfferTrade(1)).breaks("NS-9.2")


@rule("NS-9.3")
def test_only_a_guard_limits_offers_and_cards() -> None:
    table = scene(rich("corvane", "ashkari"))
    for _ in range(BOX.limits.trade_offers_per_turn):
        assert WINDS.view(table.state, None).phase.may_offer
        table = table.when(0, OfferTrade(1, give_capital=1), WithdrawTrade())
    table.when(0, OfferTrade(1, give_capital=1)).breaks("NS-9.3")
    assert not WINDS.view(table.state, None).phase.may_offer
    assert not [move for move in WINDS.legal_moves(table.state, 0) if isinstance(move, OfferTrade)]
    passed = scene(explored(table.state)).when(0, Build("royal_mint"))
    assert passed.when(1, OfferTrade(0, give_capital=1)).state.offers_this_turn == 1
    many = tuple(f"card_{number}" for number in range(41))
    scene(rich("corvane", "ashkari")).when(0, OfferTrade(1, give_cards=many)).breaks("NS-9.3")


@rule("NS-9.14")
def test_the_turn_waits_until_the_offer_is_answered_or_withdrawn() -> None:
    state = rich("corvane", "ashkari", "sjorsja")
    table = scene(state).when(0, OfferTrade(1, give_capital=1))
    table.lists(0, WithdrawTrade()).lacks(0, Explore()).lacks(1, WithdrawTrade())
    table.when(0, Explore()).breaks("NS-2.5")
    table.when(1, WithdrawTrade()).breaks("NS-9.14")
    for back in (table.when(0, WithdrawTrade()), table.when(1, RejectTrade())):
        assert WINDS.awaiting(back.state).seats == (Asked(0, "turn"),)
    table.when(0, WithdrawTrade()).exactly(OfferClosed(0, "withdrawn"))
    scene(state).when(0, WithdrawTrade()).breaks("NS-9.14")


@rule("NS-9.4")
def test_treasury_capital_and_one_way_power() -> None:
    state = has(rich("corvane", "ashkari"), 1, power=full("ashkari") - 3)
    table = scene(has(state, 0, treasury=4, purse={"corvane": 9}))
    table.when(0, OfferTrade(1, give_capital=5)).breaks("NS-9.4")
    table.when(0, OfferTrade(1, get_capital=51)).breaks("NS-9.4")
    table.when(0, OfferTrade(1, give_capital=-1)).breaks("NS-9.4")
    table.when(0, OfferTrade(1, give_power=4)).breaks("NS-9.4")
    table.when(0, OfferTrade(1, get_power=1)).breaks("NS-9.4")
    table.when(0, OfferTrade(1, give_power=-1)).breaks("NS-9.4")
    hurt = scene(has(state, 0, power=state.seats[0].power - 2))
    hurt.when(0, OfferTrade(1, give_power=1, get_power=1)).breaks("NS-9.4")
    given = table.when(0, OfferTrade(1, give_power=3)).when(1, AcceptTrade())
    given.then(PowerGiven(0, 1, 3))
    assert [seat.power for seat in given.state.seats] == [full("corvane") - 3, full("ashkari")]
    weak = scene(has(state, 0, power=2))
    weak.when(0, OfferTrade(1, give_power=2)).breaks("NS-9.4")


@rule("NS-9.5")
def test_only_open_cards_are_named_and_battle_cards_are_asked_by_number() -> None:
    state = hand(play(rich("corvane", "ashkari", "sjorsja"), 1, "buckler"), 1, "battle_cry_1", "war_drums_1", "sunfang")
    table = scene(state)
    hidden = table.when(0, OfferTrade(1, get_cards=("battle_cry_1",))).breaks("NS-9.5")
    missing = table.when(0, OfferTrade(1, get_cards=("pillage_1",))).breaks("NS-9.5")
    assert hidden.text.replace("battle_cry_1", "") == missing.text.replace("pillage_1", "")
    table.when(0, OfferTrade(1, get_battle_cards=4)).breaks("NS-9.5")
    table.when(0, OfferTrade(2, get_battle_cards=1)).breaks("NS-9.5")
    asked = table.when(0, OfferTrade(1, get_battle_cards=1, give_capital=3))
    asked.lists(1, AcceptTrade(("battle_cry_1",)), AcceptTrade(("war_drums_1",))).lacks(1, AcceptTrade(("sunfang",)))
    asked.when(1, AcceptTrade()).breaks("NS-9.5")
    asked.when(1, AcceptTrade(("sunfang",))).breaks("NS-9.5")
    asked.when(1, AcceptTrade(("pillage_1",))).breaks("NS-9.5")
    done = asked.when(1, AcceptTrade(("war_drums_1",)))
    given = CardGiven(1, 0, "war_drums_1", "hand", "hand", secret=True)
    done.then(given)
    assert WINDS.redact(given, 2) == replace(given, card="")
    assert WINDS.redact(given, 0) == given
    three = table.when(0, OfferTrade(1, get_battle_cards=3))
    assert list(WINDS.legal_moves(three.state, 1)) == [RejectTrade()]


@rule("NS-9.5")
def test_a_hand_card_that_everybody_knows_is_asked_for_by_name() -> None:
    state = hand(rich("corvane", "ashkari", "sjorsja"), 1, "battle_cry_1", "buckler", known=True)
    state = hand(state, 1, "war_drums_1", "sunfang")
    table = scene(state)
    table.lists(0, OfferTrade(1, get_cards=("buckler",), give_capital=4))
    table.lists(0, OfferTrade(1, get_cards=("battle_cry_1",), give_capital=3))
    bought = table.when(0, OfferTrade(1, get_cards=("buckler", "battle_cry_1"), give_capital=9)).when(1, AcceptTrade())
    bought.then(CardGiven(1, 0, "buckler", "hand", "hand"), CardGiven(1, 0, "battle_cry_1", "hand", "hand"))
    assert bought.state.seats[0].known == ("buckler", "battle_cry_1")
    named = table.when(0, OfferTrade(1, get_cards=("battle_cry_1",), get_battle_cards=1))
    named.when(1, AcceptTrade(("battle_cry_1",))).breaks("NS-9.5")
    named.lists(1, AcceptTrade(("war_drums_1",))).lacks(1, AcceptTrade(("battle_cry_1",)))
    table.when(0, OfferTrade(1, get_cards=("battle_cry_1",), get_battle_cards=4)).breaks("NS-9.5")


def test_of_very_many_sets_of_battle_cards_the_first_are_listed() -> None:
    cards = [card for card in BOX.cards if BOX.kind_of(card) == "battle"][:16]
    state = hand(rich("corvane", "ashkari"), 1, *cards)
    table = scene(state).when(0, OfferTrade(1, get_battle_cards=8))
    listed = [move for move in WINDS.legal_moves(table.state, 1) if isinstance(move, AcceptTrade)]
    assert len(listed) == len(set(listed)) == 100
    assert table.when(1, listed[-1]).state.offer is None
    assert table.when(1, AcceptTrade(tuple(cards[8:]))).state.offer is None


@rule("NS-9.5")
def test_offered_hand_cards_are_shown_to_the_partner_alone() -> None:
    state = hand(rich("corvane", "ashkari", "sjorsja"), 0, "battle_cry_1")
    move = OfferTrade(1, give_cards=("battle_cry_1",), get_capital=3)
    table = scene(state).when(0, move)
    offer = Offer(0, 1, give_hidden=("battle_cry_1",), hidden=1, get_capital=3)
    table.exactly(OfferMade(offer))
    assert WINDS.view(table.state, 1).offer.give_hidden == ("battle_cry_1",)
    for viewer in (2, None):
        seen = WINDS.view(table.state, viewer).offer
        assert (seen.give_hidden, seen.hidden, seen.get_capital) == ((), 1, 3)
        assert WINDS.redact(OfferMade(offer), viewer) == OfferMade(replace(offer, give_hidden=()))
        assert WINDS.redact_move(move, 0, viewer) is None
        assert "Battle Cry" not in WINDS.describe_change(WINDS.redact(OfferMade(offer), viewer), NOBODY)
    assert WINDS.redact_move(move, 0, 1) == move


def test_skill_cards_are_named_by_their_type() -> None:
    state = skilled(rich("corvane", "ashkari"), 1, agriculture=1, lore=1)
    told = [WINDS.describe_move(OfferTrade(1, get_cards=(card,)), state, NOBODY) for card in state.seats[1].mat.skills]
    assert "an Agriculture Training card" in told[0]
    assert "a Lore Training card" in told[1]


@rule("NS-9.6")
def test_cards_arrive_where_they_belong() -> None:
    state = play(rich("corvane", "ashkari"), 0, "fenn_gambler", "reedwatch", "halberd", "lore_1", "pool_of_stone")
    state = has(state, 0, purse={"reedwatch": 4})
    table = scene(state).when(0, OfferTrade(1, give_cards=("fenn_gambler", "reedwatch", "halberd")))
    table = table.when(1, AcceptTrade())
    taker = table.state.seats[1]
    assert (taker.mat.mavens, taker.mat.strongholds, taker.hand) == (("fenn_gambler",), ("reedwatch",), ("halberd",))
    assert taker.known == ("halberd",)
    assert (taker.purse, table.state.seats[0].purse) == ({"reedwatch": 4}, {})
    assert table.state.seats[0].mat.slots == ("", "", "", "", "")
    table = scene(state).when(0, OfferTrade(1, give_cards=("lore_1", "pool_of_stone"))).when(1, AcceptTrade())
    assert table.state.seats[1].mat.skills == ("lore_1",)
    assert table.state.seats[1].known == ("pool_of_stone",)
    assert table.state.seats[0].mat.blessing == ""


@rule("NS-9.6")
def test_nobody_ends_up_with_five_cards_of_a_type() -> None:
    state = skilled(skilled(rich("corvane", "ashkari"), 1, lore=4), 0, lore=1)
    scene(state).when(0, OfferTrade(1, give_cards=("lore_5",))).breaks("NS-9.6")
    swap = OfferTrade(1, give_cards=("lore_5",), get_cards=("lore_1",))
    assert scene(state).when(0, swap).state.offer is not None


@rule("NS-9.7")
def test_a_forge_card_takes_its_upgrade_along() -> None:
    state = skilled(rich("corvane", "ashkari"), 0, forge=2).with_mat(0, upgraded=("head", "pack"))
    table = scene(state).when(0, OfferTrade(1, give_cards=("forge_1",))).when(1, AcceptTrade())
    table.then(SlotDowngraded(0, "pack"))
    assert WINDS.awaiting(table.state).seats == (Asked(1, "forge_slot"),)
    table = table.when(1, Choose("forge_slot", "chest")).then(SlotUpgraded(1, "chest"))
    assert [seat.mat.upgraded for seat in table.state.seats] == [("head",), ("chest",)]
    assert table.state.turn.seat == 0


@rule("NS-9.8")
def test_conditions_reached_by_trade_count_but_not_as_raids() -> None:
    state = play(rich("corvane", "ashkari"), 1, "reedwatch", "emberhold", "stormwall", "highcrag")
    state = state.with_seat(1, conditions=("conqueror",))
    state = replace(state, setting="empire")
    table = scene(state).when(0, OfferTrade(1, get_cards=("reedwatch", "emberhold"))).when(1, AcceptTrade())
    table.then(ClassUnlocked(0, "paladin"))
    assert table.state.seats[0].raids == 0
    won = replace(play(state, 0, "sapphire_gate", "barrow_fort"), setting="throne").with_seat(1, conditions=())
    won = play(won, 1, "reedwatch", "emberhold").with_mat(1, strongholds=("reedwatch", "emberhold"))
    won = replace(won, stronghold_deck=("stormwall", "highcrag"))
    table = scene(won).when(0, OfferTrade(1, get_cards=("reedwatch", "emberhold"))).when(1, AcceptTrade())
    table.then(GameEnded(0, ("conqueror",)))


@pytest.mark.parametrize(
    ("card", "price"),
    [("war_drums_1", 3), ("sunfang", 8), ("pool_of_dawn", 4), ("buckler", 4)],
)
def test_own_hand_cards_are_listed_at_their_price(card: str, price: int) -> None:
    state = hand(rich("corvane", "ashkari"), 0, card)
    scene(state).lists(0, OfferTrade(1, give_cards=(card,), get_capital=price))


def test_the_list_of_offers() -> None:
    state = play(rich("corvane", "ashkari", "sjorsja"), 1, "fenn_gambler", "reedwatch", "weapon_1", "weapon_2")
    state = hand(state, 0, "war_drums_2", "war_drums_1")
    table = scene(state)
    table.lists(
        0,
        OfferTrade(1, give_cards=("war_drums_1",), get_capital=3),
        OfferTrade(1, get_cards=("fenn_gambler",), give_capital=5),
        OfferTrade(1, get_cards=("reedwatch",), give_capital=25),
        OfferTrade(1, get_cards=("weapon_1",), give_capital=20),
        OfferTrade(2, get_pledge="truce", give_capital=5),
        OfferTrade(2, give_pledge="truce", get_capital=5),
        OfferTrade(2, get_pledge="attack", get_pledge_target="1", give_capital=8),
    )
    table.lacks(
        0,
        OfferTrade(1, give_cards=("war_drums_2",), get_capital=3),
        OfferTrade(1, get_cards=("weapon_2",), give_capital=20),
    )
    poor = scene(has(state, 0, treasury=4))
    poor.lacks(0, OfferTrade(1, get_cards=("fenn_gambler",), give_capital=5))
