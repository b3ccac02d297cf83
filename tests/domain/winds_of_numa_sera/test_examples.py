"""The worked examples of RULES.md, with their numbers."""

from __future__ import annotations

from msgspec.structs import replace

from moothall.domain.winds_of_numa_sera.changes import (
    BattleFought,
    CapitalGained,
    CardKept,
    CardsDrawn,
    CardsSunk,
    ClassUnlocked,
    DeckShuffled,
    GameEnded,
    GameScored,
    HeroSlain,
    ItemReturned,
    Paid,
    PowerHealed,
    PowerLost,
    StrongholdShown,
    StrongholdTaken,
)
from moothall.domain.winds_of_numa_sera.moves import (
    AcceptTrade,
    Attack,
    Build,
    BuySkill,
    Choose,
    CommitBattle,
    Explore,
    OfferTrade,
)
from moothall.domain.winds_of_numa_sera.rounds import order, renown
from moothall.domain.winds_of_numa_sera.rules.battle import Target, attack_stat, defense_stat
from moothall.domain.winds_of_numa_sera.rules.payment import skill_price
from moothall.domain.winds_of_numa_sera.rules.standing import residual, standing
from moothall.domain.winds_of_numa_sera.state import GameEnd, State
from tests.domain.winds_of_numa_sera.tables import (
    BOX,
    WINDS,
    dice,
    explored,
    full,
    hand,
    has,
    only,
    play,
    scene,
    shown,
    skilled,
    slew,
    start,
    ticked,
    top,
)
from tests.support.scenes import Scene

HERO = Target("hero", "", 1)


def attack_hero(state: State, rolls: dict[int, tuple[int, ...] | int], mine: str = "", theirs: str = "") -> Scene:
    """Seat 0 attacks the hero of seat 1."""
    cards = {0: mine, 1: theirs}
    for seat, card in cards.items():
        if card:
            state = hand(state, seat, card)
    draw = dice(state, rolls)
    table = scene(state).when(0, Attack("hero", "1"), draw=draw)
    for seat, card in cards.items():
        if card:
            table = table.when(seat, CommitBattle((card,)), draw=draw)
    return table


def test_01_skill_stock() -> None:
    assert {len(cards) for cards in start("krill", "ashkari", "sjorsja").colleges.values()} == {6}


def test_02_skill_prices() -> None:
    state = skilled(has(start("krill", "ashkari"), 0, treasury=100), 0, weapon=1)
    assert skill_price(BOX, state.seats[1], "weapon") == 10
    table = scene(state).when(0, BuySkill("weapon"), BuySkill("weapon"))
    assert table.state.seats[0].treasury == 100 - 20 - 30
    assert skill_price(BOX, table.state.seats[0], "weapon") == 40
    assert (
        sum(skill_price(BOX, skilled(start("krill", "ashkari"), 0, weapon=n).seats[0], "weapon") for n in range(4))
        == 100
    )


def test_03_no_stacking() -> None:
    state = start("krill", "ashkari")
    assert attack_stat(skilled(state, 0, weapon=2), 0, HERO) == 4 + 2
    assert attack_stat(skilled(state, 0, weapon=3), 0, HERO) == 4 + 2


def test_04_build_line() -> None:
    table = scene(explored(start("krill", "ashkari")))
    table.lists(0, Build("efficiency")).lacks(0, Build("bountiful_empire"))


def test_05_independent_win() -> None:
    state = shown(explored(start("sjorsja", "ashkari")), "sapphire_gate")
    state = state.with_mat(0, ticked=())
    following = state.stronghold_deck[0]
    table = scene(state).when(0, Attack("independent", "sapphire_gate"), draw=dice(state, {0: 1}))
    table.then(
        BattleFought(5, 4, 0, False),
        StrongholdTaken(0, "sapphire_gate", -1, 0),
        CapitalGained(0, 5, "sapphire_gate"),
        StrongholdShown(following),
    )
    assert table.state.seats[0].treasury == state.seats[0].treasury + 5
    assert residual(BOX, table.state.seats[0]) == residual(BOX, state.seats[0]) + 3


