"""Trading: which offers a bot accepts, what it answers instead, and what it offers itself.

An offer is judged by what it really changes: the bot's own worth after it compared with before, less a share of what
the partner gains. Everybody is thought to judge like that, so a bot offers what both should like.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from moothall.domain.core.draw import FastDraw
from moothall.domain.core.title import Turn
from moothall.domain.winds_of_numa_sera.bot import promises
from moothall.domain.winds_of_numa_sera.bot.goods import Market, capital, market, worth
from moothall.domain.winds_of_numa_sera.bot.ideas import ideas, nearest
from moothall.domain.winds_of_numa_sera.bot.worth import LOST
from moothall.domain.winds_of_numa_sera.content import box_of
from moothall.domain.winds_of_numa_sera.decide import decide
from moothall.domain.winds_of_numa_sera.evolve import evolve
from moothall.domain.winds_of_numa_sera.legal import allowed
from moothall.domain.winds_of_numa_sera.legal.offers import card_sets, mirrored
from moothall.domain.winds_of_numa_sera.moves import AcceptTrade, AnyMove, OfferTrade, RejectTrade
from moothall.domain.winds_of_numa_sera.rules.pledges import promises as promised
from moothall.domain.winds_of_numa_sera.rules.trade import check_counter, check_offer, giveable, may_offer, offer_of
from moothall.domain.winds_of_numa_sera.state import Acting, Offer, State, Turning

_MARGIN = 0.5
"""Points by which a trade must leave a bot better off."""
_WELCOME = 1.0
"""Points that a partner is left to gain, so that it agrees."""
_RIVAL = 0.5
"""What counts against a trade of what the partner gains by it, among two; less among more."""
_NEAR = 4.0
"""A partner that is fewer turns than this from victory is helped at up to three times that cost."""
_OFFERS = 2
"""That a bot makes in a turn."""


def answer(state: State, seat: int) -> AnyMove:
    """To the open offer: accepted if it leaves the seat better off, answered with other terms if those would do for
    both, else rejected."""
    box = box_of(state)
    offer = state.offer
    assert offer is not None
    if _reverses(state, offer):
        return RejectTrade()
    table = _Table(state)
    cards = next(card_sets(box, giveable(state, offer), offer.get_battle_cards), None)
    if cards is not None and table.judged(offer, seat, cards) >= _MARGIN:
        return AcceptTrade(cards)
    if offer.by == state.turn.seat and not offer.get_battle_cards:
        found = table.priced(seat, mirrored(offer, offer.get_capital, offer.give_capital), check_counter)
        if found is not None:
            return found.move
    return RejectTrade()


def _reverses(state: State, offer: Offer) -> bool:
    """Whether a card would go back that changed hands between the two in this turn: who sells a thing and buys it back
    is being played with."""
    moved = {(card, giver) for earlier in state.offered[:-1] for card, giver, _ in _moved(earlier)}
    return any((card, taker) in moved for card, _, taker in _moved(offer))


def _moved(offer: Offer) -> Iterator[tuple[str, int, int]]:
    """The named cards of an offer, from whom they go and to whom."""
    for card in offer.give_cards:
        yield card, offer.by, offer.to
    for card in offer.get_cards:
        yield card, offer.to, offer.by


def overture(state: State, seat: int) -> AnyMove | None:
    """The best offer that the seat can think of at the beginning of its turn, if one is worth making. None between two:
    there, what helps the one hurts the other."""
    phase = state.phase
    if not isinstance(phase, Acting) or phase.seat != seat or phase.explored or state.pending or state.offer:
        return None
    made = sum(offer.by == seat for offer in state.offered)
    if len(state.living()) == 2 or made >= _OFFERS or not may_offer(state):
        return None
    table = _Table(state)
    found = [deal for idea in ideas(state, seat) if (deal := table.priced(seat, idea, check_offer)) is not None]
    return max(found, key=lambda deal: deal.net).move if found else None


# ---------------------------------------------------------------- judging


class Deal(NamedTuple):
    """Terms, and what they leave whoever offers them."""

    net: float
    move: OfferTrade


class _Side(NamedTuple):
    """One of two who trade: what it gains but for Capital, what its rival's gain costs it, its Capital, what that buys
    and what it is worth."""

    gain: float
    rivalry: float
    treasury: int
    market: Market
    rich: float

    def total(self, paid: int) -> float:
        """What it gains if it pays so much."""
        return self.gain + capital(self.market, self.treasury - paid) - self.rich


def _net(own: _Side, other: _Side, paid: int) -> float:
    """What a trade is worth to one side that pays so much for it."""
    return own.total(paid) - own.rivalry * max(0.0, other.total(-paid))


class _Table:
    """The position in which trades are judged; what does not hang on their terms is reckoned once."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._worths: dict[tuple[int, int], float] = {}
        self._markets: dict[int, Market] = {}

    def judged(self, offer: Offer, seat: int, cards: tuple[str, ...] = ()) -> float:
        """What the offer is worth to one of the two."""
        by, to = self._sides(offer, cards)
        paid = offer.give_capital - offer.get_capital
        return _net(by, to, paid) if seat == offer.by else _net(to, by, -paid)

    def priced(self, seat: int, terms: OfferTrade, check: Callable[..., None]) -> Deal | None:
        """The terms with the least Capital that makes them welcome to the partner, if they still pay for the seat and
        have not been offered in this turn."""
        terms = replace(terms, give_capital=0, get_capital=0)
        if not allowed(check, self._state, seat, terms):
            return None
        offer = offer_of(self._state, seat, terms)
        for _ in range(2):  # a price changes what the goods are worth, so the second one is found at the first
            own, other = self._sides(offer, ())
            if own.gain + other.gain <= 0:
                return None
            prices = range(-other.treasury, own.treasury + 1)
            paid = next((paid for paid in prices if _net(other, own, -paid) >= _WELCOME), None)
            if paid is None or _net(own, other, paid) < _MARGIN:
                return None
            offer = replace(offer, give_capital=max(paid, 0), get_capital=max(-paid, 0))
        if offer.public in self._state.offered or self.judged(offer, offer.to) < _MARGIN:
            return None
        net = self.judged(offer, seat)
        move = replace(terms, give_capital=offer.give_capital, get_capital=offer.get_capital)
        return Deal(net, move) if net >= _MARGIN else None

    def _sides(self, offer: Offer, cards: tuple[str, ...]) -> tuple[_Side, _Side]:
        """Of the one who offers, and of the partner."""
        state, parties = self._state, (offer.by, offer.to)
        turn: Turning = Turn(evolve, replace(state, offer=offer), FastDraw(0), offer.to)
        decide(turn, AcceptTrade(cards))
        after = turn.state
        for seat in parties:
            after = after.with_seat(seat, treasury=state.seats[seat].treasury)
        gains = {seat: self._gain(seat, after, turn.state.seats[seat].treasury) for seat in parties}
        for pledge in promised(state, offer.by, offer.to, offer):
            for seat, gain in zip(parties, promises.gains(state, pledge, parties), strict=True):
                gains[seat] += gain
        for seat, other in (parties, parties[::-1]):
            if _crowned(state, turn.state, other):
                gains[seat] += LOST
        return self._side(*parties, gains, after), self._side(*parties[::-1], gains, after)

    def _gain(self, seat: int, after: State, treasury: int) -> float:
        """What the seat gains but for the Capital, which is weighed on its own: by how rich it was or by how rich it
        will be, whichever is less. Who sells something must not want it back as soon as it is paid."""
        return min(
            worth(after.with_seat(seat, treasury=rich), seat) - self._worth(seat, rich)
            for rich in {after.seats[seat].treasury, treasury}
        )

    def _side(self, seat: int, other: int, gains: dict[int, float], after: State) -> _Side:
        close = max(0.0, 1 - nearest(after, other) / _NEAR)
        rivalry = _RIVAL / (len(after.seats) - 1) * (1 + 2 * close)
        treasury, found = after.seats[seat].treasury, self._market(seat)
        return _Side(gains[seat], rivalry, treasury, found, capital(found, treasury))

    def _worth(self, seat: int, treasury: int) -> float:
        if (seat, treasury) not in self._worths:
            self._worths[seat, treasury] = worth(self._state.with_seat(seat, treasury=treasury), seat)
        return self._worths[seat, treasury]

    def _market(self, seat: int) -> Market:
        if seat not in self._markets:
            self._markets[seat] = market(self._state, seat)
        return self._markets[seat]


def _crowned(before: State, after: State, seat: int) -> bool:
    """Whether the seat has fulfilled a condition in between, or now needs nothing more for one."""
    if len(after.seats[seat].conditions) > len(before.seats[seat].conditions):
        return True
    return nearest(after, seat) <= 0 < nearest(before, seat)
