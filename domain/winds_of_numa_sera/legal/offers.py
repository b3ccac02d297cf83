"""Ready-made trade offers, and the answers to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from domain.core.errors import IllegalMove
from domain.winds_of_numa_sera.content import BOX, copy_key, kind_of
from domain.winds_of_numa_sera.moves import AcceptTrade, AnyMove, OfferTrade, RejectTrade
from domain.winds_of_numa_sera.rules.payment import discardable
from domain.winds_of_numa_sera.rules.trade import check_offer
from domain.winds_of_numa_sera.state import Seat, State

_PRICES = {
    "battle": BOX.prices.battle,
    "mythic": BOX.prices.mythic,
    "maven": BOX.prices.maven,
    "pool": BOX.prices.pool,
    "skill": BOX.prices.skill,
    "stronghold": BOX.prices.stronghold,
}


def price_of(card: str) -> int:
    """What a listed offer asks for the card: a World Forge Item its printed cost."""
    kind = kind_of(card)
    return BOX.items[card].cost if kind == "item" else _PRICES[kind]


def in_play(seat: Seat) -> tuple[str, ...]:
    """The tradable cards that lie open."""
    mat = seat.mat
    blessing = (mat.blessing,) if mat.blessing else ()
    return (*mat.items, *mat.mavens, *mat.skills, *mat.strongholds, *blessing)


def offers(state: State, seat: int) -> Iterator[OfferTrade]:
    """The listed offers of the active seat, partner by partner."""
    if state.turn.offers >= BOX.limits.trade_offers_per_turn:
        return
    own = one_per_copy((*state.seats[seat].hand, *in_play(state.seats[seat])))
    for partner in state.opponents(seat):
        for offer in _offers_to(state, seat, partner, own):
            try:
                check_offer(state, seat, offer)
            except IllegalMove:
                continue
            yield offer


def _offers_to(state: State, seat: int, partner: int, own: Iterable[str]) -> Iterator[OfferTrade]:
    mine, theirs = state.seats[seat].treasury, state.seats[partner].treasury
    for card in own:
        if (price := price_of(card)) <= theirs:
            yield OfferTrade(partner, give_cards=(card,), get_capital=price)
    for card in one_per_copy(in_play(state.seats[partner])):
        if (price := price_of(card)) <= mine:
            yield OfferTrade(partner, get_cards=(card,), give_capital=price)
    truce, attack = BOX.prices.truce, BOX.prices.attack_pledge
    if truce <= mine:
        yield OfferTrade(partner, get_pledge="truce", give_capital=truce)
    if truce <= theirs:
        yield OfferTrade(partner, give_pledge="truce", get_capital=truce)
    if attack <= mine and len(state.seats) > 2:
        for third in state.opponents(seat):
            if third != partner:
                yield OfferTrade(partner, get_pledge="attack", get_pledge_target=third, give_capital=attack)


def one_per_copy(cards: Iterable[str]) -> list[str]:
    """Of several copies of one card only the lowest number."""
    lowest: dict[str, str] = {}
    for card in cards:
        key = copy_key(card)
        if key not in lowest or card < lowest[key]:
            lowest[key] = card
    return list(lowest.values())


def answers(state: State, seat: int) -> Iterator[AnyMove]:
    """Accept, with every set of the Battle Cards asked for, or reject."""
    assert state.offer is not None
    yield RejectTrade()
    for cards in card_sets(discardable(state.seats[seat], "battle_card"), state.offer.get_battle_cards):
        yield AcceptTrade(cards)


def card_sets(cards: Iterable[str], size: int) -> Iterator[tuple[str, ...]]:
    """All sets of that size; those that differ only in copies of the same card once, with the lowest numbers."""
    seen: set[tuple[str, ...]] = set()
    for found in combinations(sorted(cards), size):
        key = tuple(map(copy_key, found))
        if key not in seen:
            seen.add(key)
            yield found
