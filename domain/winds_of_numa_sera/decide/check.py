"""The state check (NS-2.10): what may not be worn, Classes, victory (NS-13, NS-15)."""

from __future__ import annotations

from moothall.domain.winds_of_numa_sera.agenda import Agenda, active_seat
from moothall.domain.winds_of_numa_sera.changes import (
    ConditionFulfilled,
    GameEnded,
    ItemReturned,
    PledgeEnded,
    PowerLost,
)
from moothall.domain.winds_of_numa_sera.content import Box, box_of
from moothall.domain.winds_of_numa_sera.decide.effects import unlock
from moothall.domain.winds_of_numa_sera.rules.pledges import possible
from moothall.domain.winds_of_numa_sera.rules.standing import deserts, earned, standing
from moothall.domain.winds_of_numa_sera.state import Seat, Settle, State, Turning


def settle(turn: Turning, agenda: Agenda, task: Settle) -> None:
    """NS-2.10: the state check."""
    box = box_of(turn.state)
    if turn.state.pledges:
        _drop_impossible(turn)
    if _settled(box, turn.state):
        return
    order = turn.state.clockwise(active_seat(turn.state))
    for seat in order:
        for item in standing(box, turn.state.seats[seat].mat).unmet:
            turn.emit(ItemReturned(seat, item))
    for seat in order:
        player = turn.state.seats[seat]
        excess = player.power - standing(box, player.mat).max_power
        if excess > 0 and player.alive:
            turn.emit(PowerLost(seat, excess, "maximum"))
    for seat in order:
        player = turn.state.seats[seat]
        if player.mat.line:
            for name in deserts(box, player).classes:
                if name not in player.mat.classes:
                    agenda.append(Settle())
                    unlock(turn, agenda, seat, name)
                    return
    _victory(turn, agenda, order)


def _drop_impossible(turn: Turning) -> None:
    """NS-9.11: a promise without its target or a party to it is over; kept, if the promiser holds the Stronghold."""
    for pledge in turn.state.pledges:
        if not possible(turn.state, pledge):
            held = pledge.target in turn.state.seats[pledge.by].mat.strongholds
            turn.emit(PledgeEnded(pledge, "kept" if held else "lapsed"))


def _settled(box: Box, state: State) -> bool:
    """Whether there is nothing to do: so it is after most moves."""
    for player in state.seats:
        if not _at_rest(box, player):
            return False
    return len(state.eliminated) < len(state.seats) - 1


def _at_rest(box: Box, player: Seat) -> bool:
    """Whether the state check finds nothing new here."""
    mat = player.mat
    if not mat.line:
        return True
    found = standing(box, mat)
    if found.unmet or player.power > found.max_power:
        return False
    classes, conditions = earned(box, found, player)
    for name in classes:
        if name not in mat.classes:
            return False
    return not conditions or set(player.conditions).issuperset(conditions)


def _victory(turn: Turning, agenda: Agenda, order: tuple[int, ...]) -> None:
    """NS-15.1 to NS-15.4, NS-15.9: mark what is fulfilled, then see whether somebody has won."""
    box = box_of(turn.state)
    for seat in order:
        player = turn.state.seats[seat]
        if player.mat.line:
            for name in deserts(box, player).conditions:
                if name not in player.conditions:
                    turn.emit(ConditionFulfilled(seat, name))
    needed = box.settings[turn.state.setting].conditions_needed
    for seat in order:
        fulfilled = turn.state.seats[seat].conditions
        if len(fulfilled) >= needed:
            turn.emit(GameEnded(seat, tuple(name for name in box.conditions if name in fulfilled)))
            agenda.clear()
            return
    living = turn.state.living()
    if len(living) == 1:
        turn.emit(GameEnded(living[0], ("survivor",)))
        agenda.clear()
