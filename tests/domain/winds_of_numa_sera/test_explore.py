"""NS-4 and NS-5: exploring, Mavens, Pools of Essence."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from moothall.domain.winds_of_numa_sera.changes import (
    BlessingReturned,
    CapitalGained,
    CardDiscarded,
    CardKept,
    CardRevealed,
    CardsDrawn,
    CardsSunk,
    DeckShuffled,
    DieRolled,
    HeroSlain,
    NothingFound,
    Paid,
    PoolBlessed,
    PoolRevealed,
    PowerLost,
    SeatEliminated,
    TurnEnded,
)
from moothall.domain.winds_of_numa_sera.moves import Attack, AttemptTest, Build, Choose, Explore, Use
from moothall.domain.winds_of_numa_sera.rules.battle import Target, attack_stat
from moothall.domain.winds_of_numa_sera.rules.standing import standing
from moothall.domain.winds_of_numa_sera.view import PendingView
from tests.domain.winds_of_numa_sera.tables import (
    BOX,
    WINDS,
    dice,
    discarded,
    explored,
    full,
    hand,
    has,
    only,
    play,
    rolling,
    scene,
    skilled,
    start,
    top,
)
from tests.support.scenes import rule

HERO = Target("hero", "", 1)

TITHE = BOX.blocks["tithe"].effects[0].amount
"""What Numa Sera finds whenever it explores."""


@rule("NS-4.1")
def test_exploring_draws_the_top_card() -> None:
    state = top(start("corvane", "ashkari"), "abandoned_caravan_1", "rockslide_1")
    table = scene(state).when(0, Explore())
    table.then(CardsDrawn(0, ("abandoned_caravan_1",), 1), CardRevealed(0, "abandoned_caravan_1"))
    assert table.state.deck[0] == "rockslide_1"


@rule("NS-4.1")
def test_a_granted_explore_does_not_replace_the_mandatory_one() -> None:
    state = top(play(start("corvane", "ashkari"), 0, "sura_pathfinder"), "abandoned_caravan_1", "abandoned_caravan_2")
    table = scene(state).when(0, Use("sura_pathfinder"), draw=rolling(2))
    table.then(CardRevealed(0, "abandoned_caravan_1"))
    assert not table.state.turn.explored
    table.when(0, Build("royal_mint")).breaks("NS-2.3")
    table.when(0, Explore()).then(CardRevealed(0, "abandoned_caravan_2"))


@rule("NS-4.2")
def test_one_of_several_drawn_cards_is_picked_in_secret() -> None:
    state = top(skilled(start("corvane", "ashkari"), 0, lore=1), "rockslide_1", "battle_cry_1")
    table = scene(state).when(0, Explore())
    assert WINDS.view(table.state, 0).pending.options == ("rockslide_1", "battle_cry_1")
    other = WINDS.view(table.state, 1)
    assert other.pending.options is None
    assert (other.exploration.drawn, other.exploration.your_drawn) == (2, ())
    table = table.when(0, Choose("explored_card", "battle_cry_1"))
    table.then(CardsSunk(0, ("rockslide_1",), 1), CardKept(0, "battle_cry_1"))
    assert table.state.deck[-1] == "rockslide_1"
    assert WINDS.redact(CardsSunk(0, ("rockslide_1",), 1), 1) == CardsSunk(0, (), 1)


@rule("NS-4.2")
def test_the_others_go_under_the_deck_in_the_order_drawn() -> None:
    state = play(skilled(start("corvane", "ashkari"), 0, lore=1), 0, "circlet_of_insight")
    state = top(state, "rockslide_1", "battle_cry_1", "sandstorm")
    table = scene(state).when(0, Explore(), Choose("explored_card", "battle_cry_1"))
    assert table.state.deck[-2:] == ("rockslide_1", "sandstorm")


@rule("NS-4.3")
def test_an_empty_deck_is_made_from_the_discard_pile() -> None:
    state = only(start("corvane", "ashkari"))
    table = scene(state).when(0, Explore())
    shuffled = next(change for change in table.changes if isinstance(change, DeckShuffled))
    assert shuffled.again
    assert shuffled.count == 80
    assert sorted(shuffled.cards) == sorted(state.discard)
    assert table.state.reshuffles == 1


@rule("NS-4.3")
def test_with_nothing_left_the_explore_counts_but_triggers_nothing() -> None:
    state = start("krill", "ashkari")
    state = replace(state.with_seat(1, hand=tuple(c for c in state.deck if c.startswith("battle_cry"))), deck=())
    turn = WINDS.play(state, 0, Explore(), rolling(1))
    assert NothingFound(0) in turn.changes
    assert turn.state.turn.explored
    assert turn.state.seats[0].treasury == state.seats[0].treasury


@rule("NS-4.4")
@pytest.mark.parametrize("card", ["battle_cry_1", "sunfang", "pool_of_dawn"])
def test_hand_cards_are_kept_unseen(card: str) -> None:
    table = scene(top(start("corvane", "ashkari"), card)).when(0, Explore())
    assert table.state.seats[0].hand == (card,)
    assert table.state.seats[0].known == ()
    assert WINDS.redact(CardKept(0, card), 1) == CardKept(0, "")
    assert WINDS.redact(CardKept(0, card), None) == CardKept(0, "")
    assert card not in str(WINDS.view(table.state, 1))


@rule("NS-4.4", "NS-4.5")
def test_a_boon_is_shown_resolved_and_discarded() -> None:
    table = scene(top(start("corvane", "ashkari"), "fair_winds_1")).when(0, Explore())
    table.then(CardRevealed(0, "fair_winds_1"), CapitalGained(0, 2, "fair_winds_1"))
    table.then(CardDiscarded(0, "fair_winds_1", "open"))
    assert table.state.discard == ("fair_winds_1",)


@rule("NS-4.6")
def test_an_option_that_cannot_be_paid_may_not_be_chosen() -> None:
    state = has(top(start("corvane", "ashkari"), "bandit_ambush_1"), 0, treasury=2)
    table = scene(state).when(0, Explore())
    table.then(PowerLost(0, 3, "bandit_ambush_1"))
    rich = scene(has(state, 0, treasury=3)).when(0, Explore())
    rich.lists(0, Choose("option", "pay"), Choose("option", "fight"))
    rich.when(0, Choose("option", "pay")).then(Paid(0, "cost", 3, 0, {}))


@rule("NS-4.6")
def test_a_mandatory_loss_takes_what_is_there() -> None:
    state = has(top(start("corvane", "ashkari"), "night_thieves"), 0, treasury=2)
    assert scene(state).when(0, Explore()).state.seats[0].treasury == 0 + TITHE
    revolt = play(has(top(start("ashkari", "corvane"), "tax_revolt"), 0, treasury=9), 0, "reedwatch", "stormwall")
    assert scene(revolt).when(0, Explore()).state.seats[0].treasury == 9 - 2 * 2 - 1


@rule("NS-4.7")
def test_hazard_damage_is_modified_but_never_below_nothing() -> None:
    state = play(top(start("krill", "ashkari"), "rockslide_1"), 0, "travellers_hood")
    assert scene(state).when(0, Explore()).state.seats[0].power == full("krill")
    upgraded = state.with_mat(0, upgraded=("head",))
    assert scene(upgraded).when(0, Explore()).state.seats[0].power == full("krill")
    bare = scene(top(start("krill", "ashkari"), "rockslide_1")).when(0, Explore())
    assert bare.state.seats[0].power == full("krill") - 1


@rule("NS-4.8")
def test_a_hazard_slays_for_nobody_and_the_card_resolves_on() -> None:
    state = has(top(start("corvane", "ashkari"), "sandstorm"), 0, power=1, treasury=5)
    table = scene(state).when(0, Explore())
    table.then(HeroSlain(0, "corvane", -1, 0, "lelia", full("lelia")), CardDiscarded(0, "sandstorm", "open"))
    seat = table.state.seats[0]
    assert (seat.hero, seat.power, seat.treasury) == ("lelia", full("lelia"), 5 - 1 + TITHE)
    assert seat.fallen == ("corvane",)
    assert table.state.turn.seat == 0


@rule("NS-4.8")
def test_the_last_hero_slain_by_a_hazard_ends_the_turn() -> None:
    state = start("corvane", "ashkari", "sjorsja")
    state = state.with_mat(0, line=("corvane",)).with_seat(0, fallen=("lelia", "krill"), power=1, treasury=5)
    table = scene(top(state, "forgotten_tomb", "sandstorm", "abandoned_caravan_1"))
    table = table.when(0, Explore(), Choose("option", "delve"))
    assert [type(change) for change in table.changes if isinstance(change, SeatEliminated | TurnEnded)] == [
        SeatEliminated,
        TurnEnded,
    ]
    assert table.state.turn.seat == 1
    assert set(table.state.discard) >= {"forgotten_tomb", "sandstorm"}
    assert table.state.deck[0] == "abandoned_caravan_1"
    assert table.state.eliminated == (0,)


@rule("NS-4.9")
def test_explore_triggers_follow_the_card_for_every_explore() -> None:
    state = top(start("krill", "ashkari"), "forgotten_tomb", "rockslide_1", "sandstorm")
    table = scene(state).when(0, Explore(), Choose("option", "delve"))
    discard = table.changes.index(CardDiscarded(0, "rockslide_1", "open"))
    assert table.changes[discard + 1] == CapitalGained(0, 3, "krill")
    assert table.changes.count(CapitalGained(0, 3, "krill")) == 2
    assert table.changes.count(CapitalGained(0, TITHE, "tithe")) == 1


@rule("NS-5.1")
def test_a_maven_is_accepted_or_rejected() -> None:
    state = top(start("oshira", "corvane"), "fenn_gambler")
    table = scene(state).when(0, Explore())
    accepted = table.when(0, Choose("maven", "accept"))
    assert accepted.state.seats[0].mat.mavens == ("fenn_gambler",)
    accepted.lists(0, Use("fenn_gambler"))
    rejected = table.when(0, Choose("maven", "reject"))
    assert rejected.state.seats[0].treasury == state.seats[0].treasury + 4 + 2
    assert rejected.state.discard == ("fenn_gambler",)


@rule("NS-5.2")
def test_the_three_kinds_of_mavens() -> None:
    state = play(start("corvane", "ashkari"), 0, "joric_master_at_arms", "fenn_gambler", "nyx_shadowblade")
    assert attack_stat(state, 0, HERO) == 3 + 1
    failed = scene(state).when(0, Use("fenn_gambler"), draw=rolling(-1))
    failed.then(DieRolled(0, "fenn_gambler", (-1,), -1, least=1))
    assert failed.state.seats[0].treasury == state.seats[0].treasury
    failed.when(0, Use("fenn_gambler")).breaks("NS-8.3")
    always = scene(state).when(0, Use("nyx_shadowblade"), draw=rolling(-2))
    always.exactly(*always.changes[:2], CardDiscarded(0, "nyx_shadowblade", "mavens"))
    worked = scene(play(state, 0, "quill_war_architect")).when(0, Use("quill_war_architect"))
    worked.then(CardDiscarded(0, "quill_war_architect", "mavens"))
    assert worked.state.turn.extra


@rule("NS-5.3")
def test_mavens_stay_when_the_hero_is_slain() -> None:
    state = has(play(top(start("corvane", "ashkari"), "rockslide_1"), 0, "fenn_gambler"), 0, power=1)
    table = scene(state).when(0, Explore())
    assert table.state.seats[0].hero == "lelia"
    assert table.state.seats[0].mat.mavens == ("fenn_gambler",)


@rule("NS-5.4")
def test_a_passed_test_blesses_the_hero() -> None:
    state = hand(has(start("corvane", "ashkari"), 0, treasury=6), 0, "pool_of_stone")
    table = scene(state).when(0, AttemptTest("pool_of_stone"))
    table.then(PoolRevealed(0, "pool_of_stone"), Paid(0, "cost", 6, 0, {}), PoolBlessed(0, "pool_of_stone"))
    assert table.state.seats[0].mat.blessing == "pool_of_stone"
    assert standing(BOX, table.state.seats[0].mat).sums["defense"] == 2
    scene(state).when(0, AttemptTest("pool_of_dawn")).breaks("NS-5.4")
    scene(state).when(0, AttemptTest("battle_cry_1")).breaks("NS-5.4")


@rule("NS-5.5")
def test_conditions_then_cost_then_roll_and_one_try_per_turn() -> None:
    dawn = hand(has(start("corvane", "ashkari"), 0, treasury=9), 0, "pool_of_dawn", "pool_of_echoes")
    scene(dawn).when(0, AttemptTest("pool_of_dawn")).breaks("NS-5.5")
    held = scene(play(dawn, 0, "reedwatch")).when(0, AttemptTest("pool_of_dawn"))
    assert held.state.seats[0].treasury == 6
    failed = scene(dawn).when(0, AttemptTest("pool_of_echoes"), draw=rolling(1))
    assert failed.state.seats[0].known == ("pool_of_echoes",)
    assert "pool_of_echoes" in failed.state.seats[0].hand
    failed.when(0, AttemptTest("pool_of_echoes")).breaks("NS-5.5")
    lore = scene(skilled(dawn, 0, lore=2)).when(0, AttemptTest("pool_of_echoes"), draw=rolling(1))
    assert lore.state.seats[0].mat.blessing == "pool_of_echoes"


@rule("NS-5.5")
def test_a_cost_in_cards_is_chosen_one_by_one() -> None:
    state = hand(start("corvane", "ashkari"), 0, "pool_of_tides", "battle_cry_1", "war_drums_1", "pillage_1")
    table = scene(state).when(0, AttemptTest("pool_of_tides"))
    assert WINDS.view(table.state, 1).pending == PendingView(0, "discard_card", source=None, options=None)
    table = table.when(0, Choose("discard_card", "war_drums_1"))
    table.when(0, Choose("discard_card", "pool_of_tides")).breaks("NS-2.5")
    table = table.when(0, Choose("discard_card", "pillage_1"))
    assert table.state.seats[0].mat.blessing == "pool_of_tides"
    assert table.state.discard == ("war_drums_1", "pillage_1")
    scene(hand(start("corvane", "ashkari"), 0, "pool_of_tides", "battle_cry_1")).when(
        0, AttemptTest("pool_of_tides")
    ).breaks("NS-5.5")


@rule("NS-5.6")
def test_a_new_blessing_returns_the_old_one() -> None:
    state = play(hand(has(start("corvane", "ashkari"), 0, treasury=6), 0, "pool_of_stone"), 0, "pool_of_tides")
    table = scene(state).when(0, AttemptTest("pool_of_stone"))
    table.then(BlessingReturned(0, "pool_of_tides"), PoolBlessed(0, "pool_of_stone"))
    assert table.state.seats[0].hand == ("pool_of_tides",)


@rule("NS-5.7")
def test_the_blessing_of_a_slain_hero_returns_and_can_be_tested_again() -> None:
    state = has(play(explored(start("lelia", "ashkari")), 0, "pool_of_stone"), 0, power=1, treasury=20)
    table = scene(state).when(0, Attack("hero", "1"), draw=dice(state, {0: -3, 1: 3}))
    table.then(BlessingReturned(0, "pool_of_stone"), HeroSlain(0, "lelia", 1, 0, "krill", full("krill")))
    assert table.state.seats[0].known == ("pool_of_stone",)
    again = scene(replace(table.state, phase=replace(state.turn, attacked=False)))
    assert again.when(0, AttemptTest("pool_of_stone")).state.seats[0].mat.blessing == "pool_of_stone"


def test_discarded_cards_can_be_explored_again() -> None:
    state = only(discarded(start("corvane", "ashkari"), "rockslide_1"), "abandoned_caravan_1")
    assert "rockslide_1" in scene(state).when(0, Explore()).state.discard
