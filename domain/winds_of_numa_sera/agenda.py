"""What moves, rounds and steps share: the agenda, triggers, payments, dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from moothall.domain.winds_of_numa_sera.changes import DieRolled, ItemShown, Paid, PowerLost, StrongholdShown
from moothall.domain.winds_of_numa_sera.content import box_of
from moothall.domain.winds_of_numa_sera.content.effects import Effect
from moothall.domain.winds_of_numa_sera.rules.parts import Trigger
from moothall.domain.winds_of_numa_sera.rules.payment import Payment, default_payment
from moothall.domain.winds_of_numa_sera.rules.standing import standing, stat
from moothall.domain.winds_of_numa_sera.state import DiscardOne, Resolve, State, Task, Turning

Agenda = list[Task]
"""What is still to be done in this move, the next task last. A pending choice keeps it in the state."""


def active_seat(state: State) -> int:
    """Whose turn it is."""
    return state.turn.seat


def resolve(agenda: Agenda, seat: int, host: str, effects: Sequence[Effect]) -> None:
    """Put the effects of a host on the agenda."""
    if effects:
        agenda.append(Resolve(seat, host, tuple(effect.key for effect in effects)))


def fire(
    turn: Turning, agenda: Agenda, when: str, seat: int, fits: Callable[[Trigger], bool] = lambda trigger: True
) -> None:
    """NS-3.5: all effects that wait for this event of the seat: active player first, then clockwise."""
    box = box_of(turn.state)
    state = turn.state
    found = [
        Resolve(index, trigger.host, (trigger.effect.key,))
        for index in state.clockwise(active_seat(state))
        for trigger in standing(box, state.seats[index].mat).triggers[when]
        if (trigger.effect.who == "self") == (index == seat) and fits(trigger)
    ]
    agenda.extend(reversed(found))


def pay(turn: Turning, seat: int, purpose: str, payment: Payment) -> None:
    """The price leaves the seat."""
    if payment.treasury or payment.credit or payment.cards:
        turn.emit(Paid(seat, purpose, payment.treasury, payment.credit, payment.cards))


def pay_cost(turn: Turning, agenda: Agenda, seat: int, source: str, cost: Sequence[Effect]) -> None:
    """A cost known to be payable: at once, but for cards to discard, which are chosen first."""
    box = box_of(turn.state)
    for effect in cost:
        match effect.op:
            case "lose_capital":
                pay(turn, seat, "cost", default_payment(box, turn.state.seats[seat], effect.amount, "cost"))
            case "lose_power":
                turn.emit(PowerLost(seat, effect.amount, source))
            case _:
                agenda.extend(DiscardOne(seat, effect.what) for _ in range(effect.count))


def throw(turn: Turning, what: str) -> int:
    """One throw of the die; `what` never repeats within a turn."""
    box = box_of(turn.state)
    state = turn.state
    label = f"roll/round-{state.round}/seat-{active_seat(state)}/{what}"
    return box.die[turn.draw.below(label, len(box.die))]


def succeeds(turn: Turning, seat: int, source: str, what: str, least: int) -> bool:
    """NS-8.2: die plus `check_roll` reaches the number."""
    box = box_of(turn.state)
    face = throw(turn, what)
    bonus = stat(box, turn.state.seats[seat], "check_roll")
    turn.emit(DieRolled(seat, source, (face,), face, least, bonus))
    return face + bonus >= least


def refill_forge(turn: Turning) -> None:
    """NS-6.5: the World Forge shows four Items as long as there are any."""
    box = box_of(turn.state)
    while len(turn.state.forge) < box.places.forge_display and turn.state.forge_deck:
        turn.emit(ItemShown(turn.state.forge_deck[0]))


def refill_strongholds(turn: Turning) -> None:
    """NS-11.13: four independent Strongholds lie face up as long as there are any."""
    box = box_of(turn.state)
    while len(turn.state.strongholds) < box.places.stronghold_display and turn.state.stronghold_deck:
        turn.emit(StrongholdShown(turn.state.stronghold_deck[0]))
