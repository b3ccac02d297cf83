"""Names and lists as they are said at the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from domain.winds_of_numa_sera.content import NAMES
from domain.winds_of_numa_sera.moves import OfferTrade
from domain.winds_of_numa_sera.state import Offer


def name(thing: str) -> str:
    """What it is called; an id without a name reads as words."""
    return NAMES.get(thing) or thing.replace("_", " ")


def names(things: Iterable[str]) -> str:
    """Several of them."""
    return ", ".join(map(name, things)) or "nothing"


def terms(offer: OfferTrade | Offer, partner: int) -> str:
    """Both sides of a trade."""
    hidden = offer.hidden - len(offer.give_hidden) if isinstance(offer, Offer) else 0
    given = [*offer.give_cards, *(offer.give_hidden if isinstance(offer, Offer) else ())]
    pledges = _pledge(offer.give_pledge, offer.give_pledge_target), _pledge(offer.get_pledge, offer.get_pledge_target)
    give = _side(given, offer.give_capital, offer.give_power, hidden, "hidden card", pledges[0])
    get = _side(offer.get_cards, offer.get_capital, offer.get_power, offer.get_battle_cards, "Battle Card", pledges[1])
    return f"{give} for {get} of seat {partner}"


def _side(cards: Sequence[str], capital: int, power: int, count: int, counted: str, pledge: str) -> str:
    parts = [name(card) for card in cards]
    if capital:
        parts.append(f"{capital} Capital")
    if power:
        parts.append(f"{power} Power")
    if count:
        parts.append(f"{count} {counted}{'s' if count > 1 else ''}")
    if pledge:
        parts.append(pledge)
    return ", ".join(parts) or "nothing"


def _pledge(kind: str, target: int | None) -> str:
    match kind:
        case "truce":
            return "a truce"
        case "attack":
            return f"an attack on seat {target}"
        case _:
            return ""
