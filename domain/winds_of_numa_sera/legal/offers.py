"""Ready-made trade offers, and the answers to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import islice
from typing import NamedTuple

from msgspec.structs import replace

from domain.core.errors import IllegalMove
from domain.winds_of_numa_sera.content import Box, box_of
from domain.winds_of_numa_sera.moves import AcceptTrade, AnyMove, CounterTrade, OfferTrade, RejectTrade
from domain.winds_of_numa_sera.rules.pledges import check_promises, promises
from domain.winds_of_numa_sera.rules.trade import check_counter, giveable, may_offer, room_for
from domain.winds_of_numa_sera.state import Mat, Offer, Seat, State

_MOST_SETS = 100
"""Sets of Battle Cards that an accepting player is listed."""

_ACCEPT, _REJECT = AcceptTrade(), RejectTrade()


def price_of(box: Box, card: str) -> int:
    """What a listed offer asks for the card: a World Forge Item its printed cost."""
    kind = box.kind_of(card)
    if kind == "item":
        return box.items[card].cost
    price: int = getattr(box.prices, kind)
    return price


@lru_cache(maxsize=1 << 12)
def in_play(mat: Mat) -> tuple[str, ...]:
    """The tradable cards that lie open."""
    blessing = (mat.blessing,) if mat.blessing else ()
    return (*mat.items, *mat.mavens, *mat.skills, *mat.strongholds, *blessing)


def open_to(seat: Seat) -> tuple[str, ...]:
    """NS-9.5: the cards that others can ask for by name."""
    return in_play(seat.mat) + seat.known


class Listed(NamedTuple):
    """A listed offer of one card with its price, and the Skill if it is a Skill card."""

    price: int
    skill: str
    offer: OfferTrade


def offers(state: State, seat: int) -> list[OfferTrade]:
    """The listed offers of the active seat, partner by partner. They name what the two have, so that only the price,
    the highest level of a Skill and what was promised before can stand in the way."""
    box = box_of(state)
    if not may_offer(state):
        return []
    me = state.seats[seat]
    partners = state.opponents(seat)
    own, room = one_per_copy(box, me.hand + in_play(me.mat)), room_for(box, me)
    found: list[OfferTrade] = []
    for partner in partners:
        them = state.seats[partner]
        mine, theirs, place = me.treasury, them.treasury, room_for(box, them)
        sold = map(_sales(box, partner).__getitem__, own)
        bought = _bought(box, partner, open_to(them))
        found += [offer for price, skill, offer in sold if price <= theirs and skill in place]
        found += [offer for price, skill, offer in bought if price <= mine and skill in room]
        found += [
            offer
            for offer in _pacts(box, partner, partners)
            if offer.give_capital <= mine and offer.get_capital <= theirs and _may_promise(state, seat, offer)
        ]
    return found


# The same offers are listed again and again, so they are made once.


@lru_cache(maxsize=1 << 12)
def _bought(box: Box, partner: int, cards: tuple[str, ...]) -> tuple[Listed, ...]:
    """These cards asked of the partner."""
    wishes = _wishes(box, partner)
    return tuple([wishes[card] for card in one_per_copy(box, cards)])


@cache
def _sales(box: Box, partner: int) -> dict[str, Listed]:
    """Every card offered to the partner for its price."""
    listed = {}
    for card in box.tradable:
        price = price_of(box, card)
        listed[card] = Listed(price, box.skill_of(card), OfferTrade(partner, give_cards=(card,), get_capital=price))
    return listed


@cache
def _wishes(box: Box, partner: int) -> dict[str, Listed]:
    """Every card asked of the partner for its price."""
    listed = {}
    for card in box.tradable:
        price = price_of(box, card)
        listed[card] = Listed(price, box.skill_of(card), OfferTrade(partner, get_cards=(card,), give_capital=price))
    return listed


@cache
def _pacts(box: Box, partner: int, opponents: tuple[int, ...]) -> tuple[OfferTrade, ...]:
    """Promises for their price: a truce either way, an attack on a third player."""
    truce, attack = box.prices.truce, box.prices.attack_pledge
    return (
        OfferTrade(partner, get_pledge="truce", give_capital=truce),
        OfferTrade(partner, give_pledge="truce", get_capital=truce),
        *(
            OfferTrade(partner, get_pledge="attack", get_pledge_target=str(third), give_capital=attack)
            for third in opponents
            if third != partner
        ),
    )


def _may_promise(state: State, seat: int, offer: OfferTrade) -> bool:
    if not state.pledges:
        return True
    try:
        check_promises(state, promises(state, seat, offer.to, offer))
    except IllegalMove:
        return False
    return True


def one_per_copy(box: Box, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Of several copies of one card only the lowest number."""
    found: list[str] = []
    places: dict[str, int] = {}
    copies = box.copies
    for card in cards:
        if card not in copies or (place := places.setdefault(copies[card], len(found))) == len(found):
            found.append(card)
        elif card < found[place]:
            found[place] = card
    return tuple(found)


