"""Setup, draft, rounds and turns."""

from __future__ import annotations

from msgspec.structs import astuple, replace

from moothall.domain.core.bag import add_at
from moothall.domain.core.seats import put
from moothall.domain.manaforge.changes import (
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
from moothall.domain.manaforge.evolve.parts import playing
from moothall.domain.manaforge.state import (
    ELEMENT_INDEX,
    NOTHING,
    Archmage,
    Die,
    Draft,
    Finished,
    Keep,
    Playing,
    PreRoll,
    RoundScoring,
    Seat,
    State,
)


def decks_shuffled(state: State, change: DecksShuffled) -> State:
    return replace(state, deck=change.deck, unused=change.unused, supply=astuple(change.dice))


def talents_dealt(state: State, change: TalentsDealt) -> State:
    seats = tuple(replace(seat, packet=packet) for seat, packet in zip(state.seats, change.packets, strict=True))
    return replace(state, seats=seats, talents_away=change.away, phase=Draft(1, (None,) * len(seats)))


def talent_picked(state: State, change: TalentPicked) -> State:
    phase = state.phase
    assert isinstance(phase, Draft)
    return replace(state, phase=replace(phase, answers=put(phase.answers, change.seat, change.talent)))


def packets_passed(state: State, change: PacketsPassed) -> State:
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


def last_talents_taken(state: State, change: LastTalentsTaken) -> State:
    seats = tuple(replace(seat, packet=(), picked=seat.picked + seat.packet) for seat in state.seats)
    return replace(state, seats=seats, phase=Keep(((),) * len(seats)))


def talents_kept(state: State, change: TalentsKept) -> State:
    phase = state.phase
    assert isinstance(phase, Keep)
    return replace(state, phase=Keep(put(phase.answers, change.seat, change.talents)))


def talents_revealed(state: State, change: TalentsRevealed) -> State:
    seats = tuple(
        replace(seat, talents=kept, picked=(), passed_on=(), passed_over=tuple(t for t in seat.picked if t not in kept))
        for seat, kept in zip(state.seats, change.talents, strict=True)
    )
    return replace(state, seats=seats)


def marker_placed(state: State, change: FirstPlayerChosen | MarkerPassed) -> State:
    return replace(state, first=change.seat)


def die_taken(state: State, change: DieTaken) -> State:
    seat = state.seats[change.seat]
    seats = put(state.seats, change.seat, replace(seat, dice=(*seat.dice, Die(change.die, change.kind))))
    return replace(state, seats=seats, supply=add_at(state.supply, ELEMENT_INDEX[change.kind], -1))


def archmage_asked(state: State, change: ArchmageAsked) -> State:
    return replace(state, phase=Archmage(change.seat))


def items_dealt(state: State, change: ItemsDealt) -> State:
    seats = tuple([replace(seat, face=0, raises=0, action=None) for seat in state.seats])
    n = len(change.cards)
    return replace(state, seats=seats, round=change.round, board=change.cards, deck=state.deck[n:])


def cards_recharged(state: State, change: CardsRecharged) -> State:
    return replace(state, seats=tuple([_recharged(seat) for seat in state.seats]))


def _recharged(seat: Seat) -> Seat:
    if all(card.charged for card in seat.workshop):
        return seat
    cards = [card if card.charged else replace(card, charged=True) for card in seat.workshop]
    return replace(seat, workshop=tuple(cards))


def hold_asked(state: State, change: HoldAsked) -> State:
    return replace(state, phase=PreRoll(change.seat))


def hold_kept(state: State, change: HoldKept) -> State:
    return state.with_seat(change.seat, replace(state.seats[change.seat], held=change.die))


def die_taken_off(state: State, change: DieTakenOff) -> State:
    return state.with_seat(change.seat, replace(state.seats[change.seat], held=None))


def dice_rolled(state: State, change: DiceRolled) -> State:
    seat = state.seats[change.seat]
    dice = tuple([Die(die.id, die.kind, face) for die, face in zip(seat.dice, change.faces, strict=True)])
    return state.with_seat(change.seat, replace(seat, dice=dice))


def turn_started(state: State, change: TurnStarted) -> State:
    return replace(state, phase=Playing(change.seat, change.expenditures))


def turn_ended(state: State, change: TurnEnded) -> State:
    return replace(state, phase=replace(playing(state), mana=NOTHING, expenditures=0))


def round_closed(state: State, change: RoundClosed) -> State:
    return replace(state, phase=RoundScoring())


def round_scored(state: State, change: RoundScored) -> State:
    return state


def board_cleared(state: State, change: BoardCleared) -> State:
    return replace(state, board=(), discard=state.discard + change.cards)


def game_ended(state: State, change: GameEnded) -> State:
    return replace(state, phase=Finished())
