"""One legal move at random, as a player might choose who looks at the table but does not think ahead.

Every listed move can come up, and trades that are not listed. The kinds are weighted, because the lists are mostly
trade offers and a player who picks evenly from them would hardly ever build or fight.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from moothall.domain.core.draw import Draw
from moothall.domain.winds_of_numa_sera import moves as m
from moothall.domain.winds_of_numa_sera.content import box_of
from moothall.domain.winds_of_numa_sera.legal import (
    allowed,
    attacks,
    builds,
    deeds,
    in_play,
    legal_moves,
    offers,
    open_to,
    purchases,
)
from moothall.domain.winds_of_numa_sera.rules.battle import Target, attack_stat, check_attack, defense_stat
from moothall.domain.winds_of_numa_sera.rules.standing import standing
from moothall.domain.winds_of_numa_sera.rules.trade import check_offer
from moothall.domain.winds_of_numa_sera.state import Acting, State, TargetType

T = TypeVar("T")

_ANYTHING, _OFFER, _DEED, _PURCHASE, _FOCUS, _ITEM, _ATTACK, _REJECT, _NO_CARD = 2, 3, 60, 60, 90, 35, 55, 60, 25
"""Chances in percent: any listed move; an offer; a deed; a purchase; nothing but the Skill one is best
in, once at level 2; an Item rather than a Skill; an attack that can succeed; rejecting an offer; committing no card."""
_FREE, _COUNTER, _LONGEST = 40, 25, 3
"""Chances in percent: an offer that is not listed, a counter-offer instead of a plain answer; turns of a promise."""


class _Luck:
    """Draws with a label of their own each."""

    def __init__(self, draw: Draw, seat: int) -> None:
        self._draw = draw
        self._seat = seat
        self._count = 0

    def below(self, n: int) -> int:
        self._count += 1
        return self._draw.below(f"sample/seat-{self._seat}/{self._count}", n)

    def percent(self, chance: int) -> bool:
        return self.below(100) < chance

    def one(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]


def sample_move(title: Any, state: State, seat: int, draw: Draw) -> m.AnyMove:
    """A move of an awaited seat."""
    luck = _Luck(draw, seat)
    if state.pending is not None or not isinstance(state.phase, Acting) or luck.percent(_ANYTHING):
        return luck.one(list(legal_moves(state, seat)))
    if state.offer is not None:
        return _answer(state, seat, luck)
    if state.battle is not None:
        commits = list(legal_moves(state, seat))
        return m.CommitBattle() if len(commits) == 1 or luck.percent(_NO_CARD) else luck.one(commits[1:])
    return _turn_move(state, seat, luck)


def _turn_move(state: State, seat: int, luck: _Luck) -> m.AnyMove:
    turn = state.turn
    if turn.main:
        if move := _main_move(state, seat, luck):
            return move
        if not turn.explored:
            return m.Explore()
    if not turn.attacked and luck.percent(_ATTACK):
        hopeful = [attack for attack in attacks(state, seat) if _may_win(state, seat, attack)]
        if hopeful:
            return luck.one(hopeful)
    if not turn.built and (blocks := builds(state, seat)):
        return luck.one(blocks)
    if turn.main:
        return luck.one(attacks(state, seat))
    return m.EndTurn()


def _main_move(state: State, seat: int, luck: _Luck) -> m.AnyMove | None:
    if luck.percent(_DEED) and (found := deeds(state, seat)):
        return luck.one(found)
    if luck.percent(_PURCHASE) and (goods := purchases(state, seat)):
        return _purchase(state, seat, goods, luck)
    if luck.percent(_OFFER) and (ready := offers(state, seat)):
        offer = luck.one(ready)
        return _varied(state, seat, offer, luck) if luck.percent(_FREE) else offer
    return None


def _answer(state: State, seat: int, luck: _Luck) -> m.AnyMove:
    """To an offer."""
    moves: list[m.AnyMove] = list(legal_moves(state, seat))
    if luck.percent(_COUNTER) and (ready := [move for move in moves if isinstance(move, m.CounterTrade)]):
        return luck.one(ready)
    accepts = [move for move in moves if isinstance(move, m.AcceptTrade)]
    return m.RejectTrade() if not accepts or luck.percent(_REJECT) else luck.one(accepts)


def _varied(state: State, seat: int, offer: m.OfferTrade, luck: _Luck) -> m.OfferTrade:
    """The offer with a promise, cards or Battle Cards thrown in; itself where the rules do not allow that."""
    me, them = state.seats[seat], state.seats[offer.to]
    own, theirs = me.hand + in_play(me.mat), open_to(them)
    kind: TargetType = luck.one(("player", "hero", "stronghold", "independent"))
    targets = ("0", "1", "2", "3", *state.strongholds, *(card for each in state.seats for card in each.mat.strongholds))
    free = replace(
        offer,
        give_cards=(luck.one(own),) if own and luck.percent(50) else offer.give_cards,
        get_cards=(luck.one(theirs),) if theirs and luck.percent(50) else offer.get_cards,
        get_battle_cards=luck.below(2),
        give_pledge="truce" if luck.percent(50) else "attack",
        give_pledge_target_type=kind,
        give_pledge_target=luck.one(targets),
        give_pledge_turns=1 + luck.below(_LONGEST),
    )
    truce = replace(offer, give_pledge="truce", give_pledge_turns=1 + luck.below(_LONGEST))
    return next((each for each in (free, truce) if allowed(check_offer, state, seat, each)), offer)


def _purchase(state: State, seat: int, goods: list[m.AnyMove], luck: _Luck) -> m.AnyMove | None:
    box = box_of(state)
    skills = [move for move in goods if isinstance(move, m.BuySkill)]
    items = goods[len(skills) :]
    levels = standing(box, state.seats[seat].mat).levels
    best = max(box.skills, key=lambda skill: levels[skill])
    if levels[best] > 1 and luck.percent(_FOCUS):
        return next((move for move in skills if move.skill == best), None)
    if items and luck.percent(_ITEM):
        return luck.one(items)
    return luck.one(skills) if skills else None


def _may_win(state: State, seat: int, attack: m.Attack) -> bool:
    """Whether a roll of +1 would do, were it not for the defender's die."""
    target: Target = check_attack(state, seat, attack.target_type, attack.target)
    return attack_stat(state, seat, target) + 1 >= defense_stat(state, target)
