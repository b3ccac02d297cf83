"""MF-11: talents."""

from __future__ import annotations

import pytest

from moothall.domain.core.errors import NotYourTurn
from moothall.domain.manaforge import MANAFORGE
from moothall.domain.manaforge.changes import (
    CardRaised,
    DieHeld,
    DieTakenOff,
    DieTurned,
    GemsGained,
    ItemStored,
    OffersClosed,
    PrestigeGained,
)
from moothall.domain.manaforge.content import box_at
from moothall.domain.manaforge.moves import (
    ActivateTalent,
    Build,
    Choose,
    EndTurn,
    PrecogRaise,
    ReserveRelease,
    ReserveStore,
    SpendDie,
)
from moothall.domain.manaforge.state import Draft, Gems, PreRoll, RoundScoring, Seat
from tests.domain.manaforge.table import categories, gems, given, mana, pay, player, prestige, table, workshop
from tests.support.scenes import Scripted, rule

BOX = box_at(1)

ENCHANTERS = {f"{element}_enchanter": element for element in ("earth", "fire", "wind", "water")}
MANCERS = {"geomancer": "earth", "pyromancer": "fire", "aeromancer": "wind", "hydromancer": "water"}
DECK = ["stone_circle", "sun_fragment", "wind_catcher", "reflecting_pool", "hellforge", "verdant_haven", "spark_wand"]


@rule("MF-11.1")
def test_a_talent_is_used_as_often_as_limit_and_cost_allow() -> None:
    me = player(talents=["earth_enchanter", "wizards_apprentice"], gems={"earth": 3})
    once = given(table(me)).when(0, ActivateTalent("earth_enchanter")).lacks(0, ActivateTalent("earth_enchanter"))
    once.when(0, ActivateTalent("earth_enchanter")).breaks("MF-11.1")
    again = once.when(0, EndTurn()).when(1, EndTurn()).step().when(1, EndTurn())
    again.lists(0, ActivateTalent("earth_enchanter"))


@rule("MF-11.1")
def test_only_own_talents_that_can_be_activated_and_only_what_they_ask() -> None:
    me = player("earth_1 double_earth", talents=["geomancer", "scavenger"], gems={"fire": 1})
    start = given(table(me))
    start.when(0, ActivateTalent("fire_enchanter")).breaks("MF-11.1")
    start.when(0, ActivateTalent("nonsense")).breaks("MF-11.1")
    start.when(0, ActivateTalent("scavenger")).breaks("MF-11.1")
    start.when(0, ActivateTalent("geomancer", die="earth_1", take="earth")).breaks("MF-11.1")


@rule("MF-11.2")
@pytest.mark.parametrize(("talent", "element"), ENCHANTERS.items())
def test_enchanters_turn_a_gem_of_their_element_into_prestige(talent: str, element: str) -> None:
    start = given(table(player(talents=[talent], gems={element: 2})))
    done = start.when(0, ActivateTalent(talent))
    assert (categories(done), gems(done)) == ({"talents": 1}, {element: 1})
    other = "fire" if element != "fire" else "earth"
    wrong = given(table(player(talents=[talent], gems={other: 2}), mana={element: 3}))
    wrong.lacks(0, ActivateTalent(talent)).when(0, ActivateTalent(talent)).breaks("MF-11.2")


@rule("MF-11.4")
def test_crafters_come_after_offers_and_their_gem_is_usable_at_once() -> None:
    me = player(talents=["fire_crafter", "fire_enchanter"])
    state = table(me, player(gems={"fire": 1}), mana={"fire": 6}, board=["replica_greatswords"])
    asked = given(state).when(0, Build("replica_greatswords"))
    assert gems(asked) == {}
    done = asked.when(1, Choose("replica_gift", "none"))
    done.then(
        OffersClosed((1,), ("none",)),
        ItemStored(0, "replica_greatswords"),
        GemsGained(0, Gems(0, 1, 0, 0), "fire_crafter"),
    )
    assert prestige(done.when(0, ActivateTalent("fire_enchanter"))) == 7