def answers(state: State, seat: int) -> list[AnyMove]:
    """Reject, accept with any of the first sets of Battle Cards that are asked for, or haggle."""
    box = box_of(state)
    offer = state.offer
    assert offer is not None
    if offer.get_battle_cards:
        sets = card_sets(box, giveable(state, offer), offer.get_battle_cards)
        return [_REJECT, *map(AcceptTrade, islice(sets, _MOST_SETS))]
    return [_REJECT, _ACCEPT, *counters(state, seat, offer)]


def counters(state: State, seat: int, offer: Offer) -> tuple[CounterTrade, ...]:
    """The listed counter-offer to one that asks for no Battle Cards: the same for half the Capital that is asked, or
    for half as much again as is given."""
    if not may_offer(state):
        return ()
    counter = mirrored(offer)
    if offer.get_capital > 1:
        counter = replace(counter, give_capital=offer.get_capital // 2)
    elif offer.give_capital:
        most = state.seats[offer.by].treasury
        counter = replace(counter, get_capital=min(-(-3 * offer.give_capital // 2), most))
    if (counter.give_capital, counter.get_capital) == (offer.get_capital, offer.give_capital):
        return ()
    try:
        check_counter(state, seat, counter)
    except IllegalMove:
        return ()
    return (counter,)


def mirrored(offer: Offer) -> CounterTrade:
    """The same trade seen by the other side; which Battle Cards it would pick is open."""
    return CounterTrade(
        offer.by,
        give_cards=offer.get_cards + offer.get_hidden,
        get_cards=offer.give_cards + offer.give_hidden,
        give_capital=offer.get_capital,
        get_capital=offer.give_capital,
        give_power=offer.get_power,
        get_power=offer.give_power,
        give_pledge=offer.get_pledge,
        get_pledge=offer.give_pledge,
        give_pledge_target_type=offer.get_pledge_target_type,
        get_pledge_target_type=offer.give_pledge_target_type,
        give_pledge_target=offer.get_pledge_target,
        get_pledge_target=offer.give_pledge_target,
        give_pledge_turns=offer.get_pledge_turns,
        get_pledge_turns=offer.give_pledge_turns,
    )


def card_sets(box: Box, cards: Iterable[str], size: int) -> Iterator[tuple[str, ...]]:
    """All sets of that size; those that differ only in copies of the same card once, with the lowest numbers."""
    piles: dict[str, list[str]] = {}
    for card in sorted(cards):
        piles.setdefault(box.copies.get(card, card), []).append(card)
    yield from _sets(list(piles.values()), size)


def _sets(piles: list[list[str]], size: int) -> Iterator[tuple[str, ...]]:
    """So many cards off the tops of the piles."""
    if not size:
        yield ()
    elif size <= sum(map(len, piles)):
        pile, rest = piles[0], piles[1:]
        for count in range(min(size, len(pile)), -1, -1):
            for others in _sets(rest, size - count):
                yield (*pile[:count], *others)
