"""What a position is worth, in points of prestige.

The numbers are those of the strategy notes in RULES.md, but for WAND and LATER_LEVEL (0.25 and 0.45 there): of the few
settings tried, on eight games each, these scored best.
"""

from __future__ import annotations

from domain.manaforge.content.components import Ability, Item
from domain.manaforge.content.ops import (
    AddExpenditures,
    BuyPrestige,
    CopyStoreCard,
    ExhaustOthers,
    GainDie,
    GainGems,
    GainGemsOfPaid,
    GainMana,
    GainManaAttached,
    GainManaChoice,
    GainPrestige,
    GainPrestigeBySymbols,
    GainPrestigeByWorkshop,
    GainPrisms,
    Op,
    PayExpenditures,
    PayGems,
    PayMana,
    Recharge,
)
from domain.manaforge.content.tables import COST, ITEMS, PLAY, WANDS
from domain.manaforge.state import ELEMENTS, Card, Draft, Finished, Keep, Phase, Playing, PreRoll, Seat, State

MANA = 0.8
GEM = 0.85
SPARE_GEM = 0.45
"""A gem beyond the fifth."""
PRISM = 1.0
LEFT_OVER = 0.01
"""A gem or prism after the last turn: it only separates ties."""
DIE = 0.4
WAND = 0.5
LOOSE_MANA = 0.02
"""Mana in the reserve once the build is made: most of it will be lost."""
READY_MANA = 0.6
"""Mana in the reserve before the build."""
EXPENDITURE = 0.9
"""An expenditure for which a die is ready."""
LATER_LEVEL = 0.7
"""The share of a locked level's gain that counts already."""
PLENTY = 5
"""Mana per round from Workshop cards; what comes beyond is worth less."""
BEYOND_PLENTY = 0.35
_TALENTS = {
    "secret_stash": 3.0,
    "famous": 2.8,
    **{f"{element}_crafter": 2.5 for element in (*ELEMENTS, "arcane")},
    **{f"{each}mancer": 2.3 for each in ("geo", "pyro", "aero", "hydro")},
    **{f"{element}_enchanter": 2.0 for element in ELEMENTS},
    "archmage": 2.0,
    "wizards_apprentice": 1.5,
    "scavenger": 0.8,
    "aether_reserve": 0.5,
    "precognition": 0.3,
}
"""How much a simple player makes of each talent."""
USE = 0.9
"""How often a card that could be activated is."""


def evaluate(state: State, seat: int) -> float:
    """Score, tokens, cards, dice, and what the turn may still build."""
    me = state.seats[seat]
    if isinstance(state.phase, Finished):
        return me.prestige + LEFT_OVER * me.left
    turns = _turns_left(state, seat)
    if not turns:
        return me.prestige + LEFT_OVER * me.left
    gems = sum(me.gems)
    value = me.prestige + GEM * min(gems, PLENTY) + SPARE_GEM * max(0, gems - PLENTY) + PRISM * me.prisms
    value += DIE * turns * len(me.dice) + WAND * turns * sum(card in WANDS for card in me.store)
    value += _workshop(me, turns, _in_turn(state, seat))
    phase = state.phase
    if isinstance(phase, Playing) and phase.seat == seat:
        ready = sum(not die.spent for die in me.dice)
        value += EXPENDITURE * min(phase.expenditures, ready)
        if me.action is None:
            value += READY_MANA * sum(phase.mana) + max(PRISM, _prospect(state, phase, me, turns))
        else:
            value += LOOSE_MANA * sum(phase.mana)
    elif not state.round:
        value += _talents(phase, me, seat)
    return value


def _talents(phase: Phase, me: Seat, seat: int) -> float:
    """Talents picked or kept in the draft."""
    match phase:
        case Draft(answers=picks):
            held = (*me.picked, picks[seat] or "")
        case Keep(answers=kept):
            held = kept[seat] or me.picked[:2]
        case _:
            held = me.talents
    return sum(_TALENTS.get(talent, 0.0) for talent in held)


def _in_turn(state: State, seat: int) -> bool:
    turn = state.turn
    return turn is not None and turn.seat == seat


