"""The moves of a turn that are worth a bot's time, and how a search looks ahead."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cache, partial
from typing import Any

from moothall.domain.core.bag import Bag, plus
from moothall.domain.core.draw import Draw
from moothall.domain.core.title import Insight, Outlook, Title
from moothall.domain.manaforge import moves as m
from moothall.domain.manaforge.actions import scavenger_of
from moothall.domain.manaforge.bot.evaluation import evaluate, expect, later_turns
from moothall.domain.manaforge.bot.turn import rest_of_turn
from moothall.domain.manaforge.bot.worth import PLAIN, TRIED, Scale, Worth, worth_by
from moothall.domain.manaforge.content import Box, box_of, ops
from moothall.domain.manaforge.payment import affordable
from moothall.domain.manaforge.state import ELEMENTS, NOTHING, Die, Playing, Seat, State

THRIFTY = 20
"""Whoever asks for fewer moves than this has little time: the reckoning itself plays the turn."""

OUTLOOK = Outlook(ahead=9, victory=2.0, doubt=2.5)
"""To the end of the game: what an engine is worth shows only there, and a sketched turn takes a third of a millisecond.
A victory counts for little: the lead in points tells the same and scatters less."""


def candidates(
    title: Title[State, Any, Any], state: State, seat: int, draw: Draw, most: int, scale: Scale = PLAIN
) -> Sequence[m.AnyMove]:
    """Without what changes nothing, or cannot do so any more in this turn."""
    phase = state.phase
    moves = list(title.legal_moves(state, seat))
    if not isinstance(phase, Playing) or phase.seat != seat:
        return [move for move in moves if not isinstance(move, m.PrecogRaise | m.ReserveRelease)]
    me = state.seats[seat]
    kept = moves
    promised: list[m.AnyMove] = []
    if phase.making is None:
        worth = worth_by(scale, box_of(state))
        promised = rest_of_turn(worth, state, phase, me, later_turns(state, seat)).moves[:1]
        if not promised or promised[0] not in moves:
            promised = [m.EndTurn()]
        if most < THRIFTY:
            return promised
        helpful = _Helpful(worth, state, phase, me)
        kept = [move for move in moves if helpful.is_helpful(move)]
        kept = [move for move in kept if not isinstance(move, m.EndTurn) or move in promised]
    for i in range(most if len(kept) > most else 0):
        j = i + draw.below(f"candidates/{i}", len(kept) - i)
        kept[i], kept[j] = kept[j], kept[i]
    return kept[:most] or promised


def sketch(state: State, seat: int) -> Sequence[m.AnyMove]:
    """A turn as the reckoning plays it."""
    phase = state.phase
    if not isinstance(phase, Playing) or phase.seat != seat or phase.making is not None:
        return ()
    worth = worth_by(TRIED, box_of(state))
    return (*rest_of_turn(worth, state, phase, state.seats[seat], later_turns(state, seat)).moves, m.EndTurn())


def gist(moves: Sequence[m.AnyMove]) -> Hashable:
    """What is built and what is upgraded: a turn has many ways to the same."""
    built = tuple(
        move.card if isinstance(move, m.Build) else "" for move in moves if isinstance(move, m.Build | m.GainPrism)
    )
    upgraded = tuple(sorted(move.card for move in moves if isinstance(move, m.Upgrade)))
    return (built, upgraded) if built or upgraded else moves[0]


INSIGHT = Insight(partial(evaluate, scale=TRIED), partial(candidates, scale=TRIED), partial(expect, scale=TRIED))
"""As a search judges."""


class _Helpful:
    """Judges the moves of one position."""

    def __init__(self, worth: Worth, state: State, phase: Playing, me: Seat) -> None:
        self._state = state
        self._box = box = worth.box
        self._phase = phase
        self._me = me
        self._seen: set[tuple[Any, ...]] = set()
        self._weakest = worth.weakest(me).id if len(me.workshop) > 3 else None
        costs = _costs(state, phase, me)
        self._missing = _missing(box, costs, phase, me) if me.prisms else frozenset()
        self._wants_mana = phase.making is None and any(not affordable(phase.mana, NOTHING, cost) for cost in costs)

    def is_helpful(self, move: m.AnyMove) -> bool:
        me, phase = self._me, self._phase
        match move:
            case m.PrecogRaise() | m.ReserveRelease():
                return False
            case m.ReserveStore(die):
                found = me.die(die)
                return (
                    not phase.expenditures
                    and found is not None
                    and found.face == 3
                    and self._state.round < self._box.play.rounds
                )
            case m.ExchangePrism(element):
                return element in self._missing
            case m.ActivateTalent(die=die) if die is not None:
                return self._may_turn(die)
            case m.SpendDie(die):
                found = me.die(die)
                assert found is not None
                key = (found.kind, found.face, move.copy, move.take, move.target, move.gem)
                if key in self._seen:
                    return False
                self._seen.add(key)
                return self._wants_mana or not _gives_mana(self._box, found)
            case m.Build(replace=old):
                return old is None or old == self._weakest
            case m.Activate(card, level):
                return self._is_best_level(card, level) and (self._wants_mana or card not in _sources(self._box))
            case _:
                return True

    def _may_turn(self, die_id: str) -> bool:
        """A turned die helps if it, or a die that copies it, can still be spent; or if symbols count."""
        me = self._me
        die = me.die(die_id)
        assert die is not None
        if self._phase.expenditures:
            if not die.spent:
                return True
            if any(not d.spent and isinstance(self._box.shown[d.kind][d.face], ops.CopyDie) for d in me.dice):
                return True
        return me.action is None and any(
            isinstance(op, ops.GainPrestigeBySymbols)
            for card in self._state.board
            if card is not None
            for op in self._box.items[card].effects
        )

    def _is_best_level(self, card_id: str, level: int) -> bool:
        """Of abilities that cost nothing only the best."""
        card = self._me.card(card_id)
        assert card is not None
        free = [a.level for a in self._box.items[card_id].abilities if not a.pay and a.level <= len(card.gems)]
        return level not in free or level == free[-1]


def _costs(state: State, phase: Playing, me: Seat) -> list[Bag]:
    """What mana could still be paid for in this turn: a build, and the abilities of charged cards."""
    box, costs = box_of(state), []
    if me.action is None:
        costs += [
            box.cost[card]
            for card in (*state.board, *(state.discard if scavenger_of(box, me) else ()))
            if card is not None
        ]
    for card in me.workshop:
        if card.charged:
            costs += [
                pay.bag
                for ability in box.items[card.id].abilities
                if ability.level <= len(card.gems) + sum(me.gems) + me.prisms
                for pay in ability.pay
                if isinstance(pay, ops.PayMana)
            ]
    return costs


def _missing(box: Box, costs: list[Bag], phase: Playing, me: Seat) -> frozenset[str]:
    """Elements of which a gem, had for a prism, would complete something."""
    if phase.making is not None:
        return frozenset(ELEMENTS)
    found: set[str] = set()
    have = plus(phase.mana, me.gems)
    for card in me.workshop:
        slot = next(iter(box.items[card.id].slots[len(card.gems) :]), None)
        if slot is not None:
            found.update(ELEMENTS if slot == "any" else (slot,))
    for cost in (
        *costs,
        *(pay.bag for talent in me.talents for pay in box.talents[talent].pay if isinstance(pay, ops.PayGems)),
    ):
        short = [max(0, n - h) for n, h in zip(cost, have, strict=False)]
        spare = sum(max(0, h - n) for n, h in zip(cost, have, strict=False))
        missing = sum(short) + max(0, cost[4] - spare)
        if 0 < missing <= me.prisms:
            found.update([element for element, n in zip(ELEMENTS, short, strict=True) if n] or ELEMENTS[:1])
    if not any(me.gems) and any(
        not die.spent and isinstance(box.shown[die.kind][die.face], ops.CopyGem) for die in me.dice
    ):
        found.update(ELEMENTS)
    return frozenset(found)


def _gives_mana(box: Box, die: Die) -> bool:
    return isinstance(box.shown[die.kind][die.face], ops.GainMana | ops.GainManaChoice)


@cache
def _sources(box: Box) -> frozenset[str]:
    """Cards that give mana."""
    return frozenset(
        item.id
        for item in box.items.values()
        for ability in item.abilities
        for op in ability.effects
        if isinstance(op, ops.GainMana | ops.GainManaChoice | ops.GainManaAttached)
    )
