"""What a bot might offer: trades that may help both, without their price, found without much thought."""

from __future__ import annotations

from collections.abc import Iterator

from moothall.domain.winds_of_numa_sera.bot import odds
from moothall.domain.winds_of_numa_sera.bot.race import turns
from moothall.domain.winds_of_numa_sera.bot.worth import belongings, put_on
from moothall.domain.winds_of_numa_sera.content import Box, box_of
from moothall.domain.winds_of_numa_sera.moves import OfferTrade
from moothall.domain.winds_of_numa_sera.rules.phase2 import Target, attack_stat, defense_stat
from moothall.domain.winds_of_numa_sera.rules.pledges import in_truce
from moothall.domain.winds_of_numa_sera.rules.standing import holds, standing
from moothall.domain.winds_of_numa_sera.state import Seat, State

_THREAT = 0.4
"""The share of its Power that a hero, or the chance by which a player a Stronghold, would have to lose."""
_URGENT = 4.0
"""Turns from victory at which the leader has to be stopped."""


def nearest(state: State, seat: int) -> float:
    """Turns to the nearest condition."""
    return min(turns(state, seat).values(), default=0.0)


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
    dealt = odds.dealt(box, attack_stat(state, attacker, hero) - defense_stat(state, hero), True) / max(them.power, 1)
    walls = [Target("stronghold", each, victim) for each in them.mat.strongholds]
    falls = [odds.win(box, attack_stat(state, attacker, wall) - defense_stat(state, wall), True) for wall in walls]
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
