"""How bots trade: what they accept, refuse, answer and offer."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from moothall.domain.core.draw import FastDraw
from moothall.domain.winds_of_numa_sera.bot import trade
from moothall.domain.winds_of_numa_sera.bot.evaluation import capital, market, worth
from moothall.domain.winds_of_numa_sera.bot.trade import answer
from moothall.domain.winds_of_numa_sera.legal import price_of
from moothall.domain.winds_of_numa_sera.moves import AcceptTrade, CounterTrade, Explore, OfferTrade, RejectTrade
from moothall.domain.winds_of_numa_sera.state import State
from tests.domain.winds_of_numa_sera.tables import (
    BOX,
    WINDS,
    explored,
    gone,
    hand,
    has,
    play,
    rich,
    scene,
    shown,
    skilled,
    start,
    truce,
    vow,
)
from tests.laws.walk import walk

HEROES = ("corvane", "ashkari", "sjorsja", "edrik")


def answered(state: State, move: OfferTrade) -> Any:
    """What the partner of the offer says."""
    offered = scene(state).when(state.turn.seat, move).state
    found = WINDS.candidates(WINDS, offered, move.to, FastDraw(1), 40)
    assert found == (answer(offered, move.to),)
    return found[0]


def gain(before: State, after: State, seat: int, other: int) -> float:
    """What a trade has brought the seat: its position with all Capital where it was, and its Capital apart."""
    level = has(after, seat, treasury=before.seats[seat].treasury)
    level = has(level, other, treasury=before.seats[other].treasury)
    found = market(before, seat)
    paid = capital(found, before.seats[seat].treasury) - capital(found, after.seats[seat].treasury)
    return worth(level, seat) - worth(before, seat) - paid


def cards_of(kind: str) -> list[str]:
    return [card for card in (*BOX.items, *BOX.cards) if BOX.kind_of(card) == kind]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("treasury", [15, 60])
def test_nobody_drains_a_bot_by_offering_it_junk_again_and_again(players: int, treasury: int) -> None:
    state = has(rich(*HEROES[:players]), 1, treasury=treasury)
    state = hand(state, 1, *cards_of("battle")[20:23])
    junk = [*cards_of("battle")[:9], *cards_of("item")[:6], *cards_of("pool")[:3]]
    state = hand(state, 0, *junk)
    bought = 0
    for card in junk:
        price = price_of(BOX, card)
        if price > state.seats[1].treasury:
            continue
        offered = scene(state).when(0, OfferTrade(1, give_cards=(card,), get_capital=price))
        said = answer(offered.state, 1)
        if not isinstance(said, AcceptTrade):
            state = offered.when(1, RejectTrade()).state
            continue
        after = offered.when(1, said).state
        assert gain(state, after, 1, 0) > 0, "never at a loss"
        state, bought = after, bought + 1
    assert len(junk) == 18
    assert bought <= 1


def test_nobody_plays_with_a_bot_by_buying_and_selling_the_same_thing() -> None:
    state = skilled(rich(*HEROES[:3]), 1, lore=1)
    card = state.seats[1].mat.skills
    bought = OfferTrade(1, get_cards=card, give_capital=40)
    assert answered(state, bought) == AcceptTrade()
    state = scene(state).when(0, bought).when(1, AcceptTrade()).state
    back = OfferTrade(1, give_cards=card, get_capital=1)
    assert answered(state, back) == RejectTrade()
    assert answered(replace(state, offered=()), back) == AcceptTrade(), "in another turn it is a bargain"


def test_an_offer_that_helps_is_accepted() -> None:
    state = skilled(rich(*HEROES[:3]), 0, lore=1)
    card = state.seats[0].mat.skills
    assert answered(state, OfferTrade(1, give_cards=card, get_capital=1)) == AcceptTrade()
    assert answered(state, OfferTrade(1, give_capital=10)) == AcceptTrade()
    assert answered(state, OfferTrade(1, get_capital=10)) == RejectTrade()
    assert answered(state, OfferTrade(1, give_cards=card, get_capital=50)) != AcceptTrade()


def test_what_lies_idle_is_worth_nothing() -> None:
    state = play(rich(*HEROES[:3]), 1, "longsword")
    plain = worth(state, 1)
    assert worth(hand(state, 1, *cards_of("battle")[:3]), 1) == worth(hand(state, 1, *cards_of("battle")[:8]), 1)
    assert worth(hand(state, 1, "dagger"), 1) == plain
    assert worth(hand(state, 1, "iron_helm"), 1) > plain


def test_capital_is_worth_what_it_buys() -> None:
    found = market(rich(*HEROES[:3]), 1)
    rates = [rate for rate, _ in found.goods]
    assert rates == sorted(rates, reverse=True)
    first = found.goods[0][1]
    assert capital(found, first) == pytest.approx(rates[0] * first)
    assert capital(found, 1000) - capital(found, 999) == pytest.approx(found.coin)
    assert capital(found, 0) == 0
    assert 0 < found.coin < rates[-1]


@pytest.mark.parametrize("setting", ["throne", "empire"])
def test_no_price_buys_a_victory_condition(setting: Any) -> None:
    state = replace(has(rich(*HEROES[:3]), 0, treasury=200), setting=setting)
    master = skilled(skilled(state, 0, weapon=3), 1, weapon=1)
    for card in master.seats[1].mat.skills:
        assert answered(master, OfferTrade(1, get_cards=(card,), give_capital=200)) == RejectTrade()
    conqueror = play(play(state, 0, "reedwatch", "emberhold", "highcrag"), 1, "sapphire_gate")
    assert answered(conqueror, OfferTrade(1, get_cards=("sapphire_gate",), give_capital=200)) == RejectTrade()


def test_who_is_close_to_victory_is_helped_least() -> None:
    state = skilled(rich(*HEROES[:3]), 1, lore=1)
    deal = OfferTrade(1, get_cards=state.seats[1].mat.skills, give_capital=25)
    assert answered(state, deal) == AcceptTrade()
    near = has(skilled(state, 0, lore=2), 0, treasury=65)
    assert answered(near, deal) == RejectTrade(), "one more card, and the Capital left buys the last"


def test_a_truce_is_sold_but_not_given_away() -> None:
    state = rich(*HEROES[:3])
    assert answered(state, OfferTrade(1, get_pledge="truce")) != AcceptTrade()
    assert answered(state, OfferTrade(1, get_pledge="truce", give_capital=20)) == AcceptTrade()


def test_a_truce_that_is_in_force_is_not_bought_again() -> None:
    state = replace(threatened(), pledges=(truce(0, 1),), phase=replace(threatened().turn, seat=0))
    assert answered(state, OfferTrade(1, give_pledge="truce", get_capital=5)) == RejectTrade()


def test_a_bot_names_its_own_price() -> None:
    state = has(idle(), 1, treasury=20)
    prices = [OfferTrade(1, give_cards=("worldsplitter",), get_capital=price) for price in range(21)]
    assert answered(state, prices[1]) == AcceptTrade()
    dear = next(offer for offer in prices if answered(state, offer) != AcceptTrade())
    said = answered(state, dear)
    assert isinstance(said, CounterTrade)
    assert said.get_cards == ("worldsplitter",)
    assert 0 < said.give_capital < dear.get_capital
    countered = scene(state).when(0, dear).when(1, said).state
    assert answer(countered, 0) == AcceptTrade()
    refused = replace(countered, offer=replace(countered.offer, give_capital=0))
    assert answer(refused, 0) == RejectTrade(), "two bots do not haggle for ever"


def idle() -> State:
    """Seat 0 holds a weapon that it cannot wear and that seat 1 can."""
    state = skilled(start("corvane", "sjorsja", "edrik"), 1, weapon=2)
    for seat in range(3):
        state = has(state, seat, treasury=12)
    return hand(state, 0, "worldsplitter")


def test_a_bot_offers_what_helps_both() -> None:
    state = idle()
    offer = WINDS.overture(state, 0)
    assert isinstance(offer, OfferTrade)
    assert (offer.to, offer.give_cards) == (1, ("worldsplitter",))
    assert offer.get_capital > 0
    done = scene(state).when(0, offer).when(offer.to, answered(state, offer))
    assert done.state.seats[1].hand == ("worldsplitter",)
    assert done.state.seats[0].treasury == 12 + offer.get_capital


def test_what_bots_offer_suits_both_wherever_they_do() -> None:
    offered = 0
    points = [(point.state, point.seat) for point in walk(WINDS, 4, 8) if point.seat is not None]
    for state, seat in points[40::2]:
        offer = WINDS.overture(state, seat)
        if offer is None:
            continue
        offered += 1
        assert answered(state, offer) == AcceptTrade(), "a bot thinks what another thinks"
        after = scene(state).when(seat, offer).when(offer.to, AcceptTrade()).state
        if offer.get_pledge == "none":
            assert gain(state, after, seat, offer.to) > 0
            assert gain(state, after, offer.to, seat) > 0
    assert offered > 2


def test_a_bot_does_not_repeat_itself_and_soon_gives_up() -> None:
    state = idle()
    made = []
    while (offer := WINDS.overture(state, 0)) is not None:
        made.append(offer)
        state = scene(state).when(0, offer).when(offer.to, RejectTrade()).state
    assert 1 <= len(made) == len(set(made)) <= 2
    assert WINDS.overture(scene(state).when(0, Explore()).state, 0) is None


def test_a_bot_offers_nothing_out_of_turn_or_between_two() -> None:
    assert WINDS.overture(idle(), 1) is None
    assert WINDS.overture(explored(idle()), 0) is None
    assert WINDS.overture(gone(idle(), 2), 0) is None
    open_offer = scene(idle()).when(0, OfferTrade(1, give_capital=1)).state
    assert WINDS.overture(open_offer, 0) is None


def threatened() -> State:
    """Seat 1, whose turn it is, has three Strongholds, one of which seat 0 is about to take."""
    state = skilled(play(rich("sjorsja", "ashkari", "edrik"), 0, "greatsword"), 0, weapon=2)
    state = play(state, 1, "reedwatch", "emberhold", "sapphire_gate").with_mat(1, classes=("paladin",))
    return replace(shown(state, "stormwall"), phase=replace(state.turn, seat=1))


def test_a_truce_is_worth_what_it_averts() -> None:
    state = threatened()
    bound, spared = trade.pledge_gains(state, truce(0, 1), (0, 1))
    assert bound < 0 < spared
    longer = trade.pledge_gains(state, truce(0, 1, turns=2), (0, 1))
    assert longer[0] < bound
    assert longer[1] > spared
    nobody = trade.pledge_gains(state, truce(2, 1), (0, 1, 2))
    assert (nobody[0], nobody[1] > 0, nobody[2] < 0) == (0, True, True), "who would not attack binds itself a little"


def test_a_promised_attack_that_would_be_made_anyway_is_worth_nothing() -> None:
    state = threatened()
    assert trade.pledge_gains(state, vow(0, 2, 1), (0, 1, 2)) == [0, 0, 0]
    assert trade.pledge_gains(state, vow(0, 1, 2), (0,))[0] < 0, "there is something better to do"


def weighed(monkeypatch: pytest.MonkeyPatch, *gains: float) -> None:
    """A promise is worth this to whoever offers the trade, and this to the partner."""
    monkeypatch.setattr(trade, "pledge_gains", lambda state, pledge, eyes: gains)


def test_a_bot_buys_peace_from_who_is_about_to_attack(monkeypatch: pytest.MonkeyPatch) -> None:
    weighed(monkeypatch, 9, -1)
    offer = WINDS.overture(threatened(), 1)
    assert isinstance(offer, OfferTrade)
    assert (offer.to, offer.get_pledge) == (0, "truce")
    assert offer.give_capital > 0
    weighed(monkeypatch, 9, -40)
    assert getattr(WINDS.overture(threatened(), 1), "get_pledge", "none") == "none"


def test_a_bot_pays_for_an_attack_on_the_leader(monkeypatch: pytest.MonkeyPatch) -> None:
    state = skilled(skilled(rich("ashkari", "corvane", "vharga"), 1, weapon=3), 2, lore=3)
    state = has(has(state, 1, treasury=0), 2, treasury=30, power=1)
    weighed(monkeypatch, 9, -1)
    offer = WINDS.overture(state, 0)
    assert isinstance(offer, OfferTrade)
    assert (offer.to, offer.get_pledge, offer.get_pledge_target) == (1, "attack", "2")
    assert answered(state, offer) == AcceptTrade()
    assert answered(state, replace(offer, give_capital=0)) != AcceptTrade(), "it costs more than it brings"
