"""Costs and effects in English: the words that components, moves and the table share."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import astuple

from moothall.domain.core.words import counted, listed
from moothall.domain.gates_of_mara.content.entries import (
    AnyEffect,
    Banner,
    Caravan,
    Enchant,
    Gain,
    GainOneOf,
    Influence,
    Occupied,
    Wanderer,
)
from moothall.domain.gates_of_mara.content.tables import Ability, Cost, WandererCard
from moothall.domain.gates_of_mara.state import ELEMENTS, Gems, gems_of

ITS_REALM = "in its realm"
"""Where an effect of a figure happens, as long as nobody knows where the figure will stand."""
HERE = "here"

_GAIN = "gain "


def either(words: Iterable[str]) -> str:
    """`a, b or c`."""
    *front, last = words
    return f"{', '.join(front)} or {last}" if front else last


def one_of(words: Iterable[str]) -> str:
    """`a Specialist or Merchant`, `an Enchanter`."""
    text = either(words)
    return f"{'an' if text[0] in 'AEIO' else 'a'} {text}"


def amount(what: str, n: int) -> str:
    """`2 Fire`, `1 gem of any element`, `2 keys`, `1 onyx`."""
    match what:
        case "any":
            return f"{counted(n, 'gem')} of any element"
        case "key" | "point":
            return counted(n, what)
        case "onyx" | "energy":
            return f"{n} {what}"
        case _:
            return f"{n} {what.capitalize()}"


def gems_text(gems: Gems) -> str:
    """`2 Fire and 1 Air`."""
    return listed(_gems(gems))


def paid_text(gems: Gems, onyx: int = 0, energy: int = 0) -> str:
    """What was paid: `2 Fire, 1 onyx and 1 energy`; empty if nothing was."""
    return listed([*_gems(gems), *_others(onyx, energy)], "")


def cost_text(cost: Cost) -> str:
    """What is to be paid: `2 Fire and 3 gems of any element`; empty if it is free."""
    one_of = [either(amount(ELEMENTS[i], 1) for i in cost.one_of)] if cost.one_of else []
    free = [amount("any", cost.any)] if cost.any else []
    return listed([*_gems(gems_of(cost.gems)), *one_of, *free, *_others(cost.onyx, cost.energy)], "")


def _gems(gems: Gems) -> list[str]:
    return [amount(element, n) for element, n in zip(ELEMENTS, astuple(gems), strict=True) if n]


def _others(onyx: int, energy: int) -> list[str]:
    return [amount(what, n) for what, n in (("onyx", onyx), ("energy", energy)) if n]


def effects_text(
    effects: Iterable[AnyEffect], where: str = ITS_REALM, banner: str = "the banner that lies here"
) -> str:
    """In the order in which they happen: `place 1 caravan in its realm, then gain 1 onyx and 1 key`. `where`: in which
    realm; `banner`: the one that would be gained."""
    acts: list[str] = []
    gains: list[str] = []
    for effect in effects:
        text = effect_text(effect, where, banner)
        if where != HERE and text.endswith(where):
            where = "there"
        if text.startswith(_GAIN):
            gains.append(text.removeprefix(_GAIN))
            continue
        if gains:
            acts.append(_GAIN + listed(gains))
            gains = []
        if text:
            acts.append(text)
    if gains:
        acts.append(_GAIN + listed(gains))
    return ", then ".join(acts)


def effect_text(effect: AnyEffect, where: str, banner: str) -> str:
    """One of them. A permission has its say elsewhere (`ability_text`)."""
    match effect:
        case Gain(what, n):
            return _GAIN + amount(what, n)
        case GainOneOf(what, n):
            return _GAIN + either(amount(each, n) for each in what)
        case Influence(n, place):
            return f"{_GAIN}{n} influence {_place(place, where)}"
        case Caravan(n, place):
            return f"place {counted(n, 'caravan')} {_place(place, where)}"
        case Wanderer():
            return "exchange with the Wanderer"
        case Banner():
            return _GAIN + banner
        case Enchant(most):
            return f"buy up to {counted(most, 'enchantment')}"
        case Occupied():
            return ""


def _place(place: str, where: str) -> str:
    match place:
        case "wanderer_realm":
            return "in the Wanderer's realm"
        case "lord_realm" if where in (ITS_REALM, HERE):
            return "in a realm where a lord stands"
        case _:
            return where


def ability_text(ability: Ability, where: str = ITS_REALM, banner: str = "the banner that lies here") -> str:
    """`pay 1 Air: gain 1 key`, `gain 1 energy`."""
    price = cost_text(ability.cost)
    effects = effects_text(ability.effects, where, banner)
    if ability.permission is not None:
        shared = "enter an occupied realm space"
        if ability.permission.only_if is not None:
            shared += ", if a lord stands in that realm"
        return f"pay {price} to {shared}, or later in the turn: {effects}" if price else shared
    return f"pay {price}: {effects}" if price else effects


def exchange_text(card: WandererCard) -> str:
    """`pay 2 Air for 1 onyx, or for 1 key`."""
    return f"pay {cost_text(card.cost)} for {', or for '.join(map(option_text, card.options))}"


def option_text(option: tuple[Gain, ...]) -> str:
    """`2 gems of any element and 1 point`."""
    return listed(amount(effect.what, effect.n) for effect in option)
