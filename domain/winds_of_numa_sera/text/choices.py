"""Answers to pending choices in English: what each of them does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from msgspec.structs import replace

from moothall.domain.core.words import Reader
from moothall.domain.winds_of_numa_sera.content import Box, box_of
from moothall.domain.winds_of_numa_sera.content.effects import Effect, Option
from moothall.domain.winds_of_numa_sera.rules.standing import stat
from moothall.domain.winds_of_numa_sera.state import (
    AcceptMaven,
    Choice,
    ChooseOption,
    DiscardOne,
    DrainOne,
    PickExplored,
    Seat,
    State,
    StealItem,
    TakeOne,
    UnlockOne,
    UpgradeOne,
)
from moothall.domain.winds_of_numa_sera.text.cards import described, item_does, maven_does, met
from moothall.domain.winds_of_numa_sera.text.effects import line, option_text, says
from moothall.domain.winds_of_numa_sera.text.words import name, short, slot_name

_KEPT = ("battle", "mythic", "pool")


def choice_line(choice: Choice, option: str, state: State, reader: Reader) -> str:
    """What answering the choice so does."""
    box, player = box_of(state), state.seats[choice.seat]
    match choice:
        case PickExplored():
            verb = "Keep" if box.kind_of(option) in _KEPT else "Explore"
            return f"{verb} {met(box, option)}"
        case AcceptMaven(card=card):
            return _maven(box, player, card, option)
        case ChooseOption(host=host, key=key):
            chosen = next(each for each in box.effects[key].options if each.label == option)
            does = option_text(box, felt(box, player, host, chosen))
            return f"{name(box, host)}: {does}{_falls(box, player, host, chosen)}"
        case DiscardOne():
            return f"Discard {described(box, option)}"
        case TakeOne():
            return f"Take from the discard pile {described(box, option)}"
        case StealItem(enemy=enemy):
            return f"Take from {reader.who(enemy)} {described(box, option)}"
        case DrainOne(host=host, amount=amount):
            return f"{name(box, host)}: {_drained(box, state, int(option), amount, reader)}"
        case UpgradeOne():
            return f"Upgrade the {slot_name((option,))}: {_upgraded(box, player, option)}"
        case UnlockOne():
            return f"Unlock {name(box, option)}: {line(says(box, box.classes[option].effects))}"
        case _:
            assert_never(choice)


def _maven(box: Box, player: Seat, card: str, option: str) -> str:
    found = box.cards[card]
    if option == "accept":
        return f"Accept {name(box, card)} into your Inner Circle: {line(maven_does(box, found))}"
    extra = stat(box, player, "maven_reject")
    more = f"; gain {extra} more Capital" if extra else ""
    return f"Reject {name(box, card)}: {line(says(box, found.reject))}{more}"


def felt(box: Box, player: Seat, host: str, option: Option) -> Option:
    """The option as this player would feel it: what a Hazard takes is changed by the cards in play."""
    return replace(option, effects=tuple(_felt(box, player, host, option.effects)))


def _felt(box: Box, player: Seat, host: str, effects: Iterable[Effect]) -> Iterable[Effect]:
    change = stat(box, player, "hazard_damage") if box.kind_of(host) == "hazard" else 0
    for effect in effects:
        if effect.op == "lose_power":
            yield replace(effect, amount=max(effect.amount + change, 0))
        else:
            yield effect


def _falls(box: Box, player: Seat, host: str, option: Option) -> str:
    lost = sum(effect.amount for effect in felt(box, player, host, option).effects if effect.op == "lose_power")
    return ", which your hero does not survive" if lost >= player.power else ""


def _drained(box: Box, state: State, seat: int, amount: int, reader: Reader) -> str:
    player = state.seats[seat]
    left = max(player.power - amount, box.limits.drain_floor)
    return f"{reader.whose(seat)} hero {short(box, player.hero)} falls from {player.power} to {left} Power"


def _upgraded(box: Box, player: Seat, slot: str) -> str:
    """What the upgrade does to what is worn there."""
    worn: Sequence[str] = [item for item in player.mat.items if slot in box.items[item].slots and box.items[item].cost]
    if not worn:
        return "no Item that it improves is worn there yet"
    item = box.items[worn[0]]
    missing = [each for each in item.slots if each not in (*player.mat.upgraded, slot)]
    if missing:
        return f"{item.name} needs the {slot_name(missing)} upgraded too"
    return f"{item.name} gives {line(item_does(box, item, True))} instead of {line(item_does(box, item, False))}"
