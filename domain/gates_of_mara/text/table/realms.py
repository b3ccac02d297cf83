"""Realms in ring order and the gates between them."""

from __future__ import annotations

from collections.abc import Iterator

from moothall.domain.core.words import Reader, counted, listed
from moothall.domain.gates_of_mara.content import box_at
from moothall.domain.gates_of_mara.content.tables import Space
from moothall.domain.gates_of_mara.text.components import lord_text
from moothall.domain.gates_of_mara.text.effects import HERE, ability_text, effects_text
from moothall.domain.gates_of_mara.text.names import figure_name, lord_name, place_name, realm_name, short_realm
from moothall.domain.gates_of_mara.text.table.lines import MARKS, lines
from moothall.domain.gates_of_mara.view.structs import GatesOfMaraView, PieceView, RealmView


def realm(here: RealmView, view: GatesOfMaraView, reader: Reader) -> list[str]:
    """Who stands there, what its spaces and caravan spaces do, who leads."""
    box = box_at(reader.edition)
    wanderer = ", the Wanderer is here" if here.wanderer else ""
    found = [f"{here.position}. {realm_name(box, here.realm).upper()}{wanderer}"]
    if here.lord is not None:
        found += lines(f"{lord_name(box, here.lord)}: {lord_text(box.lords[here.lord], HERE)}", "   ")
    found += lines(f"influence {_counts(here.influence, reader)}; claims {_counts(here.claims, reader)}", "   ")
    spaces = [box.spaces[space] for space in here.spaces]
    width = max(len(space.name) for space in spaces) + 1
    for space in spaces:
        marks = " ".join(MARKS[shape] for shape in reversed(space.shapes))
        first = f"   {space.name:<{width}}{marks:<6}"
        found += lines("; ".join(_abilities(space, here, reader)) + _holders(here.spaces[space.id], reader), first)
    stops = [
        effects_text(box.caravan_spaces[stop].effects, HERE) + ("" if owner is None else f" [{reader.who(owner)}]")
        for stop, owner in here.caravans.items()
    ]
    numbered = "; ".join(f"{number} {text}" for number, text in enumerate(stops, 1))
    return found + lines(numbered, f"   {'Caravan Stop':<{width}}", " " * (3 + width))


def _abilities(space: Space, here: RealmView, reader: Reader) -> Iterator[str]:
    box = box_at(reader.edition)
    for ability in space.abilities.values():
        if ability.banner is None:
            yield ability_text(ability, HERE)
            continue
        card = here.banners[ability.banner]
        if card is not None:
            banner = box.cards[card]
            yield ability_text(ability, HERE, f"{banner.name} ({ability_text(banner.ability)})")
        else:
            yield "the banner is gone"


def _holders(figures: tuple[PieceView, ...], reader: Reader) -> str:
    return f" [{_standing(figures, reader)}]" if figures else ""


def _standing(figures: tuple[PieceView, ...], reader: Reader) -> str:
    box = box_at(reader.edition)
    return listed(f"{reader.whose(piece.seat)} {figure_name(box, piece.figure)}" for piece in figures)


def _counts(counts: tuple[int, ...], reader: Reader) -> str:
    return ", ".join(f"{reader.who(seat)} {n}" for seat, n in enumerate(counts) if n) or "nobody"


def gates(view: GatesOfMaraView, reader: Reader) -> list[str]:
    """Between which realms each lies, and who stands there."""
    box = box_at(reader.edition)
    ring = [short_realm(box, here.realm) for here in view.ring]
    found = []
    for index, (gate, figures) in enumerate(view.gates.items()):
        ends = listed((ring[index], ring[(index + 1) % len(ring)]))
        found.append(f"{place_name(box, gate)} ({ends}){_holders(figures, reader)}")
    central = view.central_gate
    found.append(f"Central Gate (every realm, {counted(central.keys, 'key')}){_holders(central.figures, reader)}")
    return lines("; ".join(found), "GATES: ", "   ")
