"""Offers and pledges."""

from __future__ import annotations

from typing import Literal

from domain.core.records import Change
from domain.winds_of_numa_sera.state import Offer, Pledge


class OfferMade(Change, frozen=True):
    offer: Offer


class OfferClosed(Change, frozen=True):
    seat: int
    how: Literal["withdrawn", "rejected", "countered", "accepted"]


class OffersCounted(Change, frozen=True):
    """So many trades were offered in the whole game, whatever has been undone."""

    count: int


class PledgeMade(Change, frozen=True):
    pledge: Pledge


class PledgeEnded(Change, frozen=True):
    pledge: Pledge
    how: Literal["kept", "lapsed"]
