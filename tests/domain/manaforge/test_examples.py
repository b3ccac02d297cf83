"""The worked examples of the rulebook, number by number."""

from __future__ import annotations

import pytest

from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.title import NoOptions
from moothall.domain.manaforge import MANAFORGE
from moothall.domain.manaforge.changes import DieGained, ItemTaken, Paid
from moothall.domain.manaforge.moves import (
    Activate,
    ActivateTalent,
    Build,
    Choose,
    DraftTalent,
    EndTurn,
    ExchangePrism,
    ReserveStore,
    SpendDie,
    Upgrade,
)
from moothall.domain.manaforge.rounds import setup
from moothall.domain.manaforge.state import Gems, Keep, Mana, Offers, Playing, PreRoll, initial
from moothall.domain.table.moves import Undo, UndoAll
from tests.domain.manaforge.table import (
    categories,
    gems,
    given,
    logged,
    mana,
    pay,
    player,
    prestige,
    state_of,
    table,
    workshop,
)
from tests.support.scenes import Scripted, rule

WANDS = ("spark_wand", "levitation_wand", "extinguishing_wand", "illuminating_wand")


@rule("MF-8.6", "MF-9.3")
def test_1_gem_amplifier() -> None:
    start = given(table(player(gems={"earth": 1, "fire": 1}, workshop=["gem_amplifier"])))
    once = start.when(0, Upgrade("gem_amplifier", "earth"))
    once.when(0, Activate("gem_amplifier", 2)).breaks("MF-9.3")
    done = once.when(0, Upgrade("gem_amplifier", "fire"), Activate("gem_amplifier", 2))
    assert mana(done) == {"earth": 1, "fire": 1}
    assert gems(done) == {}
    assert workshop(done) == {"gem_amplifier": False}


@rule("MF-10.2")
def test_2_a_dawn_wand() -> None:
    start = given(table(player(store=WANDS[:1]), mana={"earth": 1, "water": 1}, board=["excavation_wand"]))
    done = start.when(0, Build("excavation_wand"))
    assert categories(done) == {"wands": 2}
    assert done.state.seats[0].store == ("spark_wand", "excavation_wand")
    assert mana(done) == {}


@rule("MF-10.2")
def test_3_a_noon_wand() -> None:
    start = given(table(player(store=WANDS[:3]), mana={"wind": 2, "fire": 1}, board=["thunder_wand"]))
    assert prestige(start.when(0, Build("thunder_wand"))) == 5


@rule("MF-10.2")
def test_4_a_dusk_wand() -> None:
    start = given(table(player(store=WANDS), mana={"water": 3, "fire": 2}, board=["tsunami_wand"]))
    assert prestige(start.when(0, Build("tsunami_wand"))) == 8


@rule("MF-8.8", "MF-5.4")
def test_5_aether_bombs() -> None:
    done = given(table(player(workshop=["aether_bombs"]), expenditures=3)).when(0, Activate("aether_bombs", 0))
    assert prestige(done) == 2
    assert done.state.phase.expenditures == 1
    short = given(table(player(workshop=["aether_bombs"]), expenditures=1)).lacks(0, Activate("aether_bombs", 0))
    short.when(0, Activate("aether_bombs", 0)).breaks("MF-5.4")


@rule("MF-7.4")
def test_6_a_cost_of_two_elements() -> None:
    start = given(table(player(), mana={"earth": 2, "water": 2, "wind": 1}, board=["verdant_haven"]))
    built = start.when(0, Build("verdant_haven"))
    assert mana(built) == {}
    assert workshop(built) == {"verdant_haven": True}
    assert mana(built.when(0, Activate("verdant_haven", 0))) == {"earth": 1, "water": 1}


@rule("MF-4.4")
def test_7_mixed_any() -> None:
    start = given(table(player(gems={"water": 1}), mana={"fire": 1, "wind": 1}, board=["illusion_globes"]))
    built = start.when(0, Build("illusion_globes"))
    assert mana(built) == {}
    assert gems(built) == {}
    assert prestige(built.when(0, Activate("illusion_globes", 0))) == 1


