"""The list of legal moves is complete: what is accepted beyond it is what RULES.md names."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from moothall.domain.core.draw import SeededDraw
from moothall.domain.core.errors import IllegalMove
from moothall.domain.gates_of_mara import GATES_OF_MARA
from moothall.domain.gates_of_mara.moves import (
    Activate,
    AnyMove,
    ChooseCaravanSpace,
    ChooseExchange,
    ChooseFigure,
    ChooseGems,
    ChooseInfluence,
    Enchant,
    EndTurn,
    Pass,
    Place,
    PlaceLord,
    TakeFireBanner,
)
from moothall.domain.gates_of_mara.payment import payments
from moothall.domain.gates_of_mara.rules import DECLINE
from moothall.domain.gates_of_mara.state import BOARD, CENTRAL, ELEMENTS, Gems, State
from tests.domain.gates_of_mara.tables import BOX, own, rich, scene, table
from tests.laws.walk import walk
from tests.support.scenes import rule

CHOICES: tuple[AnyMove, ...] = (
    ChooseInfluence("influence"),
    ChooseInfluence("points"),
    *(ChooseGems(Gems(*counts)) for counts in product(range(3), repeat=len(ELEMENTS))),
    *(ChooseCaravanSpace(space) for space in BOX.caravan_spaces),
    *(ChooseExchange(option) for option in range(-1, 5)),
    *(ChooseFigure(figure) for figure in BOX.figures),
    *(TakeFireBanner(figure) for figure in (*BOX.figures, DECLINE)),
    *(PlaceLord(lord, realm) for lord, realm in product(BOX.lords, BOX.realms)),
)
"""Every answer to a question and between rounds, payments aside."""


def every_move(state: State, seat: int) -> Iterator[AnyMove]:
    """All moves that could be posted on this table without naming a payment."""
    held = {name: figure.cards for name, figure in state.seats[seat].figures.items()}
    sites = (*BOX.spaces, *BOX.gates, CENTRAL, BOARD)
    for figure, cards in held.items():
        for space, via in product(sites, (None, "innate", *(f"card:{card}" for card in cards))):
            yield Place(figure, space, via)
    yield Pass()
    attached = [f"card:{card}" for own_cards in held.values() for card in own_cards]
    lords = [f"lord:{lord}" for lord in BOX.lords]
    for key, realm in product(("innate", "wanderer", "space:a", "space:b", *lords, *attached), (None, *BOX.realms)):
        yield Activate(key, realm)
    for slot, figure in product(range(len(state.market) + 2), BOX.figures):
        yield Enchant(slot, figure)
    yield EndTurn()
    yield from CHOICES


def accepted(state: State, seat: int, move: AnyMove) -> bool:
    try:
        GATES_OF_MARA.play(state, seat, move, SeededDraw(b"list"))
    except IllegalMove:
        return False
    return True


@pytest.mark.parametrize(("seats", "seed"), [(2, 5), (4, 6)])
def test_whatever_names_no_payment_is_listed_or_refused(seats: int, seed: int) -> None:
    for index, point in enumerate(walk(GATES_OF_MARA, seats, seed)):
        if point.seat is None or index % 2:
            continue
        listed = list(GATES_OF_MARA.legal_moves(point.state, point.seat))
        for move in every_move(point.state, point.seat):
            assert accepted(point.state, point.seat, move) == (move in listed), move


@rule("GM-6.4")
def test_every_other_payment_is_accepted_too() -> None:
    state = scene(own(rich(table(), 0), 0, gems=(2, 2, 1, 0))).when(0, Place("leader", "gate_1")).state
    cost = BOX.figures["leader"].innate.cost  # type: ignore[union-attr]
    ways = [Gems(*gems) for gems in payments((2, 2, 1, 0), cost)]
    assert len(ways) == 5
    for payment in ways:
        assert accepted(state, 0, Activate("innate", payment=payment))


@rule("GM-6.12")
def test_free_gains_may_be_left_lying() -> None:
    found = scene(rich(table(), 0)).when(0, Place("champion", "fire_34p_5")).lacks(0, EndTurn(collect=False))
    assert found.when(0, EndTurn(collect=False)).state.seats[0].gems == (9, 9, 9, 9)
    assert found.when(0, EndTurn()).state.seats[0].gems == (10, 9, 9, 9)
