"""Open matters: battles, offers, pledges."""

from __future__ import annotations

from msgspec.structs import replace

from domain.core.records import Record
from domain.winds_of_numa_sera.state.phases import Aim, PledgeKind, TargetType


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
    """A trade offer. `give_hidden` and `get_hidden` are the hand cards that only the partners may see, `hidden` and
    `hidden_asked` their numbers; all else is as in the move."""

    by: int
    to: int
    give_cards: tuple[str, ...] = ()
    give_hidden: tuple[str, ...] = ()
    hidden: int = 0
    get_cards: tuple[str, ...] = ()
    get_hidden: tuple[str, ...] = ()
    hidden_asked: int = 0
    give_capital: int = 0
    get_capital: int = 0
    give_power: int = 0
    get_power: int = 0
    get_battle_cards: int = 0
    give_pledge: PledgeKind = "none"
    get_pledge: PledgeKind = "none"
    give_pledge_target_type: TargetType = "player"
    get_pledge_target_type: TargetType = "player"
    give_pledge_target: str | None = None
    get_pledge_target: str | None = None
    give_pledge_turns: int = 1
    get_pledge_turns: int = 1

    @property
    def public(self) -> Offer:
        """As everybody may see it."""
        return replace(self, give_hidden=(), get_hidden=())


class Pledge(Record, frozen=True):
    """What `by` has promised `to`: to spare a player (`truce`) or to attack a target (`attack`).

    `target` is the seat number as text or a Stronghold, `seat` whose it is (-1: nobody's); `turns` are the turns of
    `by` that it still binds, one that is being played included."""

    kind: PledgeKind
    by: int
    to: int
    target_type: TargetType
    target: str
    seat: int
    turns: int = 1
