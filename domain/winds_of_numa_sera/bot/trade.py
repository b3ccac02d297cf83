"""Trades: which offers a bot makes, accepts or answers with other terms, and what promises are worth to the seats.

An offer is judged by what it really changes: the bot's own worth after it compared with before, less a share of what
the partner gains. Each partner is assumed to judge in the same way, so a bot offers what both should like.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from moothall.domain.core.draw import FastDraw
from moothall.domain.core.title import Turn
from moothall.domain.winds_of_numa_sera.bot import race
from moothall.domain.winds_of_numa_sera.bot.evaluation import (
    LOST,
    Market,
    belongings,
    capital,
    evaluate,
    market,
    put_on,
    worth,
)
from moothall.domain.winds_of_numa_sera.content import Box, box_of
from moothall.domain.winds_of_numa_sera.decide import decide
from moothall.domain.winds_of_numa_sera.evolve import evolve
from moothall.domain.winds_of_numa_sera.legal import allowed, attacks, mirrored
from moothall.domain.winds_of_numa_sera.moves import AcceptTrade, AnyMove, Attack, OfferTrade, RejectTrade
from moothall.domain.winds_of_numa_sera.rules.battle import Target, attack_stat, card_sets, check_attack, defense_stat
from moothall.domain.winds_of_numa_sera.rules.standing import holds, residual, standing
from moothall.domain.winds_of_numa_sera.rules.trade import (
    check_counter,
    check_offer,
    giveable,
    in_truce,
    keeps,
    may_offer,
    offer_of,
    promises,
)
from moothall.domain.winds_of_numa_sera.rules.turn import Turning
from moothall.domain.winds_of_numa_sera.state import Acting, Offer, Pledge, Seat, State

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

_THREAT = 0.4
"""The share of its Power that a hero, or the chance by which a player a Stronghold, would have to lose."""
_URGENT = 4.0
"""Turns from victory at which the leader has to be stopped."""

_MOST = 3
"""Attacks of a seat that are reckoned with: the likeliest, and the likeliest that a promise is about."""
_BLOCK = 1.0
"""Points that a block is worth to its builder, beside the Capital."""
_LATER = 0.6
"""What each further turn of a promise counts, compared with the turn before."""
_DOUBT = 0.5
"""Points by which a truce binds and spares where no attack is in sight: things may change."""


class Deal(NamedTuple):
    """Terms, and what they leave whoever offers them."""

    net: float
    move: OfferTrade


class Option(NamedTuple):
    """A way to play Phase 2; `target` None is to build."""

    target: Target | None
    lead: int
    value: float
    """To the one who plays it."""


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
        for pledge in promises(state, offer.by, offer.to, offer):
            for seat, gain in zip(parties, pledge_gains(state, pledge, parties), strict=True):
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


def nearest(state: State, seat: int) -> float:
    """Turns to the nearest condition."""
    return min(race.turns(state, seat).values(), default=0.0)


def ideas(state: State, seat: int) -> Iterator[OfferTrade]:
    """Trades that may help both, without their price: a few, found without much thought."""
    for think in (_peace, _war, _lessons, _wares):
        idea = next(think(state, seat), None)
        if idea is not None:
            yield idea


def _peace(state: State, seat: int) -> Iterator[OfferTrade]:
    """A truce with whoever is the greatest threat."""
    threats = {
        other: _threat(state, other, seat) for other in state.opponents(seat) if not in_truce(state, other, seat)
    }
    enemy = max(threats, key=lambda other: threats[other], default=seat)
    if threats.get(enemy, 0.0) >= _THREAT:
        yield OfferTrade(enemy, get_pledge="truce")


def _war(state: State, seat: int) -> Iterator[OfferTrade]:
    """An attack on whoever is about to win, by who can best make it."""
    leader = min(state.opponents(seat), key=lambda other: nearest(state, other))
    if nearest(state, leader) <= min(_URGENT, nearest(state, seat)):
        threats = {other: _threat(state, other, leader) for other in state.opponents(seat) if other != leader}
        ally = max(threats, key=lambda other: threats[other])
        if threats[ally] >= _THREAT:
            yield OfferTrade(ally, get_pledge="attack", get_pledge_target=str(leader))


def _threat(state: State, attacker: int, victim: int) -> float:
    """What the one could do to the other: the share of Power it takes on average, or the chance of a Stronghold."""
    box = box_of(state)
    them, hero = state.seats[victim], Target("hero", "", victim)
    dealt = race.dealt(box, attack_stat(state, attacker, hero) - defense_stat(state, hero), True) / max(them.power, 1)
    walls = [Target("stronghold", each, victim) for each in them.mat.strongholds]
    falls = [race.win(box, attack_stat(state, attacker, wall) - defense_stat(state, wall), True) for wall in walls]
    return max(dealt, *falls) if falls else dealt


def _lessons(state: State, seat: int) -> Iterator[OfferTrade]:
    """A Skill card of the type the seat is best in, from whom it helps least."""
    box = box_of(state)
    levels = standing(box, state.seats[seat].mat).levels
    best = max(box.skills, key=lambda skill: levels[skill])
    if 0 < levels[best] < box.limits.max_skill_level:
        held = {other: standing(box, state.seats[other].mat).levels[best] for other in state.opponents(seat)}
        for other in sorted((other for other in held if held[other]), key=lambda other: held[other]):
            card = next(card for card in state.seats[other].mat.skills if box.skill_of(card) == best)
            yield OfferTrade(other, get_cards=(card,))


def _wares(state: State, seat: int) -> Iterator[OfferTrade]:
    """The Item in hand of the one that would help the other so much more."""
    box = box_of(state)
    me = state.seats[seat]
    found = []
    for other in state.opponents(seat):
        them = state.seats[other]
        found += [
            (_help(box, me, card) - _help(box, them, card), OfferTrade(other, get_cards=(card,))) for card in them.known
        ]
        found += [
            (_help(box, them, card) - _help(box, me, card), OfferTrade(other, give_cards=(card,))) for card in me.hand
        ]
    yield from (offer for gain, offer in sorted(found, key=lambda pair: -pair[0]) if gain > 0)


def _help(box: Box, seat: Seat, card: str) -> float:
    """How much better off the seat would be with the card on, if it is an Item that it can wear."""
    if box.kind_of(card) not in ("item", "mythic") or not holds(box, seat, box.items[card].conditions):
        return 0.0
    return max(0.0, belongings(box, put_on(box, seat.mat, card)) - belongings(box, seat.mat))


def pledge_gains(state: State, pledge: Pledge, eyes: Iterable[int]) -> list[float]:
    """How much better off the promise leaves each of these seats."""
    ways = options(state, pledge)
    free = max(ways, key=_value)
    kept = max((way for way in ways if _allowed(pledge, way)), key=_value, default=free)
    weight = sum(_LATER**turn for turn in range(pledge.turns))
    found = []
    for eye in eyes:
        change = 0.0
        if kept is not free:
            change = effect(state, pledge.by, kept, eye) - effect(state, pledge.by, free, eye)
        if pledge.kind == "truce":
            change += {pledge.by: -_DOUBT, pledge.seat: _DOUBT}.get(eye, 0.0)
        found.append(weight * change)
    return found


def _value(way: Option) -> float:
    return way.value


def _allowed(pledge: Pledge, way: Option) -> bool:
    """A truce allows everything that it is not about, a promised attack nothing else."""
    return (way.target is not None and _concerns(pledge, way.target)) == (pledge.kind == "attack")


def options(state: State, pledge: Pledge) -> list[Option]:
    """The promiser's ways to play Phase 2 if it were to do so now: the likeliest attacks, those that the promise is
    about among them, and building."""
    seat = pledge.by
    state = replace(state, phase=Acting(seat, explored=True), offer=None)
    found = sorted((_reckoned(state, seat, attack) for attack in attacks(state, seat)), key=lambda pair: -pair[1])
    about = [(target, lead) for target, lead in found if _concerns(pledge, target)]
    ways = [Option(target, lead, 0.0) for target, lead in dict.fromkeys((*found[:_MOST], *about[:_MOST]))]
    return [way._replace(value=effect(state, seat, way, seat)) for way in (*ways, Option(None, 0, 0.0))]


def _concerns(pledge: Pledge, target: Target) -> bool:
    return target.defender == pledge.seat if pledge.kind == "truce" else keeps(pledge, *target)


def _reckoned(state: State, seat: int, attack: Attack) -> tuple[Target, int]:
    target = check_attack(state, seat, attack.target_type, attack.target)
    return target, attack_stat(state, seat, target) - defense_stat(state, target)


def effect(state: State, seat: int, way: Option, eye: int) -> float:
    """What it comes to for `eye` on average, by the mean of what the dice do."""
    box = box_of(state)
    before = evaluate(state, eye)
    me, target = state.seats[seat], way.target
    if target is None:
        built = state.with_seat(seat, treasury=me.treasury + residual(box, me))
        return evaluate(built, eye) - before + _BLOCK * (eye == seat)
    rolled = target.defender >= 0
    win = race.win(box, way.lead, rolled)
    value = 0.0
    if win > 0:
        value += win * (
            evaluate(_won(state, seat, target, round(race.dealt(box, way.lead, rolled) / win)), eye) - before
        )
    if win < 1:
        damage = race.dealt(box, -way.lead, rolled) / (1 - win)
        hurt = state.with_seat(seat, power=max(1, me.power - round(damage)))
        value += (1 - win) * (evaluate(hurt, eye) - before)
    return value


def _won(state: State, seat: int, target: Target, damage: int) -> State:
    box = box_of(state)
    me, rival = state.seats[seat], target.defender
    if target.aim == "hero":
        them = state.seats[rival]
        if damage < them.power:
            return state.with_seat(rival, power=them.power - damage)
        line = them.mat.line[1:]
        state = state.with_mat(rival, line=line).with_seat(rival, power=box.heroes[line[0]].power if line else 0)
        return state.with_seat(seat, captured=(*me.captured, them.hero), raids=me.raids + 1)
    if rival >= 0:
        held = state.seats[rival].mat.strongholds
        state = state.with_mat(rival, strongholds=tuple(each for each in held if each != target.stronghold))
    return state.with_mat(seat, strongholds=(*me.mat.strongholds, target.stronghold))
