"""The moves that are worth a bot's time."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from moothall.domain.core.draw import Draw
from moothall.domain.gates_of_mara import moves as m, state as s
from moothall.domain.gates_of_mara.content import Ability, box_of
from moothall.domain.gates_of_mara.legal import legal_moves
from moothall.domain.gates_of_mara.payment import affordable
from moothall.domain.gates_of_mara.rules import may_enchant, offers, sources, takers


def candidates(title: Any, state: s.State, seat: int, draw: Draw, most: int) -> Sequence[m.AnyMove]:
    """Of figures that are alike only one; no Enchanter who can buy nothing, no exchange asked for to be declined, no
    turn ended with a gift left lying. Of a list that is still too long a random part."""
    moves = legal_moves(state, seat)
    phase = state.phase
    if isinstance(phase, s.Acting):
        moves = _useful(state, phase, moves)
    elif isinstance(phase, s.Placing) and not _can_buy(state, state.seats[seat]):
        moves = [move for move in moves if not _idle(state.seats[seat], move)]
    if (
        not isinstance(phase, s.Acting)
        or may_enchant(box_of(state), phase)
        or isinstance(phase.question, s.FigureQuestion)
    ):
        moves = _apart(state, seat, moves)
    if len(moves) > most:
        for i in range(most):
            j = i + draw.below(f"candidates/{i}", len(moves) - i)
            moves[i], moves[j] = moves[j], moves[i]
    return moves[:most]


def _can_buy(state: s.State, own: s.Seat) -> bool:
    """Whether there is an enchantment that the seat can pay and attach."""
    box = box_of(state)
    return any(
        card is not None and affordable(own, box.cards[card].cost) is not None and takers(box, own, card)
        for card in state.market
    )


def _idle(own: s.Seat, move: m.AnyMove) -> bool:
    """An Enchanter placed who could only buy."""
    return isinstance(move, m.Place) and move.space == s.BOARD and not own.figures[move.figure].cards


def _useful(state: s.State, acting: s.Acting, moves: list[m.AnyMove]) -> list[m.AnyMove]:
    if acting.question is None:
        if any(_gift(offer.ability) for offer in offers(state, acting)):
            return [move for move in moves if not isinstance(move, m.EndTurn)]
    elif isinstance(acting.question, s.ExchangeQuestion) and _asked_for(state, acting):
        return [move for move in moves if not isinstance(move, m.ChooseExchange) or move.option]
    return moves


def _gift(ability: Ability) -> bool:
    """Something for nothing, which the end of the turn would not collect by itself."""
    return ability.cost.free and ability.sure and not ability.free_gain


def _asked_for(state: s.State, acting: s.Acting) -> bool:
    """Whether the pending exchange is all that the ability used last was good for."""
    ability = dict(sources(state, acting))[acting.used[-1]]
    return ability.effects == box_of(state).wanderer.effects


def _apart(state: s.State, seat: int, moves: list[m.AnyMove]) -> list[m.AnyMove]:
    """One of all moves that differ only in which of two like figures they name."""
    likes = {name: _like(state, name, figure) for name, figure in state.seats[seat].figures.items()}
    found: dict[Hashable, m.AnyMove] = {}
    for index, move in enumerate(moves):
        match move:
            case m.Place(figure, space, None):
                key: Hashable = (likes[figure], space)
            case m.Enchant(slot, figure):
                key = (likes[figure], slot)
            case m.ChooseFigure(figure):
                key = likes[figure]
            case m.TakeFireBanner(figure) if figure in likes:
                key = likes[figure]
            case _:
                key = index
        found.setdefault(key, move)
    return list(found.values())


def _like(state: s.State, name: str, figure: s.Figure) -> Hashable:
    """The same for two figures that can do the same."""
    box = box_of(state)
    cards = tuple(sorted(box.cards[card].title for card in figure.cards))
    return box.figures[name].kind, figure.place is None, cards
