"""Decisions between the rounds: Fire Banners and lords."""

from __future__ import annotations

from moothall.domain.gates_of_mara.changes import (
    FireBannerDeclined,
    FireBannerTaken,
    LordPlaced,
    StepCalled,
)
from moothall.domain.gates_of_mara.content import box_of
from moothall.domain.gates_of_mara.moves import PlaceLord, TakeFireBanner
from moothall.domain.gates_of_mara.rounds import open_round
from moothall.domain.gates_of_mara.rules.attaching import (
    DECLINE,
    check_lord,
    check_taker,
    lord_places,
    next_fire_banner,
)
from moothall.domain.gates_of_mara.rules.turns import check_fire_banner, check_lords_off
from moothall.domain.gates_of_mara.state import FireBanners, Turning


def take_fire_banner(turn: Turning, move: TakeFireBanner) -> None:
    """GM-11.7, 11.8."""
    check_fire_banner(turn.state, turn.seat)
    if move.figure == DECLINE:
        turn.emit(FireBannerDeclined(turn.seat))
    else:
        card = next_fire_banner(turn.state)
        check_taker(box_of(turn.state), turn.state.seats[turn.seat], move.figure, card, "GM-11.7")
        turn.emit(FireBannerTaken(turn.seat, card, move.figure))
    if turn.state.phase == FireBanners(()):
        turn.emit(StepCalled("score_round"))


def place_lord(turn: Turning, move: PlaceLord) -> None:
    """GM-12.10, 12.11: where a single realm is left the last lord goes there by itself."""
    check_lords_off(turn.state, turn.seat)
    check_lord(turn.state, move.lord, move.realm)
    turn.emit(LordPlaced(move.lord, move.realm, turn.seat))
    off = [each.id for each in turn.state.lords if each.realm is None]
    places = lord_places(turn.state)
    if off and len(places) == 1:
        turn.emit(LordPlaced(off[0], places[0]))
        off = []
    if not off:
        open_round(turn, turn.state.round + 1)