def _turns_left(state: State, seat: int) -> int:
    """Turns still to come, the running one included."""
    later = PLAY.rounds - state.round
    turn = state.turn
    if turn is None:
        return later + isinstance(state.phase, PreRoll)
    behind = (seat - state.first) % len(state.seats) < (turn.seat - state.first) % len(state.seats)
    return later if behind else later + 1


def _workshop(me: Seat, turns: int, active: bool) -> float:
    """Rounds left times what the cards give; a card exhausted in the running turn gives nothing in it."""
    value = 0.0
    mana = 0
    for card in me.workshop:
        uses = turns - 1 if active and not card.charged else turns
        gain, source = _card(card)
        if source and mana >= PLENTY:
            gain *= BEYOND_PLENTY
        mana += source
        value += USE * uses * gain
    return value


def _card(card: Card) -> tuple[float, int]:
    """Net gain per activation now, and the mana in it."""
    gains, mana = _GAINS[card.id]
    level = len(card.gems)
    now = max((gain for needed, gain in gains if needed <= level), default=0.0)
    later = max((gain for needed, gain in gains if needed == level + 1), default=now)
    return now + LATER_LEVEL * max(0.0, later - now), mana


def _prospect(state: State, phase: Playing, me: Seat, turns: int) -> float:
    """The best build in reach: its worth, by how much of its cost is there."""
    have = tuple(map(sum, zip(phase.mana, me.gems, strict=True)))
    ready = sum(not die.spent for die in me.dice)
    reach = sum(have) + 2 * min(phase.expenditures, ready) + sum(card.charged for card in me.workshop)
    best = 0.0
    for card in state.board:
        if card is None:
            continue
        cost = COST[card]
        total = sum(cost)
        if total > reach:
            continue
        met = [min(a, b) for a, b in zip(have, cost, strict=False)]
        paid = sum(met) + min(cost[4], sum(have) - sum(met))
        share = paid / total if total else 1.0
        best = max(best, _worth(card, me, turns) * share * share)
    return USE * best


def _worth(card: str, me: Seat, turns: int) -> float:
    if ITEMS[card].kind == "workshop":
        full = len(me.workshop) >= PLAY.workshop_slots
        return USE * (turns - 1 if full else turns) * _card(Card(card))[0] * (0.5 if full else 1.0)
    value = _STORE[card]
    if card in WANDS:
        value += sum(each in WANDS for each in me.store) + WAND * turns
    return value + DIE * turns * _DICE[card]


def _price(ability: Ability) -> float:
    price = 0.0
    for op in ability.pay:
        match op:
            case PayMana():
                price += 0.75 * sum(op.bag[:4]) + 0.55 * op.any
            case PayGems():
                price += 0.9 * sum(op.bag)
            case PayExpenditures(n):
                price += 1.15 * n
            case ExhaustOthers(n):
                price += 1.3 * n
    return price


def _yield(op: Op) -> float:
    """What one effect gives, roughly."""
    match op:
        case GainMana():
            return MANA * sum(op.bag)
        case GainManaChoice(options):
            return MANA * max(sum(option.bag) for option in options)
        case GainManaAttached():
            return MANA * 2
        case GainGems(n=n) | GainGemsOfPaid(n):
            return GEM * n
        case GainPrestige(n):
            return float(n)
        case GainPrisms(n):
            return PRISM * n
        case AddExpenditures(n):
            return 1.15 * n
        case Recharge():
            return 1.0
        case GainPrestigeBySymbols(n=n):
            return 2.5 * n
        case GainPrestigeByWorkshop(charged, exhausted):
            return 1.5 * (charged + exhausted)
        case BuyPrestige(max=most, n=n):
            return most * n * 0.25
        case CopyStoreCard():
            return 6.0
        case _:
            return 0.0


def _mana_of(item: Item) -> int:
    return max((sum(op.bag) for a in item.abilities for op in a.effects if isinstance(op, GainMana)), default=0)


_GAINS: dict[str, tuple[tuple[tuple[int, float], ...], int]] = {
    item.id: (
        tuple((a.level, max(0.0, sum(map(_yield, a.effects)) - _price(a))) for a in item.abilities),
        _mana_of(item),
    )
    for item in ITEMS.values()
}
_STORE = {item.id: sum(map(_yield, item.effects)) for item in ITEMS.values()}
_DICE = {item.id: sum(isinstance(op, GainDie) for op in item.effects) for item in ITEMS.values()}
