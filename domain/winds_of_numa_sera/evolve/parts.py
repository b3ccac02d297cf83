"""Small changes that several reducers share: of one seat, of cards, of a purse."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from moothall.domain.winds_of_numa_sera.state import Seat, State


def with_seat(state: State, index: int, seat: Seat) -> State:
    """The state with this seat in that place; as `put` does it, written out: nearly every change comes by here."""
    seats = [*state.seats]
    seats[index] = seat
    return replace(state, seats=tuple(seats))


def less(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards without this one."""
    index = cards.index(card)
    return cards[:index] + cards[index + 1 :]


def unlisted(known: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The known cards without this one, which may be none of them."""
    return less(known, card) if card in known else known


def unworn(slots: tuple[str, ...], items: tuple[str, ...]) -> tuple[str, ...]:
    """The slots without these Items."""
    return tuple(["" if item in items else item for item in slots])


def without_capital(purse: dict[str, int], *cards: str) -> dict[str, int]:
    """The purse without what lies on these cards."""
    if not purse or purse.keys().isdisjoint(cards):
        return purse
    return {card: amount for card, amount in purse.items() if card not in cards}


def spent(purse: dict[str, int], cards: Mapping[str, int]) -> dict[str, int]:
    """The purse with so much less on these cards."""
    if not cards:
        return purse
    left = {card: amount - cards.get(card, 0) for card, amount in purse.items()}
    return {card: amount for card, amount in left.items() if amount}


def removed(seat: Seat, card: str, origin: str) -> Seat:
    """The seat without a card that lay there, and without the Capital on it."""
    if origin == "hand":
        return replace(seat, hand=less(seat.hand, card), known=unlisted(seat.known, card))
    mat = seat.mat
    match origin:
        case "slots":
            mat = replace(mat, slots=unworn(mat.slots, (card,)))
        case "blessing":
            mat = replace(mat, blessing="")
        case _:
            mat = replace(mat, **{origin: less(getattr(mat, origin), card)})
    return replace(seat, mat=mat, purse=without_capital(seat.purse, card))
