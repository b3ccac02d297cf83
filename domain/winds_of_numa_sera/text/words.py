"""Names and lists as they are said at the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from domain.core.words import counted
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
    given, got = [*offer.give_cards], [*offer.get_cards]
    if isinstance(offer, Offer):
        given += offer.give_hidden or ["hidden card"] * offer.hidden
        got += offer.get_hidden or ["hidden card"] * offer.hidden_asked
    got += ["Battle Card"] * offer.get_battle_cards
    promised = promise(
        offer.give_pledge, offer.give_pledge_target_type, offer.give_pledge_target, offer.give_pledge_turns
    )
    asked = promise(offer.get_pledge, offer.get_pledge_target_type, offer.get_pledge_target, offer.get_pledge_turns)
    give = _side(given, offer.give_capital, offer.give_power, promised)
    get = _side(got, offer.get_capital, offer.get_power, asked)
    return f"{give} for {get} of seat {partner}"


def _side(cards: Sequence[str], capital: int, power: int, pledge: str) -> str:
    anonymous = ("hidden card", "Battle Card")
    parts = [name(card) for card in cards if card not in anonymous]
    if capital:
        parts.append(f"{capital} Capital")
    if power:
        parts.append(f"{power} Power")
    parts += [counted(cards.count(what), what) for what in anonymous if what in cards]
    if pledge:
        parts.append(pledge)
    return ", ".join(parts) or "nothing"


def promise(kind: str, target_type: str, target: str | None, turns: int) -> str:
    """What is promised; nothing if nothing is."""
    if kind == "none":
        return ""
    long = f" for {turns} turns" if turns > 1 else ""
    if kind == "truce":
        return f"a truce{f' with seat {target}' if target is not None else ''}{long}"
    whom = {"player": f"seat {target}", "hero": f"the hero of seat {target}"}.get(target_type) or name(target or "")
    return f"an attack on {whom}{long}"
