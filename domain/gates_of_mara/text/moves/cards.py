"""Buying and attaching."""

from __future__ import annotations

from moothall.domain.core.words import counted
from moothall.domain.gates_of_mara.content import box_of
from moothall.domain.gates_of_mara.moves import Enchant
from moothall.domain.gates_of_mara.rules.attaching import DECLINE, next_fire_banner
from moothall.domain.gates_of_mara.state import FigureQuestion, FireBanners, State
from moothall.domain.gates_of_mara.text.effects import ability_text
from moothall.domain.gates_of_mara.text.moves.parts import acting_of, price_text
from moothall.domain.gates_of_mara.text.names import card_name, the_figure


def enchant_text(state: State, move: Enchant) -> str:
    """Price, points, and what the card will do."""
    box = box_of(state)
    seat = acting_of(state).seat
    card_id = state.market[move.slot - 1]
    assert card_id is not None
    card = box.cards[card_id]
    price = price_text(state, seat, card.cost, move.payment)
    points = counted(state.round + card.points_plus, "point")
    figure = the_figure(box, move.figure)
    return f"Buy {card.name} for {price}, for {figure}: {points}; {_use(state, seat, card_id, move.figure)}"


def banner_taken_text(state: State, figure: str) -> str:
    """The banner just gained, on this figure."""
    acting = acting_of(state)
    assert isinstance(acting.question, FigureQuestion)
    return _attach(state, acting.seat, acting.question.card, figure)


def fire_banner_text(state: State, figure: str) -> str:
    """A Fire Banner on this figure, or none."""
    if figure == DECLINE:
        return "Take no Fire Banner"
    assert isinstance(state.phase, FireBanners)
    return _attach(state, state.phase.seats[0], next_fire_banner(state), figure)


def _attach(state: State, seat: int, card: str, figure: str) -> str:
    box = box_of(state)
    return f"Attach {card_name(box, card)} to {the_figure(box, figure)}: {_use(state, seat, card, figure)}"


def _use(state: State, seat: int, card: str, figure: str) -> str:
    """What the card will do on that figure, and from when on (GM-9.5)."""
    box = box_of(state)
    effect = f"when it is placed, you may {ability_text(box.cards[card].ability)}"
    if state.seats[seat].figures[figure].place is None and not isinstance(state.phase, FireBanners):
        return effect
    if state.round < box.setup.rounds:
        return f"from the next round on, {effect}"
    return "in this last round of no use any more, but it counts as an attachment"
