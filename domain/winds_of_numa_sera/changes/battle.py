"""Battles, the slain and the eliminated."""

from __future__ import annotations

from moothall.domain.core.data import Change
from moothall.domain.winds_of_numa_sera.state import Aim


class BattleOpened(Change, frozen=True):
    """An attack is declared."""

    attacker: int
    target_type: Aim
    stronghold: str
    defender: int
    attack: int
    defense: int
    heroes: tuple[str, str]


class BattleCommitted(Change, frozen=True):
    """`secret` where the viewer may not see the cards."""

    seat: int
    cards: tuple[str, ...]
    payment: dict[str, int] | None = None
    secret: bool = False


class BattleRevealed(Change, frozen=True):
    """`cancelled` says whose cards have no effect, the attacker's first; `sides` are the seats in the same order."""

    attacker_cards: tuple[str, ...]
    defender_cards: tuple[str, ...]
    cancelled: tuple[bool, bool]
    sides: tuple[int, ...] = ()


class BattleFought(Change, frozen=True):
    """Both scores, and the seat that won (-1: the independent Stronghold held out)."""

    attacker_score: int
    defender_score: int
    winner: int
    with_card: bool


class StrongholdTaken(Change, frozen=True):
    """`loser` is -1 for an independent one; `capital` is what lay on the card."""

    seat: int
    stronghold: str
    loser: int
    capital: int


class StrongholdShown(Change, frozen=True):
    """The Stronghold display is refilled."""

    stronghold: str


class HeroSlain(Change, frozen=True):
    """`by` is -1 where no player slew the hero; `power` is that of the successor, if there is one."""

    seat: int
    hero: str
    by: int
    capital: int
    successor: str
    power: int


class BattleEnded(Change, frozen=True):
    """The battle is over, its cards are discarded."""


class SeatEliminated(Change, frozen=True):
    """Everything the seat had, and where it goes: Strongholds and World Forge Items in the order they come to lie
    under their decks."""

    seat: int
    strongholds: tuple[str, ...]
    items: tuple[str, ...]
    cards: tuple[str, ...]
    skills: dict[str, tuple[str, ...]]
