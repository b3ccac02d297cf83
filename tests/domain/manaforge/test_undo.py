"""MF-12: undo, through the log of the table."""

from __future__ import annotations

import pytest

from moothall.domain.core.data import Hidden, Move
from moothall.domain.core.errors import IllegalMove
from moothall.domain.manaforge import MANAFORGE
from moothall.domain.manaforge.changes import DieGained
from moothall.domain.manaforge.moves import (
    Activate,
    ActivateTalent,
    Build,
    Choose,
    DraftTalent,
    EndTurn,
    ExchangePrism,
    GainPrism,
    KeepTalents,
    PrecogRaise,
    ReserveRelease,
    ReserveStore,
    SpendDie,
    Upgrade,
)
from moothall.domain.manaforge.state import Playing, Seat, State
from moothall.domain.table.decide import check_may_follow
from moothall.domain.table.event import before_reveal, reveals
from moothall.domain.table.fold import undoable
from moothall.domain.table.moves import Undo, UndoAll
from tests.domain.manaforge.table import logged, player, state_of, table
from tests.laws.walk import Game
from tests.support.scenes import rule

DECK = ["stone_circle", "sun_fragment", "wind_catcher", "reflecting_pool", "glacial_spike", "verdant_haven"]


def rich() -> Seat:
    """A seat that can do a bit of everything."""
    return player(
        "earth_1 double_earth",
        "fire_1 gem_fire",
        gems={"earth": 2, "water": 1},
        prisms=2,
        workshop=["hellforge", "glittering_cavern"],
        talents=["earth_enchanter", "aether_reserve"],
    )


ACTS: list[Move] = [
    SpendDie("earth_1"),
    ReserveStore("fire_1"),
    Upgrade("glittering_cavern"),
    Activate("hellforge", 0),
    ActivateTalent("earth_enchanter"),
    ExchangePrism("wind"),
    Build("spark_wand"),
]


def refused(game: Game, seat: int, move: Undo | UndoAll) -> None:
    with pytest.raises(IllegalMove, match=r"MF-12\.1"):
        game.play(seat, move)


@rule("MF-12.1", "MF-12.2")
def test_the_last_act_or_all_of_the_turn_can_be_undone() -> None:
    start = table(rich(), player(), mana={"fire": 2}, board=["spark_wand"], discard=["portal_staff"])
    game = logged(start)
    seen: list[State] = []
    for act in ACTS:
        seen.append(state_of(game))
        game.play(0, act)
    for before in reversed(seen):
        game.play(0, Undo())
        assert state_of(game) == before
    refused(game, 0, Undo())
    for act in ACTS:
        game.play(0, act)
    game.play(0, UndoAll())
    assert state_of(game) == start
    refused(game, 0, UndoAll())
    refused(game, 1, Undo())


@rule("MF-12.2")
def test_a_pending_choice_can_be_undone_and_comes_back() -> None:
    start = table(player(prisms=1), player(), mana={"earth": 4}, board=["spellblock_armguards"])
    game = logged(start)
    game.play(0, Build("spellblock_armguards"))
    asked = state_of(game)
    game.play(0, ExchangePrism("fire"))
    game.play(0, Choose("extra_mana", "2"))
    game.play(0, Undo())
    game.play(0, Undo())
    assert state_of(game) == asked
    game.play(0, Undo())
    assert state_of(game) == start


@rule("MF-12.3")
def test_every_move_is_one_step_with_all_that_follows() -> None:
    me = player(store=["arcane_gloves"], talents=["arcane_crafter"])
    start = table(me, player(), mana=dict.fromkeys(("earth", "fire", "wind", "water"), 2), board=["mimic_essence"])
    game = logged(start)
    event = game.play(0, Build("mimic_essence"))
    assert len(event.changes) > 4
    assert undoable(game.log, 0) == (event.seq,)
    game.play(0, Undo())
    assert state_of(game).seats[0].dice == ()
    assert undoable(game.log, 0) == ()


@rule("MF-12.2", "MF-11.17")
def test_undo_leaves_raised_cards_raised() -> None:
    state = table(player("earth_1 double_earth"), player(talents=["precognition"]), deck=DECK)
    game = logged(state)
    game.play(0, SpendDie("earth_1"))
    game.play(1, PrecogRaise(3))
    game.play(0, GainPrism())
    game.play(0, UndoAll())
    after = state_of(game)
    assert after.deck[:3] == (DECK[2], DECK[0], DECK[1])
    assert after.seats[1].raises == 1
    assert (after.seats[0], after.turn) == (state.seats[0], state.turn)
    refused(game, 1, Undo())


@rule("MF-12.3", "MF-11.17")
def test_a_raise_in_the_own_turn_is_no_step() -> None:
    game = logged(table(player("earth_1 double_earth", talents=["precognition"]), player(), deck=DECK))
    spent = game.play(0, SpendDie("earth_1")).seq
    game.play(0, PrecogRaise(2))
    assert undoable(game.log, 0) == (spent,)
    game.play(0, Undo())
    assert state_of(game).deck[0] == DECK[1]
    assert not state_of(game).seats[0].dice[0].spent


@rule("MF-12.2", "MF-11.12")
def test_a_die_taken_off_in_others_turns_stays_off_and_bars_no_undo() -> None:
    holder = player("fire_1 gem_fire", talents=["aether_reserve"], held="fire_1")
    start = table(player("earth_1 double_earth"), holder)
    game = logged(start)
    game.play(0, SpendDie("earth_1"))
    game.play(1, ReserveRelease())
    refused(game, 1, Undo())
    game.play(0, GainPrism())
    game.play(0, UndoAll())
    after = state_of(game)
    assert (after.seats[0], after.turn) == (start.seats[0], start.turn)
    assert after.seats[1].held is None