def test_06_score_sum() -> None:
    attack_hero(explored(start("sjorsja", "ashkari")), {0: 3, 1: 1}).then(BattleFought(7, 4, 0, False))


def test_07_independent_loss() -> None:
    state = shown(explored(start("sjorsja", "ashkari")), "reedwatch")
    table = scene(state).when(0, Attack("independent", "reedwatch"), draw=dice(state, {0: -1}))
    table.then(BattleFought(3, 6, -1, False), PowerLost(0, 3, "battle"))


def test_08_hero_battle() -> None:
    table = attack_hero(explored(start("sjorsja", "krill")), {0: 2, 1: 1})
    table.then(BattleFought(6, 3, 0, False), PowerLost(1, 3, "battle"))


def test_09_tie() -> None:
    state = has(explored(start("corvane", "ashkari")), 0, power=5)
    table = attack_hero(state, {0: 1, 1: 2}, "second_wind_1")
    table.then(BattleFought(5, 5, 0, True), PowerHealed(0, 2, "second_wind_1"))
    assert table.state.seats[1].power == full("ashkari")
    stronghold = play(explored(start("krill", "ashkari")), 1, "sapphire_gate")
    taken = scene(stronghold).when(0, Attack("stronghold", "sapphire_gate"), draw=dice(stronghold, {0: 1, 1: 1}))
    taken.then(BattleFought(5, 5, 0, False), StrongholdTaken(0, "sapphire_gate", 1, 0))


def test_10_two_handed_upgrade() -> None:
    state = play(start("krill", "ashkari"), 0, "greatsword").with_mat(0, upgraded=("right_hand",))
    assert attack_stat(state, 0, HERO) == 4 + 2
    assert attack_stat(state.with_mat(0, upgraded=("right_hand", "left_hand")), 0, HERO) == 4 + 4


def test_11_stronghold_defence() -> None:
    state = play(explored(start("urzhen", "halvard")), 1, "reedwatch", "tower_shield")
    state = has(state.with_mat(0, ticked=()), 1, purse={"reedwatch": 2})
    assert defense_stat(state, Target("stronghold", "reedwatch", 1)) == 7
    table = scene(state).when(0, Attack("stronghold", "reedwatch"), draw=dice(state, {0: 3, 1: -2}))
    assert table.state.seats[1].power == full("halvard")
    assert table.state.seats[0].treasury == state.seats[0].treasury + 2


def test_12_hazard_death() -> None:
    state = has(top(start("corvane", "ashkari"), "rockslide_1"), 0, power=2)
    table = scene(state).when(0, Explore())
    table.then(HeroSlain(0, "corvane", -1, 0, "lelia", full("lelia")))
    assert table.state.seats[1].captured == ()
    assert (table.state.seats[0].power, table.state.turn.seat) == (full("lelia"), 0)


def test_13_captured_capital() -> None:
    state = has(explored(start("halvard", "lelia")), 1, power=1, purse={"lelia": 3})
    table = attack_hero(state, {0: 3, 1: -3})
    assert table.state.seats[0].captured == ("lelia",)
    assert table.state.seats[0].treasury == state.seats[0].treasury + 3


def test_14_default_payment() -> None:
    state = skilled(play(start("lelia", "ashkari"), 0, "highcrag"), 0, weapon=1)
    state = has(state, 0, treasury=12, skill_credit=4, purse={"lelia": 3, "highcrag": 4})
    table = scene(state).when(0, BuySkill("weapon"))
    table.then(Paid(0, "skill", 9, 4, {"lelia": 3, "highcrag": 4}))
    assert table.state.seats[0].treasury == 3


