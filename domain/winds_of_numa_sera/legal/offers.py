"""Ready-made trade offers, and the answers to them."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import islice

from moothall.domain.core.errors import IllegalMove
from moothall.domain.winds_of_numa_sera.content import Box, box_of
from moothall.domain.winds_of_numa_sera.moves import AcceptTrade, AnyMove, CounterTrade, OfferTrade, RejectTrade
from moothall.domain.winds_of_numa_sera.rules.pledges import bars_truces, check_promises, promises
from moothall.domain.winds_of_numa_sera.rules.trade import check_counter, full_of, giveable, may_offer
from moothall.domain.winds_of_numa_sera.state import Mat, Offer, Seat, State

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


@lru_cache(maxsize=1 << 8)
def in_play(mat: Mat) -> tuple[str, ...]:
    """The tradable cards that lie open."""
    blessing = (mat.blessing,) if mat.blessing else ()
    return (*mat.items, *mat.mavens, *mat.skills, *mat.strongholds, *blessing)


def open_to(seat: Seat) -> tuple[str, ...]:
    """NS-9.5: the cards that others can ask for by name."""
    return in_play(seat.mat) + seat.known


def offers(state: State, seat: int) -> list[OfferTrade]:
    """The listed offers of the active seat, partner by partner. They name what the two have, so that only the price,
    the highest level of a Skill and what was promised before can stand in the way."""
    box = box_of(state)
    if not may_offer(state):
        return []
    seats = state.seats
    me, partners, steps = seats[seat], state.opponents(seat), _price_steps(box)
    own, mine, full = me.hand + in_play(me.mat), bisect(steps, me.treasury), full_of(box, me)
    truce, attack = box.prices.truce, box.prices.attack_pledge
    # Between two there is nothing to promise but truces.
    judged = bool(state.pledges) and (len(partners) > 1 or bars_truces(state))
    found: list[OfferTrade] = []
    for partner in partners:
        them = seats[partner]
        found += _of_cards(box, own, _sales(box, partner, bisect(steps, them.treasury)), full_of(box, them))
        found += _of_cards(box, open_to(them), _wishes(box, partner, mine), full)
        pacts = _pacts(box, partner, partners, me.treasury >= truce, me.treasury >= attack, them.treasury >= truce)
        found += [offer for offer in pacts if _may_promise(state, seat, offer)] if judged else pacts
    return found


def _of_cards(
    box: Box, cards: tuple[str, ...], offers: dict[str, OfferTrade], full: frozenset[str]
) -> list[OfferTrade]:
    """The offers of these cards, but for those that the taker has no room for; all copies of a card cost the
    same, and only the one with the lowest number is listed."""
    found: list[OfferTrade] = []
    names: list[str] = []
    places: dict[str, int] = {}
    copies = box.copies
    for card in cards:
        if card not in offers or card in full:
            continue
        if card in copies:
            kind = copies[card]
            if kind in places:
                place = places[kind]
                if card < names[place]:
                    names[place], found[place] = card, offers[card]
                continue
            places[kind] = len(found)
        names.append(card)
        found.append(offers[card])
    return found


# The same offers are listed again and again, so they are made once: for every number of prices that are within reach.


@cache
def _price_steps(box: Box) -> list[int]:
    """Every price of a card in a listed offer, the lowest first."""
    return sorted({price_of(box, card) for card in box.tradable})


@cache
def _sales(box: Box, partner: int, steps: int) -> dict[str, OfferTrade]:
    """By card what can be offered to a partner who can pay so many of the prices."""
    prices = _within(box, steps)
    return {card: OfferTrade(partner, give_cards=(card,), get_capital=price) for card, price in prices.items()}


@cache
def _wishes(box: Box, partner: int, steps: int) -> dict[str, OfferTrade]:
    """By card what can be asked of the partner by somebody who can pay so many of the prices."""
    prices = _within(box, steps)
    return {card: OfferTrade(partner, get_cards=(card,), give_capital=price) for card, price in prices.items()}


def _within(box: Box, steps: int) -> dict[str, int]:
    """The cards that cost one of so many of the prices."""
    reach = _price_steps(box)[:steps]
    prices = {card: price_of(box, card) for card in box.tradable}
    return {card: price for card, price in prices.items() if price in reach}


@cache
def _pacts(
    box: Box, partner: int, opponents: tuple[int, ...], truce: bool, attack: bool, their_truce: bool
) -> tuple[OfferTrade, ...]:
    """Promises for their price, where it can be paid: a truce either way, an attack on a third player."""
    prices = box.prices
    pacts = []
    if truce:
        pacts.append(OfferTrade(partner, get_pledge="truce", give_capital=prices.truce))
    if their_truce:
        pacts.append(OfferTrade(partner, give_pledge="truce", get_capital=prices.truce))
    for third in opponents if attack else ():
        if third != partner:
            target, capital = str(third), prices.attack_pledge
            pacts.append(OfferTrade(partner, get_pledge="attack", get_pledge_target=target, give_capital=capital))
    return tuple(pacts)


def _may_promise(state: State, seat: int, offer: OfferTrade) -> bool:
    try:
        check_promises(state, promises(state, seat, offer.to, offer))
    except IllegalMove:
        return False
    return True


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
    asked, given = offer.get_capital, offer.give_capital
    if asked > 1:
        asked //= 2
    elif given:
        given = min(-(-3 * given // 2), state.seats[offer.by].treasury)
    if asked == offer.get_capital and given == offer.give_capital:
        return ()
    counter = mirrored(offer, asked, given)
    try:
        check_counter(state, seat, counter)
    except IllegalMove:
        return ()
    return (counter,)


def mirrored(offer: Offer, give_capital: int, get_capital: int) -> CounterTrade:
    """The same trade seen by the other side, for that much Capital; which Battle Cards it would pick is open."""
    return CounterTrade(  # in the order of its fields, for the same reason as `offer_of`
        offer.by,
        offer.get_cards + offer.get_hidden,
        offer.give_cards + offer.give_hidden,
        give_capital,
        get_capital,
        offer.get_power,
        offer.give_power,
        0,
        offer.get_pledge,
        offer.give_pledge,
        offer.get_pledge_target_type,
        offer.give_pledge_target_type,
        offer.get_pledge_target,
        offer.give_pledge_target,
        offer.get_pledge_turns,
        offer.give_pledge_turns,
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
