"""Offers and pledges."""

from __future__ import annotations

from typing import Literal

from moothall.domain.core.data import Change
from moothall.domain.winds_of_numa_sera.state import Offer, Pledge


class OfferMade(Change, frozen=True):
    """A trade is offered."""

    offer: Offer


class OfferClosed(Change, frozen=True):
    """The open offer is closed."""

    seat: int
    how: Literal["withdrawn", "rejected", "countered", "accepted"]


class OffersCounted(Change, frozen=True):
    """So many trades were offered in the whole game, whatever has been undone."""

    count: int


class PledgeMade(Change, frozen=True):
    """A promise begins to bind."""

    pledge: Pledge


class PledgeEnded(Change, frozen=True):
    """A promise binds no longer."""

    pledge: Pledge
    how: Literal["kept", "lapsed"]
