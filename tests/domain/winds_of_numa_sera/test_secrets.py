"""What others may not see: views, changes, moves, states for bots; and what can be undone."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from moothall.domain.core.draw import FastDraw
from moothall.domain.core.title import Binding
from moothall.domain.winds_of_numa_sera import changes as c
from moothall.domain.winds_of_numa_sera.moves import (
    AcceptTrade,
    Attack,
    BuySkill,
    Choose,
    CommitBattle,
    Explore,
    OfferTrade,
    SetSuccession,
    Use,
)
from moothall.domain.winds_of_numa_sera.state import Offer, UpgradeOne
from tests.domain.winds_of_numa_sera.tables import (
    BOX,
    WINDS,
    dice,
    drafted,
    explored,
    hand,
    has,
    play,
    scene,
    skilled,
    start,
    top,
)


@pytest.mark.parametrize(
    ("change", "shown"),
    [
        (c.SuccessionSet(0, ("lelia",)), c.SuccessionSet(0, (), secret=True)),
        (c.BattleCommitted(0, ("pillage_1",)), c.BattleCommitted(0, (), secret=True)),
        (c.StrongholdsDealt(("highcrag",), ("reedwatch",), 2), c.StrongholdsDealt((), ("reedwatch",), 2)),
        (c.ForgeDealt(("halberd",), ("buckler",), 2), c.ForgeDealt((), ("buckler",), 2)),
        (c.DeckShuffled(("pillage_1",), 1), c.DeckShuffled((), 1)),
        (c.BattleCardsDealt(0, ("pillage_1",), 1), c.BattleCardsDealt(0, (), 1)),
        (c.CardsDrawn(0, ("pillage_1",), 1), c.CardsDrawn(0, (), 1)),
        (c.CardsSunk(0, ("pillage_1",), 1), c.CardsSunk(0, (), 1)),
        (c.CardKept(0, "pillage_1"), c.CardKept(0, "")),
        (c.ChoiceMade(0, "explored_card", "pillage_1"), c.ChoiceMade(0, "explored_card", "")),
        (c.ChoiceMade(0, "maven", "accept"), c.ChoiceMade(0, "maven", "accept")),
        (
            c.CardGiven(0, 2, "pillage_1", "hand", "hand", secret=True),
            c.CardGiven(0, 2, "", "hand", "hand", secret=True),
        ),
        (c.CardGiven(0, 2, "buckler", "slots", "hand"), c.CardGiven(0, 2, "buckler", "slots", "hand")),
        (c.OfferMade(Offer(0, 2, give_hidden=("pillage_1",), hidden=1)), c.OfferMade(Offer(0, 2, hidden=1))),
        (
            c.SeatEliminated(0, ("b", "a"), ("d", "c"), ("x",), {}),
            c.SeatEliminated(0, ("a", "b"), ("c", "d"), ("x",), {}),
        ),
    ],
)
def test_a_change_as_a_third_player_sees_it(change: c.AnyChange, shown: Any) -> None:
    assert WINDS.redact(change, 1) == shown
    assert WINDS.redact(change, None) == shown
    if not isinstance(change, c.StrongholdsDealt | c.ForgeDealt | c.DeckShuffled | c.SeatEliminated):
        assert WINDS.redact(change, 0) == change


@pytest.mark.parametrize(
    ("move", "seen"),
    [
        (SetSuccession(("lelia", "krill", "corvane")), False),
        (CommitBattle(), False),
        (AcceptTrade(("pillage_1",)), False),
        (AcceptTrade(), True),
        (OfferTrade(2, give_cards=("pillage_1",)), False),
        (OfferTrade(2, get_cards=("fenn_gambler",)), True),
        (Choose("explored_card", "pillage_1"), False),
        (Choose("discard_card", "pillage_1"), True),
    ],
)
def test_a_move_as_a_third_player_sees_it(move: Any, seen: bool) -> None:
    assert WINDS.redact_move(move, 0, 1) == (move if seen else None)
    assert WINDS.redact_move(move, 0, 0) == move


def test_a_stolen_card_that_everybody_knew_is_named() -> None:
    state = hand(explored(start("tamsu", "halvard", "krill")), 1, "war_drums_1", known=True)
    table = scene(state).when(0, Attack("hero", "1")).when(1, CommitBattle(), draw=dice(state, {0: 3, 1: -3}))
    table.then(c.CardGiven(1, 0, "war_drums_1", "hand", "hand", source="tamsu"))
    assert table.state.seats[0].known == ("war_drums_1",)


def test_determinizing_keeps_what_is_known_and_deals_the_rest() -> None:
    state = hand(start("tamsu", "halvard"), 1, "pillage_1", "pillage_2", "sunfang", "pool_of_dawn")
    state = hand(hand(state, 1, "war_drums_1", known=True), 0, "battle_cry_1")
    hands, decks = set(), set()
    for seed in range(30):
        other = WINDS.determinize(state, 0, FastDraw(seed))
        assert not WINDS.check(other)
        assert other.seats[0] == state.seats[0]
        assert len(other.seats[1].hand) == 5
        assert "war_drums_1" in other.seats[1].hand
        assert all(BOX.kind_of(card) in ("battle", "mythic", "pool") for card in other.seats[1].hand)
        hands.add(other.seats[1].hand)
        decks.add((other.forge_deck, other.stronghold_deck))
    assert len(hands) == 30
    assert len(decks) == 30


def test_determinizing_respects_a_pending_discard() -> None:
    state = hand(play(start("tamsu", "halvard"), 0, "mirel_fence"), 0, "pillage_1", "sunfang", "heartplate")
    asked = scene(state).when(0, Use("mirel_fence")).state
    for seed in range(20):
        other = WINDS.determinize(asked, 1, FastDraw(seed))
        assert any(BOX.kind_of(card) == "battle" for card in other.seats[0].hand)
        assert list(WINDS.legal_moves(other, 0))


def test_determinizing_respects_an_item_to_discard() -> None:
    state = top(hand(start("tamsu", "halvard"), 0, "sunfang", "pillage_1"), "cursed_idol")
    asked = scene(state).when(0, Explore(), Choose("option", "item")).state
    for seed in range(20):
        other = WINDS.determinize(asked, 1, FastDraw(seed))
        assert any(BOX.kind_of(card) == "mythic" for card in other.seats[0].hand)


def test_determinizing_an_offer_keeps_what_the_partner_was_shown() -> None:
    state = hand(start("tamsu", "halvard", "krill"), 0, "pillage_1", "sunfang")
    offered = scene(state).when(0, OfferTrade(1, give_cards=("sunfang",))).state
    partner = WINDS.determinize(offered, 1, FastDraw(3))
    assert "sunfang" in partner.seats[0].hand
    third = {WINDS.determinize(offered, 2, FastDraw(seed)).offer.give_hidden for seed in range(10)}
    assert len(third) > 3
    for seed in range(10):
        other = WINDS.determinize(offered, 2, FastDraw(seed))
        assert other.offer.give_hidden[0] in other.seats[0].hand


def test_determinizing_secret_answers() -> None:
    lines = drafted("numa_sera", "meran").when(0, SetSuccession(("krill", "lelia", "corvane"))).state
    assert len({WINDS.determinize(lines, 1, FastDraw(seed)).seats[0].answer.cards for seed in range(30)}) == 6
    assert WINDS.determinize(lines, 0, FastDraw(1)) == lines
    state = hand(hand(explored(has(start("krill", "ashkari"), 0, treasury=9)), 0, "pillage_1"), 1, "pillage_2")
    committed = scene(state).when(0, Attack("hero", "1"), CommitBattle(("pillage_1",))).state
    answers = {WINDS.determinize(committed, 1, FastDraw(seed)).seats[0].answer.cards for seed in range(30)}
    assert () in answers
    assert len(answers) > 5


def test_determinizing_drawn_cards() -> None:
    state = top(skilled(start("krill", "ashkari"), 0, lore=1), "rockslide_1", "pillage_1")
    drawn = scene(state).when(0, Explore()).state
    assert WINDS.determinize(drawn, 0, FastDraw(1)).drawn == drawn.drawn
    assert len({WINDS.determinize(drawn, 1, FastDraw(seed)).drawn for seed in range(10)}) > 5


@pytest.mark.parametrize(
    ("change", "binding"),
    [
        (c.SuccessionSet(0, ()), Binding.COMMIT),
        (c.BattleCommitted(0, ()), Binding.COMMIT),
        (c.KingdomChosen(0, "meran", "scavengers", 1), Binding.ACT),
        (c.KingdomChosen(0, "meran", "scavengers", -1), Binding.FINAL),
        (c.CardsDrawn(0, (), 1), Binding.FINAL),
        (c.DieRolled(0, "battle", (1,), 1), Binding.FINAL),
        (c.ItemShown("buckler"), Binding.FINAL),
        (c.ItemEquipped(0, "buckler", ("left_hand",), ()), Binding.ACT),
        (c.ItemEquipped(0, "sunfang", ("right_hand",), (), shown=True), Binding.FINAL),
        (c.CardDiscarded(0, "pillage_1", "hand", shown=True), Binding.FINAL),
        (c.CardDiscarded(0, "fenn_gambler", "mavens"), Binding.ACT),
        (c.OfferMade(Offer(0, 1, give_capital=3)), Binding.ACT),
        (c.OfferMade(Offer(0, 1, give_hidden=("pillage_1",), hidden=1)), Binding.FINAL),
        (c.OfferClosed(1, "rejected"), Binding.ACT),
        (c.OfferClosed(1, "accepted"), Binding.FINAL),
        (c.ChoiceMade(0, "discard_card", "pillage_1"), Binding.FINAL),
        (c.ChoiceMade(0, "forge_slot", "head"), Binding.ACT),
        (c.BlockBuilt(0, "tithe"), Binding.ACT),
        (c.BattleOpened(0, "hero", "", 1, 4, 3, ("krill", "ashkari")), Binding.FINAL),
    ],
)
def test_how_firmly_a_change_binds(change: c.AnyChange, binding: Binding) -> None:
    assert WINDS.binding(change) is binding


def test_a_choice_with_open_options_is_shown_to_all() -> None:
    state = has(start("krill", "ashkari"), 0, treasury=20)
    table = scene(state).when(0, BuySkill("forge"))
    assert table.state.pending.choice == UpgradeOne(0)
    assert WINDS.view(table.state, None).pending.options == ("head", "chest", "right_hand", "left_hand", "pack")


def test_lost_and_doubled_pieces_are_found() -> None:
    state = start("krill", "ashkari")
    assert WINDS.check(state) == []
    doubled = WINDS.check(state.with_seat(0, hand=("pillage_1",)))
    assert doubled == ["cards: missing [], too many ['pillage_1']"]
    assert "seat 0 holds a reveal card in hand" in WINDS.check(state.with_seat(0, hand=("rockslide_1",)))
    assert (
        "Skill cards: missing ['lore_1']"
        in WINDS.check(replace(state, colleges={**state.colleges, "lore": ("lore_2", "lore_3", "lore_4", "lore_5")}))[0]
    )
    assert "heroes: missing ['krill']" in WINDS.check(state.with_mat(0, line=("lelia", "corvane")))[0]
    assert WINDS.check(replace(state, strongholds=state.strongholds[1:]))[0].startswith("Strongholds")
    assert WINDS.check(has(state, 0, treasury=-1)) == ["seat 0 owes something"]
    assert WINDS.check(has(state, 0, power=0)) == ["seat 0: the Active Hero has no Power"]
