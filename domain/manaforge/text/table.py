"""The table drawn as text, from a view."""

from __future__ import annotations

from domain.core.records import Json
from domain.core.words import Reader
from domain.manaforge.content.tables import PLAY
from domain.manaforge.text.words import card, join, plural, talent


def table_text(view: Json, reader: Reader) -> str:
    """Board, then every seat."""
    lines = [
        f"Round {view['round']} of {PLAY.rounds} - first player: seat {view['first_player']} - {_phase(view['phase'])}",
        f"Deck {view['deck']} - discard {len(view['discard'])} - dice left {_counts(view['supply'])}",
    ]
    for slot, card_id in enumerate(view["board"], 1):
        lines.append(f"  {slot}. {card(card_id) if card_id else '-'}")
    if view["foreseen"]:
        lines.append(f"Next: {join(map(card, view['foreseen']))}")
    for seat in view["seats"]:
        lines += _seat(seat)
    own = view["own"]
    if own is not None:
        for name in ("packet", "picked", "passed_over"):
            if own[name]:
                lines.append(f"Your {name.replace('_', ' ')}: {join(map(talent, own[name]))}")
        if own["answer"] is not None:
            lines.append(f"Your answer: {own['answer']}")
    return "\n".join(lines)


def _phase(phase: Json) -> str:
    name: str = phase["name"].replace("_", " ")
    if "mana" in phase:
        making = phase["making"]
        building = f", building {card(making['card'])}" if making else ""
        left = plural(phase["expenditures"], "expenditure")
        return f"{name} of seat {phase['seat']}: {left}, mana {_counts(phase['mana'])}{building}"
    return f"{name} of seat {phase['seat']}" if "seat" in phase else name


def _counts(counts: dict[str, int]) -> str:
    return " ".join(f"{name} {n}" for name, n in counts.items() if n) or "none"


def _seat(seat: Json) -> list[str]:
    lines = [
        f"Seat {seat['seat']}: {seat['prestige']} prestige, gems {_counts(seat['gems'])}, "
        f"{plural(seat['prisms'], 'prism')}"
    ]
    if seat["talents"]:
        lines.append(f"  Talents: {join(map(talent, seat['talents']))}")
    dice = [
        f"{die['id']} {die['shows'] or '?'}{' (spent)' if die['spent'] else ''}{' (held)' if die['held'] else ''}"
        for die in seat["dice"]
    ]
    if dice:
        lines.append(f"  Dice: {', '.join(dice)}")
    workshop = [
        f"{card(each['card'])}{' +' + str(each['level']) if each['level'] else ''}"
        f"{'' if each['charged'] else ' (exhausted)'}"
        for each in seat["workshop"]
    ]
    if workshop:
        lines.append(f"  Workshop: {', '.join(workshop)}")
    if seat["store"]:
        lines.append(f"  Store: {', '.join(map(card, seat['store']))}")
    return lines
