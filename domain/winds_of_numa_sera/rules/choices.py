"""Pending choices: their kinds, their options, and when a choice is made by itself."""

from __future__ import annotations

from typing import Any

from moothall.domain.core.errors import IllegalMove
from moothall.domain.winds_of_numa_sera.content import box_of
from moothall.domain.winds_of_numa_sera.moves import ChoiceKind
from moothall.domain.winds_of_numa_sera.rules.payment import can_pay, discardable
from moothall.domain.winds_of_numa_sera.state import (
    SLOTS,
    AcceptMaven,
    Choice,
    ChooseOption,
    DiscardOne,
    DrainOne,
    PickExplored,
    State,
    StealItem,
    TakeOne,
    UnlockOne,
    UpgradeOne,
)

KINDS: dict[type[Any], ChoiceKind] = {
    PickExplored: "explored_card",
    AcceptMaven: "maven",
    ChooseOption: "option",
    DiscardOne: "discard_card",
    TakeOne: "take_card",
    StealItem: "steal_item",
    DrainOne: "opponent",
    UpgradeOne: "forge_slot",
    UnlockOne: "class",
}

SECRET_KINDS = frozenset(("explored_card", "option", "discard_card"))
"""Kinds whose options depend on cards that only the chooser sees."""

_HAND_COSTS = ("battle_card", "item")


def options(state: State, choice: Choice) -> tuple[str, ...]:
    """What may be answered, in a fixed order."""
    box = box_of(state)
    seat = state.seats[choice.seat]
    match choice:
        case PickExplored():
            return state.drawn
        case AcceptMaven():
            return ("accept", "reject")
        case ChooseOption(key=key):
            return tuple(each.label for each in box.effects[key].options if can_pay(box, seat, each.cost))
        case DiscardOne(what=what):
            return discardable(box, seat, what)
        case TakeOne(card_types=card_types):
            return tuple(card for card in state.discard if box.kind_of(card) in card_types)
        case StealItem(enemy=enemy):
            return state.seats[enemy].mat.items
        case DrainOne():
            return tuple(str(other) for other in drainable(state, choice.seat))
        case UpgradeOne():
            return tuple(slot for slot in SLOTS if slot not in seat.mat.upgraded)
        case UnlockOne():
            return tuple(name for name in box.classes if name not in seat.mat.classes)


def drainable(state: State, seat: int) -> tuple[int, ...]:
    """The opponents whose Active Hero is above the floor."""
    box = box_of(state)
    floor = box.limits.drain_floor
    return tuple(other for other in state.opponents(seat) if state.seats[other].power > floor)


def about(choice: Choice) -> str:
    """What a choice that is announced by its label alone is about: a Maven, or the effect with the options."""
    match choice:
        case AcceptMaven(card=card):
            return card
        case ChooseOption(key=key):
            return key
        case _:
            return ""


def resolves_itself(state: State, choice: Choice) -> bool:
    """Whether a single option is taken without asking. It is not where that would tell what a hand holds."""
    box = box_of(state)
    if not state.seats[choice.seat].hand:
        return True
    match choice:
        case ChooseOption(key=key):
            costs = (effect for option in box.effects[key].options for effect in option.cost)
            return not any(effect.op == "discard" and effect.what in _HAND_COSTS for effect in costs)
        case DiscardOne(what=what):
            return what not in _HAND_COSTS
        case _:
            return True


def check_choice(state: State, seat: int, kind: str, option: str) -> Choice:
    """NS-2.5: only the choice that is pending can be answered, and only with one of its options."""
    assert state.pending is not None
    choice = state.pending.choice
    if kind != KINDS[type(choice)]:
        raise IllegalMove("NS-2.5", f"the pending choice is of the kind {KINDS[type(choice)]}")
    if option not in options(state, choice):
        raise IllegalMove("NS-2.5", f"{option!r} is none of the options")
    return choice
