"""The table as text, at most 80 columns wide: all that a decision needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import assert_never

from msgspec.structs import asdict, astuple

from moothall.domain.core.words import Reader, counted, listed, sentence
from moothall.domain.medieval_realms import state as s, view as v
from moothall.domain.medieval_realms.content import Box, Face, box_at
from moothall.domain.medieval_realms.rules import admirals_needed
from moothall.domain.medieval_realms.scoring import combat_value, end_effects, great_person_points, stored_points
from moothall.domain.medieval_realms.text.components import (
    AT_ONCE,
    amount,
    card,
    cost,
    effects,
    in_short,
    leaders,
    ordinal,
    receives,
    resource,
    stamped,
    tokens,
)

WIDTH = 80
_COLUMNS = "{:>3} {:<16} {:<10} {:<19} {}"
"""A card on a panel: square, name, stamp, who gets it, cost."""
_HEADS = ("production", "science", "culture", "religion", "gold", "raw mat.", "battle p.")
_NAME = 14


def table_text(view: v.MedievalRealmsView, reader: Reader) -> str:
    """The table, drawn from a view."""
    box = box_at(reader.edition)
    lines = [
        f"Round {view.round} of {view.rounds}: {_phase(view, reader, box)}",
        f"Turn order: {', '.join(map(reader.who, view.turn_order))}",
        "",
        *_panels(view, box),
        "",
        *_map_lines(view, reader, box),
        "",
        *_token_lines(view, reader),
    ]
    for realm in view.realms:
        lines += ["", *_realm_lines(view, realm, reader, box)]
    if view.ranking:
        order = (seat for group in view.ranking for seat in group)
        lines += ["", f"Final order: {', '.join(map(reader.who, order))}"]
    return "\n".join(_fitted(lines))


def _fitted(lines: Iterable[str]) -> Iterator[str]:
    """Long lines go on under their own text."""
    for line in lines:
        indent = " " * (len(line) - len(line.lstrip()) + 2)
        yield from wrap(line, WIDTH, subsequent_indent=indent, break_on_hyphens=False) or [""]


def _phase(view: v.MedievalRealmsView, reader: Reader, box: Box) -> str:
    phase = view.phase
    match phase:
        case v.PickingPhase(taken):
            pairs = listed((" + ".join(resource(box, kind) for kind in pair) for pair in taken), "none")
            picks = reader.does(view.turn_order[-1 - len(taken)], "pick two resources to start with")
            return f"{picks} (pairs taken: {pairs})"
        case v.PlacingPhase(committed):
            waits = [seat for seat, done in enumerate(committed) if not done]
            return f"all place their leaders in secret; not yet ready: {reader.all(waits)}"
        case v.ActingPhase():
            assert view.on_turn is not None, "somebody acts"
            return reader.does(view.on_turn, "be on turn: activate a card, play one, or pass")
        case v.BiddingPhase():
            leads = f"{reader.does(phase.bidder, 'lead')} with {amount(box, phase.resource, phase.bid)}"
            return f"auction of {card(box.faces[phase.card])}: {leads}, {reader.who(phase.asked)} may bid higher"
        case v.ChoosingPhase():
            return f"{reader.does(phase.seat, 'choose')} what {card(box.faces[phase.card])} gives"
        case v.TakingCardPhase():
            chosen = reader.does(phase.seat, "choose a realm card of the panel")
            return f"{chosen} by {card(box.faces[phase.card])}"
        case v.TakingBonusPhase(seat):
            return reader.does(seat, "choose a bonus token")
        case v.RoundOverPhase():
            return "all have passed, the next round is prepared"
        case v.GameOverPhase():
            return "all have passed, the game is scored"
        case v.FinishedPhase():
            return "the game is over"
        case _:
            assert_never(phase)


def _panels(view: v.MedievalRealmsView, box: Box) -> Iterator[str]:
    seats = len(view.realms)
    cleared = box.cleared[seats]
    squares = "square 1" if cleared == 1 else f"squares 1 to {cleared}"
    stock = f"deck {counted(view.deck, 'card')}, discarded {len(view.discard)}"
    yield f"CURRENT EVENTS ({squares} cleared at the end of the round; {stock})"
    yield _COLUMNS.format("", "", "stamp", "goes to", "to play")
    price = 0
    for square, laid in enumerate(view.current, 1):
        if box.prices[square - 1] != price:
            price = box.prices[square - 1]
            yield f"Price {amount(box, 'production', price)}, auctions none"
        yield from _square(box, square, laid, seats)
    yield ""
    yield "FUTURE EVENTS (they move up at the end of the round)"
    for square, laid in enumerate(view.future, 1):
        yield from _square(box, square, laid, seats)


def _square(box: Box, square: int, laid: str | None, seats: int) -> Iterator[str]:
    if laid is None:
        yield f"{square:>3} -"
        return
    face = box.faces[laid]
    paid = bool(face.amounts) or face.type == "auction"
    yield _COLUMNS.format(
        square, face.name, face.stamp, receives(box, face), cost(box, face, seats) if paid else "admirals"
    )
    family = "" if face.family_name in face.name else f"{face.family_name}: "
    needs = "" if paid else f"needs {cost(box, face)}; "
    yield f"      {family}{needs}{in_short(box, face)}"


def _token_lines(view: v.MedievalRealmsView, reader: Reader) -> Iterator[str]:
    """Who has how much of what, to compare."""
    yield f"{'TOKENS':<{_NAME}} {' '.join(_HEADS)}"
    for realm in view.realms:
        name = sentence(reader.who(realm.seat))[:_NAME]
        amounts = (f"{n:>{len(head)}}" for n, head in zip(astuple(realm.tokens), _HEADS, strict=True))
        yield f"{name:<{_NAME}} {' '.join(amounts)}"


def _map_lines(view: v.MedievalRealmsView, reader: Reader, box: Box) -> Iterator[str]:
    """Rewards, and where leaders stand as far as the reader sees them."""
    buffers = any(realm.buffers for realm in view.realms)
    forces = f"general {box.general_strength}, admiral {box.admiral_strength}"
    forces += f", buffer {box.buffer_strength} but no reward" if buffers else ""
    yield f"MAP ({forces}; the strongest alone takes the reward)"
    for area in box.areas[len(view.realms)]:
        there = [
            f"{reader.who(seat)} {strength}{' with buffers' if area in (placement.buffers or ()) else ''}"
            for seat, placement in _placements(view, reader)
            if (strength := _strength(box, placement, area))
        ]
        yield f"{area:>3} {tokens(box, box.rewards[area]):<36} {sentence(', '.join(there))}".rstrip()


def _strength(box: Box, placement: s.Placement, area: int) -> int:
    """What the seat's leaders in the area weigh."""
    return sum(
        strength * (areas or ()).count(area)
        for areas, strength in (
            (placement.generals, box.general_strength),
            (placement.admirals, box.admiral_strength),
            (placement.buffers, box.buffer_strength),
        )
    )


