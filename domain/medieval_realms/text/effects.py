"""What cards cost and do, read off the data that the rules work with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, assert_never

from moothall.domain.core.words import counted, listed
from moothall.domain.medieval_realms.content import Box
from moothall.domain.medieval_realms.content.entries import (
    ChooseResourceEffect,
    Condition,
    Effect,
    GainLeader,
    GainResource,
    GainVp,
    TakeRealmCardEffect,
)
from moothall.domain.medieval_realms.content.faces import Face
from moothall.domain.medieval_realms.state import RESOURCES
from moothall.domain.medieval_realms.text.words import amount, resource

AT_ONCE = "at once"
"""When effects work that are done with once the card is in play."""


class Does(NamedTuple):
    """An effect in words: when it works, and what it gives."""

    when: str
    what: str


def effects(box: Box, face: Face) -> list[Does]:
    """All that the card does, in the order in which it does it."""
    done = []
    if face.immediate:
        done.append(Does(AT_ONCE, _all(box, face, face.immediate)))
    done += [Does("each round", _all(box, face, [effect])) for effect in face.production]
    done += [Does(f"with each further {stamp} card", _all(box, face, some)) for stamp, some in face.colour.items()]
    if face.end:
        done.append(Does("at the end", _all(box, face, face.end)))
    return done


def in_short(box: Box, face: Face) -> str:
    """For tables and moves: `at once 2 VP; at the end 1 VP per violet card in play`."""
    return "; ".join(f"{when} {what}" for when, what in effects(box, face))


def at_the_end(box: Box, face: Face) -> str:
    """What the card is scored for when the game ends."""
    return _all(box, face, face.end)


def cost(box: Box, face: Face, seats: int | None = None) -> str:
    """What it takes to put the card into play; without a number of seats, for every number."""
    if face.type == "auction":
        return f"bid {resource(box, RESOURCES[face.pays])}"
    if not face.amounts:
        return "1 admiral per island in play, itself included"
    kind = RESOURCES[face.pays]
    if seats is not None:
        return amount(box, kind, face.amounts[seats])
    usual = face.amounts[box.players[0]]
    others = [f"{face.amounts[n]} with {n} players" for n in box.players if face.amounts[n] != usual]
    return amount(box, kind, usual) + (f" ({', '.join(others)})" if others else "")


def receives(box: Box, face: Face) -> str:
    """Who gets the card: `most culture`, `auction`."""
    return f"most {resource(box, RESOURCES[face.majority])}" if face.type == "majority" else face.type


def _all(box: Box, face: Face, some: Iterable[Effect]) -> str:
    return listed(one_effect(box, face, effect) for effect in some)


def one_effect(box: Box, face: Face, effect: Effect) -> str:
    """What it gives: `2 VP`, `1 culture per mayor`."""
    match effect:
        case GainVp():
            return f"{effect.amount} VP{_per(face, effect)}{_if(effect.condition)}"
        case GainResource():
            return f"{amount(box, effect.resource, effect.amount)}{_per(face, effect)}"
        case GainLeader():
            return counted(effect.amount, effect.leader)
        case ChooseResourceEffect():
            barred = f" other than {listed(resource(box, kind) for kind in effect.barred)}" if effect.barred else ""
            return f"{counted(effect.amount, 'token')} of one resource of your choice{barred}"
        case TakeRealmCardEffect():
            return "a realm card of the current panel into your display without paying its price"
        case _:
            assert_never(effect)


_THINGS = {
    "mayors": ("mayor", "mayors"),
    "generals": ("general", "generals"),
    "admirals": ("admiral", "admirals"),
    "combat_value": ("point of combat value", "points of combat value"),
    "cards": ("card in play", "cards in play"),
    "distinct_stamps": ("stamp colour in play", "stamp colours in play"),
    "great_persons": ("great person in play", "great persons in play"),
}


def _things(counter: str, stamp: str | None, family: str | None) -> tuple[str, str]:
    """One and many of what a counter counts."""
    if counter == "stamp_cards":
        return f"{stamp} card in play", f"{stamp} cards in play"
    if counter == "family_cards":
        one = (family or "").replace("_", " ")
        many = f"{one[:-1]}ies" if one.endswith("y") else f"{one}s"
        return f"{one} in play", f"{many} in play"
    return _THINGS[counter]


def _per(face: Face, effect: GainVp | GainResource) -> str:
    if effect.per is None:
        return ""
    itself = effect.per in ("cards", "distinct_stamps") or face.stamp == effect.stamp or face.family == effect.family
    return f" per {_things(effect.per, effect.stamp, effect.family)[0]}{', itself included' if itself else ''}"


def _if(condition: Condition | None) -> str:
    if condition is None:
        return ""
    one, many = _things(condition.counter, condition.stamp, condition.family)
    return f" with at least {counted(condition.at_least, one, many)}"