@rule("MF-11.5")
@pytest.mark.parametrize(("talent", "element"), MANCERS.items())
def test_mancers_turn_a_die_of_their_element_to_a_gem_face(talent: str, element: str) -> None:
    other = "fire" if element != "fire" else "earth"
    me = player(f"{element}_1 double_{element}", f"{other}_1 double_{other}", talents=[talent])
    start = given(table(me)).lists(0, ActivateTalent(talent, die=f"{element}_1"))
    done = start.when(0, ActivateTalent(talent, die=f"{element}_1"))
    done.then(DieTurned(0, f"{element}_1", 1, talent))
    assert gems(done.when(0, SpendDie(f"{element}_1"))) == {element: 1}
    start.when(0, ActivateTalent(talent, die=f"{other}_1")).breaks("MF-11.5")
    start.when(0, ActivateTalent(talent)).breaks("MF-11.5")


@rule("MF-11.5")
def test_a_held_die_may_be_turned() -> None:
    me = player("wind_1 double_wind", talents=["aeromancer", "aether_reserve"], held="wind_1")
    done = given(table(me)).when(0, ActivateTalent("aeromancer", die="wind_1"))
    assert done.state.seats[0].dice[0].face == 1
    assert done.state.seats[0].held == "wind_1"


@rule("MF-11.6")
def test_a_turned_spent_die_gives_nothing_but_shows_its_new_face() -> None:
    me = player("earth_1 single_fire spent", "water_1 single_earth", talents=["geomancer"])
    done = given(table(me, mana={"fire": 6}, board=["shapeshifter_mask"])).when(
        0, ActivateTalent("geomancer", die="earth_1")
    )
    assert gems(done) == {}
    assert done.state.seats[0].dice[0].spent
    assert prestige(done.when(0, Build("shapeshifter_mask"))) == 2
    after = done.when(0, EndTurn())
    assert after.state.seats[0].dice[0].face == 1
    rolled = after.when(1, EndTurn()).step(draw=Scripted({"roll/round-4/seat-0/earth_1": 4}))
    assert rolled.state.seats[0].dice[0].face == 5


@rule("MF-11.7")
@pytest.mark.parametrize("face", [1, 2])
def test_a_die_that_shows_a_gem_is_not_turned(face: int) -> None:
    me = player("earth_1 gem_earth", talents=["geomancer"])
    seat = Seat(dice=(type(me.dice[0])("earth_1", "earth", face),), talents=me.talents)
    start = given(table(seat)).lacks(0, ActivateTalent("geomancer", die="earth_1"))
    start.when(0, ActivateTalent("geomancer", die="earth_1")).breaks("MF-11.7")


@rule("MF-11.8")
def test_wizards_apprentice_turns_expenditures_into_mana() -> None:
    start = given(table(player(talents=["wizards_apprentice"]), expenditures=3))
    done = start.when(0, *(ActivateTalent("wizards_apprentice", take=element) for element in ("earth", "wind", "wind")))
    assert mana(done) == {"earth": 1, "wind": 2}
    assert done.state.phase.expenditures == 0
    start.when(0, ActivateTalent("wizards_apprentice", take="arcane")).breaks("MF-11.8")
    start.when(0, ActivateTalent("wizards_apprentice")).breaks("MF-11.8")
    assert BOX.talents["wizards_apprentice"].die == "none"


@rule("MF-11.9")
@pytest.mark.parametrize("talent", ["archmage", "famous", "secret_stash"])
def test_setup_talents_do_nothing_later(talent: str) -> None:
    start = given(table(player(talents=[talent]))).lacks(0, ActivateTalent(talent))
    start.when(0, ActivateTalent(talent)).breaks("MF-11.9")


@rule("MF-11.10", "MF-11.13")
def test_a_ready_die_is_put_on_the_empty_reserve() -> None:
    me = player("earth_1 double_earth", "fire_1 gem_fire", "wind_1 gem_wind spent", talents=["aether_reserve"])
    start = given(table(me)).lists(0, ReserveStore("earth_1")).lacks(0, ReserveStore("wind_1"))
    held = start.when(0, ReserveStore("earth_1")).exactly(DieHeld(0, "earth_1"))
    held.when(0, ReserveStore("fire_1")).breaks("MF-11.10")
    start.when(0, ReserveStore("wind_1")).breaks("MF-11.13")
    start.when(0, ReserveStore("water_1")).breaks("MF-11.13")
    given(table(player("earth_1 gem_earth"))).when(0, ReserveStore("earth_1")).breaks("MF-11.10")


