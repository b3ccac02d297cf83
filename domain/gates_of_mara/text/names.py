"""Components by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from domain.core.bag import Bag
from domain.gates_of_mara.content import TABLES
from domain.gates_of_mara.content.entries import ELEMENTS
from domain.gates_of_mara.content.tables import BOARD, CENTRAL


def figure_name(figure: str) -> str:
    """`merchant_2` is Merchant 2. Whatever is unknown stays as it is: moves are described before they are judged."""
    found = TABLES.figures.get(figure)
    return found.name if found is not None else figure


def card_name(card: str) -> str:
    """Attachments, objectives and Wanderer cards."""
    for table in (TABLES.cards, TABLES.objectives, TABLES.wanderer_cards):
        if card in table:
            return str(table[card].name)
    return card


def realm_name(realm: str) -> str:
    found = TABLES.realms.get(realm)
    return found.name if found is not None else realm


def lord_name(lord: str) -> str:
    found = TABLES.lords.get(lord)
    return found.name if found is not None else lord


def place_name(place: str) -> str:
    """A place as players call it, with its id where names repeat on the other side of the board."""
    if place in TABLES.spaces:
        return TABLES.spaces[place].name
    if place in TABLES.caravan_spaces:
        return TABLES.caravan_spaces[place].name
    if place == CENTRAL:
        return "the Central Gate"
    if place == BOARD:
        return f"the {TABLES.board.name}"
    if place.startswith(BOARD):
        return f"the {TABLES.board.name}, space {place.rpartition('_')[2]}"
    return f"Gate {place.rpartition('_')[2]}" if place in TABLES.gates else place


def ability_name(ability: str) -> str:
    """`card:mist_armor` is Mist Armor."""
    kind, _, name = ability.partition(":")
    match kind:
        case "innate":
            return "its own ability"
        case "wanderer":
            return "the Wanderer"
        case "lord":
            return f"the {lord_name(name)}"
        case "space":
            return f"ability {name} of its space"
        case "card":
            return card_name(name)
        case _:
            return ability


def gems_text(gems: Bag) -> str:
    """2 Fire, 1 Air."""
    return counts_text(dict(zip(ELEMENTS, gems, strict=True)))


def counts_text(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{n} {what.capitalize()}" for what, n in counts.items() if n)


def price_text(gems: Bag, onyx: int = 0, energy: int = 0) -> str:
    """What was paid, or nothing."""
    parts = [gems_text(gems), f"{onyx} Onyx" if onyx else "", f"{energy} energy" if energy else ""]
    return ", ".join(part for part in parts if part)


def several(n: int, one: str) -> str:
    """1 key, 2 keys."""
    return f"{n} {one}" if n == 1 else f"{n} {one}s"


def listed(names: Iterable[str]) -> str:
    return ", ".join(names)