@rule("MF-4.3", "MF-6.7")
def test_8_a_fresh_gem_is_copied() -> None:
    start = given(table(player("earth_1 gem_earth", "water_1 gem_copy", workshop=["stone_circle"])))
    start.lacks(0, SpendDie("water_1", gem="earth"))
    done = start.when(0, SpendDie("earth_1"), SpendDie("water_1", gem="earth"))
    assert gems(done) == {"earth": 2}
    assert done.state.phase.expenditures == 2
    done.lists(0, Upgrade("stone_circle"))


@rule("MF-6.7", "MF-4.7")
def test_9_gem_copy_does_not_see_prisms() -> None:
    start = given(table(player("water_1 gem_copy", prisms=1)))
    assert not [move for move in MANAFORGE.legal_moves(start.state, 0) if isinstance(move, SpendDie)]
    start.when(0, SpendDie("water_1", gem="water")).breaks("MF-6.7")
    exchanged = start.when(0, ExchangePrism("water")).lists(0, SpendDie("water_1", gem="water"))
    assert gems(exchanged.when(0, SpendDie("water_1", gem="water"))) == {"water": 2}


@rule("MF-7.5", "MF-7.6")
def test_10_a_full_workshop() -> None:
    cards = ["stone_circle earth", "hellforge", "sun_fragment", "wind_catcher"]
    start = given(table(player(workshop=cards), mana={"wind": 3}, board=["illusion_globes"], discard=["spark_wand"]))
    start.when(0, Build("illusion_globes")).breaks("MF-7.5")
    built = start.when(0, Build("illusion_globes", replace="stone_circle"))
    assert built.state.discard == ("spark_wand", "stone_circle")
    assert workshop(built) == {"hellforge": True, "sun_fragment": True, "wind_catcher": True, "illusion_globes": True}
    assert gems(built) == {}


@rule("MF-4.11", "MF-4.13")
def test_11_default_payment() -> None:
    start = given(
        table(player(gems={"earth": 2, "fire": 1}), mana={"fire": 1, "wind": 2, "water": 1}, board=["fire_bracers"])
    )
    built = start.when(0, Build("fire_bracers"))
    built.then(ItemTaken(0, "fire_bracers", "board", Mana(0, 1, 2, 0), Gems(0, 1, 0, 0)))
    assert mana(built) == {"water": 1}
    assert gems(built) == {"earth": 2}
    other = start.when(0, Build("fire_bracers", **pay("fire:1+gem_fire:1+wind:1+water:1")))
    assert mana(other) == {"wind": 1}
    start.when(0, Build("fire_bracers", **pay("fire:1+wind:2+water:1"))).breaks("MF-4.13")


@rule("MF-6.2", "MF-6.5")
def test_12_transmute() -> None:
    start = given(table(player("fire_1 transmute", "arcane_1 earth_or_wind spent"), mana={"earth": 1}, expenditures=3))
    done = start.when(0, SpendDie("fire_1", copy="arcane_1", take="wind"))
    assert mana(done) == {"earth": 1, "wind": 1}
    assert done.state.seats[0].die("arcane_1").spent
    assert done.state.phase.expenditures == 2


@rule("MF-6.3")
def test_13_a_chain_of_transmutes() -> None:
    start = given(table(player("fire_1 transmute", "fire_2 transmute", "earth_1 double_earth")))
    start.when(0, SpendDie("fire_1", copy="fire_2")).breaks("MF-6.3")
    done = start.when(0, SpendDie("fire_1", copy="earth_1"), SpendDie("fire_2", copy="earth_1"), SpendDie("earth_1"))
    assert mana(done) == {"earth": 6}
    assert done.state.phase.expenditures == 1


@rule("MF-11.5", "MF-11.6")
def test_14_a_mancer_and_transmute() -> None:
    me = player("earth_1 single_fire spent", "earth_2 double_earth", "fire_1 transmute", talents=["geomancer"])
    turned = given(table(me)).when(0, ActivateTalent("geomancer", die="earth_1"))
    assert gems(turned) == {}
    done = turned.when(0, SpendDie("fire_1", copy="earth_1"))
    assert gems(done) == {"earth": 1}
    done.when(0, ActivateTalent("geomancer", die="earth_2")).breaks("MF-11.1")