@rule("MF-11.11", "MF-11.13")
def test_a_held_die_is_spent_from_the_card_which_empties_it() -> None:
    me = player("earth_1 double_earth", "fire_1 gem_fire", talents=["aether_reserve"], held="earth_1")
    done = given(table(me)).when(0, SpendDie("earth_1"))
    assert done.state.seats[0].held is None
    assert done.when(0, ReserveStore("fire_1")).state.seats[0].held == "fire_1"


@rule("MF-11.12")
def test_a_die_is_taken_off_and_put_back_as_often_as_its_owner_likes() -> None:
    me = player("earth_1 double_earth", talents=["aether_reserve"], held="earth_1")
    off = given(table(me)).lists(0, ReserveRelease()).when(0, ReserveRelease())
    off.exactly(DieTakenOff(0, "earth_1")).lacks(0, ReserveRelease()).when(0, ReserveRelease()).breaks("MF-11.12")
    again = off.when(0, ReserveStore("earth_1")).lists(0, ReserveRelease()).when(0, ReserveRelease())
    assert again.state == off.state
    assert mana(again.when(0, SpendDie("earth_1"))) == {"earth": 2}


@rule("MF-11.12")
def test_a_die_is_taken_off_while_the_own_card_asks() -> None:
    me = player("earth_1 double_earth", talents=["aether_reserve"], held="earth_1")
    asked = given(table(me, mana={"earth": 4}, board=["spellblock_armguards"])).when(0, Build("spellblock_armguards"))
    off = asked.lists(0, ReserveRelease()).when(0, ReserveRelease())
    assert off.state.seats[0].held is None
    off.lists(0, Choose("extra_mana", "2"))


@rule("MF-11.12")
def test_a_die_is_taken_off_in_others_turns_and_is_then_rolled_unasked() -> None:
    holder = player("earth_1 double_earth", talents=["aether_reserve"], held="earth_1")
    start = given(table(holder, player(), seat=1, first=0)).lists(0, ReserveRelease())
    off = start.when(0, ReserveRelease()).exactly(DieTakenOff(0, "earth_1", apart=True))
    assert MANAFORGE.awaiting(off.state) == MANAFORGE.awaiting(start.state)
    off.lacks(0, ReserveRelease()).when(0, ReserveRelease()).breaks("MF-11.12")
    rolled = off.when(1, EndTurn()).step(draw=Scripted({"roll/round-4/seat-0/earth_1": 5}))
    assert rolled.state.seats[0].dice[0].face == 6


@rule("MF-11.12")
def test_a_die_is_taken_off_while_offers_are_open() -> None:
    holder = player("earth_1 double_earth", talents=["aether_reserve"], held="earth_1", prisms=1)
    offers = given(table(player(), holder, mana={"fire": 6}, board=["replica_greatswords"])).when(
        0, Build("replica_greatswords")
    )
    off = offers.lists(1, ReserveRelease()).when(1, ReserveRelease())
    off.exactly(DieTakenOff(1, "earth_1", apart=True)).lists(1, Choose("replica_gift", "prism"))


@rule("MF-11.12", "MF-11.14")
def test_only_the_owner_of_a_held_die_takes_it_off_and_not_past_the_question_before_the_roll() -> None:
    holder = player("earth_1 double_earth", talents=["aether_reserve"], held="earth_1")
    start = given(table(holder, player()))
    assert isinstance(start.when(1, ReserveRelease()).breaks("MF-11.12"), NotYourTurn)
    own_turn = given(table(player(), holder)).when(0, ReserveRelease()).breaks("MF-11.12")
    assert not isinstance(own_turn, NotYourTurn)
    asked = given(table(holder, player(), phase=PreRoll(0))).lacks(0, ReserveRelease())
    asked.when(0, ReserveRelease()).breaks("MF-2.4")
    given(table(holder, player(), phase=RoundScoring())).when(0, ReserveRelease()).breaks("MF-2.1")


