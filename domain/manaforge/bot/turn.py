"""What the rest of a running turn can still bring: the best build in reach, and what the Workshop makes of the rest."""

from __future__ import annotations

from typing import NamedTuple

from domain.manaforge.bot.costs import Covered, Prices, cover, cover_gems, reach
from domain.manaforge.bot.means import Means, Source, means_of, source
from domain.manaforge.bot.worth import GEM, LEFT_OVER, PRISM, TRIFLE, built, copied, level_gain, tokens, weakest
from domain.manaforge.content.ops import (
    BuyPrestige,
    ExhaustOthers,
    FlipDieToGem,
    GainGemsOfPaid,
    GainPrestige,
    Pay,
    PayExpenditures,
    PayGems,
    PayMana,
)
from domain.manaforge.content.tables import CARD_ORDER, COST, ITEMS, PLAY, TALENTS
from domain.manaforge.moves import (
    Activate,
    ActivateTalent,
    Build,
    GainPrism,
    ManaforgeMove,
    SpendDie,
    Upgrade,
)
from domain.manaforge.state import ELEMENT_INDEX, ELEMENTS, Card, Making, Playing, Seat, State

TARGETS = 2
"""Cards of the board for which the rest of the turn is reckoned through."""


class Promise(NamedTuple):
    """What is to be gained, and the moves to it."""

    gain: float
    moves: list[ManaforgeMove]


class Engine(NamedTuple):
    """An ability that turns a price into prestige or gems."""

    level: int
    prestige: int
    gems: int
    pay: Pay | None


def rest_of_turn(state: State, phase: Playing, me: Seat, later: int) -> Promise:
    """The best that the turn still promises, with so many turns after it."""
    means = means_of(phase, me)
    prices = Prices(GEM, PRISM) if later else Prices(LEFT_OVER, LEFT_OVER + TRIFLE)
    if phase.making is not None:
        return Promise(_answered(phase.making, means, me, later, prices), [])
    best = _worked(means, phase, me, later, prices)
    if me.action is None:
        best = Promise(best.gain + tokens(0, 1, later), [*best.moves, GainPrism()])
        for value, card, paid in _targets(state, me, means, later, prices)[:TARGETS]:
            work = _worked(paid.left, phase, me, later, prices, card)
            if value + work.gain > best.gain:
                best = Promise(value + work.gain, [*paid.moves, _build(card, me), *work.moves])
    spent = sum(isinstance(move, SpendDie) for move in best.moves)
    return Promise(best.gain, [*means.boosts, *best.moves]) if spent > phase.expenditures else best


def _targets(state: State, me: Seat, means: Means, later: int, prices: Prices) -> list[tuple[float, str, Covered]]:
    """The cards of the board in reach, the most profitable first."""
    most = reach(means)
    found = []
    for card in state.board:
        if card is not None and sum(COST[card]) <= most:
            paid = cover(COST[card], means, prices)
            if paid is not None:
                found.append((built(card, me, later) - paid.price, card, paid))
    return sorted(found, key=lambda each: -each[0])


def _build(card: str, me: Seat) -> Build:
    full = ITEMS[card].kind == "workshop" and len(me.workshop) >= PLAY.workshop_slots
    return Build(card, replace=weakest(me).id if full else None)


def _worked(means: Means, phase: Playing, me: Seat, later: int, prices: Prices, card: str | None = None) -> Promise:
    """What cards and talents make of the means, the card just built among them; then gems from idle dice."""
    cards = list(me.workshop)
    gain = 0.0
    moves: list[ManaforgeMove] = []
    if card is not None:
        gain = _bought(card, means, prices)
        if ITEMS[card].kind == "workshop":
            cards.append(Card(card))
            if options := source(cards[-1]):
                means = means._replace(sources=(*means.sources, Source(card, options)))
    if later:
        means, more = _upgrade(cards, means, later, prices, moves)
        gain += more
    means, more = _run_engines(cards, means, prices, moves)
    gain += more
    for talent in me.talents:
        engine = _ENCHANTERS.get(talent)
        if engine is None or talent in phase.used or not isinstance(engine.pay, PayGems):
            continue
        done = cover_gems(engine.pay.bag, means, prices)
        if done is not None and engine.prestige > done.price:
            gain += engine.prestige - done.price
            moves += [*done.moves, ActivateTalent(talent)]
            means = done.left
    return Promise(gain + _idle(means, phase, me, prices, moves), moves)