def _placements(view: v.MedievalRealmsView, reader: Reader) -> list[tuple[int, s.Placement]]:
    """By seat: all once they are revealed, before that the reader's own."""
    if view.placement is not None and reader.you is not None:
        return [(reader.you, view.placement)]
    return list(enumerate(view.placements))


def _realm_lines(view: v.MedievalRealmsView, shown: v.RealmView, reader: Reader, box: Box) -> Iterator[str]:
    """One seat's realm; what its cards do only for whoever decides about them."""
    seat, realm = shown.seat, _realm(shown)
    owned = leaders(realm.mayors, realm.generals, realm.admirals)
    buffers = f", {counted(realm.buffers, 'mayor')} as buffers" if realm.buffers else ""
    status = ", passed" if shown.passed else ""
    yield f"{sentence(reader.who(seat)).upper()} ({shown.colour}): {shown.vp} VP{status}"
    yield f"  {owned} (combat value {combat_value(box, realm)}{buffers})"
    mayors = next((placement.mayors for each, placement in _placements(view, reader) if each == seat), None)
    if mayors is not None:
        placed = [f"{number} on {resource(box, kind)}" for kind, number in asdict(mayors).items() if number]
        yield f"  Mayors placed: {listed(placed, 'none')}"
    yield from _display(len(view.realms), realm, seat == reader.you, box)
    yield f"  In play ({len(realm.in_play)}): {', '.join(card(box.faces[each]) for each in realm.in_play) or '-'}"
    if seat == reader.you:
        yield from _working(realm, box)
    yield _points(view, shown, realm, box)


def _realm(shown: v.RealmView) -> s.Realm:
    """The realm as the rules know it, as far as counting goes."""
    return s.Realm(
        manor=astuple(shown.tokens),
        mayors=shown.mayors,
        buffers=shown.buffers,
        generals=shown.generals,
        admirals=shown.admirals,
        display=shown.display,
        in_play=shown.in_play,
        immediate=shown.immediate,
        colour=shown.from_colours,
    )


def _display(seats: int, realm: s.Realm, own: bool, box: Box) -> Iterator[str]:
    yield f"  Display ({len(realm.display)} of {box.limits.display_max_cards}):{'' if realm.display else ' -'}"
    for each in realm.display:
        face = box.faces[each]
        what = f": {in_short(box, face)}" if own else ""
        yield f"    {stamped(face)}, {_to_play(box, realm, face, seats)}{what}"


def _to_play(box: Box, realm: s.Realm, face: Face, seats: int) -> str:
    if not face.amounts:
        return f"needs {counted(admirals_needed(box, realm, face), 'admiral')}"
    return f"{cost(box, face, seats)} to play (has {realm.manor[face.pays]})"


def _working(realm: s.Realm, box: Box) -> Iterator[str]:
    """What the cards in play still do, alike ones together."""
    found: dict[str, int] = {}
    for each in realm.in_play:
        for when, what in effects(box, box.faces[each]):
            if when != AT_ONCE:
                found[f"{when} {what}"] = found.get(f"{when} {what}", 0) + 1
    for text, times in found.items():
        yield f"    {text}{f' ({times} times)' if times > 1 else ''}"


def _points(view: v.MedievalRealmsView, shown: v.RealmView, realm: s.Realm, box: Box) -> str:
    if view.ranking:
        parts = {"immediate effects": shown.immediate, "colour effects": shown.from_colours, **asdict(shown.final)}
        told = ", ".join(f"{name.replace('_', ' ')} {points}" for name, points in parts.items() if points)
        place = ordinal([seat for group in view.ranking for seat in group].index(shown.seat) + 1)
        return f"  {place} with {shown.vp} VP: {told or 'nothing'}"
    cards = sum(points for _, _, points in end_effects(box, realm))
    stored, persons = stored_points(box, realm), great_person_points(box, realm)
    told = f"track {realm.vp}, cards {cards}, tokens {stored}, great persons {persons}"
    return f"  If the game ended now {realm.vp + cards + stored + persons} VP: {told}"
