"""The realms as text: tokens side by side, the map, what each has in its display and in play."""

from __future__ import annotations

from collections.abc import Iterator

from domain.core.bag import of
from domain.core.records import Json
from domain.core.words import Reader, counted, listed, sentence
from domain.medieval_realms.content import Tables
from domain.medieval_realms.content.faces import Face
from domain.medieval_realms.rules import admirals_needed
from domain.medieval_realms.scoring import combat_value, end_effects, great_person_points, stored_points
from domain.medieval_realms.state import RESOURCES, Realm
from domain.medieval_realms.text.effects import AT_ONCE, cost, effects, in_short
from domain.medieval_realms.text.words import card, leaders, ordinal, resource, stamped, tokens

_HEADS = ("production", "science", "culture", "religion", "gold", "raw mat.", "battle p.")
_NAME = 14


def token_lines(view: Json, reader: Reader) -> Iterator[str]:
    """Who has how much of what, to compare."""
    yield f"{'TOKENS':<{_NAME}} {' '.join(_HEADS)}"
    for realm in view["realms"]:
        name = sentence(reader.who(realm["seat"]))[:_NAME]
        amounts = (f"{realm['tokens'][kind]:>{len(head)}}" for kind, head in zip(RESOURCES, _HEADS, strict=True))
        yield f"{name:<{_NAME}} {' '.join(amounts)}"


def map_lines(view: Json, reader: Reader, box: Tables) -> Iterator[str]:
    """Rewards, and where leaders stand as far as the reader sees them."""
    buffers = any(realm["buffers"] for realm in view["realms"])
    forces = f"general {box.general_strength}, admiral {box.admiral_strength}"
    forces += f", buffer {box.buffer_strength} but no reward" if buffers else ""
    yield f"MAP ({forces}; the strongest alone takes the reward)"
    for area in box.areas[len(view["realms"])]:
        there = [
            f"{reader.who(seat)} {strength}{' with buffers' if area in (placement['buffers'] or ()) else ''}"
            for seat, placement in _placements(view, reader)
            if (strength := _strength(box, placement, area))
        ]
        yield f"{area:>3} {tokens(box, box.rewards[area]):<36} {sentence(', '.join(there))}".rstrip()


def _placements(view: Json, reader: Reader) -> list[tuple[int, Json]]:
    """By seat: all once they are revealed, before that the reader's own."""
    if view["placement"] is not None and reader.you is not None:
        return [(reader.you, view["placement"])]
    return list(enumerate(view["placements"]))


def _strength(box: Tables, placement: Json, area: int) -> int:
    """What the seat's leaders in the area weigh."""
    return sum(
        strength * (placement[kind] or ()).count(area)
        for kind, strength in (
            ("generals", box.general_strength),
            ("admirals", box.admiral_strength),
            ("buffers", box.buffer_strength),
        )
    )


def realm_lines(view: Json, shown: Json, reader: Reader, box: Tables) -> Iterator[str]:
    """One seat's realm; what its cards do only for whoever decides about them."""
    seat, realm = shown["seat"], _realm(shown)
    owned = leaders(realm.mayors, realm.generals, realm.admirals)
    buffers = f", {counted(realm.buffers, 'mayor')} as buffers" if realm.buffers else ""
    status = ", passed" if shown["passed"] else ""
    yield f"{sentence(reader.who(seat)).upper()} ({shown['colour']}): {shown['vp']} VP{status}"
    yield f"  {owned} (combat value {combat_value(realm)}{buffers})"
    mayors = next((placement["mayors"] for each, placement in _placements(view, reader) if each == seat), None)
    if mayors is not None:
        placed = [f"{number} on {resource(box, kind)}" for kind, number in mayors.items() if number]
        yield f"  Mayors placed: {listed(placed, 'none')}"
    yield from _display(view, realm, seat == reader.you, box)
    yield f"  In play ({len(realm.in_play)}): {', '.join(card(box.faces[each]) for each in realm.in_play) or '-'}"
    if seat == reader.you:
        yield from _working(realm, box)
    yield from _points(view, shown, realm)


def _realm(shown: Json) -> Realm:
    """The realm as the rules know it, as far as counting goes."""
    return Realm(
        manor=of(RESOURCES, shown["tokens"]),
        mayors=shown["mayors"],
        buffers=shown["buffers"],
        generals=shown["generals"],
        admirals=shown["admirals"],
        display=tuple(shown["display"]),
        in_play=tuple(shown["in_play"]),
        immediate=shown["immediate"],
        colour=shown["from_colours"],
    )


def _display(view: Json, realm: Realm, own: bool, box: Tables) -> Iterator[str]:
    seats = len(view["realms"])
    yield f"  Display ({len(realm.display)} of {box.limits.display_max_cards}):{'' if realm.display else ' -'}"
    for each in realm.display:
        face = box.faces[each]
        what = f": {in_short(box, face)}" if own else ""
        yield f"    {stamped(face)}, {_to_play(box, realm, face, seats)}{what}"


def _to_play(box: Tables, realm: Realm, face: Face, seats: int) -> str:
    if not face.amounts:
        return f"needs {counted(admirals_needed(realm, face), 'admiral')}"
    return f"{cost(box, face, seats)} to play (has {realm.manor[face.pays]})"


def _working(realm: Realm, box: Tables) -> Iterator[str]:
    """What the cards in play still do, alike ones together."""
    found: dict[str, int] = {}
    for each in realm.in_play:
        for when, what in effects(box, box.faces[each]):
            if when != AT_ONCE:
                found[f"{when} {what}"] = found.get(f"{when} {what}", 0) + 1
    for text, times in found.items():
        yield f"    {text}{f' ({times} times)' if times > 1 else ''}"


def _points(view: Json, shown: Json, realm: Realm) -> Iterator[str]:
    if view["ranking"]:
        parts = {"immediate effects": shown["immediate"], "colour effects": shown["from_colours"], **shown["final"]}
        told = ", ".join(f"{name.replace('_', ' ')} {points}" for name, points in parts.items() if points)
        place = ordinal([seat for group in view["ranking"] for seat in group].index(shown["seat"]) + 1)
        yield f"  {place} with {shown['vp']} VP: {told or 'nothing'}"
        return
    at_the_end = sum(points for _, _, points in end_effects(realm))
    total = realm.vp + at_the_end + stored_points(realm) + great_person_points(realm)
    told = f"track {realm.vp}, cards {at_the_end}, tokens {stored_points(realm)}"
    yield f"  If the game ended now {total} VP: {told}, great persons {great_person_points(realm)}"