def _upgrade(
    cards: list[Card], means: Means, later: int, prices: Prices, moves: list[ManaforgeMove]
) -> tuple[Means, float]:
    """Gems go where they pay in the turns to come; the cards are changed in place."""
    gain = 0.0
    for k, card in enumerate(cards):
        slots = ITEMS[card.id].slots
        if len(card.gems) >= len(slots) or not any(means.gems):
            continue
        slot = slots[len(card.gems)]
        i = means.gems.index(max(means.gems)) if slot == "any" else ELEMENT_INDEX[slot]
        worth = level_gain(card, later)
        if means.gems[i] and worth > prices.gem:
            gain += worth - prices.gem
            means = means._replace(gems=tuple(n - (j == i) for j, n in enumerate(means.gems)))
            cards[k] = Card(card.id, card.charged, (*card.gems, ELEMENTS[i]))
            moves.append(Upgrade(card.id, ELEMENTS[i] if slot == "any" else None))
    return means, gain


def _run_engines(cards: list[Card], means: Means, prices: Prices, moves: list[ManaforgeMove]) -> tuple[Means, float]:
    gain = 0.0
    for card in cards:
        if not card.charged:
            continue
        for engine in _ENGINES[card.id][len(card.gems)]:
            points = engine.prestige + prices.gem * engine.gems
            done = _run(engine, card.id, means, prices)
            if done is not None and points > done.price:
                gain += points - done.price
                moves += done.moves
                means = done.left
                break
    return means, gain


def _run(engine: Engine, card: str, means: Means, prices: Prices) -> Covered | None:
    """An ability used, the move itself last."""
    pay = engine.pay
    match pay:
        case PayMana():
            done = cover(pay.bag, means, prices)
        case PayGems():
            done = cover_gems(pay.bag, means, prices)
        case PayExpenditures(n):
            lost = max(0, sum(die.gem for die in means.dice) - max(0, means.spends - n))
            fewer = means._replace(spends=means.spends - n)
            done = Covered(prices.gem * min(lost, n), [], fewer) if means.spends >= n else None
        case ExhaustOthers(n):
            idle = [each.card for each in means.sources if each.card != card][:n]
            rest = tuple(each for each in means.sources if each.card not in idle)
            used = Activate(card, engine.level, exhaust="+".join(sorted(idle, key=CARD_ORDER.__getitem__)))
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


def _idle(means: Means, phase: Playing, me: Seat, prices: Prices, moves: list[ManaforgeMove]) -> float:
    """Gems from dice that nothing else needs, turned to a gem if a talent can."""
    idle = [die for die in means.dice if die.gem][: means.spends]
    moves += [move for die in idle for move in die.options[0].moves]
    gain = prices.gem * len(idle)
    spends = means.spends - len(idle)
    for talent in me.talents:
        element = _MANCERS.get(talent)
        if element is None or talent in phase.used or not spends:
            continue
        for die in means.dice:
            first = die.options[0].moves[0]
            if not die.gem and isinstance(first, SpendDie) and first.die.startswith(f"{element}_"):
                moves += [ActivateTalent(talent, die=first.die), SpendDie(first.die)]
                gain += prices.gem
                spends -= 1
                break
    return gain


def _bought(card: str, means: Means, prices: Prices) -> float:
    """Prestige that a Store card sells when it is built."""
    return sum(_sold(op, means, prices) for op in ITEMS[card].effects if isinstance(op, BuyPrestige))


def _sold(op: BuyPrestige, means: Means, prices: Prices) -> float:
    profit = max(0.0, op.n - prices.gem)
    if op.currency == "mana":
        n = min(op.max, sum(means.mana))
        return op.n * n + profit * min(op.max - n, sum(means.gems))
    return profit * min(op.max, sum(map(bool, means.gems)))


def _answered(made: Making, means: Means, me: Seat, later: int, prices: Prices) -> float:
    """What the card being built may still bring."""
    if made.choice == "mimic":
        return max((copied(card, me, later) for card in me.store), default=0.0)
    op = ITEMS[made.copied or made.card].effects[made.at]
    return _sold(op, means, prices) if isinstance(op, BuyPrestige) else 0.0


def _engines_at(item_id: str, level: int) -> tuple[Engine, ...]:
    found = []
    for ability in ITEMS[item_id].abilities:
        prestige = sum(op.n for op in ability.effects if isinstance(op, GainPrestige))
        gems = sum(op.n for op in ability.effects if isinstance(op, GainGemsOfPaid))
        if ability.level <= level and (prestige or gems):
            found.append(Engine(ability.level, prestige, gems, ability.pay[0] if ability.pay else None))
    return tuple(sorted(found, key=lambda each: -each.prestige))


_ENGINES = {item.id: tuple(_engines_at(item.id, n) for n in range(len(item.slots) + 1)) for item in ITEMS.values()}
"""The abilities of a card that score or make gems, by level, the best first."""

_ENCHANTERS = {
    talent.id: Engine(0, op.n, 0, talent.pay[0])
    for talent in TALENTS.values()
    for op in talent.effects
    if talent.pay and isinstance(op, GainPrestige)
}
_MANCERS = {
    talent.id: op.element for talent in TALENTS.values() for op in talent.effects if isinstance(op, FlipDieToGem)
}
