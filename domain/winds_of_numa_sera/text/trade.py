"""Offers and pledges in English."""

from __future__ import annotations

from collections.abc import Iterable

from moothall.domain.core.words import Reader, counted, listed
from moothall.domain.winds_of_numa_sera.content import Box
from moothall.domain.winds_of_numa_sera.moves import OfferTrade
from moothall.domain.winds_of_numa_sera.state import Offer, Pledge
from moothall.domain.winds_of_numa_sera.text.cards import described, stronghold_gives
from moothall.domain.winds_of_numa_sera.text.effects import line
from moothall.domain.winds_of_numa_sera.text.words import name, short


def pledge_texts(box: Box) -> dict[str, str]:
    """What the promises of a trade bind to."""
    turns = f"1 to {box.limits.pledge_turns} of their own turns, as agreed"
    return {
        "truce": f"Promise in a trade: for {turns}, whoever makes it attacks neither the hero nor a Stronghold of the "
        "partner, or of another player who is named.",
        "attack": f"Promise in a trade: in each of {turns}, whoever makes it attacks the named target: a third player, "
        "that player's hero, one of their Strongholds or an independent Stronghold.",
    }


def terms(offer: OfferTrade | Offer, by: int, reader: Reader, box: Box) -> str:
    """Both sides of an offer."""
    against = "for" if offer.give_pledge == "none" else "in return for"
    return f"{_given(offer, by, reader, box)} {against} {_asked(offer, by, reader, box)}"


def _given(offer: OfferTrade | Offer, by: int, reader: Reader, box: Box) -> str:
    """What the one who offers gives."""
    cards, hidden = list(offer.give_cards), 0
    if isinstance(offer, Offer):
        cards += offer.give_hidden
        hidden = offer.hidden - len(offer.give_hidden)
    goods = _goods(box, cards, offer.give_capital, offer.give_power, hidden)
    if offer.give_pledge != "none":
        named = offer.give_pledge_target_type, offer.give_pledge_target, offer.give_pledge_turns
        partner = _them(offer.to, reader)
        goods.append(f"{reader.their(by)} promise {_promise(offer.give_pledge, *named, partner, reader, box)}")
    return listed(goods)


def _asked(offer: OfferTrade | Offer, by: int, reader: Reader, box: Box) -> str:
    """What the partner gives."""
    cards, hidden = list(offer.get_cards), 0
    if isinstance(offer, Offer):
        cards += offer.get_hidden
        hidden = offer.hidden_asked - len(offer.get_hidden)
    goods = _goods(box, cards, offer.get_capital, offer.get_power, hidden)
    if offer.get_battle_cards:
        goods.append(f"{counted(offer.get_battle_cards, 'Battle Card')} of {reader.their(offer.to)} choice")
    if offer.get_pledge != "none":
        named = offer.get_pledge_target_type, offer.get_pledge_target, offer.get_pledge_turns
        partner = reader.who(by)
        goods.append(f"{reader.their(offer.to)} promise {_promise(offer.get_pledge, *named, partner, reader, box)}")
    return listed(goods)


def goods_described(offer: Offer, box: Box) -> list[str]:
    """What the cards of an offer do, as far as the reader may see them."""
    cards = (*offer.give_cards, *offer.give_hidden, *offer.get_cards, *offer.get_hidden)
    return [_described(box, card) for card in cards if not box.skill_of(card)]


def _described(box: Box, card: str) -> str:
    if card in box.strongholds:
        return f"{name(box, card)} (Stronghold): {line(stronghold_gives(box, box.strongholds[card]))}"
    return described(box, card)


def pledged(pledge: Pledge, reader: Reader, box: Box) -> str:
    """A promise that was made, with whom it was made to: `Ben to attack Cleo once`."""
    partner = reader.who(pledge.to)
    named = pledge.target_type, pledge.target, pledge.turns
    if pledge.kind == "truce" and pledge.seat == pledge.to:
        return _promise(pledge.kind, *named, partner, reader, box)
    return f"{partner} {_promise(pledge.kind, *named, partner, reader, box)}"


def _promise(
    kind: str, target_type: str, target: str | None, turns: int, partner: str, reader: Reader, box: Box
) -> str:
    """What is promised; a truce that names nobody spares the partner."""
    if kind == "truce":
        spared = partner if target is None else reader.who(int(target))
        return f"not to attack {spared} for {counted(turns, 'turn')}"
    often = "once" if turns == 1 else f"in each of {turns} turns"
    return f"to attack {_target(target_type, target or '', reader, box)} {often}"


def _target(target_type: str, target: str, reader: Reader, box: Box) -> str:
    match target_type:
        case "player":
            return reader.who(int(target))
        case "hero":
            return f"{reader.whose(int(target))} hero"
        case "stronghold":
            return name(box, target)
        case _:
            return f"the independent Stronghold {name(box, target)}"


def _them(seat: int, reader: Reader) -> str:
    """Where the seat was just named."""
    return "you" if seat == reader.you else "them"


def _goods(box: Box, cards: Iterable[str], capital: int, power: int, hidden: int) -> list[str]:
    goods = [_card(box, card) for card in cards]
    goods += [f"{capital} Capital"] if capital else []
    goods += [f"{power} Power"] if power else []
    return goods + ([counted(hidden, "hidden card")] if hidden else [])


def _card(box: Box, card: str) -> str:
    if not box.skill_of(card):
        return short(box, card)
    called = name(box, card)
    return f"{'an' if called[0] in 'AEIOU' else 'a'} {called} card"
