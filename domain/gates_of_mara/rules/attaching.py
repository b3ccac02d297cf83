"""Who can take which attachment (GM-8, GM-9), and lords and banners between rounds."""

from __future__ import annotations

from moothall.domain.core.bag import Bag
from moothall.domain.core.data import Data
from moothall.domain.core.errors import IllegalMove
from moothall.domain.gates_of_mara.content import Box, box_of
from moothall.domain.gates_of_mara.content.tables import Card
from moothall.domain.gates_of_mara.moves import Enchant
from moothall.domain.gates_of_mara.rules.paying import check_payment
from moothall.domain.gates_of_mara.state import BOARD, Acting, Seat, State, lord_at

DECLINE = "none"
"""The figure named by a seat that wants no Fire Banner."""


def can_take(box: Box, seat: Seat, name: str, card: Card) -> bool:
    """GM-8.3, 9.1 to 9.3: the figure has the shape, a free place, and for a banner a free banner place."""
    figure = box.figures[name]
    held = seat.figures[name].cards
    if figure.shape not in card.shapes or len(held) >= box.attachments.max_per_figure:
        return False
    return not card.is_banner or sum(box.cards[each].is_banner for each in held) < figure.banner_max


def takers(box: Box, seat: Seat, card_id: str) -> list[str]:
    """The seat's figures that can take the card."""
    card = box.cards[card_id]
    return [name for name in seat.figures if can_take(box, seat, name, card)]


def check_taker(box: Box, seat: Seat, name: str, card_id: str, rule: str) -> None:
    """The figure can take the card."""
    if name not in seat.figures:
        raise IllegalMove(rule, f"{name!r} is no figure of yours")
    card = box.cards[card_id]
    if can_take(box, seat, name, card):
        return
    figure = box.figures[name]
    if figure.shape not in card.shapes:
        raise IllegalMove("GM-9.2" if card.is_banner else "GM-8.3", f"{card.name} does not go to {figure.name}")
    if len(seat.figures[name].cards) >= box.attachments.max_per_figure:
        raise IllegalMove("GM-9.1", f"{figure.name} holds {box.attachments.max_per_figure} attachments already")
    raise IllegalMove("GM-9.2", f"{figure.name} holds {figure.banner_max} banners already")


class Purchase(Data, frozen=True):
    card: str
    gems: Bag
    onyx: int
    points: int


def may_enchant(box: Box, acting: Acting) -> bool:
    """GM-8.1: an Enchanter on the board with purchases left."""
    return acting.place.startswith(BOARD) and acting.bought < box.enchant_max


def check_enchant(state: State, acting: Acting, move: Enchant) -> Purchase:
    """GM-8.1 to 8.4."""
    box = box_of(state)
    if not acting.place.startswith(BOARD):
        raise IllegalMove("GM-8.1", "only an Enchanter gains enchantments")
    if acting.bought >= box.enchant_max:
        raise IllegalMove("GM-8.1", f"{box.enchant_max} enchantments per placement at most")
    if not 1 <= move.slot <= len(state.market):
        raise IllegalMove("GM-8.1", f"there are market slots 1 to {len(state.market)}")
    card_id = state.market[move.slot - 1]
    if card_id is None:
        raise IllegalMove("GM-8.5", f"slot {move.slot} is empty")
    card = box.cards[card_id]
    seat = state.seats[acting.seat]
    if not takers(box, seat, card_id):
        raise IllegalMove("GM-8.4", f"no figure of yours can take {card.name}")
    check_taker(box, seat, move.figure, card_id, "GM-8.3")
    gems = check_payment(seat, card.cost, move.payment)
    return Purchase(card_id, gems, card.cost.onyx, state.round + card.points_plus)


def next_fire_banner(state: State) -> str:
    """The instance that would be handed out next."""
    return box_of(state).fire_banners[state.fire_banners]


def lord_places(state: State) -> list[str]:
    """GM-12.10: elemental realms without a lord."""
    realms = box_of(state).realms
    return [realm for realm in state.ring if realms[realm].element != "none" and lord_at(state, realm) is None]


def check_lord(state: State, lord_id: str, realm: str) -> None:
    """GM-12.10."""
    off = [lord.id for lord in state.lords if lord.realm is None]
    if lord_id not in off:
        raise IllegalMove("GM-12.10", f"off the board: {', '.join(off)}")
    places = lord_places(state)
    if realm not in places:
        raise IllegalMove("GM-12.10", f"a lord may go to: {', '.join(places)}")
