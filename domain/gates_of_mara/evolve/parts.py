"""Small changes to a state that several reducers share."""

from __future__ import annotations

from msgspec.structs import astuple, replace

from domain.core.bag import minus
from domain.core.seats import put
from domain.gates_of_mara.state import Deck, Figure, Gems, State


def pay(state: State, seat: int, gems: Gems, onyx: int, energy: int) -> State:
    """What a seat pays."""
    own = state.seats[seat]
    return state.with_seat(seat, gems=minus(own.gems, astuple(gems)), onyx=own.onyx - onyx, energy=own.energy - energy)


def score(state: State, seat: int, category: str, n: int) -> State:
    """Points on its sheet."""
    points = state.seats[seat].points
    return state.with_seat(seat, points={**points, category: points.get(category, 0) + n})


def keys(state: State, seat: int, n: int) -> State:
    """Keys of this round and in all."""
    own = state.seats[seat]
    return state.with_seat(seat, keys=own.keys + n, keys_gained=own.keys_gained + n)


def attach(state: State, seat: int, name: str, card: str) -> State:
    """A card on a figure."""
    figures = state.seats[seat].figures
    figure = figures[name]
    return state.with_seat(seat, figures={**figures, name: Figure(figure.place, (*figure.cards, card))})


def lay_banner(state: State, realm: str, slot: int, card: str | None) -> State:
    """A banner in a slot, or the slot empty."""
    index = state.ring.index(realm)
    return replace(state, banners=put(state.banners, index, put(state.banners[index], slot, card)))


def drawn(deck: Deck, n: int, under: tuple[str, ...] = ()) -> Deck:
    """n cards from the top, and these under the deck."""
    return Deck(deck.cards[n:], (*deck.under, *under))
