"""Open matters: battles, offers, pledges."""

from __future__ import annotations

from domain.core.records import Record
from domain.winds_of_numa_sera.state.phases import Aim, PledgeKind


class Battle(Record, frozen=True):
    """A battle from its declaration to its end. `defender` is -1 for an independent Stronghold; the heroes are those
    that were active when it began; after the rolls `winner` is the seat that won (-1: the independent Stronghold)."""

    attacker: int
    aim: Aim
    stronghold: str
    defender: int
    attack: int
    defense: int
    heroes: tuple[str, str]
    attacker_cards: tuple[str, ...] = ()
    defender_cards: tuple[str, ...] = ()
    cancelled: tuple[bool, bool] = (False, False)
    fought: bool = False
    winner: int = -1
    slain: tuple[int, ...] = ()

    @property
    def sides(self) -> tuple[int, ...]:
        """The seats that fight."""
        return (self.attacker,) if self.defender < 0 else (self.attacker, self.defender)

    def enemy_of(self, seat: int) -> int:
        """The other side; -1 for an independent Stronghold."""
        return self.defender if seat == self.attacker else self.attacker


class Offer(Record, frozen=True):
    """An open trade offer. `give_hidden` are the hand cards that only the partners may see."""

    by: int
    to: int
    give_cards: tuple[str, ...] = ()
    give_hidden: tuple[str, ...] = ()
    hidden: int = 0
    get_cards: tuple[str, ...] = ()
    give_capital: int = 0
    get_capital: int = 0
    give_power: int = 0
    get_power: int = 0
    get_battle_cards: int = 0
    give_pledge: PledgeKind = "none"
    get_pledge: PledgeKind = "none"
    give_pledge_target: int | None = None
    get_pledge_target: int | None = None


class Pledge(Record, frozen=True):
    """A promise that binds `by` towards `to`; `begun` once a turn of `by` has begun after it."""

    kind: PledgeKind
    by: int
    to: int
    target: int = -1
    begun: bool = False