@rule("MF-6.6")
def test_15_power_surge() -> None:
    start = given(table(player("wind_1 power_surge", workshop=["hellforge"])))
    assert not [move for move in MANAFORGE.legal_moves(start.state, 0) if isinstance(move, SpendDie)]
    start.when(0, SpendDie("wind_1", target="hellforge")).breaks("MF-6.6")
    done = start.when(0, Activate("hellforge", 0), SpendDie("wind_1", target="hellforge"), Activate("hellforge", 0))
    assert mana(done) == {"earth": 2, "fire": 2}
    assert workshop(done) == {"hellforge": False}


@rule("MF-5.3")
def test_16_geyser_twice() -> None:
    dice = ["wind_1 power_surge", *(f"earth_{i} double_earth" for i in range(1, 7))]
    done = given(table(player(*dice, workshop=["aether_geyser"]))).when(0, Activate("aether_geyser", 0))
    assert done.state.phase.expenditures == 5
    done = done.when(0, SpendDie("wind_1", target="aether_geyser"))
    assert done.state.phase.expenditures == 4
    done = done.when(0, Activate("aether_geyser", 0), *(SpendDie(f"earth_{i}") for i in range(1, 6)))
    assert mana(done) == {"earth": 10}
    done.when(0, SpendDie("earth_6")).breaks("MF-5.1")


@rule("MF-10.6")
def test_17_shapeshifter_mask() -> None:
    dice = ("earth_1 double_earth", "fire_1 gem_fire", "earth_2 single_fire", "water_1 gem_copy")
    me = player(*dice, "arcane_1 wind_or_water", "arcane_2 fire_or_wind")
    done = given(table(me, mana={"fire": 6}, board=["shapeshifter_mask"])).when(0, Build("shapeshifter_mask"))
    assert categories(done) == {"store": 6}


@rule("MF-10.7")
@pytest.mark.parametrize(
    ("cards", "points"),
    [
        (["stone_circle", "sun_fragment", "wind_catcher", "hellforge"], 8),
        (["stone_circle", "sun_fragment", "wind_catcher exhausted"], 5),
    ],
)
def test_18_truesight_blindfold(cards: list[str], points: int) -> None:
    start = given(table(player(workshop=cards), mana={"wind": 6}, board=["truesight_blindfold"]))
    assert prestige(start.when(0, Build("truesight_blindfold"))) == points


@rule("MF-10.5")
def test_19_spellblock_armguards() -> None:
    me = player(gems={"earth": 1, "water": 3})
    asked = given(table(me, mana={"earth": 2, "fire": 3, "wind": 2}, board=["spellblock_armguards"])).when(
        0, Build("spellblock_armguards")
    )
    listed = [move for move in MANAFORGE.legal_moves(asked.state, 0) if isinstance(move, Choose)]
    assert [move for move in listed if move.mana is None] == [Choose("extra_mana", str(n)) for n in range(9)]
    assert [move for move in listed if move.value == "8"] == [
        Choose("extra_mana", "8"),
        Choose("extra_mana", "8", **pay("fire:3+wind:2+gem_water:3")),
    ]
    done = asked.when(0, Choose("extra_mana", "8"))
    assert prestige(done) == 8
    assert mana(done) == {}
    assert gems(done) == {"water": 1}


@rule("MF-10.8")
def test_20_elemental_rod() -> None:
    me = player(gems={"earth": 2, "fire": 1}, prisms=1)
    start = given(table(me, mana={"water": 3}, board=["elemental_rod"])).when(0, Build("elemental_rod"))
    done = start.when(0, ExchangePrism("water"), Choose("rod_gems", "earth+fire+water"))
    assert prestige(done) == 6
    assert gems(done) == {"earth": 1}


@rule("MF-10.9")
def test_21_mimic_on_a_wand() -> None:
    me = player(store=["spark_wand", "conflagration_wand"], talents=["arcane_crafter"])
    start = given(table(me, mana={"earth": 2, "fire": 2, "wind": 2, "water": 2}, board=["mimic_essence"]))
    done = start.when(0, Build("mimic_essence"), Choose("mimic", "conflagration_wand"))
    assert categories(done) == {"store": 6}
    assert done.state.seats[0].store == ("spark_wand", "conflagration_wand", "mimic_essence")
    assert done.state.seats[0].prisms == 1