@rule("MF-12.1", "MF-11.12")
def test_a_die_taken_off_in_the_own_turn_can_be_put_back_by_undo() -> None:
    game = logged(table(player("fire_1 gem_fire", talents=["aether_reserve"], held="fire_1"), player()))
    game.play(0, ReserveRelease())
    game.play(0, Undo())
    assert state_of(game).seats[0].held == "fire_1"


@rule("MF-12.4")
def test_only_the_deed_tells_what_a_gained_die_shows() -> None:
    game = logged(table(player(), player(), mana={"earth": 4}, board=["earth_boots"]))
    event = game.play(0, Build("earth_boots"))
    assert any(isinstance(change, DieGained) for change in event.changes)
    assert reveals(MANAFORGE, event)
    told = before_reveal(MANAFORGE, event).changes
    assert isinstance(told[-1], Hidden)
    assert not any(isinstance(change, DieGained) for change in told)
    with pytest.raises(IllegalMove, match=r"TB-2\.3"):
        check_may_follow(MANAFORGE, event)
    assert undoable(game.log, 0) == (event.seq,)


@rule("MF-12.4")
def test_the_remembered_face_is_open_and_forgotten_with_the_round() -> None:
    state = table(player(), player(), mana={"earth": 4}, board=["earth_boots"])
    game = logged(state)
    game.play(0, Build("earth_boots"))
    face = state_of(game).seats[0].dice[0].face
    game.play(0, Undo())
    for viewer in (None, 0, 1):
        assert MANAFORGE.view(state_of(game), viewer).seats[0].remembered_face == face
    game.play(0, GainPrism())
    game.play(0, UndoAll())
    assert state_of(game).seats[0].face == face
    game.play(0, EndTurn())
    game.play(1, EndTurn())
    game.step()
    assert state_of(game).seats[0].face == 0


@rule("MF-12.5")
def test_an_offer_makes_everything_before_it_and_its_completion_permanent() -> None:
    me = player("earth_1 double_earth", "water_1 gem_water", talents=["fire_crafter"])
    game = logged(table(me, player(gems={"fire": 1}), mana={"fire": 6}, board=["replica_greatswords"]))
    game.play(0, SpendDie("earth_1"))
    game.play(0, Build("replica_greatswords"))
    refused(game, 0, UndoAll())
    game.play(1, Choose("replica_gift", "gem"))
    refused(game, 0, UndoAll())
    complete = state_of(game)
    assert complete.seats[0].gems == (0, 2, 0, 0)
    game.play(0, SpendDie("water_1"))
    game.play(0, Undo())
    assert state_of(game) == complete


@rule("MF-12.5")
def test_a_replica_that_nobody_can_answer_stays_undoable() -> None:
    start = table(player(), player(gems={"earth": 1}), mana={"fire": 6}, board=["replica_greatswords"])
    game = logged(start)
    game.play(0, Build("replica_greatswords"))
    game.play(0, Undo())
    assert state_of(game) == start


@rule("MF-12.6")
def test_an_ended_turn_is_permanent() -> None:
    game = logged(table(player("earth_1 double_earth"), player()))
    game.play(0, SpendDie("earth_1"))
    game.play(0, EndTurn())
    refused(game, 0, Undo())
    refused(game, 0, UndoAll())


@rule("MF-12.7")
def test_undone_moves_stay_in_the_log() -> None:
    game = logged(table(player("earth_1 double_earth"), player()))
    spent = game.play(0, SpendDie("earth_1"))
    undo = game.play(0, Undo())
    events = [game.decode(data) for data in game.events[-2:]]
    assert [event.seq for event in events] == [spent.seq, undo.seq]
    assert events[0].move == SpendDie("earth_1")
    assert events[1].undone == (spent.seq,)


@rule("MF-12.8")
def test_a_secret_answer_is_taken_back_until_the_last_is_in() -> None:
    game = Game(MANAFORGE, 3)
    packets = [seat.packet for seat in state_of(game).seats]
    game.play(0, DraftTalent(packets[0][0]))
    game.play(1, DraftTalent(packets[1][0]))
    game.play(0, Undo())
    assert sorted(decision.seat for decision in game.log.table.decisions) == [0, 2]
    game.play(0, DraftTalent(packets[0][1]))
    game.play(2, DraftTalent(packets[2][0]))
    assert [seat.picked for seat in state_of(game).seats] == [(packets[0][1],), (packets[1][0],), (packets[2][0],)]
    refused(game, 0, Undo())


@rule("MF-12.8")
def test_kept_talents_and_gifts_are_taken_back_too() -> None:
    game = Game(MANAFORGE, 2)
    for _ in range(3):
        for seat in (0, 1):
            game.play(seat, DraftTalent(state_of(game).seats[seat].packet[0]))
    first, second, *_ = MANAFORGE.legal_moves(state_of(game), 0)
    assert isinstance(first, KeepTalents)
    assert isinstance(second, KeepTalents)
    game.play(0, first)
    game.play(0, Undo())
    game.play(0, second)
    game.play(1, next(iter(MANAFORGE.legal_moves(state_of(game), 1))))
    assert state_of(game).seats[0].talents == (second.first, second.second)

    giver = player(gems={"fire": 1})
    offer = logged(table(player(), giver, giver, mana={"fire": 6}, board=["replica_greatswords"]), 3)
    offer.play(0, Build("replica_greatswords"))
    offer.play(1, Choose("replica_gift", "gem"))
    offer.play(1, Undo())
    offer.play(2, Choose("replica_gift", "gem"))
    offer.play(1, Choose("replica_gift", "none"))
    state = state_of(offer)
    assert [seat.prestige for seat in state.seats] == [6, 0, 2]
    assert isinstance(state.phase, Playing)
