"""Judging a move and saying what happens."""

from __future__ import annotations

from typing import assert_never

from moothall.domain.medieval_realms import moves as m
from moothall.domain.medieval_realms.decide.actions import activate_card, pass_, play_card
from moothall.domain.medieval_realms.decide.auction import bid, open_auction, pass_auction
from moothall.domain.medieval_realms.decide.choices import choose_resource, take_bonus_token, take_realm_card
from moothall.domain.medieval_realms.decide.placing import (
    pick_starting_pair,
    place_admirals,
    place_buffers,
    place_generals,
    place_mayors,
)
from moothall.domain.medieval_realms.state import Turning

__all__ = ["decide"]


def decide(turn: Turning, move: m.AnyMove) -> None:
    """The move of `turn.seat`."""
    match move:
        case m.ActivateCard():
            activate_card(turn, move)
        case m.OpenAuction():
            open_auction(turn, move)
        case m.PlayCard():
            play_card(turn, move)
        case m.Pass():
            pass_(turn, move)
        case m.Bid():
            bid(turn, move)
        case m.PassAuction():
            pass_auction(turn, move)
        case m.PlaceMayors():
            place_mayors(turn, move)
        case m.PlaceGenerals():
            place_generals(turn, move)
        case m.PlaceAdmirals():
            place_admirals(turn, move)
        case m.PlaceBuffers():
            place_buffers(turn, move)
        case m.TakeBonusToken():
            take_bonus_token(turn, move)
        case m.ChooseResource():
            choose_resource(turn, move)
        case m.TakeRealmCard():
            take_realm_card(turn, move)
        case m.PickStartingPair():
            pick_starting_pair(turn, move)
        case _:
            assert_never(move)
