"""The worked examples of RULES.md that are about trade."""

from __future__ import annotations

from msgspec.structs import replace

from moothall.domain.winds_of_numa_sera.changes import CapitalGiven, PledgeEnded
from moothall.domain.winds_of_numa_sera.moves import AcceptTrade, Attack, Build, CounterTrade, OfferTrade
from tests.domain.winds_of_numa_sera.tables import (
    WINDS,
    dice,
    explored,
    gone,
    hand,
    has,
    passed,
    play,
    rich,
    scene,
    shown,
    start,
)


def test_21_truce() -> None:
    state = has(explored(start("krill", "ashkari")), 0, treasury=9)
    table = scene(state).when(0, OfferTrade(1, get_pledge="truce", give_capital=5)).when(1, AcceptTrade())
    table = passed(table)
    table.when(1, Attack("hero", "0")).breaks("NS-9.9")
    passed(passed(table)).lists(1, Attack("hero", "0"))


def test_22_promised_attack() -> None:
    state = has(explored(start("krill", "ashkari", "sjorsja")), 0, treasury=9)
    offer = OfferTrade(1, get_pledge="attack", get_pledge_target="2", give_capital=8)
    table = scene(state).when(0, offer).when(1, AcceptTrade()).when(0, Build("royal_mint"))
    bound = scene(explored(play(table.state, 2, "reedwatch")))
    moves = [move for move in WINDS.legal_moves(bound.state, 1) if isinstance(move, Attack | Build)]
    assert moves == [Attack("hero", "2"), Attack("stronghold", "reedwatch")]
    free = WINDS.legal_moves(explored(gone(table.state, 2)), 1)
    assert any(isinstance(move, Build) for move in free)


def test_32_known_hand_card() -> None:
    state = hand(hand(rich("krill", "ashkari"), 1, "buckler", known=True), 1, "battle_cry_1")
    table = scene(state)
    assert table.when(0, OfferTrade(1, get_cards=("buckler",), give_capital=4)).when(1, AcceptTrade()).state
    table.when(0, OfferTrade(1, get_cards=("battle_cry_1",))).breaks("NS-9.5")
    table.when(0, OfferTrade(1, get_battle_cards=1)).lists(1, AcceptTrade(("battle_cry_1",)))


def test_33_counter_offer() -> None:
    state = hand(rich("krill", "ashkari", "sjorsja"), 0, "sunfang")
    table = scene(state).when(0, OfferTrade(1, give_cards=("sunfang",), get_capital=12))
    table = table.when(1, CounterTrade(0, get_cards=("sunfang",), give_capital=6))
    assert WINDS.view(table.state, 2).offer.hidden_asked == 1
    table = table.when(0, AcceptTrade()).then(CapitalGiven(1, 0, 6))
    assert table.state.seats[1].hand == ("sunfang",)
    assert (table.state.turn.seat, table.state.offers_this_turn) == (0, 2)


def test_34_two_turns() -> None:
    state = explored(rich("krill", "ashkari"))
    table = scene(state).when(0, OfferTrade(1, get_pledge="truce", get_pledge_turns=2)).when(1, AcceptTrade())
    table = passed(table)
    table.when(1, Attack("hero", "0")).breaks("NS-9.9")
    table = passed(passed(table))
    table.when(1, Attack("hero", "0")).breaks("NS-9.9")
    passed(passed(table)).lists(1, Attack("hero", "0"))


def test_35_own_turn() -> None:
    state = explored(rich("krill", "ashkari"))
    table = scene(state).when(0, OfferTrade(1, give_pledge="truce", get_capital=5)).when(1, AcceptTrade())
    table.when(0, Attack("hero", "1")).breaks("NS-9.9")
    passed(passed(table)).lists(0, Attack("hero", "1"))


def test_36_target_gone() -> None:
    state = shown(explored(rich("krill", "ashkari", "sjorsja")), "sapphire_gate")
    siege = OfferTrade(
        1,
        get_pledge="attack",
        get_pledge_target_type="independent",
        get_pledge_target="sapphire_gate",
        get_pledge_turns=2,
        give_capital=8,
    )
    table = scene(state).when(0, siege).when(1, AcceptTrade())
    pledge = table.state.pledges[0]
    table = passed(table)
    gate = Attack("independent", "sapphire_gate")
    assert [move for move in WINDS.legal_moves(table.state, 1) if isinstance(move, Attack | Build)] == [gate]
    table = scene(explored(table.when(1, gate, draw=dice(table.state, {1: -3})).state))
    taken = table.when(2, gate, draw=dice(table.state, {2: 3}))
    taken.then(PledgeEnded(replace(pledge, turns=1), "lapsed"))
    assert taken.state.seats[1].treasury == table.state.seats[1].treasury >= 58
    assert passed(passed(scene(explored(taken.step().state)))).state.turn.seat == 2