def test_15_damage_chain() -> None:
    state = skilled(play(explored(start("sjorsja", "ashkari")), 1, "heartplate"), 1, defense=1)
    state = has(ticked(state, 0, "blood_frenzy"), 1, treasury=5)
    state = skilled(state, 0, weapon=4)
    table = attack_hero(replace(state, setting="empire"), {0: 3, 1: -1}, "", "last_stand_1")
    table.then(BattleFought(4 + 3 + 3, 3 + 2 + 1 - 1 + 1, 0, False), PowerLost(1, 3, "battle"))


def test_16_double_cancel() -> None:
    state = has(has(explored(start("krill", "ashkari")), 0, treasury=5), 1, treasury=5)
    table = attack_hero(state, {0: 1, 1: 1}, "turn_the_tide_1", "turn_the_tide_2")
    table.then(BattleFought(4 + 1, 3 + 1, 0, True))
    assert [seat.treasury for seat in table.state.seats] == [3, 3]
    assert table.state.seats[0].wins_with_card == 1


def test_17_power_cost() -> None:
    state = hand(has(explored(start("krill", "ashkari")), 0, power=2), 0, "blood_oath_1", "reckless_charge_1")
    table = scene(state).when(0, Attack("hero", "1"))
    table.lacks(0, CommitBattle(("blood_oath_1",))).lists(0, CommitBattle(("reckless_charge_1",)))


def test_18_the_defender_slays() -> None:
    state = slew(start("halvard", "ashkari", "corvane"), 1, "corvane", "krill")
    state = has(explored(state), 0, power=1)
    table = attack_hero(state, {0: -1, 1: 2})
    table.then(BattleFought(3, 5, 1, False), HeroSlain(0, "halvard", 1, 0, "kelesandra", full("kelesandra")))
    table.then(GameEnded(1, ("champion",)))


def test_19_independent_kill() -> None:
    state = shown(explored(start("krill", "ashkari")), "stormwall")
    state = state.with_mat(0, line=("krill",)).with_seat(0, fallen=("lelia", "corvane"), power=1)
    table = scene(state).when(0, Attack("independent", "stormwall"), draw=dice(state, {0: 1}))
    table.then(GameEnded(1, ("survivor",)))
    assert table.state.seats[1].captured == ()


def test_20_empire_pair() -> None:
    state = replace(skilled(start("krill", "ashkari"), 0, lore=4), setting="empire")
    state = play(has(state, 0, conditions=("master",)), 0, "reedwatch", "emberhold", "highcrag")
    state = shown(explored(state), "sapphire_gate")
    table = scene(state).when(0, Attack("independent", "sapphire_gate"), draw=dice(state, {0: 1}))
    table.then(GameEnded(0, ("conqueror", "master")))


def test_23_lore() -> None:
    state = top(skilled(start("krill", "ashkari"), 0, lore=1), "rockslide_1", "battle_cry_1")
    table = scene(state).when(0, Explore(), Choose("explored_card", "battle_cry_1"))
    table.then(CardsSunk(0, ("rockslide_1",), 1), CardKept(0, "battle_cry_1"))
    assert WINDS.view(table.state, 1).seats[0].known == ()


def test_24_mythic_lost() -> None:
    state = play(skilled(start("krill", "ashkari"), 0, lore=1), 0, "crown_of_the_first_ones")
    state = has(state, 0, power=full("krill") + 2)
    table = scene(state).when(0, OfferTrade(1, give_cards=("lore_1",))).when(1, AcceptTrade())
    table.then(ItemReturned(0, "crown_of_the_first_ones"), PowerLost(0, 2, "maximum"))
    assert standing(BOX, table.state.seats[0].mat).max_power == full("krill")


def test_25_many_masks() -> None:
    state = ticked(explored(start("ashkari", "krill")), 0, "elders_tales")
    state = state.with_mat(0, classes=("heir", "paladin", "sage", "tyrant"))
    table = scene(state).when(0, Build("many_masks"))
    table.then(ClassUnlocked(0, "rogue"), GameEnded(0, ("legend",)))


