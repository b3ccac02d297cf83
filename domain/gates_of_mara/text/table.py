"""The table drawn as text, from a view."""

from __future__ import annotations

from collections.abc import Iterator

from domain.core.records import Json
from domain.core.words import Reader
from domain.gates_of_mara.content import TABLES
from domain.gates_of_mara.text.names import card_name, counts_text, figure_name, lord_name, place_name, realm_name


def table_text(view: Json, reader: Reader) -> str:
    """A block per realm, the shared places, then a block per seat."""
    return "\n".join([*_head(view), *_realms(view), *_shared(view), *_seats(view)])


def _head(view: Json) -> Iterator[str]:
    order = ", ".join(f"seat {seat}" for seat in view["order"])
    yield f"Round {view['round']}   order: {order}   {view['phase']['type'].replace('_', ' ')}"
    yield f"Objectives: {', '.join(map(card_name, view['objectives']))}"
    wanderer = view["wanderer"]
    if wanderer["card"] is not None:
        yield f"Wanderer: {card_name(wanderer['card'])} at the {realm_name(wanderer['realm'])}"


def _realms(view: Json) -> Iterator[str]:
    for realm in view["ring"]:
        guests = [_lord(realm["lord"])] if realm["lord"] else []
        guests += ["Wanderer"] if realm["wanderer"] else []
        yield ""
        yield (
            f"{realm['position']}. {realm_name(realm['realm'])}"
            f"{' (' + ', '.join(guests) + ')' if guests else ''}   influence {_row(realm['influence'])}"
            f"   claims {_row(realm['claims'])}"
        )
        for space, figures in realm["spaces"].items():
            shapes = "/".join(TABLES.spaces[space].shapes)
            yield f"   {space:<14}{place_name(space):<20}{shapes:<24}{_figures(figures)}"
        caravans = [
            f"{space.rpartition('_')[2]} {'-' if seat is None else f'seat {seat}'}"
            for space, seat in realm["caravans"].items()
        ]
        yield f"   caravans: {', '.join(caravans)}"
        banners = [f"{slot} {card_name(card) if card else '-'}" for slot, card in realm["banners"].items()]
        if banners:
            yield f"   banners: {', '.join(banners)}"


def _lord(lord: str) -> str:
    threshold = TABLES.lords[lord].claim_threshold
    return lord_name(lord) if threshold == 1 else f"{lord_name(lord)}, claims from {threshold}"


def _shared(view: Json) -> Iterator[str]:
    yield ""
    count = len(view["ring"])
    for index, (gate, figures) in enumerate(view["gates"].items()):
        ends = [view["ring"][index]["realm"], view["ring"][(index + 1) % count]["realm"]]
        yield f"{place_name(gate):<8}{'-'.join(ends):<14}{_figures(figures)}"
    central = view["central_gate"]
    yield f"Central Gate: {central['keys']} keys   {_figures(central['figures'])}"
    enchanters = [f"{index} {_figures(held)}" for index, held in enumerate(view["enchantment_board"], 1) if held]
    yield f"Enchantment board: {', '.join(enchanters) or '-'}"
    market = [f"{slot} {card_name(card) if card else '-'}" for slot, card in enumerate(view["market"], 1)]
    yield f"Market: {', '.join(market)}"
    decks = [f"{name} {deck['cards']}" for name, deck in view["decks"].items()]
    yield f"Decks: {', '.join(decks)}"


def _seats(view: Json) -> Iterator[str]:
    for index, seat in enumerate(view["seats"]):
        tribe = TABLES.tribes[seat["tribe"]].name if seat["tribe"] else "no tribe"
        yield ""
        yield (
            f"Seat {index}, {tribe}: {seat['points']} points, {seat['energy']} energy, "
            f"{counts_text(seat['gems']) or 'no gems'}, {seat['onyx']} onyx, {seat['keys']} keys, "
            f"{seat['caravans_left']} caravans{', passed' if seat['passed'] else ''}"
        )
        for name, figure in seat["figures"].items():
            where = place_name(figure["place"]) if figure["place"] else "home"
            cards = ", ".join(map(card_name, figure["cards"]))
            yield f"   {figure_name(name):<14}{where:<32}{cards}".rstrip()


def _figures(figures: list[Json]) -> str:
    return ", ".join(f"seat {piece['seat']} {figure_name(piece['figure'])}" for piece in figures) or "-"


def _row(counts: list[int]) -> str:
    return " ".join(map(str, counts))
