"""Ready-made trade offers, and the answers to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from msgspec.structs import replace

from domain.core.errors import IllegalMove
from domain.winds_of_numa_sera.content import Box, box_of
from domain.winds_of_numa_sera.moves import AcceptTrade, AnyMove, CounterTrade, OfferTrade, RejectTrade
from domain.winds_of_numa_sera.rules.trade import check_counter, check_offer, giveable, may_offer
from domain.winds_of_numa_sera.state import Offer, Seat, State

_MOST_SETS = 100
"""Sets of Battle Cards that an accepting player is listed."""


def price_of(box: Box, card: str) -> int:
    """What a listed offer asks for the card: a World Forge Item its printed cost."""
    kind = box.kind_of(card)
    if kind == "item":
        return box.items[card].cost
    price: int = getattr(box.prices, kind)
    return price


def in_play(seat: Seat) -> tuple[str, ...]:
    """The tradable cards that lie open."""
    mat = seat.mat
    blessing = (mat.blessing,) if mat.blessing else ()
    return (*mat.items, *mat.mavens, *mat.skills, *mat.strongholds, *blessing)


def open_to(seat: Seat) -> tuple[str, ...]:
    """NS-9.5: the cards that others can ask for by name."""
    return in_play(seat) + seat.known


def offers(state: State, seat: int) -> Iterator[OfferTrade]:
    """The listed offers of the active seat, partner by partner."""
    box = box_of(state)
    if not may_offer(state):
        return
    own = one_per_copy(box, (*state.seats[seat].hand, *in_play(state.seats[seat])))
    for partner in state.opponents(seat):
        for offer in _offers_to(state, seat, partner, own):
            try:
                check_offer(state, seat, offer)
            except IllegalMove:
                continue
            yield offer


def _offers_to(state: State, seat: int, partner: int, own: Iterable[str]) -> Iterator[OfferTrade]:
    box = box_of(state)
    mine, theirs = state.seats[seat].treasury, state.seats[partner].treasury
    for card in own:
        if (price := price_of(box, card)) <= theirs:
            yield OfferTrade(partner, give_cards=(card,), get_capital=price)
    for card in one_per_copy(box, open_to(state.seats[partner])):
        if (price := price_of(box, card)) <= mine:
            yield OfferTrade(partner, get_cards=(card,), give_capital=price)
    truce, attack = box.prices.truce, box.prices.attack_pledge
    if truce <= mine:
        yield OfferTrade(partner, get_pledge="truce", give_capital=truce)
    if truce <= theirs:
        yield OfferTrade(partner, give_pledge="truce", get_capital=truce)
    if attack <= mine and len(state.seats) > 2:
        for third in state.opponents(seat):
            if third != partner:
                yield OfferTrade(partner, get_pledge="attack", get_pledge_target=str(third), give_capital=attack)


def one_per_copy(box: Box, cards: Iterable[str]) -> list[str]:
    """Of several copies of one card only the lowest number."""
    lowest: dict[str, str] = {}
    for card in cards:
        key = box.copy_key(card)
        if key not in lowest or card < lowest[key]:
            lowest[key] = card
    return list(lowest.values())


def answers(state: State, seat: int) -> Iterator[AnyMove]:
    """Reject, accept with any of the first sets of Battle Cards that are asked for, or haggle."""
    box = box_of(state)
    offer = state.offer
    assert offer is not None
    yield RejectTrade()
    for cards in islice(card_sets(box, giveable(state, offer), offer.get_battle_cards), _MOST_SETS):
        yield AcceptTrade(cards)
    yield from counters(state, seat, offer)


def counters(state: State, seat: int, offer: Offer) -> Iterator[CounterTrade]:
    """The listed counter-offer: the same for half the Capital that is asked, or for half as much again as is given."""
    if not may_offer(state):
        return
    counter = mirrored(offer)
    if offer.get_capital > 1:
        counter = replace(counter, give_capital=offer.get_capital // 2)
    elif offer.give_capital:
        most = state.seats[offer.by].treasury
        counter = replace(counter, get_capital=min(-(-3 * offer.give_capital // 2), most))
    if offer.get_battle_cards or (counter.give_capital, counter.get_capital) == (offer.get_capital, offer.give_capital):
        return
    try:
        check_counter(state, seat, counter)
    except IllegalMove:
        return
    yield counter


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
        piles.setdefault(box.copy_key(card), []).append(card)
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
