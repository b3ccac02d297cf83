"""What the rest of a running turn can still bring: the best build in reach, and what the Workshop makes of the rest."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from moothall.domain.manaforge.actions import needs_room
from moothall.domain.manaforge.bot.costs import (
    Covered,
    Means,
    Source,
    cover,
    cover_gems,
    fetch_gem,
    means_of,
    reach,
    source,
)
from moothall.domain.manaforge.bot.worth import Prices, Worth
from moothall.domain.manaforge.content import Box, Item, ops
from moothall.domain.manaforge.moves import Activate, ActivateTalent, AnyMove, Build, GainPrism, SpendDie, Upgrade
from moothall.domain.manaforge.rules import effect_at
from moothall.domain.manaforge.state import ELEMENT_INDEX, ELEMENTS, Card, Making, Playing, Seat, State

TARGETS = 3
"""Cards of the board for which the rest of the turn is reckoned through."""


class Promise(NamedTuple):
    """What is to be gained, and the moves to it."""

    gain: float
    moves: list[AnyMove]


Target = tuple[float, str, Covered]
"""What building a card gains, the card, and how it is paid for."""


class Engine(NamedTuple):
    """An ability that turns a price into prestige or gems."""

    level: int
    prestige: int
    gems: int
    pay: ops.Pay | None


def rest_of_turn(worth: Worth, state: State, phase: Playing, me: Seat, later: int) -> Promise:
    """The best that the turn still promises, with so many turns after it."""
    box = worth.box
    turn = _Turn(box, worth, phase, me, later, worth.prices(later))
    means = means_of(box, phase, me)
    if phase.making is not None and phase.making.choice is not None:
        return Promise(_answered(phase.making, means, turn) + turn.idle(Work(0.0, [], means)).gain, [])
    work = turn.work(means)
    best = turn.idle(work)
    if me.action is None:
        best = Promise(best.gain + worth.tokens(0, 1, later), [*best.moves, GainPrism()])
        targets = _targets(state, turn, means)
        last = targets if work.left is means else _targets(state, turn, work.left)
        for promise in (*_build_first(turn, targets), *_build_last(turn, work, last)):
            if promise.gain > best.gain:
                best = promise
    spent = sum(isinstance(move, SpendDie) for move in best.moves)
    return Promise(best.gain, [*means.boosts, *best.moves]) if spent > phase.expenditures else best


def _build_first(turn: _Turn, targets: list[Target]) -> Iterator[Promise]:
    """A card of the board, then what the cards make of the rest."""
    for value, card, paid in targets[:TARGETS]:
        rest = turn.idle(turn.work(paid.left, card))
        yield Promise(value + rest.gain, [*paid.moves, _build(turn, card), *rest.moves])


def _build_last(turn: _Turn, work: Work, targets: list[Target]) -> Iterator[Promise]:
    """A card of the board from what the cards have left."""
    for value, card, paid in targets[:1]:
        moves = [*work.moves, *paid.moves, _build(turn, card)]
        rest = turn.idle(Work(_bought(turn.box, card, paid.left, turn.prices), [], paid.left))
        yield Promise(work.gain + value + rest.gain, [*moves, *rest.moves])


def _targets(state: State, turn: _Turn, means: Means) -> list[Target]:
    """The cards of the board in reach, the most profitable first."""
    cost, (e, f, g, h, most) = turn.box.cost, reach(means)
    found: list[Target] = []
    for card in state.board:
        if card is None:
            continue
        a, b, c, d, any_part = cost[card]
        if a <= e and b <= f and c <= g and d <= h and a + b + c + d + any_part <= most:
            paid = cover(cost[card], means, turn.prices)
            if paid is not None:
                found.append((turn.worth.built(card, turn.me, turn.later) - paid.price, card, paid))
    return sorted(found, key=lambda each: -each[0])


def _build(turn: _Turn, card: str) -> Build:
    full = needs_room(turn.box, turn.me, card)
    return Build(card, replace=turn.worth.weakest(turn.me).id if full else None)


class Work(NamedTuple):
    """What cards and talents make of some means, and what they leave."""

    gain: float
    moves: list[AnyMove]
    left: Means


class _Turn(NamedTuple):
    """Whose turn is reckoned, and what things are worth in it."""

    box: Box
    worth: Worth
    phase: Playing
    me: Seat
    later: int
    prices: Prices

    def work(self, means: Means, card: str | None = None) -> Work:
        """Upgrades, abilities and talents, those of the card just built among them."""
        cards = list(self.me.workshop)
        gain = 0.0
        moves: list[AnyMove] = []
        if card is not None:
            gain = _bought(self.box, card, means, self.prices)
            if self.box.items[card].kind == "workshop":
                cards.append(Card(card))
                if options := source(self.box, cards[-1]):
                    means = means._replace(sources=(*means.sources, Source(card, options)))
        if self.later:
            means, more = _upgrade(self.worth, cards, means, self.later, self.prices, moves)
            gain += more
        means, more = _run_engines(self.box, cards, means, self.prices, moves)
        gain += more
        enchanters = _enchanters(self.box)
        for talent in self.me.talents:
            engine = enchanters.get(talent)
            if engine is None or talent in self.phase.used or not isinstance(engine.pay, ops.PayGems):
                continue
            done = cover_gems(engine.pay.bag, means, self.prices)
            if done is not None and engine.prestige > done.price:
                gain += engine.prestige - done.price
                moves += [*done.moves, ActivateTalent(talent)]
                means = done.left
        return Work(gain, moves, means)

    def idle(self, work: Work) -> Promise:
        """Then gems from dice that nothing else needs, turned to a gem if a talent can."""
        means = work.left
        idle = [die for die in means.dice if die.gem][: means.spends]
        moves = [*work.moves, *(move for die in idle for move in die.options[0].moves)]
        gain = work.gain + self.prices.gem * len(idle)
        spends = means.spends - len(idle)
        mancers = _mancers(self.box)
        for talent in self.me.talents:
            element = mancers.get(talent)
            if element is None or talent in self.phase.used or not spends:
                continue
            for die in means.dice:
                first = die.options[0].moves[0]
                if not die.gem and isinstance(first, SpendDie) and first.die.startswith(f"{element}_"):
                    moves += [ActivateTalent(talent, die=first.die), SpendDie(first.die)]
                    gain += self.prices.gem
                    spends -= 1
                    break
        return Promise(gain, moves)


def _upgrade(
    worth: Worth, cards: list[Card], means: Means, later: int, prices: Prices, moves: list[AnyMove]
) -> tuple[Means, float]:
    """Gems go where they pay in the turns to come; the cards are changed in place."""
    gain = 0.0
    for k, card in enumerate(cards):
        slots = worth.box.items[card.id].slots
        if len(card.gems) >= len(slots):
            continue
        slot = slots[len(card.gems)]
        i = means.gems.index(max(means.gems)) if slot == "any" else ELEMENT_INDEX[slot]
        done = fetch_gem(i, means, prices)
        more = worth.level_gain(card, later)
        if done is not None and more > done.price:
            gain += more - done.price
            means = done.left
            cards[k] = Card(card.id, card.charged, (*card.gems, ELEMENTS[i]))
            moves += [*done.moves, Upgrade(card.id, ELEMENTS[i] if slot == "any" else None)]
    return means, gain


def _run_engines(
    box: Box, cards: list[Card], means: Means, prices: Prices, moves: list[AnyMove]
) -> tuple[Means, float]:
    engines, gain = _engines(box), 0.0
    for card in cards:
        if not card.charged:
            continue
        for engine in engines[card.id][len(card.gems)]:
            points = engine.prestige + prices.gem * engine.gems
            done = _run(box, engine, card.id, means, prices)
            if done is not None and points > done.price:
                gain += points - done.price
                moves += done.moves
                means = done.left
                break
    return means, gain


def _run(box: Box, engine: Engine, card: str, means: Means, prices: Prices) -> Covered | None:
    """An ability used, the move itself last."""
    pay = engine.pay
    match pay:
        case ops.PayMana():
            done = cover(pay.bag, means, prices)
        case ops.PayGems():
            done = cover_gems(pay.bag, means, prices)
        case ops.PayExpenditures(n):
            lost = max(0, sum(die.gem for die in means.dice) - max(0, means.spends - n))
            fewer = means._replace(spends=means.spends - n)
            done = Covered(prices.gem * min(lost, n), [], fewer) if means.spends >= n else None
        case ops.ExhaustOthers(n):
            idle = [each.card for each in means.sources if each.card != card][:n]
            rest = tuple(each for each in means.sources if each.card not in idle)
            used = Activate(card, engine.level, exhaust="+".join(sorted(idle, key=box.card_order.__getitem__)))
            return Covered(0.0, [used], means._replace(sources=rest)) if len(idle) == n else None
        case None:
            done = Covered(0.0, [], means)
    if done is None:
        return None
    element = None
    if engine.gems:
        pool = means.mana if any(means.mana) else means.gems
        element = ELEMENTS[pool.index(max(pool))]
    done.moves.append(Activate(card, engine.level, element=element))
    return done


def _bought(box: Box, card: str, means: Means, prices: Prices) -> float:
    """Prestige that a Store card sells when it is built."""
    return sum(_sold(op, means, prices) for op in box.items[card].effects if isinstance(op, ops.BuyPrestige))


def _sold(op: ops.BuyPrestige, means: Means, prices: Prices) -> float:
    profit = max(0.0, op.n - prices.gem)
    if op.currency == "mana":
        n = min(op.max, sum(means.mana))
        return op.n * n + profit * min(op.max - n, sum(means.gems))
    return profit * min(op.max, sum(map(bool, means.gems)))


def _answered(made: Making, means: Means, turn: _Turn) -> float:
    """What the card being built may still bring."""
    if made.choice == "mimic":
        return max((turn.worth.copied(card, turn.me, turn.later) for card in turn.me.store), default=0.0)
    op = effect_at(turn.box, made)
    return _sold(op, means, turn.prices) if isinstance(op, ops.BuyPrestige) else 0.0


def _engines_at(item: Item, level: int) -> tuple[Engine, ...]:
    found = []
    for ability in item.abilities:
        prestige = sum(op.n for op in ability.effects if isinstance(op, ops.GainPrestige))
        gems = sum(op.n for op in ability.effects if isinstance(op, ops.GainGemsOfPaid))
        if ability.level <= level and (prestige or gems):
            found.append(Engine(ability.level, prestige, gems, ability.pay[0] if ability.pay else None))
    return tuple(sorted(found, key=lambda each: -each.prestige))


@cache
def _engines(box: Box) -> dict[str, tuple[tuple[Engine, ...], ...]]:
    """The abilities of a card that score or make gems, by level, the best first."""
    return {item.id: tuple(_engines_at(item, n) for n in range(len(item.slots) + 1)) for item in box.items.values()}


@cache
def _enchanters(box: Box) -> dict[str, Engine]:
    """Talents that sell prestige."""
    return {
        talent.id: Engine(0, op.n, 0, talent.pay[0])
        for talent in box.talents.values()
        for op in talent.effects
        if talent.pay and isinstance(op, ops.GainPrestige)
    }


@cache
def _mancers(box: Box) -> dict[str, str]:
    """Talents that turn a die of an element to a gem, and that element."""
    return {
        talent.id: op.element
        for talent in box.talents.values()
        for op in talent.effects
        if isinstance(op, ops.FlipDieToGem)
    }
