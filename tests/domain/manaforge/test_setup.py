"""MF-1 and MF-15: setup, draft, first player, dice."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from moothall.domain.core.draw import Draw
from moothall.domain.core.title import NoOptions
from moothall.domain.manaforge import MANAFORGE
from moothall.domain.manaforge.changes import (
    DieTaken,
    FirstPlayerChosen,
    LastTalentsTaken,
    PacketsPassed,
    PrestigeGained,
    TalentsRevealed,
)
from moothall.domain.manaforge.content import box_at
from moothall.domain.manaforge.moves import Choose, DraftTalent, EndTurn, KeepTalents
from moothall.domain.manaforge.state import Archmage, Draft, Keep, Playing, Seat, State
from tests.domain.manaforge.table import given, table
from tests.support.scenes import Scene, Scripted, rule

BOX = box_at(1)

PICKED = (
    ("earth_enchanter", "geomancer", "famous", "archmage"),
    ("fire_enchanter", "wizards_apprentice", "secret_stash", "scavenger"),
)


def new(seats: int = 2, draw: Draw | None = None) -> Scene:
    return given(MANAFORGE.new(seats, NoOptions(), draw or Scripted()).state)


def keeping(*picked: tuple[str, ...]) -> Scene:
    """The draft is over; every seat keeps two of these."""
    seats = tuple(Seat(picked=each) for each in picked)
    return given(table(*seats, phase=Keep(((),) * len(seats)), deck_left=54, round_number=0))


def kept(*talents: tuple[str, str], draw: Draw | None = None, seats: int = 2) -> Scene:
    """All seats have kept these."""
    pool = [talent for talent in BOX.talents if not any(talent in pair for pair in talents)]
    pairs = [*talents, *((pool[2 * i], pool[2 * i + 1]) for i in range(seats - len(talents)))]
    rest = [talent for talent in BOX.talents if not any(talent in pair for pair in pairs)]
    scene = keeping(*((*pair, rest[2 * i], rest[2 * i + 1]) for i, pair in enumerate(pairs)))
    for seat, pair in enumerate(pairs):
        scene = scene.when(seat, KeepTalents(*pair), draw=draw)
    return scene


def dice(scene: Scene, seat: int) -> list[str]:
    return [die.id for die in scene.state.seats[seat].dice]


@rule("MF-1.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seat_starts_with_nothing_and_no_prestige(seats: int) -> None:
    state = MANAFORGE.initial(seats, NoOptions(), 1)
    assert state.seats == (Seat(),) * seats
    assert [sheet.total for sheet in MANAFORGE.score_sheet(state)] == [0] * seats


@rule("MF-1.2", "MF-1.3")
def test_eighteen_cards_of_each_deck_dawn_on_top_six_of_each_put_away() -> None:
    draw = Scripted()
    state = new(draw=draw).state
    decks = [BOX.items[card].deck for card in state.deck]
    assert decks == ["dawn"] * 18 + ["noon"] * 18 + ["dusk"] * 18
    assert Counter(BOX.items[card].deck for card in state.unused) == {"dawn": 6, "noon": 6, "dusk": 6}
    assert {"shuffle/dawn/23", "shuffle/noon/23", "shuffle/dusk/23"} <= set(draw.asked)
    assert new(draw=Scripted(seed=2)).state.deck != state.deck


@rule("MF-1.4", "MF-15.1")
@pytest.mark.parametrize(("seats", "dealt"), [(2, 8), (3, 12), (4, 16)])
def test_four_talents_for_each_seat_the_others_away(seats: int, dealt: int) -> None:
    state = new(seats).state
    assert [len(seat.packet) for seat in state.seats] == [4] * seats
    assert len(state.talents_away) == 20 - dealt
    assert len(state.deck) == 54


@rule("MF-1.5")
def test_picks_are_secret_until_all_have_picked_then_the_packets_pass() -> None:
    start = new(3)
    first, second, third = (seat.packet for seat in start.state.seats)
    scene = start.when(1, DraftTalent(second[2])).when(0, DraftTalent(first[0]))
    assert [asked.seat for asked in MANAFORGE.awaiting(scene.state).seats] == [2]
    assert [seat.picked for seat in scene.state.seats] == [(), (), ()]
    passed = scene.when(2, DraftTalent(third[3])).then(PacketsPassed((1, 2, 0)))
    assert passed.state.seats[2].packet == (second[0], second[1], second[3])
    assert passed.state.seats[1].picked == (second[2],)
    start.when(0, DraftTalent(second[0])).breaks("MF-1.5")
    scene.when(0, DraftTalent(first[1])).breaks("MF-1.5")
    start.when(0, EndTurn()).breaks("MF-1.5")


@rule("MF-1.5")
def test_the_fourth_pick_is_forced() -> None:
    scene = new(2)
    for _ in range(3):
        for seat in (0, 1):
            scene = scene.when(seat, DraftTalent(scene.state.seats[seat].packet[-1]))
    scene.then(PacketsPassed((1, 0)), LastTalentsTaken())
    assert [len(seat.picked) for seat in scene.state.seats] == [4, 4]
    assert isinstance(scene.state.phase, Keep)


@rule("MF-1.7")
def test_with_two_players_the_packets_swap_each_time() -> None:
    scene = new(2)
    packets = [seat.packet for seat in scene.state.seats]
    for number in range(1, 3):
        for seat in (0, 1):
            scene = scene.when(seat, DraftTalent(scene.state.seats[seat].packet[0]))
        expected = packets if number == 2 else packets[::-1]
        assert [seat.packet for seat in scene.state.seats] == [packet[number:] for packet in expected]
    assert scene.state.phase == Draft(3, (None, None))


@rule("MF-1.6")
def test_two_are_kept_in_secret_and_turned_up_together() -> None:
    start = keeping(*PICKED)
    assert len(list(MANAFORGE.legal_moves(start.state, 0))) == 6
    one = start.when(0, KeepTalents("earth_enchanter", "famous"))
    assert one.state.seats[0].talents == ()
    assert MANAFORGE.view(one.state, 1).own.answer == ()
    both = one.when(1, KeepTalents("fire_enchanter", "scavenger"))
    both.then(TalentsRevealed((("earth_enchanter", "famous"), ("fire_enchanter", "scavenger"))))
    assert both.state.seats[0].passed_over == ("geomancer", "archmage")
    start.when(0, KeepTalents("famous", "earth_enchanter")).breaks("MF-1.6")
    start.when(0, KeepTalents("famous", "famous")).breaks("MF-1.6")
    start.when(0, KeepTalents("famous", "scavenger")).breaks("MF-1.6")
    one.when(0, KeepTalents("famous", "archmage")).breaks("MF-1.6")


@rule("MF-1.8")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_first_player_is_drawn_and_gets_one_prism_less(first: int) -> None:
    draw = Scripted({"first_player": first})
    scene = kept(("earth_enchanter", "fire_enchanter"), seats=3, draw=draw)
    scene.then(FirstPlayerChosen(first))
    assert [seat.prisms for seat in scene.state.seats] == [2 if seat == first else 3 for seat in range(3)]
    assert scene.state.first == first
    assert isinstance(scene.state.phase, Playing)
    assert scene.state.phase.seat == first


@rule("MF-1.9", "MF-1.12")
def test_dice_come_in_the_order_basic_then_talents_by_number() -> None:
    scene = kept(("earth_enchanter", "fire_crafter"), ("geomancer", "wizards_apprentice"))
    assert dice(scene, 0) == ["earth_1", "fire_1", "wind_1", "water_1", "earth_2", "fire_2"]
    assert dice(scene, 1) == ["earth_1", "fire_1", "wind_1", "water_1", "earth_2"]


@rule("MF-1.9")
@pytest.mark.parametrize("talent", BOX.talents)
def test_every_talent_brings_its_die(talent: str) -> None:
    other = "earth_enchanter" if talent != "earth_enchanter" else "geomancer"
    pair = sorted((talent, other), key=lambda each: BOX.talents[each].order)
    scene = kept((pair[0], pair[1]))
    given_dice = [die.kind for die in scene.state.seats[0].dice[4:]]
    assert given_dice == [BOX.talents[each].die for each in pair if BOX.talents[each].die != "none"]


@rule("MF-1.10", "MF-11.9")
def test_famous_and_secret_stash_give_at_setup() -> None:
    scene = kept(("famous", "secret_stash"))
    scene.then(PrestigeGained(0, "talents", "famous", 3))
    assert scene.state.seats[0].prestige == 3
    assert scene.state.seats[0].gems == (1, 1, 1, 1)
    assert scene.state.seats[1].gems == (0, 0, 0, 0)


@rule("MF-1.11")
@pytest.mark.parametrize("kind", ["earth", "fire", "wind", "water", "arcane"])
def test_the_archmage_takes_one_more_die_of_any_kind(kind: str) -> None:
    asked = kept(("geomancer", "archmage"))
    assert asked.state.phase == Archmage(0)
    assert asked.state.round == 0
    done = asked.when(0, Choose("archmage_die", kind))
    number = {"earth": 3, "arcane": 2}.get(kind, 2)
    done.then(DieTaken(0, f"{kind}_{number}", kind, "archmage"))
    assert dice(done, 0)[-1] == f"{kind}_{number}"
    assert len(dice(done, 0)) == 7
    assert done.state.round == 1
    asked.when(0, Choose("archmage_die", "none")).breaks("MF-1.11")
    asked.when(1, Choose("archmage_die", kind)).breaks("MF-1.11")


@rule("MF-1.11", "MF-15.2")
def test_the_archmage_cannot_take_a_kind_that_is_used_up() -> None:
    asked = kept(("geomancer", "archmage"))
    none_left = replace(asked.state, supply=(5, 6, 0, 7, 7))
    scene = Scene(MANAFORGE, none_left).lacks(0, Choose("archmage_die", "wind"))
    scene.when(0, Choose("archmage_die", "wind")).breaks("MF-1.11")


@rule("MF-1.13")
def test_no_move_chooses_a_colour() -> None:
    fields = {field for move in MANAFORGE.moves.__args__ for field in move.__struct_fields__}
    assert not {field for field in fields if "colo" in field}
    assert not {key for key in MANAFORGE.view(new().state, 0).seats[0].__struct_fields__ if "colo" in key}


@rule("MF-15.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_cards_rounds_and_prisms_do_not_depend_on_the_number_of_players(seats: int) -> None:
    scene = kept(("earth_enchanter", "fire_enchanter"), seats=seats, draw=Scripted({"first_player": 0}))
    state: State = scene.state
    assert (len(state.board), len(state.deck)) == (6, 48)
    assert [seat.prisms for seat in state.seats] == [2, *[3] * (seats - 1)]
