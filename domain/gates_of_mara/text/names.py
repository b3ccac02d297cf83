"""Components by name."""

from __future__ import annotations

from collections.abc import Iterable

from moothall.domain.gates_of_mara.content import Box
from moothall.domain.gates_of_mara.state import BOARD, CENTRAL


def figure_name(box: Box, figure: str) -> str:
    """`Leader`, `Merchant 2`."""
    return box.figures[figure].name


def the_figure(box: Box, figure: str) -> str:
    """`the Leader`, `Merchant 2`."""
    found = box.figures[figure]
    return f"the {found.name}" if found.id == found.kind else found.name


def kind_names(box: Box, shapes: Iterable[str]) -> list[str]:
    """The kinds of figures that have one of these shapes: `Champion`, `Specialist`, `Merchant`."""
    wanted = set(shapes)
    found = {figure.kind: figure.name for figure in box.figures.values() if figure.shape in wanted}
    return [name.rpartition(" ")[0] or name for name in found.values()]


def card_name(box: Box, card: str) -> str:
    """Of an attachment."""
    return box.cards[card].name


def realm_name(box: Box, realm: str) -> str:
    """`Fire Realm`."""
    return box.realms[realm].name


def short_realm(box: Box, realm: str) -> str:
    """`Fire`."""
    return box.realms[realm].name.removesuffix(" Realm")


def lord_name(box: Box, lord: str) -> str:
    return box.lords[lord].name


def place_name(box: Box, place: str) -> str:
    """A place as players call it."""
    if place in box.spaces:
        return box.spaces[place].name
    if place in box.caravan_spaces:
        return box.caravan_spaces[place].name
    if place == CENTRAL:
        return "the Central Gate"
    return f"the {box.board.name}" if place.startswith(BOARD) else f"Gate {place.rpartition('_')[2]}"


def slot_name(box: Box, realm: str, slot: int) -> str:
    """The space whose figure may take the banner of this slot: `Fire Outer Hall`."""
    letter = box.realms[realm].banner_slots[slot]
    return next(
        space.name
        for space in box.spaces.values()
        if space.realm == realm and any(ability.banner == letter for ability in space.abilities.values())
    )


def source_name(box: Box, ability: str, figure: str, place: str) -> str:
    """Where an ability comes from: `the Leader's ability`, `the Air Lord`, `Fire Court`, `Mist Armor`."""
    kind, _, name = ability.partition(":")
    match kind:
        case "innate":
            return f"{the_figure(box, figure)}'s ability"
        case "lord":
            return f"the {lord_name(box, name)}"
        case "space":
            return place_name(box, place)
        case "card":
            return card_name(box, name)
        case _:
            return "the Wanderer"
