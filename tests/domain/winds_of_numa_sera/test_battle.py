"""NS-11: battle."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from moothall.domain.core.title import Asked
from moothall.domain.winds_of_numa_sera.changes import (
    BattleCommitted,
    BattleEnded,
    BattleFought,
    BattleOpened,
    BattleRevealed,
    CapitalGained,
    CapitalGiven,
    CardDiscarded,
    CardTaken,
    DieRolled,
    HeroSlain,
    Paid,
    PowerHealed,
    PowerLost,
    RollSet,
    StrongholdShown,
    StrongholdTaken,
    TurnEnded,
)
from moothall.domain.winds_of_numa_sera.moves import Attack, Choose, CommitBattle, Use
from moothall.domain.winds_of_numa_sera.rules.battle import Target, attack_stat, card_limit, defense_stat
from moothall.domain.winds_of_numa_sera.state import State
from tests.domain.winds_of_numa_sera.tables import (
    BOX,
    WINDS,
    dice,
    discarded,
    explored,
    full,
    gone,
    hand,
    has,
    play,
    rolling,
    scene,
    shown,
    skilled,
    start,
    ticked,
)
from tests.support.scenes import Scene, rule


def field(*heroes: str) -> State:
    """Phase 2 of seat 0, everybody rich."""
    state = explored(start(*heroes))
    for seat in range(len(heroes)):
        state = has(state, seat, treasury=20)
    return state


def fight(state: State, rolls: dict[int, tuple[int, ...] | int], mine: str = "", theirs: str = "") -> Scene:
    """Seat 0 attacks the hero of seat 1, with these cards and dice."""
    for seat, card in ((0, mine), (1, theirs)):
        if card:
            state = hand(state, seat, card)
    draw = dice(state, rolls)
    table = scene(state).when(0, Attack("hero", "1"), draw=draw)
    for seat, card in ((0, mine), (1, theirs)):
        if card:
            table = table.when(seat, CommitBattle((card,)), draw=draw)
    return table


@rule("NS-11.1")
def test_the_three_kinds_of_targets() -> None:
    state = gone(shown(play(field("halvard", "ashkari", "sjorsja"), 1, "emberhold"), "reedwatch"), 2)
    table = scene(state)
    table.lists(0, Attack("independent", "reedwatch"), Attack("hero", "1"), Attack("stronghold", "emberhold"))
    for move in (
        Attack("independent", "emberhold"),
        Attack("independent", "nonsense"),
        Attack("stronghold", "reedwatch"),
        Attack("hero", "0"),
        Attack("hero", "2"),
        Attack("hero", "one"),
    ):
        table.when(0, move).breaks("NS-11.1")
    own = play(state, 0, "highcrag")
    scene(own).when(0, Attack("stronghold", "highcrag")).breaks("NS-11.1")


@rule("NS-11.2")
def test_stats_match_the_target_and_are_fixed() -> None:
    state = skilled(play(field("urzhen", "halvard"), 1, "reedwatch", "tower_shield"), 0, weapon=1)
    state = ticked(play(state, 0, "dag_siege_engineer", "siege_pick"), 1, "squires", "watchtowers")
    hero, stronghold = Target("hero", "", 1), Target("stronghold", "reedwatch", 1)
    assert attack_stat(state, 0, hero) == 4 + 1 + 1
    assert attack_stat(state, 0, stronghold) == 4 + 1 + 1 + 1
    assert defense_stat(state, hero) == 4 + 2 + 1
    assert defense_stat(state, stronghold) == 6 + 1 + 1
    assert defense_stat(state, Target("independent", "highcrag", -1)) == BOX.strongholds["highcrag"].defense
    table = scene(state).when(0, Attack("hero", "1"), draw=dice(state, {0: 1, 1: 1}))
    table.then(BattleOpened(0, "hero", "", 1, 6, 7, ("urzhen", "halvard")))


@rule("NS-11.2")
def test_power_paid_for_a_card_does_not_change_the_stat() -> None:
    state = hand(has(field("vharga", "ashkari"), 0, power=5), 0, "blood_oath_1")
    table = scene(state).when(0, Attack("hero", "1"), CommitBattle(("blood_oath_1",)), draw=dice(state, {0: 1, 1: 1}))
    table.then(PowerLost(0, 2, "battle_cards"), BattleFought(5 + 1 + 3, 3 + 1, 0, True))


@rule("NS-11.3")
def test_commitments_are_secret_limited_and_fit_the_role() -> None:
    state = hand(hand(field("halvard", "ashkari"), 0, "battle_cry_1", "shield_wall_1", "sunfang"), 1, "war_drums_1")
    table = scene(state).when(0, Attack("hero", "1"))
    assert WINDS.awaiting(table.state).seats == (Asked(0, "battle"), Asked(1, "battle"))
    table.when(0, CommitBattle(("shield_wall_1",))).breaks("NS-11.3")
    table.when(0, CommitBattle(("sunfang",))).breaks("NS-11.3")
    table.when(0, CommitBattle(("war_drums_1",))).breaks("NS-11.3")
    table.when(0, CommitBattle(("battle_cry_1", "battle_cry_1"))).breaks("NS-11.3")
    assert list(WINDS.legal_moves(table.state, 0)) == [CommitBattle(), CommitBattle(("battle_cry_1",))]
    committed = table.when(0, CommitBattle(("battle_cry_1",)))
    committed.exactly(BattleCommitted(0, ("battle_cry_1",)))
    assert WINDS.redact(committed.changes[0], 1) == BattleCommitted(0, (), secret=True)
    assert WINDS.view(committed.state, 1).seats[0].hand_size == 3
    committed.when(0, CommitBattle()).breaks("NS-11.3")
    assert WINDS.awaiting(committed.state).seats == (Asked(1, "battle"),)


@rule("NS-11.3")
def test_the_limit_can_be_raised_and_copies_are_listed_once() -> None:
    state = ticked(field("sjorsja", "ashkari"), 0, "war_camps", "blood_frenzy", "warlord")
    state = hand(state, 0, "battle_cry_2", "battle_cry_1", "war_drums_1")
    assert card_limit(BOX, state.seats[0]) == 2
    table = scene(state).when(0, Attack("hero", "1"))
    assert list(WINDS.legal_moves(table.state, 0)) == [
        CommitBattle(),
        CommitBattle(("battle_cry_1",)),
        CommitBattle(("war_drums_1",)),
        CommitBattle(("battle_cry_1", "battle_cry_2")),
        CommitBattle(("battle_cry_1", "war_drums_1")),
    ]
    table.when(0, CommitBattle(("battle_cry_1", "battle_cry_2", "war_drums_1"))).breaks("NS-11.3")
    table = table.when(0, CommitBattle(("battle_cry_1", "battle_cry_2")), draw=dice(state, {0: 1, 1: 1}))
    table.then(BattleFought(4 + 2 + 1 + 1 + 2, 4, 0, True))


@rule("NS-11.4")
def test_only_affordable_cards_may_be_committed() -> None:
    state = hand(has(field("halvard", "ashkari"), 0, treasury=2, power=2), 0, "war_drums_1", "blood_oath_1", "disarm_1")
    table = scene(state).when(0, Attack("hero", "1"))
    table.when(0, CommitBattle(("war_drums_1",))).breaks("NS-3.4")
    table.when(0, CommitBattle(("blood_oath_1",))).breaks("NS-11.4")
    table.lists(0, CommitBattle(("disarm_1",))).lacks(0, CommitBattle(("war_drums_1",)))
    cheap = scene(play(state, 0, "signal_horn")).when(0, Attack("hero", "1"))
    paid = cheap.when(0, CommitBattle(("war_drums_1",)), draw=dice(state, {0: 1, 1: 1}))
    paid.then(Paid(0, "battle_card", 2, 0, {}))
    free = play(hand(state, 0, "battle_cry_1"), 0, "signal_horn").with_mat(0, upgraded=("left_hand",))
    table = scene(has(free, 0, treasury=0)).when(0, Attack("hero", "1"), CommitBattle(("battle_cry_1",)))
    assert not [change for change in table.changes if isinstance(change, Paid)]


@rule("NS-11.5")
def test_all_cards_are_revealed_at_once_and_an_empty_hand_commits_by_itself() -> None:
    state = hand(field("halvard", "ashkari"), 0, "battle_cry_1")
    table = scene(state).when(0, Attack("hero", "1"))
    table.then(BattleCommitted(1, ()))
    assert WINDS.awaiting(table.state).seats == (Asked(0, "battle"),)
    table = table.when(0, CommitBattle(("battle_cry_1",)), draw=dice(state, {0: 1, 1: 1}))
    table.then(
        BattleRevealed(("battle_cry_1",), (), (False, False), (0, 1)),
        Paid(0, "battle_card", 1, 0, {}),
        BattleFought(4 + 1 + 1, 3 + 1, 0, True),
        CardDiscarded(0, "battle_cry_1", "battle"),
    )
    both = scene(field("halvard", "ashkari")).when(0, Attack("hero", "1"))
    assert both.state.battle is None


@rule("NS-11.6")
def test_a_cancelled_card_has_no_effect_but_stays_played() -> None:
    table = fight(field("halvard", "ashkari"), {0: 1, 1: 1}, "war_drums_1", "turn_the_tide_1")
    table.then(
        BattleRevealed(("war_drums_1",), ("turn_the_tide_1",), (True, False), (0, 1)),
        Paid(0, "battle_card", 3, 0, {}),
        BattleFought(4 + 1, 3 + 1 + 1, 0, True),
    )
    assert table.state.seats[0].wins_with_card == 1
    assert set(table.state.discard) == {"war_drums_1", "turn_the_tide_1"}


@rule("NS-11.7")
def test_the_attacker_rolls_first_and_independent_strongholds_do_not() -> None:
    table = fight(field("halvard", "ashkari"), {0: 2, 1: -1})
    table.then(DieRolled(0, "battle", (2,), 2), DieRolled(1, "battle", (-1,), -1))
    state = shown(field("halvard", "ashkari"), "highcrag")
    table = scene(state).when(0, Attack("independent", "highcrag"), draw=dice(state, {0: 2}))
    assert [change for change in table.changes if isinstance(change, DieRolled)] == [DieRolled(0, "battle", (2,), 2)]


@rule("NS-11.8")
@pytest.mark.parametrize(
    ("mine", "theirs", "blessed", "roll"),
    [
        ("favour_of_the_winds_1", "", False, (3, (-2, 3))),
        ("", "ill_omen_1", False, (-2, (-2, 3))),
        ("favour_of_the_winds_1", "ill_omen_1", False, (-2, (-2,))),
        ("favour_of_the_winds_1", "ill_omen_1", True, (3, (-2, 3))),
        ("", "", True, (3, (-2, 3))),
    ],
)
def test_advantage_and_disadvantage(mine: str, theirs: str, blessed: bool, roll: tuple[int, tuple[int, ...]]) -> None:
    state = field("halvard", "ashkari")
    if blessed:
        state = play(state, 0, "pool_of_echoes")
    table = fight(state, {0: (-2, 3), 1: 1}, mine, theirs)
    table.then(DieRolled(0, "battle", roll[1], roll[0]))


@rule("NS-11.8")
def test_a_set_roll_throws_no_die() -> None:
    table = fight(field("halvard", "ashkari"), {1: 1}, "steady_hand_1", "ill_omen_1")
    table.then(RollSet(0, "steady_hand_1", 2), BattleFought(4 + 2, 3 + 1 + 1, 0, True))
    assert [change.seat for change in table.changes if isinstance(change, DieRolled)] == [1]


@rule("NS-11.9")
def test_the_attacker_wins_at_an_outcome_of_nothing() -> None:
    tie = fight(field("halvard", "ashkari"), {0: 1, 1: 2})
    tie.then(BattleFought(5, 5, 0, False))
    lost = fight(field("halvard", "ashkari"), {0: 1, 1: 3})
    lost.then(BattleFought(5, 6, 1, False))


@rule("NS-11.10")
def test_a_beaten_hero_takes_the_outcome() -> None:
    table = fight(field("halvard", "ashkari"), {0: 3, 1: -2})
    assert table.state.seats[1].power == full("ashkari") - 6
    assert fight(field("halvard", "ashkari"), {0: 1, 1: 2}).state.seats[1].power == full("ashkari")


@rule("NS-11.11")
def test_a_losing_attacker_takes_the_difference_and_a_fallen_stronghold_hurts_nobody() -> None:
    table = fight(field("halvard", "ashkari"), {0: -3, 1: 3})
    assert table.state.seats[0].power == full("halvard") - 5
    state = play(field("halvard", "ashkari"), 1, "sapphire_gate")
    taken = scene(state).when(0, Attack("stronghold", "sapphire_gate"), draw=dice(state, {0: 3, 1: -3}))
    assert taken.state.seats[1].power == full("ashkari")
    lost = scene(state).when(0, Attack("stronghold", "sapphire_gate"), draw=dice(state, {0: -3, 1: 3}))
    assert lost.state.seats[0].power == full("halvard") - 6


@rule("NS-11.12")
def test_damage_is_modified_then_halved_but_never_from_a_tie() -> None:
    state = ticked(field("sjorsja", "ashkari"), 0, "war_camps", "blood_frenzy")
    frenzy = BOX.blocks["blood_frenzy"].effects[0].amount
    assert fight(state, {0: 1, 1: 1}).state.seats[1].power == full("ashkari") - (6 - 3 + frenzy)
    assert fight(state, {0: -1, 1: 2}).state.seats[1].power == full("ashkari")
    shielded = skilled(play(state, 1, "heartplate"), 1, defense=1)
    strong = fight(shielded, {0: 3, 1: 2}, "", "last_stand_1")
    assert strong.state.seats[1].power == full("ashkari"), "6 + 3 against 3 + 2 + 1 + 2 + 1 is a tie"
    thin = play(field("halvard", "ashkari"), 1, "breastplate").with_mat(1, upgraded=("chest",))
    assert fight(thin, {0: 3, 1: 1}).state.seats[1].power == full("ashkari") - max(7 - 6 - 1, 0)


@rule("NS-11.13")
def test_an_independent_stronghold_pays_and_is_replaced() -> None:
    state = shown(field("halvard", "ashkari"), "sapphire_gate", "reedwatch", "emberhold", "highcrag")
    following = state.stronghold_deck[0]
    table = scene(state).when(0, Attack("independent", "sapphire_gate"), draw=dice(state, {0: 1}))
    table.then(
        StrongholdTaken(0, "sapphire_gate", -1, 0),
        CapitalGained(0, 5, "sapphire_gate"),
        StrongholdShown(following),
    )
    dry = replace(state, stronghold_deck=())
    dry = dry.with_mat(1, strongholds=state.stronghold_deck)
    table = scene(dry).when(0, Attack("independent", "sapphire_gate"), draw=dice(state, {0: 1}))
    assert table.state.strongholds == ("reedwatch", "emberhold", "highcrag")


@rule("NS-11.14")
def test_a_players_stronghold_brings_its_capital() -> None:
    state = has(play(field("halvard", "ashkari"), 1, "sapphire_gate"), 1, purse={"sapphire_gate": 4})
    table = scene(state).when(0, Attack("stronghold", "sapphire_gate"), draw=dice(state, {0: 3, 1: -3}))
    table.then(StrongholdTaken(0, "sapphire_gate", 1, 4))
    assert table.state.seats[0].treasury == 24
    assert table.state.seats[1].purse == {}
    assert not [change for change in table.changes if isinstance(change, CapitalGained) and change.amount == 5]


@rule("NS-11.15")
def test_what_follows_the_outcome_comes_in_order() -> None:
    state = ticked(has(field("sjorsja", "ashkari"), 0, power=5), 0, "tribute")
    state = discarded(has(state, 1, power=1), "shield_wall_1", "shield_wall_2")
    table = fight(state, {0: 1, 1: 1}, "second_wind_1", "pillage_1")
    table.then(
        HeroSlain(1, "ashkari", 0, 0, "tamsu", full("tamsu")),
        CapitalGained(0, 8, "tribute"),
        PowerHealed(0, 2, "second_wind_1"),
        PowerHealed(0, 2, "sjorsja"),
        CapitalGained(0, BOX.blocks["raiders"].effects[0].amount, "raiders"),
        CardDiscarded(0, "second_wind_1", "battle"),
        CardDiscarded(1, "pillage_1", "battle"),
        BattleEnded(),
        TurnEnded(0),
    )


@rule("NS-11.15")
def test_a_successor_does_not_act_for_a_battle_it_did_not_fight() -> None:
    state = has(explored(discarded(start("krill", "tamsu"), "battle_cry_1")), 1, power=1)
    state = play(state, 1, "pool_of_tides", "mirror_aegis")
    state = skilled(state, 1, forge=1)
    assert state.seats[1].mat.line[1] == "ashkari", "who takes a card for every battle won"
    attacker = has(state, 0, power=1).with_mat(0, line=("krill", "corvane", "lelia"))
    lost = scene(attacker).when(0, Attack("hero", "1"), draw=dice(state, {0: 3, 1: -3}))
    assert lost.state.seats[1].hero == "ashkari"
    assert not [change for change in lost.changes if isinstance(change, CardTaken)]
    attacker = has(play(explored(start("lelia", "halvard")), 1, "mirror_aegis"), 0, power=9)
    won = scene(skilled(attacker, 1, forge=1)).when(0, Attack("hero", "1"), draw=dice(attacker, {0: -3, 1: -3}))
    won.then(PowerLost(0, 2, "mirror_aegis"))


@rule("NS-11.16")
def test_wins_with_a_card_and_raids_are_counted() -> None:
    assert fight(field("halvard", "ashkari"), {0: 3, 1: -3}, "battle_cry_1").state.seats[0].wins_with_card == 1
    assert fight(field("halvard", "ashkari"), {0: 3, 1: -3}).state.seats[0].wins_with_card == 0
    defended = fight(field("halvard", "ashkari"), {0: -3, 1: 3}, "battle_cry_1", "war_drums_1")
    assert [seat.wins_with_card for seat in defended.state.seats] == [0, 1]
    slain = fight(has(field("halvard", "ashkari"), 1, power=1), {0: 3, 1: -3})
    assert slain.state.seats[0].raids == 1
    state = shown(field("halvard", "ashkari"), "sapphire_gate")
    free = scene(state).when(0, Attack("independent", "sapphire_gate"), draw=dice(state, {0: 3}))
    assert free.state.seats[0].raids == 0


@rule("NS-11.17")
def test_winning_effects_work_on_a_tie() -> None:
    table = fight(field("halvard", "ashkari"), {0: 1, 1: 2}, "pillage_1")
    table.then(BattleFought(5, 5, 0, True), CapitalGiven(1, 0, 4, "pillage_1"), CapitalGained(0, 2, "pillage_1"))


@rule("NS-11.18")
def test_a_stronghold_is_taken_or_left_without_a_mark() -> None:
    state = shown(field("halvard", "ashkari"), "highcrag")
    table = scene(state).when(0, Attack("independent", "highcrag"), draw=dice(state, {0: -3}))
    assert table.state.strongholds[0] == "highcrag"
    wall = BOX.strongholds["highcrag"].defense
    table.then(BattleFought(1, wall, -1, False), PowerLost(0, wall - 1, "battle"))
    assert not [change for change in table.changes if isinstance(change, CapitalGained)]


@rule("NS-11.19")
def test_enemy_effects_find_nothing_at_an_independent_stronghold() -> None:
    state = hand(shown(field("tamsu", "halvard"), "sapphire_gate"), 0, "pillage_1")
    table = scene(state).when(0, Attack("independent", "sapphire_gate"))
    table = table.when(0, CommitBattle(("pillage_1",)), draw=dice(state, {0: 1}))
    table.then(CapitalGained(0, 2, "pillage_1"))
    assert not [change for change in table.changes if isinstance(change, CapitalGiven)]
    assert table.state.seats[1].treasury == 20


@rule("NS-11.19")
def test_a_prevented_death_can_still_be_drained() -> None:
    state = has(play(field("halvard", "ashkari"), 1, "pool_of_dawn"), 1, power=1)
    table = fight(state, {0: 3, 1: -3}, "poisoned_blade_1")
    assert table.state.seats[1].power == 4 - 2


def test_nyx_asks_which_opponent_to_drain() -> None:
    state = play(start("corvane", "ashkari", "sjorsja"), 0, "nyx_shadowblade")
    table = scene(state).when(0, Use("nyx_shadowblade"), draw=rolling(-1))
    assert WINDS.awaiting(table.state).seats == (Asked(0, "opponent"),)
    table = table.when(0, Choose("opponent", "2"))
    assert [seat.power for seat in table.state.seats] == [full("corvane"), full("ashkari"), full("sjorsja") - 4]
