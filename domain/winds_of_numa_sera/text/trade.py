"""Offers and pledges in English."""

from __future__ import annotations

from collections.abc import Iterable

from domain.core.words import Reader, counted, listed
from domain.winds_of_numa_sera.content import Components, skill_of
from domain.winds_of_numa_sera.moves import OfferTrade
from domain.winds_of_numa_sera.state import Offer
from domain.winds_of_numa_sera.text.cards import described, stronghold_gives
from domain.winds_of_numa_sera.text.effects import line
from domain.winds_of_numa_sera.text.words import name, short

PLEDGES = {
    "truce": "Promise in a trade: whoever makes it does not attack the partner's hero or Strongholds until the end of "
    "their own next turn.",
    "attack": "Promise in a trade: whoever makes it must attack the hero or a Stronghold of the named third player in "
    "the next Phase 2, if that is possible. Needs three players.",
}
"""What the pledges bind to."""


def given(offer: OfferTrade | Offer, by: int, reader: Reader, box: Components) -> str:
    """What the one who offers gives."""
    cards = list(offer.give_cards)
    hidden = 0
    if isinstance(offer, Offer):
        cards += offer.give_hidden
        hidden = offer.hidden - len(offer.give_hidden)
    return listed(
        [
            *_goods(box, cards, offer.give_capital, offer.give_power),
            *([counted(hidden, "hidden card")] if hidden else []),
            *_promise(offer.give_pledge, by, _them(offer.to, reader), offer.give_pledge_target, reader),
        ]
    )


def asked(offer: OfferTrade | Offer, by: int, reader: Reader, box: Components) -> str:
    """What the partner gives."""
    battle_cards = counted(offer.get_battle_cards, "Battle Card")
    return listed(
        [
            *_goods(box, offer.get_cards, offer.get_capital, offer.get_power),
            *([f"{battle_cards} of {reader.their(offer.to)} choice"] if offer.get_battle_cards else []),
            *_promise(offer.get_pledge, offer.to, reader.who(by), offer.get_pledge_target, reader),
        ]
    )


def goods_described(offer: Offer, box: Components) -> list[str]:
    """What the cards of an offer do, as far as the reader may see them."""
    cards = (*offer.give_cards, *offer.give_hidden, *offer.get_cards)
    return [_described(box, card) for card in cards if not skill_of(card)]


def _described(box: Components, card: str) -> str:
    if card in box.strongholds:
        return f"{name(box, card)} (Stronghold): {line(stronghold_gives(box, box.strongholds[card]))}"
    return described(box, card)


def promised(kind: str, partner: str, target: int | None, reader: Reader) -> str:
    """What somebody promises: `not to attack you until the end of the next turn`."""
    if kind == "attack" and target is not None:
        return f"to attack {reader.who(target)} in the next Phase 2"
    return f"not to attack {partner} until the end of the next turn"


def pledged(kind: str, to: int, target: int | None, reader: Reader) -> str:
    """The same of a promise that was given, with whom it was given to."""
    partner = reader.who(to)
    whom = f"{partner} " if kind == "attack" else ""
    return f"{whom}{promised(kind, partner, target, reader)}"


def _promise(kind: str, by: int, partner: str, target: int | None, reader: Reader) -> list[str]:
    return [] if kind == "none" else [f"{reader.their(by)} promise {promised(kind, partner, target, reader)}"]


def _them(seat: int, reader: Reader) -> str:
    """Where the seat was just named."""
    return "you" if seat == reader.you else "them"


def _goods(box: Components, cards: Iterable[str], capital: int, power: int) -> list[str]:
    goods = [_card(box, card) for card in cards]
    goods += [f"{capital} Capital"] if capital else []
    return goods + ([f"{power} Power"] if power else [])


def _card(box: Components, card: str) -> str:
    return f"a {name(box, card)} card" if skill_of(card) else short(box, card)
