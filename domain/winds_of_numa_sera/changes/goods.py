"""Capital, credit and Power."""

from __future__ import annotations

from typing import Literal

from moothall.domain.core.data import Change


class CapitalGained(Change, frozen=True):
    """Capital comes into the Treasury."""

    seat: int
    amount: int
    source: str


class CapitalLost(Change, frozen=True):
    """Capital leaves the Treasury."""

    seat: int
    amount: int
    source: str


class CapitalPlaced(Change, frozen=True):
    """Capital is placed on a card."""

    seat: int
    card: str
    amount: int


class CapitalGiven(Change, frozen=True):
    """From Treasury to Treasury; `source` is what let the taker take it, empty in a trade."""

    giver: int
    taker: int
    amount: int
    source: str = ""


class Paid(Change, frozen=True):
    """`purpose` is skill, item, battle_card or cost; `cards` is what came from Capital on cards."""

    seat: int
    purpose: str
    treasury: int
    credit: int
    cards: dict[str, int]


class CreditGained(Change, frozen=True):
    """Credit for Skills or Items."""

    seat: int
    on: Literal["skill", "item"]
    amount: int
    source: str = ""


class PowerHealed(Change, frozen=True):
    """The Active Hero gains Power."""

    seat: int
    amount: int
    source: str


class PowerLost(Change, frozen=True):
    """The Active Hero loses Power."""

    seat: int
    amount: int
    source: str


class PowerGiven(Change, frozen=True):
    """One hero gives Power to another."""

    giver: int
    taker: int
    amount: int


class HealedFromCard(Change, frozen=True):
    """Capital on a card becomes Power."""

    seat: int
    card: str
    amount: int