@rule("MF-11.14")
@pytest.mark.parametrize(("answer", "face", "held"), [("keep", 3, "earth_1"), ("release", 6, None)])
def test_before_the_roll_the_owner_keeps_or_releases(answer: str, face: int, held: str | None) -> None:
    me = player("earth_1 double_earth", talents=["aether_reserve"], held="earth_1")
    asked = given(table(me, player(), phase=RoundScoring())).step()
    assert asked.state.board[0] is not None
    asked.lists(0, Choose("reserve_roll", answer))
    done = asked.when(0, Choose("reserve_roll", answer), draw=Scripted({"roll/round-4/seat-0/earth_1": 5}))
    assert done.state.seats[0].dice[0].face == face
    assert done.state.seats[0].held == held


@rule("MF-11.14")
def test_without_a_held_die_nothing_is_asked() -> None:
    me = player("earth_1 double_earth", talents=["aether_reserve"])
    assert not isinstance(given(table(me, player(), phase=RoundScoring())).step().state.phase, PreRoll)


@rule("MF-11.15")
def test_precognition_sees_six_cards_and_no_other_seat_does() -> None:
    state = table(player(talents=["precognition"]), player(), deck=DECK)
    assert MANAFORGE.view(state, 0).foreseen == tuple(DECK[:6])
    assert MANAFORGE.view(state, 1).foreseen == ()
    assert MANAFORGE.view(state, None).foreseen == ()
    few = table(player(talents=["precognition"]), player(), deck=DECK, deck_left=2)
    assert MANAFORGE.view(few, 0).foreseen == tuple(DECK[:2])
    given(few).lists(0, PrecogRaise(2)).lacks(0, PrecogRaise(3))
    refused = given(state).when(1, PrecogRaise(2)).breaks("MF-11.15")
    assert isinstance(refused, NotYourTurn)
    own_turn = given(table(player(), player(talents=["precognition"]))).when(0, PrecogRaise(2)).breaks("MF-11.15")
    assert not isinstance(own_turn, NotYourTurn)


@rule("MF-11.16")
def test_a_card_is_raised_to_the_top_five_times_per_round() -> None:
    start = given(table(player(), player(talents=["precognition"]), deck=DECK))
    start.lists(1, *(PrecogRaise(position) for position in range(2, 7)))
    raised = start.when(1, PrecogRaise(4)).exactly(CardRaised(1, 4))
    assert raised.state.deck[:7] == (DECK[3], *DECK[:3], *DECK[4:7])
    for position in (1, 7, 0, -1):
        start.when(1, PrecogRaise(position)).breaks("MF-11.16")
    five = start.when(1, *[PrecogRaise(6)] * 5).lacks(1, PrecogRaise(2))
    assert five.state.deck[:6] == (*DECK[1:6], DECK[0])
    five.when(1, PrecogRaise(2)).breaks("MF-11.16")
    next_round = five.when(0, EndTurn()).when(1, EndTurn()).step()
    assert next_round.state.board == (*DECK[1:6], DECK[0])
    next_round.lists(1, PrecogRaise(2))


@rule("MF-11.16")
def test_cards_are_raised_while_others_decide() -> None:
    seer = player(talents=["precognition"])
    holder = player("earth_1 double_earth", talents=["aether_reserve"], held="earth_1")
    before_roll = table(holder, seer, deck=DECK, phase=PreRoll(0))
    giver = player(gems={"fire": 1})
    state = table(player(), giver, seer, mana={"fire": 6}, board=["replica_greatswords"], deck=DECK)
    offers = given(state).when(0, Build("replica_greatswords")).state
    for scene, seat in ((given(before_roll), 1), (given(offers), 2)):
        raised = scene.lists(seat, PrecogRaise(2)).when(seat, PrecogRaise(2))
        assert raised.state.deck[:2] == (DECK[1], DECK[0])
        assert MANAFORGE.awaiting(raised.state) == MANAFORGE.awaiting(scene.state)


@rule("MF-11.17")
def test_raising_is_no_act_of_a_turn() -> None:
    waiting = table(player(), player(talents=["precognition"]), mana={"fire": 1}, expenditures=2)
    done = given(waiting).when(1, PrecogRaise(2))
    assert done.state.phase == waiting.phase
    assert [asked.seat for asked in MANAFORGE.awaiting(done.state).seats] == [0]
    draft = table(Seat(packet=("precognition",)), Seat(), phase=Draft(1, (None, None)))
    given(draft).when(0, PrecogRaise(2)).breaks("MF-11.15")


