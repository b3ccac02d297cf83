"""The moves that are worth a bot's time."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from moothall.domain.core.draw import Draw
from moothall.domain.gates_of_mara.content import Ability, box_of
from moothall.domain.gates_of_mara.legal import legal_moves
from moothall.domain.gates_of_mara.moves import (
    AnyMove,
    ChooseExchange,
    ChooseFigure,
    Enchant,
    EndTurn,
    Place,
    TakeFireBanner,
)
from moothall.domain.gates_of_mara.payment import affordable
from moothall.domain.gates_of_mara.rules import may_enchant, offers, sources, takers
from moothall.domain.gates_of_mara.state import (
    BOARD,
    Acting,
    ExchangeQuestion,
    Figure,
    FigureQuestion,
    Placing,
    Seat,
    State,
)


def candidates(title: Any, state: State, seat: int, draw: Draw, most: int) -> Sequence[AnyMove]:
    """Of figures that are alike only one; no Enchanter who can buy nothing, no exchange asked for to be declined, no
    turn ended with a gift left lying. Of a list that is still too long a random part."""
    moves = legal_moves(state, seat)
    phase = state.phase
    if isinstance(phase, Acting):
        moves = _useful(state, phase, moves)
    elif isinstance(phase, Placing) and not _can_buy(state, state.seats[seat]):
        moves = [move for move in moves if not _idle(state.seats[seat], move)]
    if not isinstance(phase, Acting) or may_enchant(box_of(state), phase) or isinstance(phase.question, FigureQuestion):
        moves = _apart(state, seat, moves)
    if len(moves) > most:
        for i in range(most):
            j = i + draw.below(f"candidates/{i}", len(moves) - i)
            moves[i], moves[j] = moves[j], moves[i]
    return moves[:most]


def _can_buy(state: State, own: Seat) -> bool:
    """Whether there is an enchantment that the seat can pay and attach."""
    box = box_of(state)
    return any(
        card is not None and affordable(own, box.cards[card].cost) is not None and takers(box, own, card)
        for card in state.market
    )


def _idle(own: Seat, move: AnyMove) -> bool:
    """An Enchanter placed who could only buy."""
    return isinstance(move, Place) and move.space == BOARD and not own.figures[move.figure].cards


def _useful(state: State, acting: Acting, moves: list[AnyMove]) -> list[AnyMove]:
    if acting.question is None:
        if any(_gift(offer.ability) for offer in offers(state, acting)):
            return [move for move in moves if not isinstance(move, EndTurn)]
    elif isinstance(acting.question, ExchangeQuestion) and _asked_for(state, acting):
        return [move for move in moves if not isinstance(move, ChooseExchange) or move.option]
    return moves


def _gift(ability: Ability) -> bool:
    """Something for nothing, which the end of the turn would not collect by itself."""
    return ability.cost.free and ability.sure and not ability.free_gain


def _asked_for(state: State, acting: Acting) -> bool:
    """Whether the pending exchange is all that the ability used last was good for."""
    ability = dict(sources(state, acting))[acting.used[-1]]
    return ability.effects == box_of(state).wanderer.effects


def _apart(state: State, seat: int, moves: list[AnyMove]) -> list[AnyMove]:
    """One of all moves that differ only in which of two like figures they name."""
    likes = {name: _like(state, name, figure) for name, figure in state.seats[seat].figures.items()}
    found: dict[Hashable, AnyMove] = {}
    for index, move in enumerate(moves):
        match move:
            case Place(figure, space, None):
                key: Hashable = (likes[figure], space)
            case Enchant(slot, figure):
                key = (likes[figure], slot)
            case ChooseFigure(figure):
                key = likes[figure]
            case TakeFireBanner(figure) if figure in likes:
                key = likes[figure]
            case _:
                key = index
        found.setdefault(key, move)
    return list(found.values())


def _like(state: State, name: str, figure: Figure) -> Hashable:
    """The same for two figures that can do the same."""
    box = box_of(state)
    cards = tuple(sorted(box.cards[card].title for card in figure.cards))
    return box.figures[name].kind, figure.place is None, cards