@rule("MF-10.10", "MF-10.11", "MF-12.5")
def test_22_a_replica_with_four_seats() -> None:
    me = player("earth_1 double_earth", gems={"fire": 1})
    others = (player(gems={"fire": 1}), player(gems={"water": 2}, prisms=1), player(gems={"earth": 1}))
    game = logged(table(me, *others, mana={"fire": 6}, board=["replica_greatswords"]), 4)
    game.play(0, SpendDie("earth_1"))
    game.play(0, Build("replica_greatswords"))
    assert [decision.seat for decision in game.log.table.decisions] == [1, 2]
    assert state_of(game).seats[0].prestige == 6
    game.play(1, Choose("replica_gift", "gem"))
    game.play(2, Choose("replica_gift", "prism"))
    state = state_of(game)
    assert state.seats[0].gems == (0, 3, 0, 0)
    assert [seat.prestige for seat in state.seats] == [6, 2, 2, 0]
    assert [MANAFORGE.score_sheet(state)[seat].categories["replica_gifts"] for seat in (1, 2)] == [2, 2]
    assert state.seats[2].prisms == 0
    with pytest.raises(IllegalMove, match=r"MF-12\.1"):
        game.play(0, Undo())


@rule("MF-12.4", "MF-12.2")
def test_23_undo_and_dice() -> None:
    start = table(
        player("earth_1 double_earth", "fire_1 double_fire"),
        mana={"earth": 4, "fire": 4},
        board=["earth_boots", "fire_bracers"],
    )
    game = logged(start)
    game.play(0, Build("earth_boots"))
    rolled = state_of(game).seats[0].die("earth_2")
    assert rolled is not None
    for card, name in (("earth_boots", "earth_2"), ("fire_bracers", "fire_2")):
        game.play(0, UndoAll())
        back = state_of(game)
        assert (back.seats[0].prestige, back.turn, back.board) == (0, start.turn, start.board)
        assert back.seats[0].face == rolled.face
        event = game.play(0, Build(card))
        assert DieGained(0, name, name.split("_")[0], rolled.face) in event.changes


@rule("MF-10.1", "MF-15.2")
def test_24_no_die_left() -> None:
    me = player(*(f"earth_{i} double_earth" for i in range(1, 9)))
    draw = Scripted()
    done = given(table(me, mana={"earth": 4}, board=["earth_boots"])).when(0, Build("earth_boots"), draw=draw)
    assert prestige(done) == 1
    assert len(done.state.seats[0].dice) == 8
    assert draw.asked == []


@rule("MF-11.11", "MF-11.14")
def test_25_aether_reserve() -> None:
    me = player("earth_1 double_earth", "fire_1 gem_fire", talents=["aether_reserve"])
    state = table(me, player("wind_1 gem_wind", talents=["famous"]), round_number=2)
    closed = given(state).when(0, ReserveStore("earth_1"), EndTurn()).when(1, EndTurn())
    asked = closed.step("round_scoring")
    assert asked.state.phase == PreRoll(0)
    assert asked.state.round == 3
    draw = Scripted({"roll/round-3/seat-0/fire_1": 4})
    kept = asked.when(0, Choose("reserve_roll", "keep"), draw=draw)
    assert "roll/round-3/seat-0/earth_1" not in draw.asked
    assert [(die.face, die.spent) for die in kept.state.seats[0].dice] == [(3, False), (5, False)]
    spent = kept.when(1, EndTurn()).when(0, SpendDie("earth_1"))
    assert mana(spent) == {"earth": 2}
    assert spent.state.seats[0].held is None
    spent.lists(0, ReserveStore("fire_1")).lacks(0, ReserveStore("earth_1"))


