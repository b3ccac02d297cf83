"""Small changes that several reducers share: of one seat, of the banners, of a deck."""

from __future__ import annotations

from msgspec.structs import astuple, replace

from moothall.domain.core.bag import Bag, minus
from moothall.domain.core.seats import put
from moothall.domain.gates_of_mara.state import NOTHING, Deck, Figure, Gems, Seat, State


def less(bag: Bag, gems: Gems) -> Bag:
    """The bag without these."""
    return bag if gems == NOTHING else minus(bag, astuple(gems))


def score(points: dict[str, int], category: str, n: int) -> dict[str, int]:
    """Points on a sheet."""
    return {**points, category: points.get(category, 0) + n}


def keys(seat: Seat, n: int) -> Seat:
    """Keys of this round and in all."""
    return replace(seat, keys=seat.keys + n, keys_gained=seat.keys_gained + n)


def attach(figures: dict[str, Figure], name: str, card: str) -> dict[str, Figure]:
    """A card on a figure."""
    figure = figures[name]
    return {**figures, name: Figure(figure.place, (*figure.cards, card))}


def lay_banner(state: State, realm: str, slot: int, card: str | None) -> tuple[tuple[str | None, ...], ...]:
    """The banners with one in a slot, or with the slot empty."""
    index = state.ring.index(realm)
    return put(state.banners, index, put(state.banners[index], slot, card))


def drawn(deck: Deck, n: int, under: tuple[str, ...] = ()) -> Deck:
    """n cards from the top, and these under the deck."""
    return Deck(deck.cards[n:], (*deck.under, *under))
