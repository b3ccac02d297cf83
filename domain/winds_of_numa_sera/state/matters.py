"""Open matters: battles, offers, pledges."""

from __future__ import annotations

from msgspec.structs import replace

from moothall.domain.core.data import Data
from moothall.domain.winds_of_numa_sera.state.phases import Aim, PledgeKind, TargetType


class Battle(Data, frozen=True):
    """A battle from its declaration to its end."""

    attacker: int
    """The seat that attacks."""
    target_type: Aim
    """What is attacked."""
    stronghold: str
    """The Stronghold that is attacked; empty for a hero."""
    defender: int
    """The seat that is attacked; -1 for an independent Stronghold."""
    attack: int
    """The attacker's attack, before dice and Battle Cards."""
    defense: int
    """The defense it must reach, before dice and Battle Cards."""
    heroes: tuple[str, str]
    """The heroes that were active when it began, the attacker's first; empty where there is none."""
    attacker_cards: tuple[str, ...] = ()
    """The attacker's Battle Cards, once they are revealed."""
    defender_cards: tuple[str, ...] = ()
    """The defender's Battle Cards, once they are revealed."""
    cancelled: tuple[bool, bool] = (False, False)
    """Whether the attacker's and the defender's cards have no effect."""
    fought: bool = False
    """Whether the dice have fallen."""
    winner: int = -1
    """The seat that won, once it is fought; -1: the independent Stronghold."""
    slain: tuple[int, ...] = ()
    """Seats whose hero fell in it."""

    @property
    def sides(self) -> tuple[int, ...]:
        """The seats that fight."""
        return (self.attacker,) if self.defender < 0 else (self.attacker, self.defender)

    def enemy_of(self, seat: int) -> int:
        """The other side; -1 for an independent Stronghold."""
        return self.defender if seat == self.attacker else self.attacker


class Offer(Data, frozen=True):
    """A trade offer."""

    by: int
    """The seat that offers."""
    to: int
    """The seat that answers."""
    give_cards: tuple[str, ...] = ()
    """Cards that are offered and open to all."""
    give_hidden: tuple[str, ...] = ()
    """Hand cards that are offered; only the two partners see which."""
    hidden: int = 0
    """How many hidden cards are offered."""
    get_cards: tuple[str, ...] = ()
    """Cards that are asked for and open to all."""
    get_hidden: tuple[str, ...] = ()
    """Hidden cards that are asked for; only the two partners see which."""
    hidden_asked: int = 0
    """How many hidden cards are asked for by name."""
    give_capital: int = 0
    """Capital that is offered."""
    get_capital: int = 0
    """Capital that is asked for."""
    give_power: int = 0
    """Power that is offered."""
    get_power: int = 0
    """Power that is asked for."""
    get_battle_cards: int = 0
    """How many Battle Cards of the partner's own choice are asked for."""
    give_pledge: PledgeKind = "none"
    """What the one who offers promises."""
    get_pledge: PledgeKind = "none"
    """What the partner is to promise."""
    give_pledge_target_type: TargetType = "player"
    """What kind of target the offered promise names."""
    get_pledge_target_type: TargetType = "player"
    """What kind of target the promise asked for names."""
    give_pledge_target: str | None = None
    """The target of the offered promise: a Stronghold, or a seat number as text; null: the partner."""
    get_pledge_target: str | None = None
    """The target of the promise asked for; null: the one who offers."""
    give_pledge_turns: int = 1
    """For how many turns the offered promise binds."""
    get_pledge_turns: int = 1
    """For how many turns the promise asked for binds."""

    @property
    def public(self) -> Offer:
        """As everybody may see it."""
        return replace(self, give_hidden=(), get_hidden=()) if self.give_hidden or self.get_hidden else self


class Pledge(Data, frozen=True):
    """A promise that binds."""

    kind: PledgeKind
    """`truce`: to spare a player; `attack`: to attack a target."""
    by: int
    """The seat that has promised."""
    to: int
    """The seat it was promised to."""
    target_type: TargetType
    """What kind of target it names."""
    target: str
    """The target: a Stronghold, or a seat number as text."""
    seat: int
    """Whose the target is; -1: nobody's."""
    turns: int = 1
    """How many turns of the promiser it still binds, one that is being played included."""