@rule("MF-11.18")
def test_26_scavenger() -> None:
    have = {"earth": 2, "fire": 2, "wind": 1}
    me = player(gems={"water": 1}, talents=["scavenger"])
    done = given(table(me, mana=have, discard=["hellforge"])).when(0, Build("hellforge", "discard"))
    done.then(
        Paid(0, Mana(), Gems(0, 0, 0, 1), "scavenger"),
        ItemTaken(0, "hellforge", "discard", Mana(2, 2, 1, 0), Gems()),
    )
    assert workshop(done) == {"hellforge": True}
    assert done.state.discard == ()
    assert done.state.seats[0].action == "hellforge"
    poor = given(table(player(talents=["scavenger"]), mana=have, discard=["hellforge"]))
    poor.lacks(0, Build("hellforge", "discard")).when(0, Build("hellforge", "discard")).breaks("MF-11.18")


@rule("MF-8.13")
def test_27_mana_condenser() -> None:
    start = given(table(player(workshop=["mana_condenser"]), mana={"wind": 1}))
    done = start.when(0, Activate("mana_condenser", 0, element="wind"))
    assert mana(done) == {}
    assert gems(done) == {"wind": 2}


@rule("MF-8.9")
def test_28_enchanting_runes() -> None:
    cards = ["enchanting_runes wind", "stone_circle", "hellforge", "illusion_globes"]
    start = given(table(player(workshop=cards)))
    done = start.when(0, Activate("enchanting_runes", 1, exhaust="stone_circle+hellforge"))
    assert prestige(done) == 4
    assert workshop(done) == {
        "enchanting_runes": False,
        "stone_circle": False,
        "hellforge": False,
        "illusion_globes": True,
    }
    assert mana(done) == {}


@rule("MF-14.3", "MF-14.4")
@pytest.mark.parametrize(("prisms", "ranking"), [(1, ((0,), (1,))), (0, ((0, 1),))])
def test_29_a_tie(prisms: int, ranking: tuple[tuple[int, ...], ...]) -> None:
    one = player(prestige=52, gems={"earth": 3}, prisms=prisms)
    two = player(prestige=52, gems={"fire": 3}, workshop=["stone_circle earth", "sun_fragment fire"])
    assert MANAFORGE.ranking(table(one, two)) == ranking


@rule("MF-1.5", "MF-1.7")
def test_30_the_draft_with_three_seats() -> None:
    turn = MANAFORGE.turn(initial(3, NoOptions(), 1), Scripted())
    setup(turn)
    scene = given(turn.state)
    packets = [seat.packet for seat in turn.state.seats]
    for _ in range(2):
        for seat in range(3):
            scene = scene.when(seat, DraftTalent(scene.state.seats[seat].packet[0]))
        if len(scene.state.seats[0].packet) == 3:
            assert scene.state.seats[1].packet == packets[0][1:]
            assert scene.state.seats[2].packet == packets[1][1:]
            assert scene.state.seats[0].packet == packets[2][1:]
    for seat in range(3):
        scene = scene.when(seat, DraftTalent(scene.state.seats[seat].packet[0]))
    assert isinstance(scene.state.phase, Keep)
    assert [seat.picked[3] for seat in scene.state.seats] == [packet[3] for packet in packets]


@rule("MF-4.12", "MF-11.18")
@pytest.mark.parametrize(("gem", "left"), [(None, {"water": 1}), ("water", {"earth": 1})])
def test_31_the_gem_of_scavenger(gem: str | None, left: dict[str, int]) -> None:
    me = player(gems={"earth": 2, "water": 1}, talents=["scavenger"])
    start = given(table(me, discard=["mana_prisms_dawn"]))
    done = start.when(0, Build("mana_prisms_dawn", "discard", scavenge_gem=gem))
    assert gems(done) == left
    assert done.state.seats[0].prisms == 2


@rule("MF-10.12")
def test_while_offers_are_open_the_builder_waits() -> None:
    state = table(player(prisms=1), player(gems={"fire": 1}), mana={"fire": 6}, board=["replica_greatswords"])
    asked = given(state).when(0, Build("replica_greatswords"))
    assert isinstance(asked.state.phase, Offers)
    assert MANAFORGE.legal_moves(asked.state, 0) == []
    asked.when(0, ExchangePrism("fire")).breaks("MF-10.12")
    asked.when(0, EndTurn()).breaks("MF-10.12")
    done = asked.when(1, Choose("replica_gift", "gem"))
    assert isinstance(done.state.phase, Playing)
    assert gems(done) == {"fire": 1}