def test_26_limit() -> None:
    state = start("krill", "ashkari", "sjorsja")
    state = has(play(state, 0, "reedwatch"), 0, treasury=90)
    state = has(play(state, 1, "emberhold"), 1, treasury=85)
    assert renown(BOX, state.seats[0]) == renown(BOX, state.seats[1]) > renown(BOX, state.seats[2])
    assert order(state) == (0, 1, 2), "the same Strongholds, more Capital"
    scored = scene(replace(state, round=24, phase=GameEnd(-1, ("renown",)))).step("end_of_game")
    change = scored.changes[0]
    assert isinstance(change, GameScored)
    assert (change.winner, change.reasons, change.ranking) == (0, ("renown",), (0, 1, 2))


def test_27_reshuffle() -> None:
    state = only(skilled(start("krill", "ashkari"), 0, lore=1), "rockslide_1")
    table = scene(state).when(0, Explore())
    drawn, shuffled, second = (c for c in table.changes if isinstance(c, CardsDrawn | DeckShuffled))
    assert drawn == CardsDrawn(0, ("rockslide_1",), 1)
    assert isinstance(shuffled, DeckShuffled)
    assert isinstance(second, CardsDrawn)
    assert second.cards == shuffled.cards[:1]


def test_28_bumper_harvest() -> None:
    state = play(start("krill", "ashkari"), 0, "sapphire_gate")
    assert residual(BOX, state.seats[0]) == 7
    scene(top(state, "bumper_harvest")).when(0, Explore()).then(CapitalGained(0, 4, "bumper_harvest"))


def test_29_renown() -> None:
    state = skilled(play(start("krill", "ashkari"), 0, "reedwatch", "emberhold"), 0, weapon=3, lore=1, forge=1)
    state = slew(state.with_mat(0, classes=("heir", "paladin"), line=("krill", "lelia")), 0, "ashkari")
    assert renown(BOX, has(state, 0, treasury=11).seats[0]) == 8 + 12 + 2 + 6 + 6 + 4 + 2 == 40


def test_30_poison() -> None:
    state = has(explored(start("halvard", "ashkari")), 1, power=1)
    slain = attack_hero(state, {0: 3, 1: -3}, "poisoned_blade_1")
    assert slain.state.seats[1].power == full("tamsu"), "the successor is not drained"
    held = hand(play(explored(start("halvard", "ashkari")), 1, "stormwall"), 0, "poisoned_blade_1")
    for roll in (-3, 3):
        table = scene(held).when(0, Attack("stronghold", "stormwall"))
        table = table.when(0, CommitBattle(("poisoned_blade_1",)), draw=dice(held, {0: roll, 1: -roll}))
        assert table.state.seats[1].power == full("ashkari")
    defended = hand(play(explored(start("halvard", "ashkari")), 1, "sapphire_gate"), 1, "poisoned_blade_1")
    table = scene(defended).when(0, Attack("stronghold", "sapphire_gate"))
    table = table.when(1, CommitBattle(("poisoned_blade_1",)), draw=dice(defended, {0: -1, 1: 1}))
    assert table.state.seats[0].power == full("halvard") - (4 + 1 + 1 - 3) - 2
    weak = scene(has(defended, 0, power=4)).when(0, Attack("stronghold", "sapphire_gate"))
    weak = weak.when(1, CommitBattle(("poisoned_blade_1",)), draw=dice(defended, {0: -1, 1: 1}))
    assert weak.state.seats[0].power == 1


def test_31_third_hero() -> None:
    state = has(explored(slew(start("halvard", "ashkari"), 0, "ashkari", "tamsu")), 1, power=1)
    attack_hero(state, {0: 3, 1: -3}).then(GameEnded(0, ("champion",)))
    attack_hero(replace(state, setting="empire"), {0: 3, 1: -3}).then(GameEnded(0, ("survivor",)))