@rule("MF-11.18")
def test_scavenger_builds_from_the_discard_pile_for_a_gem_on_top() -> None:
    me = player(gems={"earth": 1, "water": 2}, talents=["scavenger", "fire_crafter"])
    start = given(table(me, mana={"fire": 2}, discard=["spark_wand", "portal_staff"], board=["immolation_wand"]))
    start.lists(0, Build("spark_wand", "discard")).lacks(0, Build("portal_staff", "discard"))
    done = start.when(0, Build("spark_wand", "discard"))
    done.then(PrestigeGained(0, "wands", "spark_wand", 1))
    assert gems(done) == {"earth": 1, "fire": 1, "water": 1}
    assert done.state.discard == ("portal_staff",)
    done.when(0, Build("immolation_wand")).breaks("MF-7.1")
    start.when(0, Build("spark_wand", "discard", scavenge_gem="wind")).breaks("MF-11.18")
    start.when(0, Build("spark_wand", "discard", scavenge_gem="arcane")).breaks("MF-11.18")
    other = given(table(player(gems={"fire": 3}), discard=["spark_wand"]))
    other.when(0, Build("spark_wand", "discard")).breaks("MF-11.18")


@rule("MF-11.18")
def test_the_gem_of_scavenger_must_be_left_after_the_cost() -> None:
    me = player(gems={"fire": 2}, talents=["scavenger"])
    start = given(table(me, discard=["spark_wand"])).lacks(0, Build("spark_wand", "discard"))
    start.when(0, Build("spark_wand", "discard")).breaks("MF-11.18")
    start.when(0, Build("spark_wand", "discard", scavenge_gem="fire")).breaks("MF-4.14")
    rich = given(table(player(gems={"fire": 2}, talents=["scavenger"]), mana={"wind": 1}, discard=["spark_wand"]))
    rich.when(0, Build("spark_wand", "discard", **pay("gem_fire:2"))).breaks("MF-11.18")
    assert gems(rich.when(0, Build("spark_wand", "discard", **pay("gem_fire:1+wind:1")))) == {}


@rule("MF-11.18", "MF-4.15")
def test_the_gem_of_scavenger_is_a_choice_like_the_rest_of_the_payment() -> None:
    me = player(gems={"earth": 2, "water": 1}, talents=["scavenger"])
    start = given(table(me, discard=["mana_prisms_dawn"]))
    listed = [move for move in MANAFORGE.legal_moves(start.state, 0) if isinstance(move, Build)]
    assert listed[0] == Build("mana_prisms_dawn", "discard")
    assert [gems(start.when(0, move)) for move in listed] == [{"water": 1}, {"earth": 1}]
    rich = given(table(me, mana={"wind": 3}, discard=["mana_prisms_dawn"]))
    listed = [move for move in MANAFORGE.legal_moves(rich.state, 0) if isinstance(move, Build)]
    assert [gems(rich.when(0, move)) for move in listed] == [{"earth": 1, "water": 1}, {"earth": 2}]


@rule("MF-11.19")
def test_the_whole_pile_is_open_but_not_the_card_that_makes_room() -> None:
    full = ["stone_circle", "sun_fragment", "wind_catcher", "reflecting_pool"]
    me = player(gems={"water": 1}, workshop=full, talents=["scavenger"])
    start = given(
        table(me, mana={"earth": 2, "fire": 2, "wind": 1}, discard=["hellforge", "portal_staff", "spark_wand"])
    )
    start.lists(0, *(Build("hellforge", "discard", card) for card in full), Build("spark_wand", "discard"))
    start.when(0, Build("stone_circle", "discard", "stone_circle")).breaks("MF-11.19")
    start.when(0, Build("immolation_wand", "discard")).breaks("MF-11.19")
    done = start.when(0, Build("hellforge", "discard", "stone_circle"))
    assert done.state.discard == ("portal_staff", "spark_wand", "stone_circle")
    assert set(workshop(done)) == {"sun_fragment", "wind_catcher", "reflecting_pool", "hellforge"}
