"""Setup, draft, rounds and turns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import astuple, replace

from domain.manaforge.changes import (
    ArchmageAsked,
    BoardCleared,
    CardsRecharged,
    DecksShuffled,
    DiceRolled,
    DieTaken,
    DieTakenOff,
    FirstPlayerChosen,
    GameEnded,
    HoldAsked,
    HoldKept,
    ItemsDealt,
    LastTalentsTaken,
    MarkerPassed,
    PacketsPassed,
    RoundClosed,
    RoundScored,
    TalentPicked,
    TalentsDealt,
    TalentsKept,
    TalentsRevealed,
    TurnEnded,
    TurnStarted,
)
from domain.manaforge.evolve.parts import at, playing, with_die
from domain.manaforge.state import NOTHING, Archmage, Die, Draft, Finished, Keep, Playing, PreRoll, RoundScoring, State


def _decks_shuffled(state: State, change: DecksShuffled) -> State:
    return replace(state, deck=change.deck, unused=change.unused, supply=astuple(change.dice))


def _talents_dealt(state: State, change: TalentsDealt) -> State:
    seats = tuple(replace(seat, packet=packet) for seat, packet in zip(state.seats, change.packets, strict=True))
    return replace(state, seats=seats, talents_away=change.away, phase=Draft(1, (None,) * len(seats)))


def _talent_picked(state: State, change: TalentPicked) -> State:
    phase = state.phase
    assert isinstance(phase, Draft)
    return replace(state, phase=replace(phase, answers=at(phase.answers, change.seat, change.talent)))


def _packets_passed(state: State, change: PacketsPassed) -> State:
    phase = state.phase
    assert isinstance(phase, Draft)
    left = [
        tuple(talent for talent in seat.packet if talent != answer)
        for seat, answer in zip(state.seats, phase.answers, strict=True)
    ]
    seats = tuple(
        replace(
            seat,
            packet=left[change.to.index(index)],
            picked=(*seat.picked, phase.answers[index]),
            passed_on=(*seat.passed_on, left[index]),
        )
        for index, seat in enumerate(state.seats)
    )
    return replace(state, seats=seats, phase=Draft(phase.pick + 1, (None,) * len(seats)))


def _last_talents_taken(state: State, change: LastTalentsTaken) -> State:
    seats = tuple(replace(seat, packet=(), picked=seat.picked + seat.packet) for seat in state.seats)
    return replace(state, seats=seats, phase=Keep(((),) * len(seats)))


def _talents_kept(state: State, change: TalentsKept) -> State:
    phase = state.phase
    assert isinstance(phase, Keep)
    return replace(state, phase=Keep(at(phase.answers, change.seat, change.talents)))


def _talents_revealed(state: State, change: TalentsRevealed) -> State:
    seats = tuple(
        replace(seat, talents=kept, picked=(), passed_on=(), passed_over=tuple(t for t in seat.picked if t not in kept))
        for seat, kept in zip(state.seats, change.talents, strict=True)
    )
    return replace(state, seats=seats)


def _first_player_chosen(state: State, change: FirstPlayerChosen | MarkerPassed) -> State:
    return replace(state, first=change.seat)


def _die_taken(state: State, change: DieTaken) -> State:
    return with_die(state, change.seat, Die(change.die, change.kind))


def _archmage_asked(state: State, change: ArchmageAsked) -> State:
    return replace(state, phase=Archmage(change.seat))


def _items_dealt(state: State, change: ItemsDealt) -> State:
    seats = tuple(replace(seat, face=0, raises=0, action=None) for seat in state.seats)
    n = len(change.cards)
    return replace(state, seats=seats, round=change.round, board=change.cards, deck=state.deck[n:])


def _cards_recharged(state: State, change: CardsRecharged) -> State:
    seats = tuple(
        replace(seat, workshop=tuple(replace(card, charged=True) for card in seat.workshop)) for seat in state.seats
    )
    return replace(state, seats=seats)


def _hold_asked(state: State, change: HoldAsked) -> State:
    return replace(state, phase=PreRoll(change.seat))


def _hold_kept(state: State, change: HoldKept) -> State:
    return state.with_seat(change.seat, held=change.die)


def _die_taken_off(state: State, change: DieTakenOff) -> State:
    return state.with_seat(change.seat, held=None)


def _dice_rolled(state: State, change: DiceRolled) -> State:
    dice = state.seats[change.seat].dice
    return state.with_seat(
        change.seat, dice=tuple(Die(die.id, die.kind, face) for die, face in zip(dice, change.faces, strict=True))
    )


def _turn_started(state: State, change: TurnStarted) -> State:
    return replace(state, phase=Playing(change.seat, change.expenditures))


def _turn_ended(state: State, change: TurnEnded) -> State:
    return replace(state, phase=replace(playing(state), mana=NOTHING, expenditures=0))


def _round_closed(state: State, change: RoundClosed) -> State:
    return replace(state, phase=RoundScoring())


def _round_scored(state: State, change: RoundScored) -> State:
    return state


def _board_cleared(state: State, change: BoardCleared) -> State:
    return replace(state, board=(), discard=state.discard + change.cards)


def _game_ended(state: State, change: GameEnded) -> State:
    return replace(state, phase=Finished())


REDUCERS: dict[type, Callable[[State, Any], State]] = {
    DecksShuffled: _decks_shuffled,
    TalentsDealt: _talents_dealt,
    TalentPicked: _talent_picked,
    PacketsPassed: _packets_passed,
    LastTalentsTaken: _last_talents_taken,
    TalentsKept: _talents_kept,
    TalentsRevealed: _talents_revealed,
    FirstPlayerChosen: _first_player_chosen,
    MarkerPassed: _first_player_chosen,
    DieTaken: _die_taken,
    ArchmageAsked: _archmage_asked,
    ItemsDealt: _items_dealt,
    CardsRecharged: _cards_recharged,
    HoldAsked: _hold_asked,
    HoldKept: _hold_kept,
    DieTakenOff: _die_taken_off,
    DiceRolled: _dice_rolled,
    TurnStarted: _turn_started,
    TurnEnded: _turn_ended,
    RoundClosed: _round_closed,
    RoundScored: _round_scored,
    BoardCleared: _board_cleared,
    GameEnded: _game_ended,
}
