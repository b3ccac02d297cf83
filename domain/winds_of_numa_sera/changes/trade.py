"""Offers and pledges."""

from __future__ import annotations

from typing import Literal

from domain.core.records import Change
from domain.winds_of_numa_sera.state import Offer, PledgeKind


class OfferMade(Change, frozen=True):
    offer: Offer


class OfferClosed(Change, frozen=True):
    seat: int
    how: Literal["withdrawn", "rejected", "accepted"]


class PledgeMade(Change, frozen=True):
    kind: PledgeKind
    by: int
    to: int
    target: int = -1


class PledgeEnded(Change, frozen=True):
    kind: PledgeKind
    by: int
    to: int
    how: Literal["kept", "lapsed"]
